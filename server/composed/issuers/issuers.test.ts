import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { certificates } from '../../../contract/cards/certificates.ts'
import { issuers } from '../../../contract/cards/issuers.ts'
import { clients } from '../../../contract/people/clients.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { inputOf } from '../../../test/client-input.ts'
import { makeJobsDue, query, setPlan } from '../../../test/direct-access.ts'
import { inbox, makePush } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { AndroidPhone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'
import { issuePassCertificate, writeP12 } from '../../engines/wallet/apple/test-authority.ts'

const SHARED = '3388000000000000001'
const OWN = '3388000000099999999'
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKeyPem = keys.publicKey.export({ format: 'pem', type: 'spki' }).toString()
const account = {
  type: 'service_account',
  client_email: 'own@coffee.iam.gserviceaccount.com',
  private_key: keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
}

let server: TestServer
let shop: Shop
let shops = 0
let next = 0
beforeAll(async () => {
  server = await startTestServer()
  server.outside.googleWallet.addAccount({
    clientEmail: account.client_email,
    publicKeyPem,
    issuerIds: [OWN],
    issuerName: 'Coffee Lab',
    owners: ['owner1@gmail.com'],
  })
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.outside.googleWallet.setTroubles({ review: 'APPROVED', status500Rate: 0 })
  shop = await openShop(server, `Gina${++shops}`)
})

/** Another one for each business: one address gets only so many codes an hour. */
const gmail = () => `owner${shops}@gmail.com`
const params = () => ({ c: shop.c })
const read = () => shop.owner.send(issuers.readGoogle, { params: params() })
const sendCode = (email = gmail()) => shop.owner.ask(issuers.sendGmailCode, { params: params(), body: { email } })
const activate = (source: 'own' | 'shared' = 'own') =>
  shop.owner.ask(issuers.activateGoogle, { params: params(), body: { source } })
const save = (change: Partial<{ issuerId: string; gmail: string; code: string; serviceAccountKey: string }> = {}) =>
  shop.owner.ask(issuers.saveGoogle, {
    params: params(),
    body: { issuerId: OWN, gmail: gmail(), code: '', serviceAccountKey: JSON.stringify(account), ...change },
  })
const notices = async () =>
  (
    await shop.owner.send(notifications.listNotifications, { params: params(), query: { type: 'google_review' } })
  ).data.map((one) => one.text)
async function codeSent(): Promise<string> {
  await sendCode()
  await server.drainJobs()
  const { mailbox } = server.outside.smtp
  return /\d{6}/.exec(mailbox.list(gmail())[0]?.subject ?? '')?.[0] ?? ''
}
async function activateApple(): Promise<void> {
  const issued = await issuePassCertificate(server.authority, {
    passTypeIdentifier: 'pass.example.gina',
    teamIdentifier: 'GINA123456',
    organisation: 'Gina',
  })
  const file = new Blob([new Uint8Array(writeP12(issued, 'Open-me', { legacy: false }))])
  await shop.owner.send(certificates.uploadApple, { params: params(), body: { password: 'Open-me' }, file })
  await shop.owner.send(certificates.activateApple, { params: params() })
}
const take = () =>
  takeCard(server, shop.formUrl, { name: 'Ina', tel: `+42060${String(1_000_000 + ++next * 10_007).slice(-7)}` })
const isSaved = async (objectId: string) =>
  (await query(server, 'select id from passes where google_object_id = $1 and google_saved_at is not null', [objectId]))
    .length === 1

describe('an own issuer', () => {
  it('is checked with Google, kept sealed, and waits', async () => {
    const code = await codeSent()
    const cases: [Parameters<typeof save>[0], string][] = [
      [{ serviceAccountKey: '{}' }, 'google_key_invalid'],
      [{ serviceAccountKey: '' }, 'google_key_invalid'],
      [{ serviceAccountKey: JSON.stringify({ ...account, private_key: 'x'.repeat(200) }) }, 'google_key_invalid'],
      [{ serviceAccountKey: JSON.stringify({ ...account, client_email: 'no@body.example' }) }, 'google_key_refused'],
      [{ issuerId: '3388000000011111111' }, 'google_issuer_refused'],
      [{ issuerId: SHARED }, 'google_issuer_taken'],
    ]
    for (const [change, refused] of cases)
      expect((await save({ code, ...change })).body.error?.code, JSON.stringify(change).slice(0, 60)).toBe(refused)
    expect((await read()).waiting).toBeNull()
    const saved = await save({ code })
    expect(saved.body.data).toMatchObject({
      state: 'configured',
      source: 'shared',
      issuerId: SHARED,
      own: null,
      waiting: {
        issuerId: OWN,
        name: 'Coffee Lab',
        serviceAccount: account.client_email,
        gmail: gmail(),
        isGmailListed: true,
        review: null,
      },
      isAppleActive: false,
    })
    expect(JSON.stringify(saved.body)).not.toContain('PRIVATE')
    const [row] = await query<{ row: string }>(
      server,
      `select g::text as row from google_issuers g where cabinet_id = $1`,
      [shop.c],
    )
    expect(row?.row).not.toMatch(/PRIVATE|BEGIN/)
    expect((await save({ serviceAccountKey: '' })).status, 'an empty key keeps the saved one').toBe(200)
    expect((await activate()).body.error?.code).toBe('apple_first')
  })

  it('makes the cards once Google has approved them; cards on phones stay, the others move', async () => {
    const held = await take()
    const phone = new AndroidPhone(server)
    const heldId = await phone.save(held.googleUrl)
    await until(() => isSaved(heldId), 'Google reports that the card was saved')
    const free = await take()
    await new AndroidPhone(server).openSaveLink(free.googleUrl)
    await save({ code: await codeSent() })
    await activateApple()
    expect((await read()).cards.own).toEqual({ held: 1, free: 1 })

    server.outside.googleWallet.setTroubles({ review: 'UNDER_REVIEW' })
    expect((await activate()).body.data).toMatchObject({
      state: 'in_queue',
      source: 'shared',
      waiting: { review: 'under_review' },
    })
    expect(await new AndroidPhone(server).save((await take()).googleUrl)).toMatch(new RegExp(`^${SHARED}\\.`))
    await makeJobsDue(server)
    await server.drainJobs()
    expect((await read()).state, 'Google is still looking').toBe('in_queue')
    server.outside.googleWallet.setTroubles({ review: 'APPROVED' })
    await makeJobsDue(server)
    await server.drainJobs()
    expect(await read()).toMatchObject({
      state: 'activated',
      source: 'own',
      issuerId: OWN,
      own: { review: 'approved' },
      waiting: null,
      cards: { own: { free: 0 } },
    })
    expect(await notices()).toEqual([expect.stringContaining('Google approved the cards of “Coffee Lab”')])
    expect(await new AndroidPhone(server).save(free.googleUrl)).toMatch(new RegExp(`^${OWN}\\.`))
    expect(await new AndroidPhone(server).save((await take()).googleUrl)).toMatch(new RegExp(`^${OWN}\\.`))

    const [pass] = await query<{ client_id: string }>(
      server,
      'select client_id from passes where google_object_id = $1',
      [heldId],
    )
    const at = { ...params(), id: pass?.client_id ?? '' }
    const client = await shop.owner.send(clients.readClient, { params: at })
    await shop.owner.send(clients.saveClient, { params: at, body: { ...inputOf(client), bonusMinor: 4200 } })
    await server.drainJobs()
    const [card] = await phone.cards()
    expect(card?.objectId, 'the card on the phone is the same one').toBe(heldId)
    expect(card?.view.rows.flat().map((field) => field.value)).toContain('42')

    expect((await activate('shared')).body.data).toMatchObject({ source: 'shared', issuerId: SHARED, own: null })
    expect((await activate('shared')).body.error?.code).toBe('nothing_to_activate')
    expect(await new AndroidPhone(server).save((await take()).googleUrl)).toMatch(new RegExp(`^${SHARED}\\.`))
  })

  it('is asked with its own account for its cards, also when another one makes new ones', async () => {
    await setPlan(server, shop.c, 'base')
    await save({ code: await codeSent() })
    await activateApple()
    await activate()
    await makeJobsDue(server)
    await server.drainJobs()
    const phone = new AndroidPhone(server)
    const objectId = await phone.save((await take()).googleUrl)
    expect(objectId).toMatch(new RegExp(`^${OWN}\\.`))
    await until(() => isSaved(objectId), 'Google reports that the card was saved')
    const send = async (message: string) => {
      await shop.owner.send(pushes.startSend, { params: { ...params(), pushUuid: await makePush(shop, message) } })
      await server.drainJobs()
    }
    await send('Of its own')
    expect((await inbox(phone)).map(([, text]) => text)).toContain('Of its own')

    await activate('shared')
    await send('Still of its own')
    expect((await inbox(phone)).map(([, text]) => text)).toContain('Still of its own')
    expect((await phone.cards()).map((card) => card.objectId)).toEqual([objectId])
  })

  it('whose cards Google has rejected waits, and the owner asks again', async () => {
    await save({ code: await codeSent() })
    await activateApple()
    server.outside.googleWallet.setTroubles({ review: 'REJECTED' })
    expect((await activate()).body.data).toMatchObject({ state: 'in_queue', waiting: { review: 'rejected' } })
    expect(await notices(), 'the owner has just seen it').toEqual([])
    server.outside.googleWallet.setTroubles({ status500Rate: 1 })
    expect((await activate()).body.error?.code).toBe('google_unreachable')
    expect((await read()).state).toBe('in_queue')
  })

  it('raises a notice when Google has decided, with its reason, once, also by email', async () => {
    const round = async (review: 'UNDER_REVIEW' | 'REJECTED') => {
      server.outside.googleWallet.setTroubles({ review })
      await makeJobsDue(server)
      await server.drainJobs()
    }
    await save({ code: await codeSent() })
    await activateApple()
    server.outside.googleWallet.setTroubles({ review: 'UNDER_REVIEW' })
    await activate()
    await round('UNDER_REVIEW')
    expect(await notices()).toEqual([])
    await round('REJECTED')
    await round('REJECTED')
    const rejected = 'Google rejected the cards of “Coffee Lab”: The logo is too small to be read.'
    expect(await notices()).toEqual([expect.stringContaining(rejected)])
    await server.drainJobs()
    const { mailbox } = server.outside.smtp
    const texts = mailbox.list(shop.owner.email).map(({ id }) => mailbox.get(id)?.text ?? '')
    expect(texts.filter((text) => text.includes(rejected))).toHaveLength(1)
  })
})

describe('the Google account of the owner', () => {
  it('is proved by the code of an email: not by another, not after five tries, not when it is old', async () => {
    // Codes are counted by the minute: however slow the machine is, the two below are asked for in one.
    server.passTime(MINUTE_MS - (server.now().getTime() % MINUTE_MS))
    expect((await save()).body.error?.code).toBe('gmail_not_verified')
    const code = await codeSent()
    const wrong = code === '000000' ? '111111' : '000000'
    for (let round = 0; round < 5; round++)
      expect((await save({ code: wrong })).body.error?.code).toBe('gmail_code_wrong')
    expect((await save({ code })).body.error?.code).toBe('gmail_not_verified')
    expect((await sendCode()).body.error?.code).toBe('too_many_tries')
    server.passTime(2 * MINUTE_MS)
    const second = await codeSent()
    server.passTime(11 * MINUTE_MS)
    expect((await save({ code: second })).body.error?.code).toBe('gmail_not_verified')
    const third = await codeSent()
    expect((await save({ code: third, gmail: 'other@gmail.com' })).body.error?.code).toBe('gmail_not_verified')
    expect((await save({ code: third })).status).toBe(200)
    expect((await save()).status, 'it stays proved').toBe(200)
  })

  it('has to be a Gmail address', async () => {
    expect((await sendCode('owner@example.com')).body.error?.fields).toMatchObject({ email: { code: 'gmail' } })
  })
})
