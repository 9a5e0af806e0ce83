import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificates } from '../../../contract/cards/certificates.ts'
import { query, setPlan, tally } from '../../../test/direct-access.ts'
import { openShop, PASSWORD, type Person, type Shop, signIn } from '../../../test/people.ts'
import { fillForm, Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { issuePassCertificate, writeP12, type IssuedCertificate } from '../../engines/wallet/apple/test-authority.ts'
import { activeCertificate, signingOf } from './certificates.ts'

const PASS_TYPE = 'pass.example.coffee'
const TEAM = 'COFFEE1234'

let server: TestServer
let shop: Shop
let issued: IssuedCertificate
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Cora')
  issued = await issue()
})
afterAll(() => server?.close())

const issue = (change: Partial<Parameters<typeof issuePassCertificate>[1]> = {}) =>
  issuePassCertificate(server.authority, {
    passTypeIdentifier: PASS_TYPE,
    teamIdentifier: TEAM,
    organisation: 'Coffee Lab',
    ...change,
  })
const upload = (bytes: Uint8Array, password: string, who: Person = shop.owner, c = shop.c) =>
  who.ask(certificates.uploadApple, { params: { c }, body: { password }, file: new Blob([new Uint8Array(bytes)]) })
const read = (of = shop) => of.owner.send(certificates.readApple, { params: { c: of.c } })
const activate = (of = shop) => of.owner.ask(certificates.activateApple, { params: { c: of.c } })

describe('a new cabinet', () => {
  it('signs with a certificate of the test authority of its own', async () => {
    expect(await read()).toMatchObject({
      state: 'activated',
      isTest: true,
      passTypeIdentifier: `pass.test.kartoteka.c${shop.c}`,
      pending: null,
    })
  })

  it('has it from its first moment, and reading makes no other', async () => {
    const crowd = await Promise.all(Array.from({ length: 4 }, (_, i) => openShop(server, `Crowd${i}`)))
    const idsOf = (one: Shop) => query(server, 'select id from apple_certificates where cabinet_id = $1', [one.c])
    const before = await Promise.all(crowd.map(idsOf))
    expect(before.map((rows) => rows.length)).toEqual([1, 1, 1, 1])
    await Promise.all(crowd.map(read))
    expect(await Promise.all(crowd.map(idsOf))).toEqual(before)
  })
})

