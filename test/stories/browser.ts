/** Debian's Chromium for stories; each story is a person with a fresh browser. */
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { LAUNCH } from '../chromium.ts'

/** The browser of the run, or one of its own outside of it (pictures, measurements). */
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
  // Only what never comes takes so long; a slow machine is no fault of a page.
  context.setDefaultTimeout(180_000)
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.page()?.url() ?? ''}: ${message.text()}`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return { context, complaints }
}

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }
type Axe = { run(root: Document | { include: string[] }, options: object): Promise<{ violations: Violation[] }> }

const require = createRequire(import.meta.url)
/** The axe that the library for Playwright brings along. */
const { source: AXE } = createRequire(require.resolve('@axe-core/playwright'))('axe-core') as { source: string }

/**
 * What axe finds on a page, one readable line each. It runs in the page itself: the library's own way takes four times
 * as
 * long and never ends on a page with a sandboxed frame. What frames show is looked at as a page of its own.
 * @param rules names of axe's rules; none: all that axe has
 * @param within what is looked at; left out: all of the page
 */
export async function axeFaults(page: Page, rules: string[] = [], within?: string): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(AXE)
  const violations = await page.evaluate(
    async ([runOnly, selector]) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      return (
        await axe.run(selector === undefined ? document : { include: [selector] }, {
          resultTypes: ['violations'],
          iframes: false,
          ...(runOnly.length > 0 && { runOnly }),
        })
      ).violations
    },
    [rules, within] as const,
  )
  // Our routes stand behind a hash: what a sheet has below its edge is no link within the page.
  const isRoute = (target: unknown) => /href\$?="?\/#\//.test(String(target))
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => id !== 'skip-link' || !isRoute(target))
      .slice(0, 3)
      .map((node) => `${id}: ${node.target.join(' ')} — ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  )
}
