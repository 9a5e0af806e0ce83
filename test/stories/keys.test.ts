import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../contract/time.ts'
import { setPlan } from '../direct-access.ts'
import { until } from '../until.ts'
import { openShop, PASSWORD, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'

/** An owner creates a key for a program, and names the sender of the account's emails. */
describe('keys and letters', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let shop: Shop
  let complaints: string[]
  let secret = ''

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    shop = await openShop(server, 'Katja')
    await setPlan(server, shop.c, 'expert')
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    page = await opened.context.newPage()
    await page.goto(`${server.url}/#/login`)
    await page.getByLabel('Email').fill(shop.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/select_application|katja-shop/)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const act = async (name: string, what: string) => {
    await row(name)
      .getByRole('button', { name: /Actions/ })
      .click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  const calls = (key: string) =>
    fetch(`${server.url}/api/applications/${shop.c}/clients`, { headers: { authorization: `Bearer ${key}` } }).then(
      (answer) => answer.status,
    )

  it('a key is made with the password, shown once, copied, and opens what it may', async () => {
    server.passTime(11 * MINUTE_MS)
    await page.goto(`${server.url}/#/katja-shop/settings/api`)
    await appears(page.getByText('No API keys yet'))
    await page.getByRole('button', { name: 'Create key' }).click()
    const drawer = page.getByRole('dialog', { name: 'New API key' })
    await drawer.getByRole('button', { name: 'Create key' }).click()
    await appears(drawer.getByText('Choose at least one permission.'))
    await drawer.getByLabel('Name').fill('Till')
    await drawer.getByRole('checkbox', { name: 'Read clients' }).check()
    await drawer.getByRole('button', { name: 'Create key' }).click()
    await drawer.getByLabel('Your password').fill('Wrong-horse-42')
    await drawer.getByRole('button', { name: 'Create key' }).click()
    await appears(drawer.getByText('Wrong password.'))
    expect(await axeFaults(page)).toEqual([])
    await drawer.getByLabel('Your password').fill(PASSWORD)
    await drawer.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Key “Till”' })
    await dialog.getByRole('button', { name: 'Copy key' }).click()
    secret = await page.evaluate(() => navigator.clipboard.readText())
    expect([/^kk_[\w-]{43}$/.test(secret), await calls(secret)]).toEqual([true, 200])
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'I’ve saved the key' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await page.content()).not.toContain(secret)
  })

  it('its use is shown beside a command that works as copied', async () => {
    await page.reload()
    await appears(row('Till').getByText('Read clients'))
    await appears(page.getByText(/^\d of 20\s000/))
    const command = await page.locator('pre').filter({ hasText: /^curl/ }).first().innerText()
    expect(command).toContain(`${server.url}/api/applications/${shop.c}/clients?page=1&limit=25`)
    expect(await axeFaults(page)).toEqual([])
  })

  it('gets a new secret, and ends for good', async () => {
    await act('Till', 'Replace secret')
    const dialog = page.getByRole('dialog', { name: 'Replace the secret of “Till”?' })
    await dialog.getByRole('radio', { name: 'Disable it right away' }).check()
    await dialog.getByRole('button', { name: 'Replace secret' }).click()
    const shown = page.getByRole('dialog', { name: 'New secret for “Till”' })
    await shown.getByRole('button', { name: 'Copy key' }).click()
    const next = await page.evaluate(() => navigator.clipboard.readText())
    expect([await calls(secret), await calls(next)]).toEqual([401, 200])
    await shown.getByRole('button', { name: 'I’ve saved the key' }).click()
    await act('Till', 'Revoke')
    await page.getByRole('dialog', { name: 'Revoke key “Till”?' }).getByRole('button', { name: 'Revoke' }).click()
    await appears(page.getByText('Key “Till” revoked'))
    await appears(page.getByText('No API keys yet'))
    expect(await calls(next)).toBe(401)
  })

  it('the sender is named, seen in the letter, and the address for answers confirmed by its mail', async () => {
    await page.goto(`${server.url}/#/katja-shop/settings/email`)
    const letter = page.frameLocator('iframe[title="Email preview"]')
    await letter.getByRole('heading', { name: 'You’re invited to “Katja shop”' }).waitFor()
    await page.getByLabel('Sender name').fill('Katja at the mill')
    await appears(page.getByText('Katja at the mill <cards@kartoteka.example>'))
    await page.getByLabel('Reply address').fill('desk@mill.example')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await appears(page.getByText(/We’ve sent a link to desk@mill.example\. Open it by/))
    expect(await axeFaults(page)).toEqual([])
    const { mailbox } = server.outside.smtp
    await until(async () => mailbox.list('desk@mill.example').length > 0, 'the mail to the new address')
    const link =
      /http\S+#\/email\/reply-to\/\S+/.exec(
        mailbox.get(mailbox.list('desk@mill.example')[0]?.id ?? '')?.text ?? '',
      )?.[0] ?? ''
    await page.goto(link)
    await page.getByRole('heading', { name: 'Address confirmed' }).waitFor()
    await page.goto(`${server.url}/#/katja-shop/settings/email`)
    await appears(page.getByText('Confirmed', { exact: true }))
    await page.getByRole('button', { name: 'Send a test email' }).click()
    await appears(page.getByText(`Test email sent to ${shop.owner.email}`))
  })

  it('leaves no error and no violated policy in any console', () => {
    // The browser itself reports the refused tries above.
    expect(complaints.filter((line) => !/status of (403|422)/.test(line))).toEqual([])
  })
})
