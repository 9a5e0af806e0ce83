import { execFileSync } from 'node:child_process'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppleCertificate, certificates } from '../../../contract/cards/certificates.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, PASSWORD, type Shop, signIn } from '../../../test/people.ts'
import { Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { createAuthority, issuePassCertificate, writeP12 } from '../../engines/wallet/apple/test-authority.ts'

const PASS_TYPE = 'pass.example.requested'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  // A .cer comes without its issuer, and the test authority is none of Apple's.
  server.app.env.appleIntermediates.push(server.authority.intermediatePem)
  shop = await openShop(server, 'Rita')
})
afterAll(() => server?.close())

const params = () => ({ c: shop.c })
const read = () => shop.owner.send(certificates.readApple, { params: params() })
const make = () => shop.owner.ask(certificates.makeRequest, { params: params() })
const activate = () => shop.owner.ask(certificates.activateApple, { params: params() })
const upload = (bytes: Uint8Array) =>
  shop.owner.ask(certificates.uploadIssued, { params: params(), file: new Blob([new Uint8Array(bytes)]) })

/** What Apple makes of a request: OpenSSL reads it, and its signature must hold. */
async function answer(
  request: AppleCertificate['requests'][number] | undefined,
  change: Partial<Parameters<typeof issuePassCertificate>[1]> = {},
  authority = server.authority,
): Promise<Buffer> {
  const publicKeyPem = execFileSync('openssl', ['req', '-verify', '-noout', '-pubkey'], {
    input: request?.pem ?? '',
    stdio: 'pipe',
  }).toString()
  expect(createPublicKey(publicKeyPem).asymmetricKeyDetails?.modulusLength).toBe(2048)
  const order = { passTypeIdentifier: PASS_TYPE, teamIdentifier: 'RITA123456', publicKeyPem, ...change }
  return new X509Certificate((await issuePassCertificate(authority, order)).certificatePem).raw
}

describe('a request that is made here', () => {
  it('waits for Apple, gets its certificate, and that signs cards: the key was here all the time', async () => {
    expect((await read()).ownState).toBe('not_configured')
    const made = await make()
    expect(made.body.data).toMatchObject({ state: 'activated', isTest: true, ownState: 'in_queue' })
    const cer = await answer((await read()).requests[0])
    const uploaded = await upload(cer)
    expect(uploaded.body.data).toMatchObject({
      ownState: 'allow',
      requests: [],
      pending: { passTypeIdentifier: PASS_TYPE, teamIdentifier: 'RITA123456' },
    })
    expect((await activate()).body.data).toMatchObject({ ownState: 'activated', isTest: false, requests: [] })
    expect(await query(server, 'select id from certificate_requests where cabinet_id = $1', [shop.c])).toEqual([])
    const card = await takeCard(server, shop.formUrl, { name: 'Rob', tel: '+420 601 830 001' })
    expect((await new Iphone(server).install(card.cardFileUrl)).json.passTypeIdentifier).toBe(PASS_TYPE)
  })

  it('keeps its key when another is made, and when another certificate takes the place of its own', async () => {
    await make()
    await make()
    const [first, second] = (await read()).requests
    expect((await upload(await answer(first))).status).toBe(200)
    expect((await read()).requests.map((one) => one.id)).toEqual([second?.id])
    const cer = await answer(second)
    expect((await upload(cer)).status).toBe(200)
    expect(
      (await read()).requests.map((one) => one.id),
      'the first is open again',
    ).toEqual([first?.id])
    const text = Buffer.from(new X509Certificate(await answer(first)).toString())
    expect((await upload(text)).status, 'a .cer may be text').toBe(200)
  })

  it('is one of three at most, and never more under a crowd', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, make))
    expect(all.filter((one) => one.status === 200)).toHaveLength(1)
    expect((await make()).body.error?.code).toBe('certificate_requests_full')
    expect(await query(server, 'select id from certificate_requests where cabinet_id = $1', [shop.c])).toHaveLength(3)
  })

  it('is deleted only with the password, and its certificate is then refused', async () => {
    const [request] = (await read()).requests
    const cer = await answer(request)
    server.passTime(11 * 60_000)
    const remove = (password?: string) =>
      shop.owner.ask(certificates.deleteRequest, {
        params: { c: shop.c, id: request?.id ?? '' },
        body: password === undefined ? {} : { password },
      })
    expect((await remove()).body.error?.code).toBe('password_needed')
    expect((await remove(PASSWORD)).status).toBe(200)
    expect((await remove(PASSWORD)).status).toBe(404)
    expect((await upload(cer)).body.error?.code).toBe('no_request_for_it')
  })

  it('shows its key to nobody, and lies sealed; a stranger finds nothing', async () => {
    expect(JSON.stringify(await read())).not.toMatch(/PRIVATE|sealed/)
    const rows = await query<{ row: string; sealed_key: Buffer }>(
      server,
      'select r::text as row, sealed_key from certificate_requests r where cabinet_id = $1',
      [shop.c],
    )
    for (const { row, sealed_key: sealed } of rows) expect(row + sealed.toString('latin1')).not.toContain('PRIVATE')
    const stranger = await signIn(server, 'Sly')
    expect((await stranger.ask(certificates.makeRequest, { params: params() })).status).toBe(404)
  })
})

