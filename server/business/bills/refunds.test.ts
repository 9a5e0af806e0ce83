/** What was paid and what was given back: receipts, notices, refunds and corrections. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { billing } from '../../../contract/business/billing.ts'
import { type Bill, bills } from '../../../contract/business/bills.ts'
import { finance } from '../../../contract/business/finance.ts'
import { operator } from '../../../contract/business/operator.ts'
import { payments } from '../../../contract/business/payments.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { query } from '../../../test/direct-access.ts'
import { listed, start } from '../../../test/payments.ts'
import { openShop, PASSWORD, type Person, type Shop, signIn } from '../../../test/people.ts'
import { SUPPLIER } from '../../../test/papers.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let desk: Person
let shop: Shop
let next = 0

beforeAll(async () => {
  server = await startTestServer()
  desk = await signIn(server, 'Olga')
  await query(server, 'update users set superuser = true where email = $1', [desk.email])
  await desk.send(billing.saveSupplier, { body: { ...SUPPLIER, version: 0 } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Refund${++next}`)
})

const of = (one: Shop = shop) => ({ params: { c: one.c } })
const now = () => shop.owner.send(finance.currentTariff, of())
const rows = async () => (await shop.owner.send(finance.listTransactions, { ...of(), query: { limit: 100 } })).data
const codeOf = ({ status, body }: Awaited<ReturnType<Person['ask']>>) => [status, body.error?.code]
const mails = async () => {
  await server.drainJobs()
  const { mailbox } = server.outside.smtp
  return mailbox
    .list()
    .filter(({ to }) => JSON.stringify(to).includes(shop.owner.email))
    .map(({ id, subject }) => ({ subject, text: mailbox.get(id)?.text ?? '' }))
}

async function paid(amount: number, more: object = {}): Promise<number> {
  const { url, payment } = await start(shop, amount, more)
  await server.outside.robokassa.pay(url)
  return payment.no
}
const refund = (no: number, body: object = {}, cabinet = shop.c) =>
  desk.ask(payments.refundPayment, {
    params: { cabinet, no },
    body: { amountMinor: 1000, refundId: `r-${next}`, reason: 'Asked for it', ...body },
  })

async function billed(amountMinor: number, booked = amountMinor): Promise<Bill> {
  const bill = await shop.owner.send(bills.createBill, { ...of(), body: { amountMinor } })
  await book(bill, booked)
  return bill
}
const book = (bill: Bill, amountMinor: number, count = 0) =>
  desk.send(billing.bookPayment, {
    params: { cabinet: shop.c, billId: bill.id },
    body: { amountMinor, reason: 'Arrived', payments: count },
  })
const refundBill = (bill: Bill, body: object = {}) =>
  desk.ask(billing.refundBill, {
    params: { cabinet: shop.c, billId: bill.id },
    body: { amountMinor: 1000, refundId: 'transfer 7'.replace(' ', '-'), reason: 'Paid twice', ...body },
  })

describe('a refund of a card payment', () => {
  it('takes real money alone, in parts, never more than was paid', async () => {
    const no = await paid(100)
    await desk.send(operator.correctBalance, {
      params: { cabinet: shop.c },
      body: { amountMinor: 500, of: 'bonus', reason: 'A gift' },
    })
    expect((await refund(no, { amountMinor: 4000, refundId: 'part-1' })).status).toBe(201)
    expect(await now()).toMatchObject({ moneyMinor: 6000, bonusMinor: 500 })
    const over = await refund(no, { amountMinor: 6001, refundId: 'part-2' })
    expect(codeOf(over)).toEqual([409, 'refund_too_large'])
    expect(over.body.error?.fields?.['amountMinor']?.message).toContain('60')
    const rest = await refund(no, { amountMinor: 6000, refundId: 'part-2' })
    expect(rest.body.data).toMatchObject({ no, state: 'paid', amountMinor: 10_000, refundedMinor: 10_000 })
    expect(codeOf(await refund(no, { amountMinor: 1, refundId: 'part-3' }))).toEqual([409, 'refund_too_large'])
    expect(await now()).toMatchObject({ moneyMinor: 0, bonusMinor: 500 })
    expect((await listed(shop))[0]).toMatchObject({ no, refundedMinor: 10_000 })
    expect((await rows()).slice(0, 2)).toMatchObject([
      { event: 'refund', amountMinor: -6000, bonusMinor: 0, cause: 'card', subject: String(no), note: 'Asked for it' },
      { event: 'refund', amountMinor: -4000, bonusMinor: 0, cause: 'card', subject: String(no) },
    ])
  })

  it('is booked once by its number: at the same time, and for another business', async () => {
    const no = await paid(100)
    const id = `once-${next}`
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(no, { refundId: id })))
    expect(
      answers
        .map(({ status }) => String(status))
        .toSorted()
        .join(' '),
    ).toBe('201 409 409 409 409')
    expect(codeOf(await refund(no, { refundId: id }))).toEqual([409, 'refund_booked'])
    expect((await now()).balanceMinor).toBe(9000)
    const first = shop
    shop = await openShop(server, `Second${next}`)
    const other = await paid(50)
    expect(codeOf(await refund(other, { refundId: id }))).toEqual([409, 'refund_booked'])
    expect(codeOf(await refund(no, { refundId: `${id}-b` }))).toEqual([404, 'payment_not_found'])
    expect(codeOf(await refund(other, { refundId: `${id}-c` }, first.c))).toEqual([404, 'payment_not_found'])
    expect((await now()).balanceMinor).toBe(5000)
  })

  it('of what was never credited is refused', async () => {
    const { payment } = await start(shop, 60)
    expect(codeOf(await refund(payment.no))).toEqual([409, 'payment_not_paid'])
    for (const body of [
      { amountMinor: 0 },
      { amountMinor: -5 },
      { refundId: '' },
      { refundId: 'a%b' },
      { reason: ' ' },
    ])
      expect((await refund(await paid(39), body)).status).toBe(422)
    expect((await rows()).filter(({ event }) => event === 'refund')).toEqual([])
  })

  it('takes back what the payment has brought, as far as it is not spent', async () => {
    await shop.owner.send(finance.chooseTariff, { params: { c: shop.c, tariffId: 'base' }, body: { slots: 0 } })
    const no = await paid(468, { months: 12 })
    expect(await now()).toMatchObject({ bonusMinor: 3900 })
    await refund(no, { amountMinor: 23_400, refundId: `half-${next}` })
    expect(await now()).toMatchObject({ bonusMinor: 1950 })
    expect((await rows())[0]).toMatchObject({ event: 'bonus', amountMinor: -1950, cause: 'taken_back' })
    await query(server, 'update cabinets set bonus_minor = 100 where id = $1', [shop.c])
    await refund(no, { amountMinor: 23_400, refundId: `rest-${next}` })
    expect(await now()).toMatchObject({ bonusMinor: 0 })
  })

  it('needs the password after ten minutes, is in the audit log, and the business is told', async () => {
    const no = await paid(100)
    server.passTime(11 * MINUTE_MS)
    expect(codeOf(await refund(no))).toEqual([403, 'password_needed'])
    expect(codeOf(await refund(no, { password: 'Wrong-1-wrong' }))).toEqual([422, 'invalid_input'])
    expect((await now()).balanceMinor).toBe(10_000)
    expect((await refund(no, { password: PASSWORD })).status).toBe(201)
    expect((await refund(no, { refundId: `again-${next}` })).status).toBe(201)
    const trail = await query<{ call: string }>(
      server,
      `select call from audit_log where about_cabinet = $1 and call = 'payments.refundPayment'`,
      [shop.c],
    )
    expect(trail).toHaveLength(2)
    const news = await shop.owner.send(notifications.listNotifications, { ...of(), query: {} })
    expect(news.data[0]).toMatchObject({ type: 'money_returned' })
    expect(news.data[0]?.text).toContain(String(no))
    expect(
      (await shop.owner.ask(payments.refundPayment, { params: { cabinet: shop.c, no }, body: {} as never })).status,
    ).toBe(404)
    expect(
      (await shop.owner.ask(payments.listBusinessPayments, { params: { cabinet: shop.c }, query: {} })).status,
    ).toBe(404)
  })
})

describe('a bill', () => {
  it('that is booked is a receipt to who made it, in their language, and a notice without a second email', async () => {
    await query(server, `update users set lang = 'de' where email = $1`, [shop.owner.email])
    const bill = await shop.owner.send(bills.createBill, { ...of(), body: { amountMinor: 10_000, lang: 'en' } })
    await book(bill, 4000)
    await book(bill, 6000, 1)
    const sent = (await mails()).filter(({ subject }) => subject.includes(bill.number))
    expect(sent.map(({ subject }) => subject)).toEqual(Array(2).fill(`Beleg für Rechnung ${bill.number}`))
    expect(sent.map(({ text }) => text).join()).toMatch(/noch 60\.00 EUR offen/)
    const news = await shop.owner.send(notifications.listNotifications, { ...of(), query: { type: 'bill_paid' } })
    expect(news.data.map(({ title }) => title)).toEqual([
      `Bill ${bill.number} is paid`,
      `Part of bill ${bill.number} is paid`,
    ])
    expect((await rows()).map(({ cause, subject }) => [cause, subject])).toEqual(Array(2).fill(['bill', bill.number]))
  })

  it('is given back in parts, never more than was paid for it, each transfer once', async () => {
    const bill = await billed(10_000, 4000)
    expect((await refundBill(bill)).body.data).toMatchObject({ paidMinor: 4000, refundedMinor: 1000 })
    expect(codeOf(await refundBill(bill))).toEqual([409, 'refund_booked'])
    expect(codeOf(await refundBill(bill, { amountMinor: 3001, refundId: 'b' }))).toEqual([409, 'refund_too_large'])
    await book(bill, 6000, 1)
    expect((await refundBill(bill, { amountMinor: 9000, refundId: 'c' })).status).toBe(201)
    expect((await now()).balanceMinor).toBe(0)
    const [shown] = (await shop.owner.send(bills.listBills, { ...of(), query: {} })).data
    expect(shown).toMatchObject({ state: 'paid', refundedMinor: 10_000 })
    const all = await desk.send(billing.listAllBills, { query: { q: bill.number } })
    expect(all.data[0]).toMatchObject({ refundedMinor: 10_000 })
    // Numbers of transfers are those of an account: another bill may have the same.
    expect((await refundBill(await billed(5000))).status).toBe(201)
  })
})

describe('a receipt of a card payment', () => {
  it('says the months, the amount and the fee', async () => {
    await shop.owner.send(finance.chooseTariff, { params: { c: shop.c, tariffId: 'base' }, body: { slots: 0 } })
    const no = await paid(117, { months: 3 })
    const mail = (await mails()).find(({ subject }) => subject.includes(String(no)))?.text
    for (const part of ['117.00 EUR', '3 months of your plan', '120.39 EUR', '3.39 EUR', 'lasts until'])
      expect(mail).toContain(part)
  })
})

describe('a correction', () => {
  const correct = (body: object) =>
    desk.ask(operator.correctBalance, {
      params: { cabinet: shop.c },
      body: { amountMinor: 100, reason: 'Our mistake', ...body } as never,
    })

  it('moves real money or bonus money, never the other', async () => {
    await correct({ amountMinor: 700, of: 'bonus' })
    await correct({ amountMinor: 2000 })
    expect(await now()).toMatchObject({ moneyMinor: 2000, bonusMinor: 700 })
    await correct({ amountMinor: -300, of: 'money' })
    await correct({ amountMinor: -200, of: 'bonus' })
    expect(await now()).toMatchObject({ moneyMinor: 1700, bonusMinor: 500 })
    const low = await correct({ amountMinor: -501, of: 'bonus' })
    expect([...codeOf(low), Object.keys(low.body.error?.fields ?? {})]).toEqual([
      409,
      'bonus_too_small',
      ['amountMinor'],
    ])
    expect(await now()).toMatchObject({ moneyMinor: 1700, bonusMinor: 500 })
  })

  it('with the same number changes nothing, and needs the password', async () => {
    const id = crypto.randomUUID()
    await Promise.all([correct({ id }), correct({ id }), correct({ id })])
    expect((await now()).balanceMinor).toBe(100)
    server.passTime(11 * MINUTE_MS)
    expect(codeOf(await correct({}))).toEqual([403, 'password_needed'])
    expect((await correct({ password: PASSWORD })).status).toBe(200)
    expect((await now()).balanceMinor).toBe(200)
  })
})
