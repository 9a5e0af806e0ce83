/** An owner in a browser, whose pages are older than what happens behind them. */
import type { Page, Route } from 'playwright-core'
import { openShop } from '../people.ts'
import { startTestServer } from '../server.ts'
import { openBrowser, openContext } from './browser.ts'
import { settle } from './screen-faults.ts'
import { load } from './screen-walk.ts'
import { rememberIn } from './screen-world.ts'

export type RefusalsVisitor = Awaited<ReturnType<typeof openRefusals>>

/** @param name of the owner; the shop is at `<name>-shop` */
export async function openRefusals(name: string, options: { works?: boolean } = {}) {
  const server = await startTestServer(options)
  const shop = await openShop(server, name)
  const browser = await openBrowser()
  const { context } = await openContext(browser)
  await rememberIn(context, 'en', shop.owner)
  const page = await context.newPage()
  return {
    server,
    shop,
    browser,
    context,
    page,
    /** Loads the page anew: it has read nothing yet. */
    open: async (path: string) => {
      await load(page, `${server.url}/#/${shop.domain}${path}`)
      await page.locator('main h1, main [role=alert]').first().waitFor({ state: 'attached' })
      await settle(page)
    },
    toasts: () => page.locator('.mantine-Notification-root'),
    dialog: () => page.getByRole('dialog'),
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

/** Answers as a server that has failed. */
export const failRequest = (route: Route, requestId: string): Promise<void> =>
  route.fulfill({
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify({
      error: { code: 'server_error', message: 'Something went wrong on our side.', requestId },
    }),
  })

/** Presses the switch of the export. */
export const pressExport = (page: Page): Promise<void> => page.getByRole('switch', { name: /export/i }).press('Space')
