import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query, setPlan } from '../direct-access.ts'
import { openShop, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

/** From an owner's keys to a customer's code: the whole way of the account's own SMS. */
describe('SMS of an account', () => {
  const PHONE = '+420777400401'
  let server: TestServer
  let browser: Browser
  let page: Page
  let guest: Page
  let complaints: string[]
  let shop: Shop
  beforeAll(async () => {
    server = await startTestServer({ works: true })
    shop = await openShop(server, 'Rosa')
    await setPlan(server, shop.c, 'expert')
    browser = await openBrowser()
    const { context } = await openContext(browser)
    await rememberIn(context, 'en', shop.owner)
    page = await context.newPage()
    const visitor = await openContext(browser)
    complaints = visitor.complaints
    guest = await visitor.context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const open = async (path: string) => {
    await page.goto(`${server.url}/?${Math.random()}#/rosa-shop${path}`)
    await page.locator('main h1').first().waitFor()
  }
  /** What was counted for codes: `proof` where a browser has worked for one, `unproved` where none has. */
  const counted = async () =>
    (
      await query<{ kind: string }>(
        server,
        "select split_part(key, '|', 1) as kind from sms_budget where key ~ '^(proof|unproved)' order by sent_at",
      )
    ).map(({ kind }) => kind)
  const sent = () => server.outside.smsGateway.list(PHONE)
  const sectionOf = (name: string) =>
    page
      .getByRole('main')
      .locator('section')
      .filter({ has: page.getByRole('heading', { name, level: 2 }) })

  it('the switch of a form leads to the settings: wrong keys show at their field, right ones connect', async () => {
    await open(`/form/${shop.formKey}`)
    await page.getByRole('switch', { name: 'Verify phone numbers by SMS' }).click()
    await appears(page.getByText('To check phone numbers you need a working SMS provider.'))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('link', { name: 'Open SMS settings' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Leave/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'SMS' }).waitFor()

    await page.getByRole('button', { name: /SMS\.ru/ }).click()
    const card = sectionOf('SMS provider')
    await card.getByLabel('API key').fill('wrong')
    await card.getByRole('button', { name: 'Check connection' }).click()
    await appears(card.getByText('The keys are wrong.'))
    await card.getByRole('button', { name: 'Connect', exact: true }).click()
    await appears(card.getByText('The provider didn’t accept this key.'))
    await card.getByLabel('API key').fill('emulated-key')
    await card.getByRole('button', { name: 'Check connection' }).click()
    await appears(card.getByText('SMS.ru accepted the keys. Balance: 120.5 RUB.'))
    await card.getByRole('button', { name: 'Connect', exact: true }).click()
    await appears(card.getByText('Connected'))
    expect(await page.locator('body').textContent()).not.toContain('emulated-key')
    expect(await axeFaults(page)).toEqual([])
  })

  it('a text without the place of the link is refused at its field; a test arrives', async () => {
    const texts = sectionOf('SMS with the card link')
    await texts.getByRole('textbox', { name: 'Text' }).fill('Your card is here')
    await texts.getByRole('button', { name: 'Save changes' }).click()
    await appears(texts.getByText('Type / and insert “Link to the card” where it should appear.'))
    await texts.getByRole('textbox', { name: 'Text' }).fill('Ваша карта: {link}')
    await appears(texts.getByText(/of 134 characters, 2 SMS|of 201 characters, 3 SMS/))
    await texts.getByRole('button', { name: 'Save changes' }).click()
    await appears(page.getByText('Text saved'))
    const test = sectionOf('Test SMS')
    await test.getByLabel('Your phone number').fill('+420 777 400 499')
    await test.getByRole('button', { name: 'Send test SMS' }).click()
    await appears(test.getByText('Sent to +420 ••• 499 through SMS.ru'))
    await appears(page.getByRole('table').getByText('+420 ••• 499'))
  })

  it('a customer proves his phone by the code: a wrong one first, then the right one, which sends itself', async () => {
    await open(`/form/${shop.formKey}`)
    await page.getByRole('switch', { name: 'Verify phone numbers by SMS' }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await appears(page.getByText('Form saved'))

    const asked: string[] = []
    guest.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await guest.goto(shop.formUrl)
    await guest.getByLabel('First name').fill('Eva')
    await guest.locator('input[type=tel]').fill(PHONE)
    await guest.locator('input[name=agree]').check()
    // A robot is recognised by how fast it submits.
    server.passTime(1000)
    await guest.locator('form[data-form] button[type=submit]').click()
    await guest.getByRole('heading', { level: 1, name: 'Confirm your phone number' }).waitFor()
    expect(await counted()).toEqual(['proof'])
    expect([
      asked.filter((path) => path.endsWith('/proof')).length,
      asked.some((path) => path.includes('/solver-')),
    ]).toEqual([1, true])
    expect(complaints).toEqual([])
    await expect.poll(() => guest.getByRole('button', { name: /Send a new code in \d+ s/ }).isDisabled()).toBe(true)
    expect(await axeFaults(guest)).toEqual([])
    const code = /\d{4}/.exec(sent()[0]?.text ?? '')?.[0] ?? ''
    await guest.getByLabel('Code from the SMS').pressSequentially(String((Number(code) + 1) % 10_000).padStart(4, '0'))
    await appears(guest.getByText('Wrong code. Attempts left: 4.'))
    await guest.getByLabel('Code from the SMS').pressSequentially(code)
    await guest.getByRole('heading', { level: 1, name: 'Your card is ready' }).waitFor()
    await guest.getByRole('button', { name: /Text the link to/ }).click()
    await appears(guest.getByText(/We’ve sent the link to \+420 ••• 401/))
    expect(sent()[0]?.text).toMatch(/^Ваша карта: http/)
  })

  it('another code needs another proof of work, and the form waits until the phone has computed it', async () => {
    await guest.goto(shop.formUrl)
    await guest.getByLabel('First name').fill('Ida')
    await guest.locator('input[type=tel]').fill('+420777400402')
    await guest.locator('input[name=agree]').check()
    server.passTime(1000)
    await guest.locator('form[data-form] button[type=submit]').click()
    await guest.getByRole('heading', { level: 1, name: 'Confirm your phone number' }).waitFor()
    server.passTime(61_000)
    // The page counts by its own clock, which has not moved, and disables the button again each second.
    await guest.locator('button[data-wait]').evaluate((button: HTMLButtonElement) => {
      button.disabled = false
      button.click()
    })
    await appears(guest.getByText('We’ve sent a new code.'))
    expect(await counted()).toEqual(['proof', 'proof', 'proof'])
  })

  it('without a script the form works as well', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const plain = await context.newPage()
    await plain.goto(shop.formUrl)
    await plain.getByLabel('First name').fill('Old')
    await plain.locator('input[type=tel]').fill('+420777400403')
    await plain.locator('input[name=agree]').check()
    server.passTime(1000)
    await plain.locator('form[data-form] button[type=submit]').click()
    await plain.getByRole('heading', { level: 1, name: 'Confirm your phone number' }).waitFor()
    expect(await counted()).toEqual(['proof', 'proof', 'proof', 'unproved'])
    await context.close()
  })

  it('the owner chooses countries by name, and numbers of other countries are refused with the reason', async () => {
    await open('/settings/sms')
    const limits = sectionOf('Limits')
    await limits.getByLabel('Allowed countries').first().click()
    await page.keyboard.type('+49')
    await page.getByRole('option', { name: 'Germany +49' }).click()
    await page.keyboard.press('Escape')
    await limits.getByRole('button', { name: 'Save changes' }).click()
    await appears(page.getByText('Limits saved'))
    expect(await axeFaults(page)).toEqual([])
    const test = sectionOf('Test SMS')
    await test.getByLabel('Your phone number').fill('+43 664 1234567')
    await test.getByRole('button', { name: 'Send test SMS' }).click()
    await appears(test.getByText('Your SMS settings don’t allow this country.'))
    await guest.goto(shop.formUrl)
    await guest.getByLabel('First name').fill('Franz')
    await guest.locator('input[type=tel]').fill('+436641234567')
    await guest.locator('input[name=agree]').check()
    server.passTime(1000)
    await guest.locator('form[data-form] button[type=submit]').click()
    await appears(guest.getByText('doesn’t send codes to numbers in this country.'))
  })

  it("a client's link is sent by SMS; a toast shows why it could not be sent and links to the settings", async () => {
    server.passTime(3_600_000)
    await open('/clients')
    await page.getByRole('link', { name: /Eva/ }).first().click()
    await page.getByRole('button', { name: 'Send card link' }).click()
    await appears(page.getByText('Link sent to +420 ••• 401'))
    server.passTime(3_600_000)
    server.outside.smsGateway.setVendorTrouble('no_funds')
    await page.getByRole('button', { name: 'Send card link' }).click()
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: 'SMS.ru rejected the SMS.' })
    await toast.getByRole('button', { name: 'Open SMS settings' }).click()
    await page.getByRole('alert').filter({ hasText: 'Your account there has run out of money.' }).first().waitFor()
    server.outside.smsGateway.setVendorTrouble(null)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect SMS.ru?' })
    await dialog.getByRole('link', { name: 'Main form' }).waitFor()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: /SMSC\.ru/ }).waitFor()
  })
})
