import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activity } from '../../../contract/business/activity.ts'
import { billing } from '../../../contract/business/billing.ts'
import { type Bill, bills } from '../../../contract/business/bills.ts'
import { finance } from '../../../contract/business/finance.ts'
import { operator } from '../../../contract/business/operator.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, pathOf, type Person, type Shop, signIn } from '../../../test/people.ts'
import { PAYER, SUPPLIER, textOfPdf } from '../../../test/papers.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { camt, type Paid } from '../../../test/statements.ts'

let server: TestServer
let desk: Person
let next = 0
const open = () => openShop(server, `Bill${++next}`)

beforeAll(async () => {
  server = await startTestServer()
  desk = await signIn(server, 'Olga')
  await query(server, 'update users set superuser = true where email = $1', [desk.email])
})
afterAll(() => server?.close())

const make = (shop: Shop, amountMinor = 100_00, more: object = {}) =>
  shop.owner.ask(bills.createBill, { params: { c: shop.c }, body: { amountMinor, ...more } })
const made = async (shop: Shop, amountMinor = 100_00, more: object = {}): Promise<Bill> =>
  (await make(shop, amountMinor, more)).body.data as Bill
const balance = async (shop: Shop) =>
  (await shop.owner.send(finance.currentTariff, { params: { c: shop.c } })).balanceMinor
