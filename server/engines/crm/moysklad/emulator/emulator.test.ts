/** The library that others use with MoySklad, against the emulated one. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import openLibrary from 'moysklad'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Moysklad, openEmulator } from './emulator.ts'

const PREFIX = '/outside/crm/moysklad'
/** The library takes encrypted addresses only; here it is as if a proxy ended the encryption. */
const OUTSIDE = 'https://shop.example'
let shop: Moysklad
let web: Server
let inside: string

beforeAll(async () => {
  web = createServer((request, response) => shop.router.handler(request, response))
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  inside = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
})
afterAll(() => {
  web.closeAllConnections()
  web.close()
})
beforeEach(() => {
  shop = openEmulator(PREFIX, { login: 'admin@shop', password: 'right', token: 'token' })
})

const open = (keys: object = { login: 'admin@shop', password: 'right' }) =>
  openLibrary({
    endpoint: `${OUTSIDE}${PREFIX}/api`,
    ...keys,
    fetch: ((url: string, options: RequestInit) =>
      fetch(url.replace(OUTSIDE, inside), {
        ...options,
        headers: { ...options.headers, 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' },
      })) as never,
  })
type Shown = { id: string; meta: { href: string }; name: string; updated: string; bonusPoints: number }
type Page = { meta: { size: number; nextHref?: string }; rows: Shown[] }
const add = (buyer: object) => open().POST('entity/counterparty', buyer) as Promise<Shown>
const list = (query: object) => open().GET('entity/counterparty', query) as Promise<Page>
const names = async (query: object) => (await list(query)).rows.map(({ name }) => name)
const faultOf = (work: Promise<unknown>): Promise<Record<string, unknown>> =>
  work.then(
    () => expect.fail('it was accepted'),
    (fault: unknown) => fault as Record<string, unknown>,
  )
const meta = (type: string, id: string) => ({
  meta: { href: open().buildUrl(`entity/${type}/${id}`), type, mediaType: 'application/json' },
})

describe('the library of others', () => {
  it('signs in with a login, with a token, and with one that it asks for', async () => {
    expect(await open().GET('context/employee')).toMatchObject({ uid: 'admin@shop', meta: { type: 'employee' } })
    expect(await open({ token: 'token' }).GET('context/employee')).toMatchObject({ uid: 'admin@shop' })
    const { access_token: first } = await open().POST('security/token', {})
    expect(await open({ token: first }).GET('context/employee')).toMatchObject({ uid: 'admin@shop' })
    await open().POST('security/token', {})
    expect(await faultOf(open({ token: first }).GET('context/employee'))).toMatchObject({ status: 401, code: 1056 })
    const wrong = open({ login: 'admin@shop', password: 'wrong' }).GET('context/employee')
    expect(await faultOf(wrong)).toMatchObject({ name: 'MoyskladApiError', status: 401, code: 1056 })
  })

  it('adds a buyer, reads it by its address, changes and deletes it', async () => {
    const added = await add({ name: 'Anna', phone: '+79990000001', tags: ['VIP'], bonusPoints: 500 })
    expect(added).toMatchObject({ name: 'Anna', tags: ['vip'], bonusPoints: 0, archived: false })
    expect(added.meta).toEqual({
      href: `${OUTSIDE}${PREFIX}/api/remap/1.2/entity/counterparty/${added.id}`,
      metadataHref: `${OUTSIDE}${PREFIX}/api/remap/1.2/entity/counterparty/metadata`,
      type: 'counterparty',
      mediaType: 'application/json',
      uuidHref: expect.stringContaining(added.id),
    })
    const { path } = open().parseUrl(added.meta.href)
    expect(await open().GET(path.join('/'))).toEqual(added)
    const changed = await open().PUT(`entity/counterparty/${added.id}`, { email: 'anna@example.test', phone: null })
    expect(changed).toMatchObject({ name: 'Anna', email: 'anna@example.test', tags: ['vip'] })
    expect(changed).not.toHaveProperty('phone')
    await open().DELETE(`entity/counterparty/${added.id}`)
    const gone = open().GET(`entity/counterparty/${added.id}`)
    expect(await faultOf(gone)).toMatchObject({ status: 404, code: 1021 })
  })

  it('filters as its own language of filters does', async () => {
    const early = await add({ name: 'Anna', phone: '8 (999) 000-00-01', email: 'a;b@example.test' })
    await new Promise((done) => setTimeout(done, 5))
    await add({ name: 'Boris', phone: '+79990000002', discountCardNumber: '0007', externalCode: 'own-7' })
    await add({ name: 'Clara', phone: '+79990000003', externalCode: 'own-8' })
    const find = (filter: object) => names({ filter, order: 'name' })
    expect(await find({ updated: { $gt: early.updated } })).toEqual(['Boris', 'Clara'])
    expect(await find({ updated: { $gte: early.updated } })).toEqual(['Anna', 'Boris', 'Clara'])
    expect(await find({ updated: { $gt: new Date(Date.now() + 60_000) } })).toEqual([])
    expect(await find({ phone: { $contains: '999000000' } })).toEqual(['Boris', 'Clara'])
    expect(await find({ name: { $in: ['Anna', 'Clara'] } })).toEqual(['Anna', 'Clara'])
    expect(await find({ name: { $ne: 'Anna' }, externalCode: { $st: 'own' } })).toEqual(['Boris', 'Clara'])
    expect(await find({ email: 'a;b@example.test' })).toEqual(['Anna'])
    expect(await find({ discountCardNumber: '0007' })).toEqual(['Boris'])
    expect(await faultOf(list({ filter: { nothing: 1 } }))).toMatchObject({ status: 412, code: 1034 })
    expect(await faultOf(list({ filter: 'updated>today' }))).toMatchObject({ status: 412, code: 1035 })
  })

  it('searches, orders, and walks over pages', async () => {
    for (const name of ['Anna', 'Boris', 'Joanna']) await add({ name, phone: '+79990000001' })
    expect(await names({ search: 'ann', order: 'name,desc' })).toEqual(['Joanna', 'Anna'])
    expect(await names({ search: '9990000001', limit: 2, order: [['name', 'asc']] })).toEqual(['Anna', 'Boris'])
    const first = await list({ limit: 2, order: 'name' })
    expect(first.meta).toMatchObject({ size: 3, limit: 2, offset: 0, type: 'counterparty' })
    const { path, query } = open().parseUrl(first.meta.nextHref ?? '')
    const second = (await open().GET(path.join('/'), query)) as Page
    expect(second.rows.map(({ name }) => name)).toEqual(['Joanna'])
    expect(second.meta).toHaveProperty('previousHref')
  })

  it('adds and changes many at once, and is told which one is wrong', async () => {
    const known = await add({ name: 'Anna' })
    const many = [{ name: 'Boris' }, { phone: '1' }, { meta: known.meta, name: 'Anna II' }]
    const fault = await faultOf(open().POST('entity/counterparty', many))
    expect(fault).toMatchObject({ name: 'MoyskladCollectionError', status: 400, code: 3000 })
    expect(fault.errorsIndexes).toMatchObject([[1, [{ code: 3000, parameter: 'name' }]]])
    expect(await names({ order: 'name' })).toEqual(['Anna II', 'Boris'])
    expect(await open().POST('entity/counterparty', [{ name: 'Clara' }])).toMatchObject([{ name: 'Clara' }])
  })

  it('defines attributes, writes them one by one, and finds by them', async () => {
    const [link, track] = (await open().POST('entity/counterparty/metadata/attributes', [
      { name: 'Card', type: 'link' },
      { name: 'Track', type: 'string' },
    ])) as Shown[]
    const added = await add({ name: 'Anna', attributes: [{ meta: link?.meta, value: 'https://cards.example/1' }] })
    const changed = await open().PUT(`entity/counterparty/${added.id}`, {
      attributes: [{ meta: track?.meta, value: 'T1' }],
    })
    expect(changed.attributes).toMatchObject([
      { id: link?.id, name: 'Card', type: 'link', value: 'https://cards.example/1' },
      { id: track?.id, value: 'T1' },
    ])
    expect(await names({ filter: { [track?.meta.href ?? '']: 'T1' } })).toEqual(['Anna'])
    expect(await names({ filter: { [track?.meta.href ?? '']: 'T2' } })).toEqual([])
    const unknown = { attributes: [{ ...meta('counterparty/metadata/attributes', 'nothing'), value: 1 }] }
    expect(await faultOf(open().PUT(`entity/counterparty/${added.id}`, unknown))).toMatchObject({ code: 1021 })
  })

  it('moves points within the programme only', async () => {
    const buyer = await add({ name: 'Anna' })
    const movement = { agent: { meta: buyer.meta }, transactionType: 'EARNING', bonusValue: 50, externalCode: 'op-1' }
    const move = (change: object) => open().POST('entity/bonustransaction', { ...movement, ...change })
    expect(await faultOf(move({}))).toMatchObject({ status: 412, code: 3000, errors: [{ parameter: 'bonusProgram' }] })
    const other = meta('bonusprogram', 'another')
    expect(await faultOf(move({ bonusProgram: other }))).toMatchObject({ status: 412, code: 1021 })
    const { rows } = (await open().GET('entity/bonusprogram')) as Page
    const bonusProgram = { meta: rows[0]?.meta }
    expect(await move({ bonusProgram })).toMatchObject({ transactionStatus: 'COMPLETED', bonusValue: 50 })
    expect(await faultOf(move({ bonusProgram, transactionType: 'SPENDING', bonusValue: 51 }))).toMatchObject({
      status: 412,
    })
    expect(await open().GET(`entity/counterparty/${buyer.id}`)).toMatchObject({ bonusPoints: 50 })
    const found = await open().GET('entity/bonustransaction', {
      filter: { agent: buyer.meta.href, externalCode: 'op-1' },
    })
    expect((found as Page).rows).toMatchObject([{ externalCode: 'op-1', agent: { meta: { href: buyer.meta.href } } }])
    expect(await open().GET(`entity/bonustransaction/${(found as Page).rows[0]?.id}`)).toMatchObject({ bonusValue: 50 })
  })
})
