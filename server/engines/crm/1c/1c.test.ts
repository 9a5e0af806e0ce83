import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addClient, once, runSuite, someClient, type Vendor } from '../../../../test/connector-suite.ts'
import type { Settings, Verbs } from '../connector.ts'
import { type CrmHttp, openCrmHttp } from '../crm-http.ts'
import type { VendorField } from '../fields.ts'
import { whoIs } from '../who-is.ts'
import { connector } from './1c.ts'
import { type Base, openEmulator } from './emulator/emulator.ts'
import { keyOf } from './emulator/odata.ts'

const ACCESS = { login: 'Кассир', password: 'пароль' }
const customerBy = (base: Base, tel: string) => [...base.books.customers.values()].filter((one) => one.phone === tel)

runSuite(connector, (prefix): Vendor => {
  const base = openEmulator(prefix, { ...ACCESS, apiKey: 'k-1' })
  return {
    handler: base.router.handler,
    setTroubles: base.router.setTroubles,
    settings: (at) => ({ mode: 'hs', server: `${at}/hs/loyalty`, ...ACCESS, apiKey: 'k-1' }),
    wrong: [
      { settings: (right) => ({ ...right, password: 'x' }), fault: 'wrong_credentials', field: 'password' },
      { settings: (right) => ({ ...right, apiKey: 'k-2' }), fault: 'wrong_login', field: 'apiKey' },
      { settings: (right) => ({ ...right, server: `${right.server}s` }), fault: 'not_found', field: 'server' },
    ],
    bonusOf: (tel) => customerBy(base, tel)[0] && Math.round(Number(customerBy(base, tel)[0]?.bonus) * 100),
    countOf: (tel) => customerBy(base, tel).length,
    setBonus: (tel, minor) => base.change(customerBy(base, tel)[0]?.customerId ?? '', { bonus: minor / 100 }),
    refused: { tel: '+000000000' },
    keepReceipt: ({ id, crmId, kind, sumMinor, at, saleId, isVoid = false }) =>
      base.keepReceipt({ id, kind, at, sum: sumMinor / 100, customerId: crmId, isVoid, ...(saleId && { saleId }) }),
    put(no, name) {
      const phone = `+7999100${String(no).padStart(4, '0')}`
      base.books.customers.set(`N-${no}`, { customerId: `N-${no}`, name, phone })
    },
    fillPages(tel) {
      for (let i = 0; i < 150; i++)
        base.books.customers.set(`P-${i}`, { customerId: `P-${i}`, phone: i === 149 ? tel : `+7888${i}` })
      for (let i = 0; i < 150; i++) base.change(`P-${i}`, { bonus: 1 })
    },
  }
})