describe('an uploaded certificate', () => {
  it.each([
    ['modern', false],
    ['legacy RC2', true],
  ])('of the %s kind waits to be activated', async (_, legacy) => {
    const response = await upload(writeP12(issued, 'Open-me', { legacy }), 'Open-me')
    expect(response.body.data).toMatchObject({
      state: 'activated',
      isTest: true,
      pending: { passTypeIdentifier: PASS_TYPE, teamIdentifier: TEAM, organisation: 'Coffee Lab' },
    })
    expect(
      await query(server, `select id from apple_certificates where cabinet_id = $1 and state = 'pending'`, [shop.c]),
    ).toHaveLength(1)
  })

  it('is one however many are uploaded at the same time', async () => {
    const p12 = writeP12(issued, 'Open-me', { legacy: false })
    const all = await Promise.all(Array.from({ length: 4 }, () => upload(p12, 'Open-me')))
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 4 })
    expect(
      await query(server, `select id from apple_certificates where cabinet_id = $1 and state = 'pending'`, [shop.c]),
    ).toHaveLength(1)
  })

  it('waits in a short queue: a crowd of uploads is refused and leaves connections for other calls', async () => {
    const p12 = writeP12(issued, 'Open-me', { legacy: true })
    let answered = 0
    const uploads = Array.from({ length: 16 }, () => upload(p12, 'Open-me').finally(() => answered++))
    expect(await (await fetch(shop.formUrl)).text()).toContain('<form')
    expect(answered, 'the form comes before the crowd is through').toBeLessThan(16)
    const count = tally((await Promise.all(uploads)).map((response) => response.status))
    expect(Object.keys(count).filter((status) => status !== '200' && status !== '503')).toEqual([])
    expect(count[200]).toBeGreaterThanOrEqual(2)
  })

  it('never shows its password or key again, and both lie sealed', async () => {
    const text = JSON.stringify(await read())
    expect(text).not.toMatch(/PRIVATE|BEGIN|sealed|Open-me/)
    const [row] = await query<{ row: string; sealed_key: Buffer }>(
      server,
      `select a::text as row, sealed_key from apple_certificates a where cabinet_id = $1 and state = 'pending'`,
      [shop.c],
    )
    expect(row?.row).not.toMatch(/PRIVATE|Open-me/)
    expect(row?.sealed_key.includes('PRIVATE')).toBe(false)
  })

  it.each<[string, () => Promise<[Uint8Array, string]> | [Uint8Array, string], number, string]>([
    ['a wrong password', () => [writeP12(issued, 'Open-me', { legacy: false }), 'open-me'], 422, 'wrong_password'],
    [
      'a wrong password of an old file',
      () => [writeP12(issued, 'Open-me', { legacy: true }), ''],
      422,
      'wrong_password',
    ],
    ['a file that is no certificate', () => [Buffer.from('hello, this is no certificate'), 'x'], 422, 'not_a_p12'],
    ['an empty file', () => [Buffer.alloc(0), 'x'], 422, 'not_a_p12'],
    ['half a file', () => [writeP12(issued, 'x', { legacy: false }).subarray(0, 900), 'x'], 422, 'not_a_p12'],
    [
      'a certificate without its key',
      () => [writeP12(issued, 'x', { legacy: false, withoutKey: true }), 'x'],
      422,
      'no_private_key',
    ],
    [
      'a certificate without its issuer',
      () => [writeP12(issued, 'x', { legacy: false, withoutChain: true }), 'x'],
      422,
      'unknown_issuer',
    ],
    [
      'the key of another',
      async () => [writeP12({ ...issued, privateKeyPem: (await issue()).privateKeyPem }, 'x', { legacy: false }), 'x'],
      422,
      'key_mismatch',
    ],
    [
      'an expired one',
      async () => [
        writeP12(await issue({ notBefore: new Date(Date.now() - 2e9), notAfter: new Date(Date.now() - 1e9) }), 'x', {
          legacy: false,
        }),
        'x',
      ],
      422,
      'certificate_expired',
    ],
    [
      'one for another purpose',
      async () => [writeP12(await issue({ marked: false }), 'x', { legacy: false }), 'x'],
      422,
      'not_a_pass_certificate',
    ],
    ['more than 64 KB', () => [Buffer.alloc(65 * 1024, 0x30), 'x'], 422, 'certificate_too_large'],
  ])('is refused when it is %s, and nothing is changed', async (_, make, status, code) => {
    const before = await read()
    const [bytes, password] = await make()
    const response = await upload(bytes, password)
    expect([response.status, response.body.error?.code]).toEqual([status, code])
    expect(await read()).toEqual(before)
  })

  it('belongs to its cabinet: a stranger gets not found and changes nothing', async () => {
    const stranger = await signIn(server, 'Stan')
    const before = await read()
    const p12 = writeP12(issued, 'Open-me', { legacy: false })
    expect((await upload(p12, 'Open-me', stranger)).body.error?.code).toBe('not_found')
    for (const call of [
      certificates.readApple,
      certificates.activateApple,
      certificates.activateTest,
      certificates.removePassType,
    ]) {
      expect((await stranger.ask(call, { params: { c: shop.c } })).status).toBe(404)
    }
    expect(await read()).toEqual(before)
    const other = await openShop(server, 'Otto')
    expect((await activate(other)).body.error?.code).toBe('nothing_to_activate')
  })

  it('has a key that opens only in its own row', async () => {
    const rows = await query<{ id: string; cabinet_id: string; sealed_key: Buffer }>(
      server,
      'select id, cabinet_id, sealed_key from apple_certificates where cabinet_id = $1',
      [shop.c],
    )
    const [first, second] = rows as [(typeof rows)[0], (typeof rows)[0]]
    await query(server, 'update apple_certificates set sealed_key = $2 where id = $1', [first.id, second.sealed_key])
    await expect(openForWork(server.app, shop.c, (db) => signingOf(server.app, db, first.id))).rejects.toThrow()
    await query(server, 'update apple_certificates set sealed_key = $2 where id = $1', [first.id, first.sealed_key])
    const flipped = Buffer.from(second.sealed_key)
    flipped[flipped.length - 1] = (flipped.at(-1) as number) ^ 1
    await query(server, 'update apple_certificates set sealed_key = $2 where id = $1', [second.id, flipped])
    await expect(openForWork(server.app, shop.c, (db) => signingOf(server.app, db, second.id))).rejects.toThrow()
    await query(server, 'update apple_certificates set sealed_key = $2 where id = $1', [second.id, second.sealed_key])
  })
})