describe('a .cer', () => {
  it.each<[string, () => Promise<Uint8Array>, string]>([
    ['for the key of somebody else', async () => answer(await foreignRequest()), 'no_request_for_it'],
    [
      'of another authority',
      async () => answer((await read()).requests[0], {}, await createAuthority()),
      'issuer_not_apple',
    ],
    [
      'for another purpose',
      async () => answer((await read()).requests[0], { marked: false }),
      'not_a_pass_certificate',
    ],
    [
      'that has expired',
      async () => answer((await read()).requests[0], { notBefore: new Date(0), notAfter: new Date(1e9) }),
      'certificate_expired',
    ],
    [
      'that is a .p12',
      async () =>
        writeP12(
          await issuePassCertificate(server.authority, { passTypeIdentifier: PASS_TYPE, teamIdentifier: 'RITA123456' }),
          '',
          { legacy: false },
        ),
      'not_a_cer',
    ],
    ['that is empty', async () => Buffer.alloc(0), 'not_a_cer'],
    ['of more than 64 KB', async () => Buffer.alloc(65 * 1024, 0x30), 'certificate_too_large'],
  ])('%s is refused by name and changes nothing', async (_, bytes, code) => {
    const before = await read()
    const response = await upload(await bytes())
    expect([response.status, response.body.error?.code]).toEqual([422, code])
    expect(await read()).toEqual(before)
  })

  it('is refused when a bit of it is wrong: 50 damaged ones change nothing', async () => {
    const good = await answer((await read()).requests[0])
    const before = await read()
    for (let round = 0; round < 50; round++) {
      const bad = Buffer.from(good)
      const at = Math.floor((round * bad.length) / 50)
      bad[at] = (bad[at] as number) ^ (1 << (round % 8))
      const response = await upload(round % 5 === 4 ? bad.subarray(0, at) : bad)
      expect([
        'not_a_cer',
        'no_request_for_it',
        'not_a_pass_certificate',
        'certificate_expired',
        'issuer_not_apple',
      ]).toContain(response.body.error?.code)
    }
    expect(await read()).toEqual(before)
  })

  it('that expires before it is activated is kept and not activated', async () => {
    const own = await openShop(server, 'Late')
    const before = shop
    shop = own
    await make()
    await upload(await answer((await read()).requests[0], { notAfter: new Date(server.now().getTime() + DAY_MS) }))
    expect((await read()).ownState).toBe('allow')
    server.passTime(DAY_MS + 1000)
    expect((await read()).ownState).toBe('configured')
    expect((await activate()).body.error?.code).toBe('certificate_expired')
    expect((await read()).isTest).toBe(true)
    shop = before
  })
})

async function foreignRequest() {
  const other = await openShop(server, 'Other')
  return (await other.owner.send(certificates.makeRequest, { params: { c: other.c } })).requests[0]
}
