import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { eventOf } from './emulator/webhooks.ts'
import { type Moysklad, openEmulator } from './emulator/emulator.ts'
import { runSuite, someClient } from '../../../../test/connector-suite.ts'
import type { Verbs } from '../connector.ts'
import { openCrmHttp } from '../crm-http.ts'
import type { VendorField } from '../fields.ts'
import { whoIs } from '../who-is.ts'
import { Counterparty } from './client.ts'
import { hooks } from './events.ts'
import { changeOf, foundOf, newCounterparty, phoneSpellings } from './mapping.ts'
import { connector } from './moysklad.ts'

runSuite(connector, (prefix) => {
  const shop = openEmulator(prefix, { login: 'admin@shop', password: 'right', token: 'token' })
  const by = (tel: string) => [...shop.buyers.values()].filter((one) => one.phone === tel)
  return {
    handler: shop.router.handler,
    setTroubles: shop.router.setTroubles,
    settings: (server) => ({ server, login: 'admin@shop', password: 'right', bonusProgram: shop.program }),
    wrong: [
      { settings: (right) => ({ ...right, password: 'wrong' }), fault: 'wrong_credentials', field: 'password' },
      { settings: (right) => ({ ...right, login: '', password: 'wrong' }), fault: 'wrong_login', field: 'password' },
      { settings: (right) => ({ ...right, bonusProgram: 'another' }), fault: 'wrong_program', field: 'bonusProgram' },
    ],
    bonusOf: (tel) => by(tel)[0] && (by(tel)[0]?.bonusPoints ?? 0) * 100,
    countOf: (tel) => by(tel).length,
    setBonus: (tel, minor) => shop.setPoints(tel, minor / 100),
    events: {
      context: { application: null, account: shop.account },
      event: async (crmId) => ({
        method: 'POST',
        query: { requestId: '8d2f0000-0000-4000-8000-000000000001' },
        headers: {},
        body: eventOf('counterparty', 'UPDATE', crmId, shop.account),
      }),
      addresses: () => shop.books.webhooks.filter((one) => one.enabled).map((one) => String(one.url)),
      disable() {
        for (const one of shop.books.webhooks) one.enabled = false
      },
    },
    keepReceipt({ id, crmId, kind, sumMinor, at, saleId, isVoid = false }) {
      // What is written anew was changed later than it was sold.
      const isAnew = shop.books.documents.has(id)
      shop.keepDocument({
        type: kind === 'sale' ? 'retaildemand' : 'retailsalesreturn',
        id,
        agent: crmId,
        sum: sumMinor,
        at,
        updated: isAnew ? '2026-11-22T08:00:00.000Z' : at,
        applicable: !isVoid,
        ...(saleId && { demand: saleId }),
      })
    },
    refused: { tel: '+000000000', cardNumber: '000999', email: '' },
    put(no, name) {
      const [id, phone] = [`N-${no}`, `+7999100${String(no).padStart(4, '0')}`]
      // Many have the moment of one mass edit, more than a page.
      const moment = name.startsWith('Changed') ? '2026-11-21 12:00:00.000' : '2026-11-20 10:00:00.000'
      const updated = no < 20 && !name.startsWith('Changed') ? `2026-11-19 10:00:00.0${no + 10}` : moment
      shop.buyers.set(id, { id, name, phone, companyType: 'individual', bonusPoints: 5, archived: false, updated })
    },
    fillPages(tel) {
      // The same ten digits in other people's numbers, which a search by digits finds too.
      for (let i = 0; i < 150; i++)
        shop.buyers.set(`b${i}`, { id: `b${i}`, name: 'Other', phone: `${tel}${i}`, bonusPoints: 0, archived: false })
      shop.buyers.set('wanted', { id: 'wanted', name: 'Anna', phone: tel, bonusPoints: 5, archived: false })
    },
  }
})

describe('an event about a movement of points', () => {
  const received = (body: string) => ({ method: 'POST', query: { requestId: 'r-1' }, headers: {}, body })

  it('is about nobody until the shop was asked whose it is', () => {
    const moved = received(eventOf('bonustransaction', 'CREATE', 'm-1', 'account'))
    expect([hooks.subjects(moved), hooks.documents?.(moved), hooks.eventId(moved)]).toEqual([[], ['m-1'], 'r-1'])
  })
})

