import { describe, expect, it } from 'vitest'
import { cardNumberText } from '../../../card/values.ts'
import { clientExports } from '../../../contract/people/exports.ts'
import { externalEvents } from '../../../contract/people/external-events.ts'
import { clients } from '../../../contract/people/clients.ts'
import { variables } from '../../../contract/cards/variables.ts'
import { erasures, type Erasure } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { makePush, newAndroid, newIphone } from '../../../test/holders.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { idOf, list, read, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { takeCard } from '../../../test/phones.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { forgetPhones } from '../../reach/passes/jobs.ts'
import { sha256 } from '../../base/crypto.ts'
import { maskPhone } from '../../people/verification/verification.ts'

setUpClients()

const TEL = '+420601777123'
const EMAIL = 'zora@quixote.example'
const CONSENT = 'I agree to be called by Dulcinea only'
/** A digest of an address names its person to everybody who knows the address. */
const digests = (text: string) =>
  (['hex', 'base64', 'base64url'] as const).map((coding) => sha256(text).toString(coding))
const MARKERS = [
  'Zoraida',
  'Quixote',
  EMAIL,
  ...digests(EMAIL),
  ...digests(TEL),
  TEL,
  maskPhone(TEL),
  '1987-06-05',
  'Lamborghini',
  'SPRINGX',
  CONSENT,
]

/** Every row of every table, the queue's included, that has one of these texts in it, as it is or as bytes. */
async function rowsWith(texts: readonly string[]): Promise<string[]> {
  const tables = await query<{ name: string }>(
    server,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  expect(tables.length).toBeGreaterThan(70)
  const wanted = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]).map((text) => `%${text}%`)
  const found = await Promise.all(
    tables.map(async ({ name }) =>
      (
        await query<{ row: string }>(server, `select t::text as row from ${name} t where t::text ilike any($1)`, [
          wanted,
        ])
      ).map(({ row }) => `${name}: ${row.slice(0, 300)}`),
    ),
  )
  return found.flat()
}

/** A client about whom something is kept in as many places as there are. */
async function wellKnownClient() {
  const { c } = shop
  await shop.owner.send(variables.createVariable, {
    params: { c },
    body: { name: 'car', defaultValue: '', description: '' },
  })
  const card = await takeCard(server, shop.formUrl, { name: 'Zoraida', surname: 'Quixote', tel: TEL })
  const id = await idOf(TEL)
  const phone = await newIphone(server, shop, '', card)
  const android = await newAndroid(server, shop, '', card)
  await shop.owner.send(clients.saveClient, {
    params: { c, id },
    body: {
      email: EMAIL,
      birthday: '1987-06-05',
      promoCode: 'SPRINGX',
      extra: { car: 'Lamborghini' },
      version: (await read(id)).version,
    } as never,
  })
  await shop.owner.send(holders.changeAmount, {
    params: { c, id },
    body: { kind: 'bonus', action: 'add', amount: 300, reason: 'For Zoraida', till: 'Bar', requestKey: 'receipt-77' },
  })
  await shop.owner.send(holders.emailCardLink, { params: { c, id } })
  await shop.owner.send(clients.sendMessage, { params: { c, id }, body: { message: 'Zoraida, your order is ready' } })
  const pushUuid = await makePush(shop, 'Hello {cardholder}')
  await shop.owner.send(pushes.startSend, { params: { c, pushUuid } })
  await shop.owner.send(clientExports.startExport, {
    params: { c },
    body: { columns: ['name', 'tel'], rows: { of: 'filtered', q: 'Zoraida', filters: {} } },
  })
  await query(
    server,
    `insert into sms_log (cabinet_id, id, at, purpose, sms_type, phone, state)
      values ($1, gen_random_uuid(), now(), 'link', 'smsru', $2, 'sent')`,
    [c, maskPhone(TEL)],
  )
  await query(
    server,
    `insert into form_codes (cabinet_id, id, form_id, phone, code_mac, created_at, expires_at)
      select cabinet_id, gen_random_uuid(), id, $2, 'x', now(), now() from forms where cabinet_id = $1 limit 1`,
    [c, TEL],
  )
  await query(server, `insert into crm_clients (cabinet_id, client_id, crm_id) values ($1, $2, 'crm-zoraida')`, [c, id])
  const email = sha256(EMAIL)
  await query(
    server,
    `insert into preorders (cabinet_id, client_id, asked_at, email_digest, state, changed_at)
      values ($1, $2, now(), $3, 'waiting', now())`,
    [c, id, email],
  )
  await query(server, `insert into consent_texts values ($1, $2, $3, now())`, [c, sha256(CONSENT), CONSENT])
  await query(server, 'update clients set consent_at = now(), consent_text_hash = $2, consent_ip = $3 where id = $1', [
    id,
    sha256(CONSENT),
    '192.0.2.77',
  ])
  await takeCard(server, shop.formUrl, { name: 'Another', tel: TEL })
  await shop.owner.send(externalEvents.addEvent, {
    params: { c, id },
    body: { kind: 'purchase', at: '2026-01-02T03:04:05Z', text: 'Windmill for Zoraida', senderId: 'order-Quixote-1' },
  })
  await server.drainJobs()
  await phone.update()
  return { id, card, phone, android, number: (await read(id)).cardNumber }
}

