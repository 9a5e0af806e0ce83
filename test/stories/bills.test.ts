import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billing } from '../../contract/business/billing.ts'
import { templates } from '../../contract/cards/templates.ts'
import { query } from '../direct-access.ts'
import { textOfPdf } from '../papers.ts'
import { openShop, PASSWORD, type Person, plainDesign, type Shop, signIn } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { camt } from '../statements.ts'
import { openForWork, setTariff } from '../../server/platform/cabinets/cabinets.ts'
import { book } from '../../server/business/finance/finance.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'

/** The money of a business is over; a bill and a bank statement bring it back. */
describe('a bill', () => {
  let server: TestServer
  let browser: Browser
  let shop: Shop
  let operator: Person
  let owner: Page
  let desk: Page
  let complaints: string[][]
  let number = ''

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    browser = await openBrowser()
    shop = await openShop(server, 'Berta')
    operator = await signIn(server, 'Olga')
    await query(server, 'update users set superuser = true where email = $1', [operator.email])
    // On Base, with nothing left and no day of grace.
    await openForWork(server.app, shop.c, async (db) => {
      await setTariff(db, 'base', null)
      await book(server.app, db, { event: 'correction', amountMinor: -1_00, hasNoGrace: true })
    })
    const contexts = [await openContext(browser), await openContext(browser, { width: 390 })]
    complaints = contexts.map((one) => one.complaints)
    const pages = await Promise.all(contexts.map(({ context }) => context.newPage()))
    ;[desk, owner] = pages as [Page, Page]
    for (const [page, email] of [
      [owner, shop.owner.email],
      [desk, operator.email],
    ] as const) {
      await page.goto(`${server.url}/#/login`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL(/select_application|berta-shop/)
    }
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const isRefused = async () =>
    (
      await shop.owner.ask(templates.createTemplate, {
        params: { c: shop.c },
        body: { name: 'More', type: 'bonus', design: plainDesign(), birthdayEnabled: true, variables: {} },
      })
    ).status

  it('cannot be made before the operator has entered bank details', async () => {
    expect(await isRefused()).toBe(402)
    await owner.goto(`${server.url}/#/berta-shop/balance/payments`)
    await appears(owner.getByText('the operator hasn’t entered bank details', { exact: false }))
    await expect.poll(() => owner.getByRole('button', { name: 'New bill' }).count()).toBe(0)
    await desk.goto(`${server.url}/#/operator/bills`)
    await desk.getByRole('button', { name: 'Bank details' }).click()
    await desk.getByRole('textbox', { name: /^Name/ }).fill('Kärtchen s.r.o.')
    await desk.getByRole('textbox', { name: /^Address/ }).fill('Příkladná 12, Praha')
    await desk.getByLabel('IBAN').fill('CZ65 0800 0000 1920 0014 5398')
    await desk.getByRole('button', { name: 'Save' }).click()
    await appears(desk.getByText('Check this value.'))
    await desk.getByLabel('IBAN').fill('CZ65 0800 0000 1920 0014 5399')
    expect(await axeFaults(desk)).toEqual([])
    await desk.getByRole('button', { name: 'Save' }).click()
    await appears(desk.getByText('Bank details saved'))
  })

  it('is made on a phone, although the business is read-only, and comes as a PDF', async () => {
    await owner.reload()
    await owner.getByRole('button', { name: 'New bill' }).click()
    const dialog = owner.getByRole('dialog', { name: 'New bill' })
    await dialog.getByLabel('Amount, EUR').fill('38.99')
    await dialog.getByRole('button', { name: 'Create bill' }).click()
    await appears(dialog.getByText('The bill amount must be valid', { exact: false }))
    await dialog.getByLabel('Amount, EUR').fill('120')
    await dialog.getByLabel('Add payer details').check()
    await dialog.getByRole('textbox', { name: /^Company name/ }).fill('Berta & Söhne')
    expect(await axeFaults(owner)).toEqual([])
    const download = owner.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Create bill' }).click()
    const stream = await (await download).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(Buffer.from(chunk))
    const text = await textOfPdf(Buffer.concat(chunks))
    number = /\d{4}-\d{6}/.exec(text)?.[0] ?? ''
    expect(number).not.toBe('')
    expect(text).toContain('Berta & Söhne')
    await appears(owner.getByRole('button', { name: `Download bill ${number}` }))
    await appears(owner.getByText('Open', { exact: true }))
    expect(await axeFaults(owner)).toEqual([])
    expect(await owner.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  it('is found in a bank statement, and the money is there once', async () => {
    await desk.goto(`${server.url}/#/operator/bills`)
    await desk.reload()
    await appears(desk.getByText(number))
    expect(await axeFaults(desk)).toEqual([])
    await desk.getByRole('button', { name: 'Upload statement' }).click()
    const file = {
      name: 'statement.xml',
      mimeType: 'text/xml',
      buffer: Buffer.from(
        camt([
          { amount: '120.00', purpose: `Bill ${number}` },
          { amount: '5.00', purpose: 'Gift' },
        ]),
      ),
    }
    const choose = async (picked: typeof file) => {
      const chooser = desk.waitForEvent('filechooser')
      await desk.getByRole('button', { name: /Statement file/ }).click()
      await (await chooser).setFiles(picked)
    }
    await choose({ ...file, buffer: Buffer.from('<nothing/>') })
    await appears(desk.getByText('We can’t read this file', { exact: false }))
    await choose(file)
    await appears(desk.getByText(`Bill ${number}, Berta shop`))
    await appears(desk.getByText('No matching bill'))
    expect(await axeFaults(desk)).toEqual([])
    await desk.getByRole('button', { name: 'Book 1 payment, 120.00' }).click()
    await appears(desk.getByText('1 payment booked.'))
    await appears(desk.getByText('Already booked'))
    await expect.poll(() => desk.getByRole('button', { name: 'Select payments to book' }).isDisabled()).toBe(true)
    const again = await operator.send(billing.readStatement, { file: new Blob([file.buffer]) })
    expect(again.map(({ isBooked }) => isBooked)).toEqual([true, false])
    const [row] = await query<{ balance: number }>(
      server,
      'select balance_minor::int as balance from cabinets where id = $1',
      [shop.c],
    )
    expect(row?.balance).toBe(119_00)
  })

  it('is paid, and the business works again', async () => {
    await owner.reload()
    await appears(owner.getByText('Paid', { exact: true }))
    expect(await isRefused()).toBe(201)
  })

  it('made no page complain', () => {
    // Refusals are errors of the network to a browser.
    expect(complaints.flat().filter((one) => !/status of 4\d\d/.test(one))).toEqual([])
  })
})
