import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { users } from '../../../contract/platform/users.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, PASSWORD, request, type Shop } from '../../../test/people.ts'
import { fillForm } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Greta')
})
afterAll(() => server?.close())

const general = () => shop.owner.send(cabinets.readGeneral, { params: { c: shop.c } })
const ask = async (change: object) => {
  const { name, logo, firstCardNumber, plastic, points, version } = await general()
  return shop.owner.ask(cabinets.saveGeneral, {
    params: { c: shop.c },
    body: { name, logo, firstCardNumber, plastic, points, version, ...change },
  })
}
let people = 0
const issue = async () => {
  people++
  await fillForm(server, shop.formUrl, { name: `Guest${people}`, tel: `+4206010002${String(people).padStart(2, '0')}` })
  const [row] = await query<{ card_number: string }>(
    server,
    'select card_number from clients order by created_at desc limit 1',
  )
  return Number(row?.card_number)
}

describe('the card numbers of a cabinet', () => {
  it('begin where the owner sets them and skip the plastic ones', async () => {
    expect((await ask({ name: 'Greta & sons', firstCardNumber: 100, plastic: { from: 1000, to: 1999 } })).status).toBe(
      200,
    )
    expect(await general()).toMatchObject({
      name: 'Greta & sons',
      firstCardNumber: 100,
      nextCardNumber: 100,
      plastic: { from: 1000, to: 1999 },
      areNumbersFree: true,
    })
    expect([await issue(), await issue()]).toEqual([100, 101])
    await query(server, 'update cabinets set next_card_number = 999 where id = $1', [shop.c])
    expect([await issue(), await issue()]).toEqual([999, 2000])
  })

  it.each([
    ['a start below an issued number', { firstCardNumber: 2000 }, 'start_number_used', 'firstCardNumber'],
    ['plastic cards over issued numbers', { plastic: { from: 101, to: 105 } }, 'plastic_number_used', 'plastic.from'],
    ['plastic cards over numbers to come', { plastic: { from: 2010, to: 2020 } }, 'ranges_overlap', 'plastic.from'],
    ['a range that ends before it begins', { plastic: { from: 20, to: 10 } }, 'invalid_input', 'plastic.to'],
    ['a logo that nobody uploaded', { logo: '00000000-0000-4000-8000-000000000000' }, 'unknown_image', 'logo'],
  ])('refuse %s at its field', async (_, change, code, field) => {
    const before = await general()
    const response = await ask(change)
    expect([response.status, response.body.error?.code, Object.keys(response.body.error?.fields ?? {})]).toEqual([
      422,
      code,
      [field],
    ])
    expect(await general()).toEqual(before)
  })

  it('stay once more than ten cards are issued; the name can still change', async () => {
    await query(server, 'update cabinets set cards = 10 where id = $1', [shop.c])
    expect((await ask({ firstCardNumber: 3000 })).status).toBe(200)
    await query(server, 'update cabinets set cards = 11 where id = $1', [shop.c])
    const response = await ask({ firstCardNumber: 4000 })
    expect([response.status, response.body.error?.code]).toEqual([424, 'start_number_locked'])
    expect((await ask({ plastic: null })).status).toBe(424)
    expect((await ask({ name: 'Greta' })).status).toBe(200)
    expect(await general()).toMatchObject({ name: 'Greta', firstCardNumber: 3000, areNumbersFree: false })
  })
})

describe('what two people save at the same time', () => {
  it('is not overwritten by a save that started from an older version', async () => {
    const { version } = await general()
    expect((await ask({ name: 'Greta I' })).status).toBe(200)
    const response = await ask({ name: 'Greta II', version })
    expect([response.status, response.body.error?.code]).toEqual([409, 'version_conflict'])
    expect(await general()).toMatchObject({ name: 'Greta I', version: version + 1 })
    const both = await Promise.all(['Greta III', 'Greta IV'].map((name) => ask({ name, version: version + 1 })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('the export of clients', () => {
  it('is allowed until the owner forbids it', async () => {
    expect((await general()).isExportAllowed).toBe(true)
    const allow = (status: boolean) =>
      shop.owner.send(cabinets.allowExport, { params: { c: shop.c }, body: { status } })
    expect(await allow(false)).toEqual({ status: false })
    expect((await general()).isExportAllowed).toBe(false)
    await allow(true)
    expect((await general()).isExportAllowed).toBe(true)
  })
})

describe('the sessions of a user', () => {
  it('are listed with this one marked, and all others end immediately', async () => {
    const logIn = async (userAgent: string) =>
      (
        await request(server, users.login, { body: { email: shop.owner.email, password: PASSWORD } }, undefined, {
          'user-agent': userAgent,
        })
      ).body.data as { token: string }
    const phone = await logIn(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'Version/18.5 Mobile/15E148 Safari/604.1',
    )
    const sessions = await shop.owner.send(users.listSessions, { params: { c: shop.c } })
    expect(sessions.map((one) => [one.browser, one.system, one.isCurrent])).toContainEqual(['Safari', 'iPhone', false])
    expect(sessions.filter((one) => one.isCurrent)).toHaveLength(1)
    expect((await request(server, users.me, {}, phone.token)).status).toBe(200)
    expect((await shop.owner.send(users.endOtherSessions, { params: { c: shop.c } })).ended).toBe(1)
    expect((await request(server, users.me, {}, phone.token)).status).toBe(401)
    expect(await shop.owner.send(users.listSessions, { params: { c: shop.c } })).toHaveLength(1)
  })
})
