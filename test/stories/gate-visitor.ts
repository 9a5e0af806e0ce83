/** Somebody before the login, in a browser, beside a business whose owner has PASSWORD. */
import { query } from '../direct-access.ts'
import { openShop } from '../people.ts'
import { startTestServer } from '../server.ts'
import { until } from '../until.ts'
import { openBrowser, openContext } from './browser.ts'

export type GateVisitor = Awaited<ReturnType<typeof openGate>>

export async function openGate() {
  const server = await startTestServer({ works: true, env: { PASSWORD_MAX_AGE_DAYS: '90' } })
  const shop = await openShop(server, 'Vera')
  const browser = await openBrowser()
  const { context, complaints } = await openContext(browser)
  const page = await context.newPage()
  return {
    server,
    shop,
    page,
    complaints,
    at: (hash: string) => `${server.url}/#${hash}`,
    hash: () => new URL(page.url()).hash.slice(1),
    heading: (name: string | RegExp) => page.getByRole('heading', { level: 1, name }),
    /** Waits for the email with the link. */
    async linkTo(address: string, link: RegExp): Promise<string> {
      const { mailbox } = server.outside.smtp
      const found = () =>
        mailbox
          .list(address)
          .map((one) => link.exec(mailbox.get(one.id)?.text ?? '')?.[0])
          .find((one) => one !== undefined)
      await until(() => found() !== undefined, `an email to ${address}`)
      return found() ?? ''
    },
    logIn: async (password: string, email = shop.owner.email) => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in' }).click()
    },
    forget: () =>
      page.evaluate(() => {
        localStorage.removeItem('kartoteka.token')
        localStorage.removeItem('kartoteka.user')
      }),
    raiseOffer: () => query(server, 'update users set offer_version = 0'),
    /** Presses Tab until the named control has the focus. */
    async tabTo(role: 'textbox' | 'checkbox' | 'button' | 'link', name: string | RegExp): Promise<void> {
      const wanted = page.getByRole(role, { name, exact: typeof name === 'string' })
      for (let presses = 0; presses < 40; presses++) {
        if (await wanted.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`Tab never reaches ${String(name)}`)
    },
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}