describe('activation', () => {
  it('signs new cards with the uploaded certificate, and cards of the test type follow', async () => {
    const old = await takeCard(server, shop.formUrl, { name: 'Old', tel: '+420 601 000 001' })
    const all = await Promise.all(Array.from({ length: 4 }, () => activate()))
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 409: 3 })
    expect(await read()).toMatchObject({
      state: 'activated',
      isTest: false,
      passTypeIdentifier: PASS_TYPE,
      pending: null,
    })
    const fresh = await takeCard(server, shop.formUrl, { name: 'Fresh', tel: '+420 601 000 002' })
    expect((await new Iphone(server).install(fresh.cardFileUrl)).json).toMatchObject({
      passTypeIdentifier: PASS_TYPE,
      teamIdentifier: TEAM,
    })
    expect((await new Iphone(server).install(old.cardFileUrl)).json.passTypeIdentifier).toBe(PASS_TYPE)
  })

  it('moves cards of the same pass type to the renewed certificate, and a phone goes on updating', async () => {
    const card = await takeCard(server, shop.formUrl, { name: 'Loyal', tel: '+420 601 000 003' })
    const phone = new Iphone(server)
    await phone.install(card.cardFileUrl)
    expect((await phone.register()).status).toBe(201)
    await upload(writeP12(await issue(), 'Next', { legacy: false }), 'Next')
    expect((await activate()).status).toBe(200)
    const [before] = await query<{ id: string }>(server, 'select certificate_id as id from passes where id = $1', [
      phone.pass.json.serialNumber,
    ])
    const signs = () =>
      openForWork(server.app, shop.c, async (db) => {
        const active = await activeCertificate(db)
        const { certificatePem } = await signingOf(server.app, db, before?.id ?? '')
        return [before?.id === active?.id, certificatePem === active?.certificate_pem]
      })
    expect(await signs(), 'before a card has moved').toEqual([false, true])
    await server.drainJobs()
    const rows = await query<{ id: string; n: number }>(
      server,
      `select c.id, count(p.id)::int as n from apple_certificates c
        left join passes p on p.certificate_id = c.id where c.cabinet_id = $1
        and c.pass_type_identifier = $2 group by c.id order by n`,
      [shop.c, PASS_TYPE],
    )
    const active = await openForWork(server.app, shop.c, (db) => activeCertificate(db))
    expect(rows.map((row) => [row.id === active?.id, row.n])).toEqual([
      [false, 0],
      [true, 3],
    ])
    expect((await phone.fetchCard('')).status).toBe(200)
  })

  it('goes back to the test certificate once under a double click, which may then be removed', async () => {
    const test = () => shop.owner.ask(certificates.activateTest, { params: { c: shop.c } })
    expect(tally((await Promise.all([test(), test(), test()])).map((response) => response.status))).toEqual({ 200: 3 })
    expect(
      await query(server, `select id from apple_certificates where cabinet_id = $1 and state = 'active'`, [shop.c]),
    ).toHaveLength(1)
    server.passTime(11 * 60_000)
    const asked = await shop.owner.ask(certificates.removePassType, { params: { c: shop.c }, body: {} })
    expect([asked.status, asked.body.error?.code]).toEqual([403, 'password_needed'])
    const remove = () =>
      shop.owner.ask(certificates.removePassType, { params: { c: shop.c }, body: { password: PASSWORD } })
    expect((await remove()).body.data).toMatchObject({ state: 'not_configured', passTypeIdentifier: null })
    expect((await remove()).body.error?.code).toBe('not_a_test_certificate')
    expect((await activate()).body.error?.code).toBe('nothing_to_activate')
    await setPlan(server, shop.c, 'base')
    expect(await (await fetch(shop.formUrl)).text()).toContain('<form')
    const sent = await fillForm(server, shop.formUrl, { name: 'None', tel: '+420 601 000 009' })
    expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('Your card is reserved')])
  })
})
