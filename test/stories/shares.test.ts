import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partner } from '../../contract/business/partner.ts'
import { DAY_MS } from '../../contract/time.ts'
import { query } from '../direct-access.ts'
import { start } from '../payments.ts'
import { openShop, PASSWORD, type Person, type Shop, signIn } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { setAgent } from '../../server/business/operator/operator.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'

/** A business that an agent has brought pays; a part goes back, and the agent is paid. */
describe('the share of an agent', () => {
  let server: TestServer
  let browser: Browser
  let agent: Shop
  let child: Shop
  let operator: Person
  let desk: Page
  let partnerPage: Page
  let childPage: Page
  let complaints: string[][]
  let no = 0

  async function enter(page: Page, email: string): Promise<void> {
    await page.goto(`${server.url}/#/login`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/select_application|-shop/)
  }

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    browser = await openBrowser()
    agent = await openShop(server, 'Agata')
    child = await openShop(server, 'Berta')
    operator = await signIn(server, 'Olga')
    await query(server, 'update users set superuser = true where email = $1', [operator.email])
    await setAgent(server.app, agent.c, true)
    const { code } = await agent.owner.send(partner.activateReferral, { params: { c: agent.c } })
    await query(server, 'update cabinets set promo_code = $2 where id = $1', [child.c, code])
    const looks = [{}, { width: 390 }, {}]
    const contexts = await Promise.all(looks.map((look) => openContext(browser, look)))
    complaints = contexts.map((one) => one.complaints)
    const pages = await Promise.all(contexts.map(({ context }) => context.newPage()))
    ;[desk, partnerPage, childPage] = pages as [Page, Page, Page]
    await enter(childPage, child.owner.email)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  it('begins with a payment whose bonus is shown before and after it', async () => {
    await childPage.goto(`${server.url}/#/berta-shop/balance/payments`)
    await appears(childPage.getByText('your first payment, by card or by bill, brings 5% on top', { exact: false }))
    const { url, payment } = await start(child, 200)
    await server.outside.robokassa.pay(url)
    no = payment.no
    await childPage.goto(`${server.url}/#/berta-shop/balance/transactions`)
    await appears(childPage.getByText('5% on top of your first payment, thanks to a promo code'))
    await appears(childPage.getByText(`Card payment ${no}`))
    expect(await axeFaults(childPage)).toEqual([])
  })

  it('is lowered by a refund that the operator books in two steps', async () => {
    await enter(desk, operator.email)
    await desk.goto(`${server.url}/#/operator/cabinets/${child.c}`)
    await desk
      .getByRole('row', { name: new RegExp(`Payment ${no}`) })
      .getByRole('button')
      .click()
    await desk.getByRole('menuitem', { name: 'Book a refund' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await appears(dialog.getByText('required', { exact: false }).or(dialog.locator('[aria-invalid=true]')))
    await dialog.getByLabel('Amount refunded').fill('50')
    await dialog.getByLabel('Number of the refund').fill('rk-2026-1')
    await dialog.getByLabel('Reason', { exact: false }).fill('Paid too much')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await appears(dialog.getByText('Check once more', { exact: false }))
    expect(await axeFaults(desk)).toEqual([])
    await dialog.getByRole('button', { name: /^Book refund of 50/ }).click()
    await appears(desk.getByText('Refund booked'))
    await appears(desk.getByText('50.00 refunded', { exact: false }))
    await childPage.reload()
    await appears(childPage.getByText('Paid too much'))
    await appears(childPage.getByText('Taken back, because the payment was refunded'))
  })

  it('is paid out once it is no longer held, with a statement', async () => {
    server.passTime(31 * DAY_MS)
    await query(server, 'update sessions set created_at = $1, last_used_at = $1', [server.now()])
    await desk.goto(`${server.url}/#/operator/payouts`)
    await desk.getByRole('checkbox', { name: 'Select Agata shop' }).check()
    await desk.getByRole('button', { name: /^Pay out 30\.00/ }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Transfer of today')
    await dialog.getByRole('button', { name: /^Pay out/ }).click()
    await appears(desk.getByText('Payout booked'))
    await enter(partnerPage, agent.owner.email)
    await partnerPage.goto(`${server.url}/#/agata-shop/partner/rewards`)
    await appears(partnerPage.getByText('Paid out'))
    expect(await axeFaults(partnerPage)).toEqual([])
    await partnerPage.getByLabel('Language of the PDF').selectOption('de')
    const [file] = await Promise.all([
      partnerPage.waitForEvent('download'),
      partnerPage.getByRole('button', { name: /^Download statement/ }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d{6}\.pdf$/)
    expect(complaints.flat()).toEqual([])
  })
})
