import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificates } from '../../../contract/cards/certificates.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { AndroidPhone, Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { issuePassCertificate, writeP12 } from '../../engines/wallet/apple/test-authority.ts'
import { followCertificateJob } from '../../reach/passes/certificate-change.ts'

const OWN = 'pass.example.own'

let server: TestServer
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

async function activate(shop: Shop, passTypeIdentifier = OWN): Promise<void> {
  const issued = await issuePassCertificate(server.authority, { passTypeIdentifier, teamIdentifier: 'FOLLOW1234' })
  const params = { c: shop.c }
  const file = new Blob([new Uint8Array(writeP12(issued, 'Open-me', { legacy: false }))])
  await shop.owner.send(certificates.uploadApple, { params, body: { password: 'Open-me' }, file })
  await shop.owner.send(certificates.activateApple, { params })
}

const newClient = () => ({ name: 'Fay', surname: 'Old', tel: `+42060281${String(next++).padStart(4, '0')}` })
const take = (shop: Shop, client = newClient()) => takeCard(server, shop.formUrl, client)
const typeOf = async (cardFileUrl: string) => (await new Iphone(server).install(cardFileUrl)).json.passTypeIdentifier
const changeOf = async (shop: Shop) =>
  (await shop.owner.send(cabinets.listJobs, { params: { c: shop.c } })).jobs.find((job) => job.kind === 'certificate')
async function testPhoneWith(cardFileUrl: string): Promise<Iphone> {
  const phone = new Iphone(server)
  await phone.install(cardFileUrl)
  expect((await phone.register()).status).toBe(201)
  await phone.update()
  return phone
}

describe('a card that was issued on the test certificate', () => {
  it('opens with the new pass type from its old link, before the job has come to it', async () => {
    const shop = await openShop(server, 'Fay')
    const old = await take(shop)
    const phone = await testPhoneWith(old.cardFileUrl)
    const untouched = await take(shop)
    expect((await shop.owner.send(certificates.readApple, { params: { c: shop.c } })).testCards).toBe(2)
    await activate(shop)
    expect(await changeOf(shop)).toMatchObject({ state: 'queued', done: 0, total: 2 })
    expect(await typeOf(old.cardFileUrl)).toBe(OWN)
    expect((await phone.fetchCard('')).status, 'the old registration has ended').toBe(401)
    expect((await phone.list()).status).toBe(404)
    const again = await testPhoneWith(old.cardFileUrl)
    expect((await again.fetchCard('')).status).toBe(200)

    await server.drainJobs()
    expect(await changeOf(shop)).toMatchObject({ state: 'done', done: 2, total: 2 })
    expect((await again.fetchCard('')).status, 'the job leaves the new registration alone').toBe(200)
    expect(await typeOf(untouched.cardFileUrl)).toBe(OWN)
    expect((await shop.owner.send(certificates.readApple, { params: { c: shop.c } })).testCards).toBe(0)
  })

  it('moves by the job too, in batches; a batch that fails or runs again changes nothing twice', async () => {
    const shop = await openShop(server, 'Gus')
    const phone = await testPhoneWith((await take(shop)).cardFileUrl)
    const { serialNumber } = phone.pass.json
    await activate(shop)
    const [change] = await query<{ id: string }>(server, 'select id from certificate_changes where cabinet_id = $1', [
      shop.c,
    ])
    const job = { cabinetId: shop.c, id: change?.id ?? '' }
    await Promise.all([followCertificateJob.handle(server.app, job), followCertificateJob.handle(server.app, job)])
    const states = await query<{ type: string; phones: number }>(
      server,
      `select c.pass_type_identifier as type,
         (select count(*)::int from registrations r where r.pass_id = p.id) as phones
        from passes p join apple_certificates c on c.cabinet_id = p.cabinet_id and c.id = p.certificate_id
        where p.id = $1`,
      [serialNumber],
    )
    expect(states).toEqual([{ type: OWN, phones: 0 }])
    expect(await changeOf(shop)).toMatchObject({ state: 'done', done: 1, total: 1 })
  })

  it('goes to the newest certificate when another is activated before the job has run', async () => {
    const shop = await openShop(server, 'Hal')
    const old = await take(shop)
    await activate(shop, 'pass.example.first')
    await activate(shop, 'pass.example.second')
    await server.drainJobs()
    expect(await typeOf(old.cardFileUrl)).toBe('pass.example.second')
  })
})

describe('a renewed certificate', () => {
  it('has iPhones fetch their cards signed with it, and asks Google for nothing', async () => {
    const shop = await openShop(server, 'Ivy')
    await activate(shop)
    await server.drainJobs()
    const card = await take(shop)
    const phone = await testPhoneWith(card.cardFileUrl)
    await new AndroidPhone(server).save(card.googleUrl)
    await server.drainJobs()
    const before = server.outside.applePush.requests.length
    const atGoogle = () =>
      query(server, 'select google_version = version as current from passes where id = $1', [
        phone.pass.json.serialNumber,
      ])
    expect(await atGoogle()).toEqual([{ current: true }])
    const signature = phone.pass.files.get('signature')
    const signed = phone.modified
    await activate(shop)
    expect(await changeOf(shop)).toMatchObject({ total: 1 })
    await server.drainJobs()
    expect(server.outside.applePush.requests.length).toBe(before + 1)
    await phone.update()
    expect(phone.modified).not.toBe(signed)
    expect(phone.pass.files.get('signature')?.equals(signature ?? Buffer.alloc(0))).toBe(false)
    expect(await atGoogle()).toEqual([{ current: true }])
  })
})