let base: Base
let http: CrmHttp
let at = ''
const server = createServer((request, response) => base.router.handler(request, response))
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  http = openCrmHttp({ vendor: 'test', trustedPlaces: [at] })
})
beforeEach(() => {
  base = openEmulator('', ACCESS)
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
const openWith = (settings: Settings, fields: readonly VendorField[] = []): Verbs =>
  connector.open({ settings: connector.settings.parse({ ...ACCESS, ...settings }), http, groups: [], fields })
const openService = (settings: Settings = {}, fields?: readonly VendorField[]) =>
  openWith({ mode: 'hs', server: `${at}/hs/loyalty/`, ...settings }, fields)
const openOdata = (settings: Settings = {}) =>
  openWith({ mode: 'odata', server: `${at}/odata/standard.odata`, ...settings })

describe('the HTTP service', () => {
  it('makes fields once, and takes and answers values by their kind', async () => {
    const wanted = [
      { name: 'Размер обуви', kind: 'number' },
      { name: 'VIP', kind: 'flag' },
    ] as const
    const made = (await openService().setUp?.(wanted)) ?? []
    expect(await openService().setUp?.(wanted)).toEqual(made)
    const [size = '', vip = ''] = made.map(({ id }) => id)
    const fields = { [size]: '42.5', [vip]: '1' }
    const { crmId } = await openService({}, made).create(someClient({ fields }), { discountHundredths: null }, once())
    expect(customerBy(base, someClient().tel)[0]?.fields).toEqual({ [size]: 42.5, [vip]: true })
    expect(await openService({}, made).read([{ ...someClient(), crmId }])).toMatchObject([{ fields }])
    // A field of the map that is gone there refuses the one client, with its reason.
    base.books.fields.length = 0
    const found = { crmId, tel: '', cardNumber: '', person: {}, amounts: {} }
    const write = openService({}, made).update(
      found,
      someClient({ crmId, fields }),
      { discountHundredths: null },
      once('2'),
    )
    await expect(write).rejects.toMatchObject({ reason: 'field' })
  })

  it('a service that was installed before there were receipts and lists works on without them', async () => {
    base.page = { status: 200, html: JSON.stringify({ error: 'Неизвестный метод', code: 'unknown_method' }) }
    expect(await openService().purchases?.('')).toBeNull()
    expect(await openService().all?.('')).toBeNull()
  })

  it('opens one enquiry for a client that is new there', async () => {
    const verbs = openService({ inquiry: 'Новый клиент' })
    const crmId = await addClient(verbs)
    await verbs.create(someClient(), { discountHundredths: null }, { id: 'operation-1|new', isRepeat: true })
    expect([...base.books.inquiries]).toEqual([[crmId, 'Новый клиент']])
  })

  it.each([
    [503, 'down'],
    [500, 'down'],
    [200, 'unreadable'],
  ])('a page of the web server with status %i is an outage: %s', async (status, reason) => {
    base.page = { status, html: '<h1>Идёт обновление</h1>' }
    await expect(openService().checkLogin()).rejects.toMatchObject({ reason })
  })

  it('is understood with the mark of UTF-8 that 1C writes unless it is told otherwise', async () => {
    base.page = { status: 200, html: '\uFEFF{"success":true}' }
    await openService().checkLogin()
  })

  it('says what stands on a page instead of the service', async () => {
    base.page = { status: 404, html: '<style>p{}</style><h1>HTTP Error 404.0</h1><p>Публикация не найдена</p>' }
    await expect(openService().checkLogin()).rejects.toThrow('404 HTTP Error 404.0 Публикация не найдена')
  })
})

describe('OData', () => {
  const add = (customerId: string, facts: object) => base.books.customers.set(customerId, { customerId, ...facts })
  const anna = { phone: '+79990000001', name: 'Анна', surname: 'Иванова', middlename: 'Петровна', cardNumbers: ["7'7"] }

  it('offers what is published, and checks the mapping by its names', async () => {
    add('A-1', anna)
    const choices = await openOdata().checkLogin()
    expect(choices.cards).toContainEqual({ id: 'Catalog_ДисконтныеКарты', name: 'Catalog_ДисконтныеКарты' })
    await openOdata({ preset: 'unf' }).checkProgram()
    await expect(openOdata({ preset: 'retail' }).checkProgram()).rejects.toMatchObject({ field: 'preset' })
    const own = { preset: 'own', cards: 'Catalog_ДисконтныеКарты', registerSpent: 'Нет' }
    await expect(openOdata(own).checkProgram()).rejects.toMatchObject({ fault: 'wrong_program', field: 'register' })
    await expect(openOdata({ password: 'x' }).checkLogin()).rejects.toMatchObject({ fault: 'wrong_credentials' })
    const nowhere = openOdata({ server: `${at}/other` }).checkLogin()
    await expect(nowhere).rejects.toMatchObject({ fault: 'not_found', field: 'server' })
  })

  it('finds a card by number and by the phone of its owner, with the points that count already', async () => {
    add('A-1', { ...anna, bonus: 100, birthday: '1990-05-17', sex: 'female', email: 'a@example.test' })
    add('A-2', { phone: '+79990000002', name: 'Борис', cardNumbers: ['22'] })
    const add1 = (period: string, gained: number, spent: number, isActive = true) =>
      base.movements.push({ customerId: 'A-1', period, gained, spent, isActive })
    for (let i = 0; i < 510; i++) add1('2026-02-01T10:00:00', 0.1, 0)
    add1('2026-03-01T10:00:00', 0, 30.5)
    add1('2099-01-01T00:00:00', 500, 0)
    add1('2026-03-01T10:00:00', 900, 0, false)
    const nobody = { crmId: null, tel: '', cardNumber: '', email: '' }
    const [byCard] = await openOdata().search({ ...nobody, cardNumber: "7'7" })
    expect(byCard).toEqual({
      crmId: keyOf('card', 'A-1'),
      tel: '+79990000001',
      cardNumber: "7'7",
      person: {
        name: 'Анна',
        surname: 'Иванова',
        middlename: 'Петровна',
        email: 'a@example.test',
        birthday: '1990-05-17',
        sex: 'female',
      },
      amounts: { bonusMinor: 100_00 + 51_00 - 30_50 },
    })
    expect(whoIs(someClient(), await openOdata().search(someClient()))).toMatchObject({ kind: 'same' })
    const [read] = await openOdata().read([{ ...nobody, crmId: byCard?.crmId ?? '' }])
    expect(read).toEqual(byCard)
    expect(await openOdata().read([{ ...nobody, crmId: keyOf('card', 'gone') }])).toEqual([])
  })

  it('is only read', () => {
    const { abilitiesWith, amounts } = connector
    expect(abilitiesWith?.({ mode: 'odata' })).toMatchObject({ people: 'read', bonus: 'read', balance: 'none' })
    expect(amounts({ mode: 'odata' }, [])).toMatchObject({ bonus: 'read', balance: 'none' })
    expect(openOdata().adjust).toBeUndefined()
  })

  it('a busy base asks for a pause, and a page is an outage', async () => {
    base.router.setTroubles({ throttled: 1 })
    await expect(openOdata().checkLogin()).rejects.toMatchObject({ reason: 'throttled', retryAfterMs: 2000 })
    base.page = { status: 500, html: '<h1>Runtime Error</h1>' }
    await expect(openOdata().search(someClient())).rejects.toMatchObject({ reason: 'down' })
  })
})
