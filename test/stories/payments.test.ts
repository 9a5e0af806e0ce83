import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query } from '../direct-access.ts'
import { enterSupplier } from '../papers.ts'
import { openShop, PASSWORD, type Shop, signIn } from '../people.ts'
import { stateOf } from '../payments.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { until } from '../until.ts'
import { axeFaults } from './axe.ts'
import { appears, enterOutside, openBrowser, openContext } from './browser.ts'

/** The demo ends, a plan is chosen, the money is missing; a payment by card ends that. */
describe('a payment by card', () => {
  let server: TestServer
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let shop: Shop
  let complaints: string[]

  const main = () => page.getByRole('main')
  const emulator = 'Emulated payment page'

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    server.outside.robokassa.setTrouble({ lateMs: 3000 })
    browser = await openBrowser()
    shop = await openShop(server, 'Petra')
    const operator = await signIn(server, 'Olga')
    await query(server, 'update users set superuser = true where email = $1', [operator.email])
    await enterSupplier(operator)
    ;({ context, complaints } = await openContext(browser))
    await enterOutside(context, server)
    page = await context.newPage()
    await page.goto(`${server.url}/#/login`)
    await page.getByLabel('Email').fill(shop.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/select_application|petra-shop/)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  it('is what the banner leads to once the demo is over and the plan is not paid', async () => {
    await page.goto(`${server.url}/#/petra-shop/balance/tariffs`)
    await page.getByRole('button', { name: 'End demo' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End demo' }).click()
    await appears(page.getByText('Your demo has ended.', { exact: false }))
    const way = page.getByRole('link', { name: 'Choose a plan' }).first()
    await way.focus()
    await page.keyboard.press('Enter')
    const plan = page.getByRole('dialog', { name: 'Choose a plan to continue' })
    await appears(plan.getByText('79 EUR for 30 days, up to 2 000 cards'))
    await expect.poll(() => plan.getByRole('radio').count()).toBe(3)
    expect(await axeFaults(page)).toEqual([])
    // Nothing is chosen by looking at it.
    await page.keyboard.press('Escape')
    await plan.waitFor({ state: 'detached' })
    await way.click()
    await plan.getByRole('radio', { name: 'Advanced' }).check()
    await plan.getByRole('radio', { name: 'Base' }).check()
    await plan.getByRole('button', { name: 'Continue with Base' }).click()
    const payment = page.getByRole('dialog', { name: 'Top up to continue' })
    await appears(payment.getByText('40.30 EUR covers what you owe', { exact: false }))
    await expect.poll(() => payment.getByLabel('Amount').inputValue()).toBe('40.30')
    await appears(payment.getByRole('button', { name: 'Pay by card' }))
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await payment.waitFor({ state: 'detached' })
    await appears(page.getByRole('link', { name: 'Top up' }))
    await page.goto(`${server.url}/#/petra-shop/balance/payments`)
    await page.getByRole('heading', { name: 'Top up by card' }).waitFor()
    await appears(main().getByText('No card payments yet'))
    expect(await axeFaults(page)).toEqual([])
  })

  it('shows fee and total to the cent before anybody leaves, and refuses what is too little', async () => {
    await page.getByLabel('Amount').fill('38.99')
    await page.getByRole('button', { name: 'Pay by card' }).click()
    await appears(main().getByText('Enter an amount from 39 to 10 000', { exact: false }))
    await page.getByLabel('Amount').fill('49.90')
    await appears(main().getByText('51.35'))
    await appears(main().getByText('1.45'))
    await page
      .getByLabel('Pay for')
      .selectOption({ label: '12 months of your plan, 468 EUR + 39 EUR bonus: one more month' })
    await appears(main().getByText('481.57'))
    await page.getByLabel('Pay for').selectOption('Any amount')
  })

  it('that is cancelled adds nothing', async () => {
    await page.getByRole('button', { name: 'Pay by card' }).click()
    await page.getByRole('heading', { name: emulator }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
    await appears(page.getByText('You left the payment page.', { exact: false }))
    await appears(main().getByText('Waiting'))
    await appears(page.getByRole('link', { name: 'Top up' }))
  })

  it('that is confirmed late changes its state before one’s eyes, and the business works again', async () => {
    await page.getByLabel('Amount').fill('100')
    await page.getByRole('button', { name: 'Pay by card' }).click()
    await page.getByLabel('Confirms 10 seconds later').check()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await appears(page.getByText('Thank you. Your balance changes', { exact: false }))
    await appears(page.getByText('Payment received: 100.00 EUR', { exact: false }))
    await appears(main().getByText('Paid', { exact: true }))
    await page.getByRole('link', { name: 'Top up' }).first().waitFor({ state: 'detached' })
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Transactions' }).click()
    await appears(main().getByText('Top-up'))
    await until(
      () => server.outside.smtp.mailbox.list().some(({ subject }) => subject.startsWith('Receipt for payment')),
      'the receipt is sent',
    )
  })

  it('is credited once when it is confirmed twice, and not for another amount', async () => {
    for (const [manner, state] of [
      ['Confirms twice at the same time', 'paid'],
      ['Confirms another amount', 'waiting'],
    ] as const) {
      await page.goto(`${server.url}/#/petra-shop/balance/payments`)
      await page.getByLabel('Amount').fill('50')
      await page.getByRole('button', { name: 'Pay by card' }).click()
      await page.getByLabel(manner).check()
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await page.waitForURL(/balance\/payments\?back=success/)
      const [latest] = server.outside.robokassa.orders().slice(-1)
      expect(await stateOf(shop, Number(latest?.number))).toBe(state)
    }
    expect(complaints).toEqual([])
  })

  it('begins in a dialog over the page that one is on, and ends there', async () => {
    await query(server, `update cabinets set balance_minor = -130, grace_until = '2000-01-01' where id = $1`, [shop.c])
    await page.goto(`${server.url}/#/petra-shop/settings/general`)
    await page.reload()
    const dialog = page.getByRole('dialog', { name: 'Top up to continue' })
    const way = page.getByRole('link', { name: 'Top up' }).first()
    await way.focus()
    await page.keyboard.press('Enter')
    await appears(dialog.getByText('40.30 EUR covers what you owe', { exact: false }))
    await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('40.30')
    await appears(dialog.getByText('1.17'))
    await appears(dialog.getByText('41.47'))
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Top up')
    expect(page.url()).toContain('/petra-shop/settings')
    await page.setViewportSize({ width: 390, height: 844 })
    await way.click()
    await appears(dialog.getByText('40.30 EUR covers', { exact: false }))
    await dialog.getByRole('button', { name: 'Pay by card' }).click()
    await page.getByRole('heading', { name: emulator }).waitFor()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL(/petra-shop\/settings\/general$/)
    await appears(page.getByText('Payment received: 40.30 EUR', { exact: false }))
    await way.waitFor({ state: 'detached' })
  })

  it('opens for a save that is refused, and leads to a bill with the amount', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const dialog = page.getByRole('dialog', { name: 'Top up to continue' })
    await page.goto(`${server.url}/#/petra-shop/settings/general`)
    const name = main().getByLabel('Name', { exact: false }).first()
    await name.fill('Petra and sons')
    await query(server, `update cabinets set balance_minor = -130, grace_until = '2000-01-01' where id = $1`, [shop.c])
    await main().getByRole('button', { name: 'Save' }).first().click()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => name.inputValue()).toBe('Petra and sons')
    await page.getByRole('link', { name: 'Top up' }).first().click()
    await dialog.getByRole('button', { name: 'Pay by bank transfer instead' }).click()
    const bill = page.getByRole('dialog', { name: 'New bill' })
    await bill.waitFor()
    await expect.poll(() => bill.getByLabel('Amount', { exact: false }).inputValue()).toBe('40.30')
    expect(await axeFaults(page)).toEqual([])
  })
})
