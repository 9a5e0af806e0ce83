/** One Chromium for the whole run: a story opens a context of its own in it. */
import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from 'playwright-core'

export const CHROMIUM_PATH = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export const LAUNCH: LaunchOptions = {
  executablePath: CHROMIUM_PATH,
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

/** As a vitest `globalSetup`: starts the browser, publishes its address as TEST_BROWSER and returns the teardown. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Without a browser only the stories fail, and the first guard says what to install.
  if (!existsSync(CHROMIUM_PATH)) return undefined
  const server = await chromium.launchServer(LAUNCH)
  process.env['TEST_BROWSER'] = server.wsEndpoint()
  return async () => {
    delete process.env['TEST_BROWSER']
    await server.close()
  }
}