describe('a buyer as a client', () => {
  it('is read from the shape of the vendor', () => {
    const buyer = Counterparty.parse({
      id: '7a0c',
      name: 'Anna Tester',
      legalFirstName: '',
      phone: '8 (999) 000-00-01',
      email: null,
      discountCardNumber: '000412',
      birthDate: '1990-05-17 00:00:00.000',
      sex: 'FEMALE',
      bonusPoints: 150,
      bonusProgram: { meta: { href: 'https://api.example.test/entity/bonusprogram/c10a' } },
      discounts: [{ discount: { meta: { href: 'x' } }, personalDiscount: 7 }, { accumulationDiscount: 3 }],
    })
    expect(foundOf(buyer, 'c10a')).toEqual({
      crmId: '7a0c',
      tel: '+79990000001',
      cardNumber: '000412',
      amounts: { bonusMinor: 150_00, discountHundredths: 700 },
      person: { name: 'Anna', surname: 'Tester', middlename: '', email: '', birthday: '1990-05-17', sex: 'female' },
      fields: {},
    })
  })

  const program = { bonusProgram: { meta: { href: '/entity/bonusprogram/c10a' } } }
  it.each([
    ['without a programme in the settings', '', { ...program, bonusPoints: 284 }],
    ['of a buyer in another programme', 'another', { ...program, bonusPoints: 284 }],
    ['of a buyer in none', 'c10a', { bonusPoints: 0 }],
    ['that were never counted', 'c10a', program],
  ])('has no points %s: absent is not zero', (_, chosen, buyer) => {
    expect(foundOf({ id: '1', ...buyer }, chosen).amounts).toEqual({})
  })

  it('that is a company is never turned into a person', () => {
    const company = { id: '1', name: 'Bakery Ltd', companyType: 'legal', phone: '+79990000001' }
    expect(whoIs(someClient(), [foundOf(company, '')])).toMatchObject({ kind: 'doubt', doubt: 'company' })
  })

  it('keeps what the shop has: its card number, its programme, and what is blank here', () => {
    const kept = changeOf(
      someClient({ name: '', surname: '', email: '', birthday: null }),
      { meta: {} },
      { id: '1', name: 'Old', discountCardNumber: 'A-1', bonusProgram: { meta: { href: 'x' } } },
    )
    expect(kept).toEqual({ phone: '+79990000001', sex: 'FEMALE' })
    expect(newCounterparty(someClient({ name: '', surname: '' }), null)).toMatchObject({
      name: '+79990000001',
      companyType: 'individual',
      discountCardNumber: '000412',
      externalCode: someClient().id,
    })
  })

  it.each([
    ['+79161234567', ['9161234567', '(916) 123-45-67', '916 123-45-67']],
    ['+420601950001', ['601950001']],
  ])('%s is looked for as %j', (tel, spellings) => {
    expect(phoneSpellings(tel)).toEqual(spellings)
  })
})

describe('additional fields', () => {
  it('are made once, written by their kind, read back, and refused where the kind is another', async () => {
    await withShop(async (shop, open) => {
      const wanted = [
        { name: 'Wallet link', kind: 'text' },
        { name: 'Visits', kind: 'number' },
        { name: 'Since', kind: 'date' },
        { name: 'VIP', kind: 'flag' },
      ] as const
      expect(await open().listFields?.()).toEqual([])
      const made = await open().setUp?.(wanted)
      expect(made).toEqual(wanted.map((one) => expect.objectContaining({ ...one, isWritable: true })))
      expect(await open().setUp?.(wanted)).toEqual(made)
      expect(shop.books.attributes).toHaveLength(4)
      const [link, visits, since, vip] = (made ?? []).map(({ id }) => id)
      const fields = { [link ?? '']: 'https://a.test/c', [visits ?? '']: '12.5', [since ?? '']: '2026-11-21' }
      const { crmId } = await open(made).create(
        someClient({ fields: { ...fields, [vip ?? '']: '1' } }),
        { discountHundredths: null },
        { id: 'new', isRepeat: false },
      )
      const [read] = await open(made).read([{ ...someClient(), crmId }])
      expect(read?.fields).toEqual({ ...fields, [since ?? '']: '2026-11-21 00:00:00', [vip ?? '']: '1' })
      const change = (values: object) =>
        open(made).update(
          { crmId, tel: '', cardNumber: '', person: {}, amounts: {} },
          someClient({ crmId, fields: values as Record<string, string> }),
          { discountHundredths: null },
          { id: 'change', isRepeat: false },
        )
      expect(await change({ [vip ?? '']: '0', [link ?? '']: '' })).toBe(true)
      const [after] = await open(made).read([{ ...someClient(), crmId }])
      expect(after?.fields).toMatchObject({ [vip ?? '']: '0', [link ?? '']: 'https://a.test/c' })
      shop.books.attributes.splice(0, 1)
      await expect(change({ [link ?? '']: 'https://b.test/c' })).rejects.toMatchObject({ reason: 'field' })
    })
  })
})

/** A shop over HTTP, and its connector with these fields mapped. */
async function withShop(
  work: (shop: Moysklad, open: (fields?: readonly VendorField[]) => Verbs) => Promise<void>,
): Promise<void> {
  const shop = openEmulator('', { login: 'admin@shop', password: 'right', token: 'token' })
  const server = createServer((request, response) => shop.router.handler(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const http = openCrmHttp({ vendor: 'test', trustedPlaces: [at] })
  const settings = connector.settings.parse({ server: at, login: 'admin@shop', password: 'right' })
  try {
    await work(shop, (fields = []) => connector.open({ settings, http, groups: [], fields }))
  } finally {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
}
