import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issuePassCertificate, writeP12 } from '../../server/engines/wallet/apple/test-authority.ts'
import { query } from '../direct-access.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { until } from '../until.ts'

/** The whole journey of a business and its customer, done by hand in a browser: no step outside of it. */
describe('from an empty account to a message on a card', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let phone: Page
  let complaints: string[]
  let formUrl = ''
  let oldCard = ''

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    page = await opened.context.newPage()
    phone = await opened.context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  it('signs up, confirms the address by the mail and logs in', async () => {
    await page.goto(`${server.url}/#/signup`)
    await page.getByLabel('Email').fill('vera@shop.example')
    await page.getByLabel('Password', { exact: true }).fill('Green-tea-77')
    await page.getByLabel(/I accept the agreement/).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL(/create_application/)
    await appears(page.getByText('Confirm your email address'))
    await until(() => server.outside.smtp.mailbox.list('vera@shop.example').length > 0, 'the mail')
    const mailbox = await page.context().newPage()
    await mailbox.goto(await server.newOutsideLink())
    await mailbox.goto(`${server.url}/outside/mail/?to=vera@shop.example`)
    await mailbox.getByText('Confirm your email address').first().click()
    const link = await mailbox.getByRole('link', { name: /register\/verify/ }).getAttribute('href')
    await mailbox.close()
    await page.goto(link ?? '')
    await page.getByLabel('Password', { exact: true }).fill('Green-tea-77')
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await page.waitForURL(/select_application/)
    await appears(page.getByText('Your email address is confirmed.'))
  })

  it('creates an account whose identifier is checked while it is typed', async () => {
    await page
      .getByRole('link', { name: 'Add business' })
      .or(page.getByRole('button', { name: 'Add business' }))
      .first()
      .click()
    await page.waitForURL(/create_application/)
    await page.getByLabel('Business name').fill('Tea House')
    await page.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Identifier').fill('login')
    await appears(page.getByText(/reserved/i))
    await page.getByLabel('Identifier').fill('tea-house')
    await appears(page.getByText('Available'))
    await page.getByRole('button', { name: 'Add business' }).click()
    await page.waitForURL(/#\/tea-house\/start/)
    await appears(page.getByRole('heading', { name: 'What do you want to offer?' }))
  })

  it('designs a card that is drawn live and saves it', async () => {
    await page.goto(`${server.url}/#/tea-house/cards/create`)
    // The page before has a button for points, too.
    await appears(page.getByRole('heading', { name: 'What should the card do?' }))
    await page.getByRole('button', { name: /^Points/ }).click()
    await page.getByRole('radio', { name: 'Coffee house' }).click()
    await page.getByRole('button', { name: 'Create card' }).click()
    await page.waitForURL(/cards\/[0-9a-f-]{36}/)
    await page.getByRole('textbox', { name: 'Organisation' }).fill('Tea House')
    await page.getByRole('textbox', { name: 'Card name' }).fill('Tea card')
    await appears(page.getByRole('figure', { name: 'Android' }).getByText('Tea House'))
    await page.keyboard.press('Control+s')
    await appears(page.getByText('Saved'))
    await page.reload()
    await expect.poll(() => page.getByRole('textbox', { name: 'Organisation' }).inputValue()).toBe('Tea House')
  })

  it('opens an issuing form', async () => {
    await page.goto(`${server.url}/#/tea-house/form`)
    await page.getByRole('button', { name: 'Create form' }).first().click()
    await page.getByLabel('Form name').fill('Counter')
    await page.getByRole('dialog').getByRole('button', { name: 'Create form' }).click()
    await page.waitForURL(/form\/[0-9a-f]{12}/)
    const key = /form\/([0-9a-f]{12})/.exec(page.url())?.[1]
    formUrl = `${server.url}/f/tea-house/${key}`
    await appears(page.frameLocator('iframe').getByText('Get your card'))
  })

  const openInBrowser = async (device: 'iPhone' | 'Android', address: string) => {
    const screen = phone.getByRole('region', { name: device })
    await screen.getByRole('button', { name: 'Home screen' }).click()
    await screen.getByRole('button', { name: 'Browser' }).click()
    await screen.getByLabel('Address').fill(address)
    await screen.getByRole('button', { name: 'Open', exact: true }).click()
    return screen
  }

  const fillIn = async (device: 'iPhone' | 'Android', name: string, tel: string) => {
    const screen = await openInBrowser(device, formUrl)
    const form = screen.frameLocator('iframe')
    await form.getByLabel('First name').fill(name)
    await form.getByLabel('Phone').fill(tel)
    await form.getByLabel(/I accept the terms/).check()
    // A robot is recognised by how fast it submits.
    server.passTime(2000)
    await form.getByRole('button', { name: 'Get your card' }).click()
    return { screen, form }
  }

  it('a customer with an iPhone fills the form and adds the signed card', async () => {
    await phone.goto(`${server.url}/phone`)
    const { screen, form } = await fillIn('iPhone', 'Olga', '+420 602 111 222')
    const link = form.getByRole('link', { name: /Apple Wallet/ })
    oldCard = new URL((await link.getAttribute('href')) ?? '', server.url).href.replace(/\/card\.pkpass.*/, '')
    await link.click()
    await screen.getByRole('button', { name: 'Add', exact: true }).click()
    await screen.getByRole('button', { name: 'Card details' }).waitFor()
  })

  it('a customer with an Android saves the card to Google Wallet', async () => {
    // Somebody who is quicker than the pictures: neither page has loaded when it is left.
    const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>()
    await phone.route('**/*', async (route) => {
      if (route.request().resourceType() === 'image') await isLoaded
      await route.continue()
    })
    const { screen, form } = await fillIn('Android', 'Petr', '+420 602 333 444')
    await form.getByRole('link', { name: /Google Wallet/ }).click()
    await screen.frameLocator('iframe').getByRole('button', { name: 'Add to wallet' }).click()
    load()
    await screen.getByRole('button', { name: 'Wallet', exact: true }).waitFor()
    await phone.unrouteAll({ behavior: 'wait' })
  })

  it('shows both clients, and a changed balance arrives on the iPhone', async () => {
    await page.goto(`${server.url}/#/tea-house/clients`)
    await appears(page.getByText('Petr'))
    await page.getByText('Olga').first().click()
    await page.waitForURL(/clients\/[0-9a-f-]{36}/)
    await page.getByLabel('Points', { exact: true }).fill('75')
    await page.keyboard.press('Control+s')
    await appears(page.getByText('Saved'))
    await appears(phone.getByText('You now have 75 points'))
  })

  it('sends a push that both phones show, once a day', async () => {
    // A locked phone keeps a message in sight; over an open screen it is shown for seconds.
    for (const device of ['iPhone', 'Android']) {
      const screen = phone.getByRole('region', { name: device })
      await screen.getByRole('button', { name: 'Lock or unlock' }).click()
      await screen.getByRole('list', { name: 'Notifications' }).waitFor({ state: 'attached' })
    }
    await page.goto(`${server.url}/#/tea-house/pushes/create`)
    // The client's page has a Name too: without this wait the text could land there.
    await page.getByRole('heading', { name: 'New push message', level: 1 }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Morning')
    await page.getByLabel('Message').fill('Fresh tea is ready, {cardholder}')
    await appears(page.getByText(/≈ 2 clients/))
    const confirm = page.getByRole('dialog').getByRole('button', { name: /Send/ })
    await page.getByRole('button', { name: 'Send now' }).click()
    await confirm.click()
    await appears(phone.getByText('Fresh tea is ready, Olga'))
    await appears(phone.getByText('You have a new message'))
    await appears(page.getByText('Sent today'))
  })

  it('activates an own certificate, and a card of before opens on the iPhone with its pass type', async () => {
    const issued = await issuePassCertificate(server.authority, {
      passTypeIdentifier: 'pass.com.teahouse.card',
      teamIdentifier: 'TEAHOUSE12',
    })
    await page.goto(`${server.url}/#/tea-house/settings/certificates`)
    const buffer = writeP12(issued, 'Open-me', { legacy: false })
    await page.getByText('File .p12').click()
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'own.p12', mimeType: 'application/x-pkcs12', buffer })
    await page.getByLabel('File password').fill('Open-me')
    await page.getByRole('button', { name: 'Check file' }).click()
    await page.getByRole('region', { name: 'Check the certificate' }).getByRole('button', { name: 'Activate' }).click()
    const asked = page.getByRole('dialog', { name: 'Activate this certificate?' })
    await appears(asked.getByText(/^2 cards issued with the test certificate move/))
    await asked.getByRole('button', { name: 'Activate' }).click()
    await appears(page.getByText('Your own certificate is active'))

    const screen = await openInBrowser('iPhone', oldCard)
    await screen
      .frameLocator('iframe')
      .getByRole('link', { name: /Apple Wallet/ })
      .click()
    await screen.getByRole('button', { name: 'Add', exact: true }).click()
    await expect
      .poll(() =>
        query(
          server,
          `select c.pass_type_identifier as type from registrations r
            join passes p on p.cabinet_id = r.cabinet_id and p.id = r.pass_id
            join apple_certificates c on c.cabinet_id = p.cabinet_id and c.id = p.certificate_id`,
        ),
      )
      .toEqual([{ type: 'pass.com.teahouse.card' }])
  })

  it('leaves no error and no violated policy in any console', () => {
    expect(complaints).toEqual([])
  })
})
