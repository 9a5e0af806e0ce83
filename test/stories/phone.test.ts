import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cabinets } from '../../contract/platform/cabinets.ts'
import { query } from '../direct-access.ts'
import { type Person, PASSWORD, signIn } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { settle } from './screen-faults.ts'

const PHONE = '+420 602 334 455'

/** A new account is asked about its business, and gets a phone that a code has proved. */
describe('the questionnaire and the main phone', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let inbox: Page
  let owner: Person
  let c: number
  let complaints: string[]

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    owner = await signIn(server, 'Nina')
    c = (
      await owner.send(cabinets.createCabinet, {
        body: { name: 'Nina cafe', domain: 'nina-cafe', taxNumber: '12345678' },
      })
    ).id
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    page = await opened.context.newPage()
    inbox = await opened.context.newPage()
    await page.goto(`${server.url}/#/login`)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/select_application/)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const dialog = () => page.getByRole('dialog', { name: 'About your business' })
  const next = () => dialog().getByRole('button', { name: 'Next' }).click()

  it('appears on the overview, rejects a wrong number, and can be postponed', async () => {
    // Nobody has a card yet: it is not asked of its own accord.
    await page.goto(`${server.url}/#/nina-cafe`)
    await page.getByRole('heading', { level: 1, name: /Nina/ }).waitFor()
    await settle(page)
    await expect.poll(() => dialog().count()).toBe(0)
    await page.goto(`${server.url}/#/nina-cafe?poll=1`)
    await expect.poll(() => dialog().getByLabel('Organisation').inputValue()).toBe('Nina cafe')
    await dialog().getByLabel('Phone number').fill('12345')
    await next()
    await appears(dialog().getByText('Check the number.', { exact: false }))
    expect(await axeFaults(page)).toEqual([])
    await dialog().getByLabel('Phone number').fill(PHONE)
    await next()
    await appears(dialog().getByText('Step 2 of 3'))
    await dialog().getByText('Retail').click()
    await dialog().getByRole('button', { name: 'Later' }).click()
    await dialog().waitFor({ state: 'detached' })
    await page.goto(`${server.url}/#/nina-cafe`)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: /Nina/ }).waitFor()
    await settle(page)
    await expect.poll(() => dialog().count()).toBe(0)
    await page.getByRole('button', { name: 'Fill in the questionnaire' }).click()
    await dialog().getByRole('button', { name: 'Close' }).click()
    await dialog().waitFor({ state: 'detached' })
  })

  it('opens from the list of accounts with the answers that were given, and ends', async () => {
    await page.goto(`${server.url}/#/select_application`)
    await page.getByRole('link', { name: 'Fill in the questionnaire for Nina cafe' }).click()
    await expect.poll(() => dialog().getByLabel('Phone number').inputValue()).toBe('+420602334455')
    await next()
    await expect.poll(() => dialog().getByRole('radio', { name: 'Retail' }).isChecked()).toBe(true)
    await next()
    await appears(dialog().getByText('Choose an option.'))
    await dialog().getByText('Up to 500').click()
    await next()
    await dialog().getByText('Points').click()
    await dialog().getByText('Bring clients back').click()
    await dialog().getByText('Send messages').click()
    expect(await axeFaults(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Finish' }).click()
    await appears(page.getByText('Questionnaire saved'))
    await page.goto(`${server.url}/#/select_application`)
    await appears(page.getByRole('row').filter({ hasText: 'Nina cafe' }).getByText('Completed'))
  })

  it('proves a phone by the code that waits in the SMS inbox', async () => {
    await page.goto(`${server.url}/#/nina-cafe/settings/general`)
    const card = page.getByRole('region', { name: 'Main phone' })
    await card.getByRole('button', { name: 'Add number' }).click()
    const drawer = page.getByRole('dialog', { name: 'Main phone' })
    await drawer.getByLabel('Phone number').fill('+420 601 230 000')
    await drawer.getByRole('button', { name: 'Send code' }).click()
    await appears(drawer.getByText('Check the number.', { exact: false }))
    await drawer.getByLabel('Phone number').fill(PHONE)
    await drawer.getByRole('button', { name: 'Send code' }).click()
    await appears(drawer.getByText(/Send a new code in \d+ s/))
    expect(await axeFaults(page)).toEqual([])

    await inbox.goto(await server.newOutsideLink())
    await inbox.goto(`${server.url}/outside/sms/`)
    await inbox.getByRole('link', { name: /\+420 602 334 455/ }).click()
    const code = /^\d{4}/.exec(await inbox.locator('.bubble').innerText())?.[0] ?? ''
    const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0')
    expect(await axeFaults(inbox)).toEqual([])

    await expect.poll(() => drawer.getByLabel('Digit 1 of 4').getAttribute('autocomplete')).toBe('one-time-code')
    await drawer.getByLabel('Digit 1 of 4').pressSequentially(wrong)
    await appears(drawer.getByText('Wrong code. Attempts left: 4.'))
    // A code that is pasted, as from the clipboard of a phone.
    await drawer.getByLabel('Digit 1 of 4').evaluate((box, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    }, code)
    await appears(page.getByText('Main phone saved'))
    await appears(card.getByText('+420602334455'))
  })

  it('switches the export off', async () => {
    await page.getByRole('switch', { name: 'Allow client export' }).uncheck({ force: true })
    await appears(page.getByText('Client export turned off'))
    expect((await owner.send(cabinets.readGeneral, { params: { c } })).isExportAllowed).toBe(false)
  })

  it('loads what somebody else saved meanwhile', async () => {
    const saved = await owner.send(cabinets.readGeneral, { params: { c } })
    const { name, logo, firstCardNumber, plastic, points, version } = saved
    await owner.send(cabinets.saveGeneral, {
      params: { c },
      body: { name: `${name} & co`, logo, firstCardNumber, plastic, points, version },
    })
    const account = page.getByRole('region', { name: 'Business' })
    await account.getByLabel('Name', { exact: true }).fill('Mine alone')
    await account.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Someone else saved changes' })
    await appears(dialog.getByText('Nina cafe & co'))
    await dialog.getByRole('button', { name: 'Discard my changes' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => account.getByLabel('Name', { exact: true }).inputValue()).toBe('Nina cafe & co')
  })

  it('closes the card numbers with the reason when too many cards are out by now', async () => {
    const numbers = page.getByRole('region', { name: 'Card numbers' })
    await numbers.getByLabel('First digital card number').fill('500')
    await query(server, 'update cabinets set cards = 11 where id = $1', [c])
    await numbers.getByRole('button', { name: 'Save changes' }).click()
    await appears(numbers.getByText('You’ve issued more than 10 cards, so you can’t change the numbers.'))
    await expect.poll(() => numbers.getByLabel('First digital card number').isDisabled()).toBe(true)
    await expect.poll(() => numbers.getByLabel('First digital card number').inputValue()).toBe('1')
  })

  it('leaves no error in any console but the refusals of the story', () => {
    expect(complaints.filter((line) => !/status of (406|409|422|424)/.test(line))).toEqual([])
  })
})