describe('an erased client', () => {
  it('is in no table any more, and the card is withdrawn from both wallets', async () => {
    const { id, card, phone, android, number } = await wellKnownClient()
    const params = { c: shop.c, id }
    expect((await rowsWith(MARKERS)).length).toBeGreaterThan(5)
    const preview = await shop.owner.send(erasures.previewErasure, { params })
    expect(preview).toMatchObject({
      cardNumber: number,
      wallets: ['apple', 'google'],
      messages: 2,
      files: 1,
      crm: 1,
      events: 1,
    })
    expect([preview.sms, preview.typed]).toEqual([2, 1])

    const wrong = await shop.owner.ask(erasures.eraseClient, { params, body: { confirm: '000000' } })
    expect([wrong.status, wrong.body.error?.code]).toEqual([422, 'wrong_card_number'])
    expect((await read(id)).name).toBe('Zoraida')

    const proof = await shop.owner.send(erasures.eraseClient, {
      params,
      body: { confirm: cardNumberText(number), reason: 'Asked by letter' },
    })
    const { cardNumber: _, wallets: _w, ...done } = preview
    expect(proof).toMatchObject({ by: 'Lola Tester', reason: 'Asked by letter', cardNumber: number, done })
    expect(proof.waiting).toEqual(['apple', 'google'])
    expect(await rowsWith(MARKERS)).toEqual([])

    await server.drainJobs()
    await phone.update()
    expect(phone.pass.json).toMatchObject({ voided: true })
    expect(phone.pass.json.barcodes).toBeUndefined()
    expect(JSON.stringify(phone.pass.json)).not.toMatch(/Zoraida|Quixote|order/)
    const [object] = await android.cards()
    expect(object?.object.state).toBe('INACTIVE')
    expect(JSON.stringify(object)).not.toMatch(/Zoraida|Quixote|601777123/)
    expect((await fetch(card.cardFileUrl)).status).toBe(404)
    expect(await rowsWith(MARKERS)).toEqual([])
    const [latest] = (await shop.owner.send(erasures.listErasures, { params: { c: shop.c }, query: {} })).data
    expect(latest).toMatchObject({ id: proof.id, waiting: [] } satisfies Partial<Erasure>)
  })

  it('is not there for any call, and a new one with the same phone is somebody else', async () => {
    const card = await takeCard(server, shop.formUrl, { name: 'Gone', tel: '+420601777124' })
    const id = await idOf('+420601777124')
    const params = { c: shop.c, id }
    const { cardNumber } = await read(id)
    await shop.owner.send(erasures.eraseClient, { params, body: { confirm: cardNumberText(cardNumber) } })
    for (const one of [clients.readClient, clients.balanceHistory, erasures.previewErasure, erasures.archiveClient])
      expect([one.path, (await shop.owner.ask(one, { params })).body.error?.code]).toEqual([
        one.path,
        'client_not_found',
      ])
    expect((await list({ q: 'Gone' })).meta.total).toBe(0)
    expect((await list({ state: 'archived' })).meta.total).toBe(0)
    const again = await takeCard(server, shop.formUrl, { name: 'Back', tel: '+420601777124' })
    expect(again.installUrl).not.toBe(card.installUrl)
    expect((await read(await idOf('+420601777124'))).cardNumber).not.toBe(cardNumber)
  })

  it('is erased once by two who ask at the same moment', async () => {
    await takeCard(server, shop.formUrl, { name: 'Twice', tel: '+420601777125' })
    const id = await idOf('+420601777125')
    const body = { confirm: cardNumberText((await read(id)).cardNumber) }
    const all = await Promise.all(
      [1, 2].map(() => shop.owner.ask(erasures.eraseClient, { params: { c: shop.c, id }, body })),
    )
    expect(tally(all.map((answer) => answer.status))).toEqual({ 200: 1, 404: 1 })
    expect(await query(server, 'select 1 from client_erasures where client_id = $1', [id])).toHaveLength(1)
  })
})

describe('an archived client', () => {
  it('is out of the list, of messages and of the CRM, and comes back', async () => {
    await newIphone(server, shop, 'Resting')
    const [row] = (await list({ q: 'Resting' })).data
    const params = { c: shop.c, id: row?.id ?? '' }
    const reach = async () =>
      (await shop.owner.send(pushes.reach, { params: { c: shop.c }, body: { templates: [shop.template] } })).clients
    const before = await reach()
    const archived = await shop.owner.send(erasures.archiveClient, { params })
    expect(archived.archivedAt).not.toBeNull()
    expect((await list({ q: 'Resting' })).meta.total).toBe(0)
    expect((await list({ q: 'Resting', state: 'archived' })).data.map(({ id }) => id)).toEqual([params.id])
    expect(await reach()).toBe(before - 1)
    expect((await shop.owner.send(erasures.bringBackClient, { params })).archivedAt).toBeNull()
    expect(await reach()).toBe(before)
  })
})

it('forgets the phones of a withdrawn card after a month', async () => {
  const phones = () =>
    query(server, `select 1 from registrations r, passes p where p.id = r.pass_id and voided_at is not null`)
  expect((await phones()).length).toBeGreaterThan(0)
  await forgetPhones.handle(server.app, {})
  expect((await phones()).length).toBeGreaterThan(0)
  server.passTime(31 * DAY_MS)
  await forgetPhones.handle(server.app, {})
  expect(await phones()).toEqual([])
})
