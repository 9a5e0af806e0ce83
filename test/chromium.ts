/** One Chromium for the whole run: each story opens its own context in it. */
import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from 'playwright-core'

/** Debian's build without windows comes first: the whole browser draws a frame around every page, which costs more. */
const KNOWN_PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** `CHROMIUM_PATH`, else the first known place that has one; undefined when there is none. */
export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM_PATH ?? KNOWN_PATHS].flat().find((path) => existsSync(path))
}

export const LAUNCH: LaunchOptions = {
  executablePath: chromiumPath() ?? '',
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}

/**
 * Pages of stories live for seconds: what V8's slow optimizer spends on making their code faster never comes back. The
 * quick one stays: axe takes two thirds of the time with it.
 */
const WITHOUT_OPTIMIZING = '--js-flags=--no-turbofan'

/** As a vitest `globalSetup`: starts the browser, publishes its address as TEST_BROWSER and returns the teardown. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Without a browser only the stories fail, and the first guard reports what to install.
  if (chromiumPath() === undefined) return undefined
  const server = await chromium.launchServer({ ...LAUNCH, args: [...(LAUNCH.args ?? []), WITHOUT_OPTIMIZING] })
  process.env['TEST_BROWSER'] = server.wsEndpoint()
  return async () => {
    delete process.env['TEST_BROWSER']
    await server.close()
  }
}