const codeOf = ({ status, body }: Awaited<ReturnType<typeof make>>) => [status, body.error?.code]
const pdf = async (shop: Shop, id: string, lang = '') => {
  const path = pathOf(bills.readBill, { c: shop.c, billId: id })
  const response = await fetch(`${server.url}${path}${lang && `?lang=${lang}`}`, {
    headers: { authorization: `Bearer ${shop.owner.token}`, 'x-locale': 'en' },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return Buffer.from(await response.arrayBuffer())
}
const book = (shop: Shop, bill: Bill, body: object) =>
  desk.ask(billing.bookPayment, {
    params: { cabinet: shop.c, billId: bill.id },
    body: { amountMinor: bill.amountMinor, reason: 'Arrived', payments: 0, ...body },
  })
const statement = (lines: readonly Paid[]) => desk.send(billing.readStatement, { file: new Blob([camt(lines)]) })

describe('before the operator has entered bank details', () => {
  it('bills are refused and the page knows it', async () => {
    const shop = await open()
    expect(codeOf(await make(shop))).toEqual([409, 'no_bank_details'])
    expect(await shop.owner.send(bills.readBillTerms, { params: { c: shop.c } })).toMatchObject({ canBill: false })
    expect(await query(server, 'select * from paper_numbers')).toEqual([])
    expect(await desk.send(billing.readSupplier, {})).toMatchObject({ name: '', iban: '', version: 0, currency: 'EUR' })
  })

  it('the details are checked, and an outdated version is refused', async () => {
    const save = (body: object) =>
      desk.ask(billing.saveSupplier, { body: { ...SUPPLIER, version: 0, ...body } as never })
    expect((await save({ iban: '' })).body.error?.fields).toMatchObject({ iban: { code: 'required' } })
    expect((await save({ iban: 'CZ6508000000192000145398' })).body.error?.fields).toMatchObject({
      iban: { code: 'invalid' },
    })
    expect((await save({ bic: 'X' })).body.error?.fields).toMatchObject({ bic: { code: 'invalid' } })
    expect((await save({ iban: 'cz65 0800 0000 1920 0014 5399' })).body.data).toMatchObject({ ...SUPPLIER, version: 1 })
    expect(codeOf(await save({}))).toEqual([409, 'version_conflict'])
    expect(codeOf(await save({ version: 7 }))).toEqual([409, 'version_conflict'])
  })
})

describe('a bill', () => {
  it('is made with an amount between the limits, as read-only business too', async () => {
    const shop = await open()
    for (const amountMinor of [38_99, 10_000_01, 0, -1])
      expect((await make(shop, amountMinor)).body.error?.fields).toMatchObject({ amountMinor: { code: 'bill_amount' } })
    await query(server, 'update cabinets set demo_until = $2 where id = $1', [shop.c, server.now()])
    expect(await made(shop, 39_00)).toMatchObject({ state: 'open', amountMinor: 39_00, paidMinor: 0, payer: null })
    expect(await made(shop, 10_000_00, { payer: PAYER })).toMatchObject({ payer: PAYER })
    expect(await made(shop, 50_00)).toMatchObject({ payer: null })
    expect(await shop.owner.send(bills.readBillTerms, { params: { c: shop.c } })).toMatchObject({
      canBill: true,
      payer: PAYER,
    })
  })

  it('stays as it was made, byte for byte, when the details change; another language has the same facts', async () => {
    const shop = await open()
    const bill = await made(shop, 123_45, { payer: PAYER, lang: 'ru' })
    const before = await pdf(shop, bill.id)
    const { version } = await desk.send(billing.readSupplier, {})
    await desk.send(billing.saveSupplier, { body: { ...SUPPLIER, name: 'Renamed s.r.o.', version } })
    server.passTime(DAY_MS)
    expect((await pdf(shop, bill.id)).equals(before)).toBe(true)
    const [russian, german] = [await textOfPdf(before), await textOfPdf(await pdf(shop, bill.id, 'de'))]
    for (const text of [russian, german])
      for (const part of [bill.number, SUPPLIER.name, PAYER.name, '123.45 EUR']) expect(text).toContain(part)
    expect([russian.includes('Сто двадцать три евро'), german.includes('Einhundertdreiundzwanzig Euro')]).toEqual([
      true,
      true,
    ])
    expect(await textOfPdf(await pdf(shop, (await made(shop)).id))).toContain('Renamed s.r.o.')
  })

  it('of another business is not found', async () => {
    const [shop, other] = [await open(), await open()]
    const { id } = await made(shop)
    const stranger = (one: typeof bills.readBill | typeof bills.cancelBill) =>
      other.owner.ask(one, { params: { c: other.c, billId: id } } as never)
    expect(codeOf(await stranger(bills.readBill))).toEqual([404, 'not_found'])
    expect(codeOf(await stranger(bills.cancelBill))).toEqual([404, 'not_found'])
    expect((await book(other, { id } as Bill, { amountMinor: 1 })).status).toBe(404)
  })

  it('has the next number of the year, without gaps, however many are made at once or fail', async () => {
    const shops = await Promise.all(Array.from({ length: 4 }, open))
    const before = (await query<{ last: number }>(server, "select last from paper_numbers where series = 'bill'"))[0]
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, i) => make(shops[i % 4] as Shop, i % 5 === 0 ? 1 : 50_00)),
    )
    const numbers = tries
      .flatMap(({ body }) => (body.data ? [(body.data as Bill).number] : []))
      .map((number) => Number(number.slice(5)))
      .toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 32 }, (_, i) => (before?.last ?? 0) + 1 + i))
  })

  it('is cancelled until something was paid for it, and is overdue after its day', async () => {
    const shop = await open()
    const cancel = ({ id }: Bill) => shop.owner.ask(bills.cancelBill, { params: { c: shop.c, billId: id } })
    const [one, other, late] = [await made(shop), await made(shop), await made(shop)]
    expect((await cancel(one)).body.data).toMatchObject({ state: 'cancelled' })
    expect((await cancel(one)).body.data).toMatchObject({ state: 'cancelled' })
    await book(shop, other, { amountMinor: 40_00 })
    expect(codeOf(await cancel(other))).toEqual([409, 'bill_paid'])
    await query(server, 'update bills set due_on = $2 where id = $1', [late.id, '2020-01-01'])
    const { data } = await shop.owner.send(bills.listBills, { params: { c: shop.c }, query: {} })
    expect(data.map(({ state }) => state)).toEqual(['overdue', 'partly_paid', 'cancelled'])
    const all = await desk.send(billing.listAllBills, { query: { state: 'overdue' } })
    expect(all.data.map(({ id }) => id)).toEqual([late.id])
  })

  it('cannot be changed in what it is, by the server neither', async () => {
    const shop = await open()
    const { id } = await made(shop)
    const { rows } = await server.superuser.query<{ can: boolean }>(
      `select has_column_privilege('kartoteka_app', 'bills', column_name, 'update') as can, column_name
        from information_schema.columns where table_name = 'bills' order by column_name`,
    )
    expect(rows.filter(({ can }) => can)).toEqual([
      { can: true, column_name: 'cancelled_at' },
      { can: true, column_name: 'paid_minor' },
    ])
    expect(id).not.toBe('')
  })

  it('fifty open ones are enough', async () => {
    const shop = await open()
    await made(shop)
    await query(
      server,
      `insert into bills select cabinet_id, gen_random_uuid(), 1999, n, amount_minor, currency, 0, created_at, due_on,
        null, lang, facts, paper from bills, generate_series(1, 49) n where cabinet_id = $1`,
      [shop.c],
    )
    expect(codeOf(await make(shop))).toEqual([409, 'too_many_bills'])
  })
})

