import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificates } from '../../../contract/cards/certificates.ts'
import { preorders } from '../../../contract/reach/preorders.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { issuePassCertificate, writeP12 } from '../../engines/wallet/apple/test-authority.ts'
import { notifyCertificatesEnd } from './jobs.ts'

const FIRST = 'pass.example.first'
const SECOND = 'pass.example.second'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Ella')
})
afterAll(() => server?.close())

/** Uploads and activates a certificate that is valid for some days from now. */
async function sign(passTypeIdentifier: string, days: number): Promise<void> {
  const issued = await issuePassCertificate(server.authority, {
    passTypeIdentifier,
    teamIdentifier: 'ELLA123456',
    organisation: 'Ella',
    notAfter: new Date(server.now().getTime() + days * DAY_MS),
  })
  const params = { c: shop.c }
  const file = new Blob([new Uint8Array(writeP12(issued, 'Open-me', { legacy: false }))])
  await shop.owner.send(certificates.uploadApple, { params, body: { password: 'Open-me' }, file })
  await shop.owner.send(certificates.activateApple, { params })
}

const take = () =>
  takeCard(server, shop.formUrl, { name: 'Ed', surname: 'End', tel: `+42060181${String(next++).padStart(4, '0')}` })
const read = () => shop.owner.send(certificates.readApple, { params: { c: shop.c } })
const fetchedVersion = async (serial: string) =>
  (await query<{ fetched_version: string }>(server, 'select fetched_version from passes where id = $1', [serial]))[0]
    ?.fetched_version

describe('a certificate that has expired', () => {
  it('issues and signs nothing more, and everything works again with its successor', async () => {
    await sign(FIRST, 2)
    const installed = await take()
    const phone = new Iphone(server)
    await phone.install(installed.cardFileUrl)
    await phone.register()
    const waiting = await take()
    server.passTime(2 * DAY_MS + 1000)

    await expect(take()).rejects.toThrow('the form answered 200')
    expect((await shop.owner.send(preorders.readActivation, { params: { c: shop.c } })).certificate).toBe('expired')
    const file = await fetch(waiting.cardFileUrl)
    expect([file.status, file.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    const before = await fetchedVersion(phone.pass.json.serialNumber)
    const update = await phone.fetchCard('')
    expect([update.status, update.headers.get('retry-after')]).toEqual([503, '3600'])
    expect(await fetchedVersion(phone.pass.json.serialNumber), 'what was not delivered is not counted').toBe(before)

    await sign(FIRST, 3)
    expect((await phone.fetchCard('')).status).toBe(200)
    expect((await new Iphone(server).install(waiting.cardFileUrl)).json.passTypeIdentifier).toBe(FIRST)
    await take()
  })

  it('leaves cards that no iPhone has to the active one, even of another pass type', async () => {
    const [held, waiting] = [await take(), await take()]
    const phone = new Iphone(server)
    await phone.install(held.cardFileUrl)
    await phone.register()
    await sign(SECOND, 30)
    expect((await new Iphone(server).install(waiting.cardFileUrl)).json.passTypeIdentifier).toBe(FIRST)
    server.passTime(3 * DAY_MS + 1000)
    expect((await new Iphone(server).install(waiting.cardFileUrl)).json.passTypeIdentifier).toBe(SECOND)
    expect((await fetch(held.cardFileUrl)).status, 'a phone would take it for another card').toBe(503)
  })
})

describe('a replaced certificate that cards on iPhones still need', () => {
  it('is shown with its cards, and people are warned before it ends', async () => {
    const own = await openShop(server, 'Rena')
    const before = shop
    shop = own
    await sign(FIRST, 20)
    const phone = new Iphone(server)
    await phone.install((await take()).cardFileUrl)
    expect((await read()).carrying).toEqual([])
    await sign(SECOND, 300)
    expect((await read()).carrying, 'no phone has registered yet').toEqual([])
    await phone.register()
    expect((await read()).carrying).toEqual([
      {
        passTypeIdentifier: FIRST,
        teamIdentifier: 'ELLA123456',
        organisation: 'Ella',
        expiresAt: expect.any(String),
        cards: 1,
      },
    ])
    const raised = () =>
      query<{ detail: object }>(
        server,
        `select detail from notifications
          where cabinet_id = $1 and type = 'tariff_certificate_expires' order by number`,
        [own.c],
      )
    await notifyCertificatesEnd.handle(server.app, {})
    await notifyCertificatesEnd.handle(server.app, {})
    expect((await raised()).map((row) => row.detail)).toMatchObject([{ name: FIRST, isOver: false, cards: 1 }])
    await sign(FIRST, 300)
    server.passTime(20 * DAY_MS)
    await notifyCertificatesEnd.handle(server.app, {})
    expect(await raised(), 'its cards have moved to its successor').toHaveLength(1)
    shop = before
  })
})

it('is announced 60, 30, 14 and 3 days before a certificate ends, and when it has ended, once each', async () => {
  shop = await openShop(server, 'Wes')
  await sign('pass.example.wes', 61)
  const announced = async (passedDays: number) => {
    server.passTime(passedDays * DAY_MS)
    await notifyCertificatesEnd.handle(server.app, {})
    await notifyCertificatesEnd.handle(server.app, {})
    const rows = await query(
      server,
      `select id from notifications where cabinet_id = $1 and type = 'tariff_certificate_expires'`,
      [shop.c],
    )
    return rows.length
  }
  const counts: number[] = []
  for (const passedDays of [0, 1.5, 29, 1, 16, 10, 1, 3]) counts.push(await announced(passedDays))
  expect(counts).toEqual([0, 1, 1, 2, 3, 3, 4, 5])
})
