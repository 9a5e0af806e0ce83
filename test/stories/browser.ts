/** Debian's Chromium for stories; each story opens a context, as a person with a fresh browser. */
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { LAUNCH } from '../chromium.ts'

/** The browser of the run, or a separate one outside of it (pictures, measurements). */
export function openBrowser(): Promise<Browser> {
  const { TEST_BROWSER: shared } = process.env
  return shared ? chromium.connect(shared) : chromium.launch(LAUNCH)
}

export type Look = { width?: number; scheme?: 'light' | 'dark'; locale?: string }

/** A context whose console errors and policy violations are kept: a story ends by asking for none. */
export async function openContext(
  browser: Browser,
  look: Look = {},
): Promise<{ context: BrowserContext; complaints: string[] }> {
  const { width = 1440, scheme = 'light', locale = 'en' } = look
  const context = await browser.newContext({
    viewport: { width, height: width < 700 ? 844 : 900 },
    colorScheme: scheme,
    locale,
    reducedMotion: 'reduce',
  })
  // Only what never comes takes so long; a slow machine is no failure of a page.
  context.setDefaultTimeout(180_000)
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.page()?.url() ?? ''}: ${message.text()}`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return { context, complaints }
}