describe('a payment', () => {
  it('is in the balance once, however often and at the same time it is sent', async () => {
    const shop = await open()
    const bill = await made(shop)
    const answers = await Promise.all(Array.from({ length: 8 }, () => book(shop, bill, {})))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(7).fill(409)])
    expect(await balance(shop)).toBe(100_00)
    const { data } = await shop.owner.send(finance.listTransactions, { params: { c: shop.c }, query: { limit: 100 } })
    expect(data).toMatchObject([{ event: 'top_up', amountMinor: 100_00, cause: 'bill', subject: bill.number }])
  })

  it('may be a part, the rest, or more; each is a movement of its own with its reference', async () => {
    const shop = await open()
    const bill = await made(shop)
    expect((await book(shop, bill, { amountMinor: 30_00 })).body.data).toMatchObject({
      state: 'partly_paid',
      payments: 1,
    })
    expect(codeOf(await book(shop, bill, { amountMinor: 70_00 }))).toEqual([409, 'bill_moved_on'])
    expect((await book(shop, bill, { amountMinor: 71_00, payments: 1 })).body.data).toMatchObject({
      state: 'paid',
      paidMinor: 101_00,
      cabinet: { id: shop.c },
    })
    expect(await balance(shop)).toBe(101_00)
    const rows = await query<{ reference: string }>(
      server,
      'select reference from transactions where cabinet_id = $1 order by no',
      [shop.c],
    )
    expect(rows.map(({ reference }) => reference)).toEqual([`bill/${bill.number}/1`, `bill/${bill.number}/2`])
  })

  it('needs a reason, an operator and an amount above zero, and is in the audit log of the business', async () => {
    const shop = await open()
    const bill = await made(shop)
    expect((await book(shop, bill, { reason: '' })).status).toBe(422)
    expect((await book(shop, bill, { amountMinor: 0 })).status).toBe(422)
    const byOwner = await shop.owner.ask(billing.bookPayment, {
      params: { cabinet: shop.c, billId: bill.id },
      body: { amountMinor: 1, reason: 'Mine', payments: 0 },
    })
    expect([byOwner.status, await balance(shop)]).toEqual([404, 0])
    await book(shop, bill, {})
    const { trail } = await desk.send(operator.readCabinet, { params: { cabinet: shop.c } })
    expect(trail.map(({ call }) => call)).toContain('bills.bookPayment')
    const { rows } = await shop.owner.send(activity.listActivity, { params: { c: shop.c }, query: {} } as never)
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('a bank statement', () => {
  it('proposes bills and books nothing until it is confirmed; twice books nothing twice', async () => {
    const shop = await open()
    const [first, second] = [await made(shop, 120_00, { payer: PAYER }), await made(shop, 55_00)]
    const lines: Paid[] = [
      { amount: '120.00', purpose: `Bill ${first.number}`, taxNumber: PAYER.taxNumber, reference: 'p1' },
      { amount: '50.00', purpose: `VS ${second.number.replace('-', '')}`, reference: 'p2' },
      { amount: '9.00', purpose: 'Something else', reference: 'p3' },
    ]
    const found = await statement(lines)
    expect(found.map(({ bill, signs, isBooked }) => [bill?.number, signs, isBooked])).toEqual([
      [first.number, ['number', 'amount', 'payer'], false],
      [second.number, ['number'], false],
      [undefined, [], false],
    ])
    expect(await balance(shop)).toBe(0)
    const confirm = (at: number) => {
      const line = found[at]
      return book(shop, (at === 0 ? first : second) as Bill, { amountMinor: line?.amountMinor, line: line?.key })
    }
    expect([(await confirm(0)).status, (await confirm(1)).status]).toEqual([201, 201])
    expect(await balance(shop)).toBe(170_00)
    const again = await statement([...lines].reverse())
    expect(again.map(({ isBooked }) => isBooked)).toEqual([false, true, true])
    // Nor as a payment of another bill, with whatever number of payments.
    const other = await made(shop)
    for (const bill of [first, other])
      for (const payments of [0, 1])
        expect(codeOf(await book(shop, bill, { line: found[0]?.key, payments }))).toEqual([409, 'line_booked'])
    expect(await balance(shop)).toBe(170_00)
  })

  it('that was booked by two operators at the same time is booked once, in the whole installation', async () => {
    const [shop, other] = [await open(), await open()]
    const [one, two] = [await made(shop), await made(other)]
    const [line] = await statement([{ amount: '100.00', purpose: one.number, reference: 'race' }])
    const answers = await Promise.all(
      [shop, other, shop, other].map((to) => book(to, to === shop ? one : two, { line: line?.key })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await balance(shop)) + (await balance(other))).toBe(100_00)
  })

  it('that is none is refused clearly, for an operator alone', async () => {
    const send = (person: Person, text: string | Uint8Array<ArrayBuffer>) =>
      person.ask(billing.readStatement, { file: new Blob([text]) })
    expect(codeOf(await send(desk, 'hello'))).toEqual([422, 'statement_unreadable'])
    expect(codeOf(await send(desk, camt([]).slice(0, 200)))).toEqual([422, 'statement_unreadable'])
    expect(codeOf(await send(desk, new Uint8Array(4 * 1024 * 1024 + 1)))).toEqual([413, 'too_large'])
    const shop = await open()
    expect((await send(shop.owner, camt([]))).status).toBe(404)
  })
})

it('the operator finds bills by number, business, payer and tax number', async () => {
  const shop = await open()
  const bill = await made(shop, 77_00, { payer: { ...PAYER, name: 'Zebra 100%', taxNumber: '998877' } })
  for (const q of [
    bill.number,
    bill.number.replace('-', ''),
    bill.number.slice(5),
    'ZEBRA 100%',
    '998877',
    `Bill${next} shop`,
  ])
    expect((await desk.send(billing.listAllBills, { query: { q } })).data.map(({ id }) => id)).toContain(bill.id)
  expect((await desk.send(billing.listAllBills, { query: { q: 'zebra 1001' } })).data).toEqual([])
})
