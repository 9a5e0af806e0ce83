import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payments } from '../../../contract/business/payments.ts'
import { query } from '../../../test/direct-access.ts'
import { booked, callResult, signedResult, start, stateOf } from '../../../test/payments.ts'
import { openShop, type Person, type Shop, signIn } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
let operator: Person
let next = 0

beforeAll(async () => {
  server = await startTestServer()
  operator = await signIn(server, 'Boss')
  await query(server, 'update users set superuser = true where email = $1', [operator.email])
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Payer${++next}`)
})

const robokassa = () => server.outside.robokassa

describe("the operator's settings", () => {
  const credentials = { login: 'real-shop', hash: 'sha512' as const, isTest: false }
  const REAL = { ...credentials, password1: 'real-1', password2: 'real-2' }
  const save = (body: object) => operator.ask(payments.saveSettings, { body })

  it('are for operators, are never read back, and are proved by asking', async () => {
    expect((await shop.owner.ask(payments.readSettings)).status).toBe(404)
    expect((await shop.owner.ask(payments.saveSettings, { body: { ...REAL, version: 0 } })).status).toBe(404)
    expect(await operator.send(payments.readSettings, {})).toMatchObject({ saved: null, isEmulated: true, version: 0 })
    expect(
      (await save({ ...credentials, password1: '', password2: 'x', version: 0 })).body.error?.fields,
    ).toMatchObject({
      password1: { code: 'required' },
    })
    const saved = await save({ ...REAL, version: 0 })
    expect(saved.body.data).toMatchObject({ saved: credentials, version: 1, isEmulated: false })
    expect(JSON.stringify(saved.body)).not.toMatch(/real-[12]/)
    const [row] = await query<{ row: string }>(server, 'select s::text as row from payment_settings s')
    expect(row?.row).not.toMatch(/real-[12]/)
    const [log] = await query<{ rows: string }>(server, 'select json_agg(l)::text as rows from audit_log l')
    expect(log?.rows).toContain('payments.saveSettings')
    expect(log?.rows).not.toMatch(/real-[12]/)
    const check = () => operator.send(payments.checkSettings, {})
    expect(await check()).toEqual({ outcome: 'wrong_login' })
    robokassa().addShop({ login: 'real-shop', password1: 'real-1', password2: 'other', hash: 'sha512' })
    expect(await check()).toEqual({ outcome: 'wrong_password' })
    robokassa().addShop({ ...REAL })
    expect(await check()).toEqual({ outcome: 'right' })
    robokassa().setTrouble({ status500: true })
    expect(await check()).toEqual({ outcome: 'unanswered' })
    robokassa().setTrouble({ status500: false })
    expect((await save({ ...REAL, version: 0 })).body.error?.code).toBe('version_conflict')
  })

  it('keep a password that is left empty; the shop of before is no shop any more', async () => {
    const before = await start(shop, 60)
    expect(
      (await save({ ...credentials, hash: 'sha256', password1: '', password2: 'real-3', version: 1 })).status,
    ).toBe(200)
    const stale = signedResult(before.url, 'real-2')
    expect((await callResult(server.url, stale)).status).toBe(400)
    expect((await callResult(server.url, signedResult(before.url, robokassa().shop.password2))).status).toBe(400)
    robokassa().addShop({ login: 'real-shop', password1: 'real-1', password2: 'real-3', hash: 'sha256' })
    const { url, payment } = await start(shop, 70)
    await robokassa().pay(url)
    expect(await stateOf(shop, payment.no)).toBe('paid')
  })

  it('in test mode let nobody but an operator pay, and credit nothing', async () => {
    expect(
      (await save({ ...credentials, hash: 'sha256', isTest: true, password1: '', password2: '', version: 2 })).status,
    ).toBe(200)
    const refused = await shop.owner.ask(payments.generateLink, {
      params: { c: shop.c },
      body: { culture: 'en', amount: 60 },
    })
    expect(refused.body.error?.code).toBe('payments_unavailable')
    expect((await shop.owner.send(payments.readTerms, { params: { c: shop.c } })).isAvailable).toBe(false)
    await query(server, 'update users set superuser = true where email = $1', [shop.owner.email])
    const { url, payment } = await start(shop, 60)
    expect(payment.isTest).toBe(true)
    expect((await callResult(server.url, signedResult(url, 'real-3'))).status).toBe(400)
    await robokassa().pay(url)
    expect(await stateOf(shop, payment.no)).toBe('paid')
    expect(await booked(server, shop.c)).toEqual([])
    await save({ ...credentials, hash: 'sha256', isTest: false, password1: '', password2: '', version: 3 })
    expect((await callResult(server.url, signedResult(url, 'real-3', { IsTest: '1' }))).status).toBe(200)
    expect(await booked(server, shop.c)).toEqual([])
  })
})
