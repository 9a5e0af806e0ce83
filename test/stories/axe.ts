/** What axe finds on a page. */
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

type Violation = { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }
type Root = { include?: string[]; exclude?: Element[] } | Document
type Axe = { run(root: Root, options: object): Promise<{ violations: Violation[] }> }

const require = createRequire(import.meta.url)
/** The axe that the library for Playwright brings along. */
const { source: AXE } = createRequire(require.resolve('@axe-core/playwright'))('axe-core') as { source: string }

export type AxeScope = {
  /** Names of axe's rules; none: all that axe has. */
  rules?: string[]
  /** Looks only inside these elements. */
  within?: string
  /** Leaves out the menu and the top bar, which are the same on every page; rules about the whole page still run. */
  isWithoutFrame?: boolean
}

/**
 * One readable line for each fault. axe runs in the page itself: the library's own way takes four times as long and
 * never ends on a page with a sandboxed frame. What frames show is looked at as a separate page.
 */
export async function axeFaults(page: Page, scope: AxeScope = {}): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(AXE)
  const violations = await page.evaluate(async ({ rules = [], within, isWithoutFrame = false }) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const frame = isWithoutFrame
      ? [...document.querySelectorAll('nav, header')].filter((one) => one.closest('main') === null)
      : []
    const root = within === undefined ? (frame.length > 0 ? { exclude: frame } : document) : { include: [within] }
    const options = { resultTypes: ['violations'], iframes: false, ...(rules.length > 0 && { runOnly: rules }) }
    return (await axe.run(root, options)).violations
  }, scope)
  // Our routes are behind a hash: what a sheet has below its edge is no link within the page.
  const isRoute = (target: unknown) => /href\$?="?\/#\//.test(String(target))
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => id !== 'skip-link' || !isRoute(target))
      .slice(0, 3)
      .map((node) => `${id}: ${node.target.join(' ')} — ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
  )
}
