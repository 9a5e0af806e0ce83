/** Debian's Chromium for stories; each story opens a context, as a person with a fresh browser. */
import { setTimeout } from 'node:timers/promises'
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core'
import { LAUNCH } from '../chromium.ts'
import type { TestServer } from '../server.ts'

/** The browser of the run, or a separate one outside of it (pictures, measurements). */
export function openBrowser(): Promise<Browser> {
  const { TEST_BROWSER: shared } = process.env
  return shared ? chromium.connect(shared) : chromium.launch(LAUNCH)
}

/** As a person who opens the link that a start prints: from then on this browser sees mailbox, inbox and phones. */
export async function enterOutside(context: BrowserContext, server: TestServer): Promise<void> {
  const page = await context.newPage()
  await page.goto(await server.newOutsideLink())
  await page.close()
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
  context.on('page', leaveBeforeActing)
  await slowDown(context)
  return { context, complaints }
}

/**
 * Waits until it can be seen, once or more often: a toast says for a while what the list of recent actions says too,
 * and which of the two is drawn first is nobody's promise.
 */
export const appears = (what: Locator): Promise<void> => what.filter({ visible: true }).first().waitFor()

/**
 * `SLOW_PAGES=6` gives pages a sixth of the processor and lets each answer come up to 300 ms late, in any order: what
 * a story only sees on a quick machine fails here. For looking at a story that failed once; not part of the run.
 */
async function slowDown(context: BrowserContext): Promise<void> {
  const rate = Number(process.env.SLOW_PAGES ?? 1)
  if (rate === 1) return
  context.on('page', (page) => {
    context
      .newCDPSession(page)
      .then((session) => session.send('Emulation.setCPUThrottlingRate', { rate }))
      .catch(() => {}) // the page is closed already
  })
  // An intercepted stream of news would keep its connection after its page has gone.
  await context.route(/\/api\/(?!.*stream)/, async (route) => {
    await setTimeout(Math.random() * 300)
    await route.fallback().catch(() => {})
  })
}

const withoutHash = (address: string) => address.split('#')[0]
/** A tab or a dialog is behind the question mark: its page stays. */
const pageOf = (address: string) => address.split('?')[0]
/** Two addresses of one page have the same heading, and nothing says when the second is there. */
const SAME_HEADING_MS = 2000

/**
 * Where only the part behind the hash changes, a browser says at once that it is there, and the page before stays until
 * the next one is loaded: a story would press a button of the wrong page. So it waits until the heading is another one.
 */
function leaveBeforeActing(page: Page): void {
  const goTo = page.goto.bind(page)
  page.goto = async (address, options) => {
    const isWithin = pageOf(page.url()) !== pageOf(address) && withoutHash(page.url()) === withoutHash(address)
    if (isWithin)
      await page.evaluate(() => {
        for (const heading of document.querySelectorAll('h1')) heading.dataset['left'] = heading.textContent
      })
    const response = await goTo(address, options)
    if (isWithin)
      await page
        .waitForFunction(
          () =>
            [...document.querySelectorAll('h1')].every(
              (heading) => heading.dataset['left'] === undefined || heading.dataset['left'] !== heading.textContent,
            ),
          undefined,
          { timeout: SAME_HEADING_MS },
        )
        .catch(() => undefined)
    return response
  }
}
