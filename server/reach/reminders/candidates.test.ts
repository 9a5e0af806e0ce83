import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { reminders } from '../../../contract/reach/reminders.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { cardNumberText } from '../../../card/values.ts'
import { CANDIDATE_DRIFT } from '../../../test/candidate-drift.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { takeCard } from '../../../test/phones.ts'
import { SEEDED_ID } from '../../../test/seeded-id.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
let formKey: string
let shops = 0
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Candidates${++shops}`)
  await setPlan(server, shop.c, 'expert')
  formKey = (await shop.owner.send(forms.listForms, { params: { c: shop.c } })).forms[0]?.formKey ?? ''
})

async function filled() {
  const tel = `+42060${String(1_000_000 + ++next * 10_007).slice(-7)}`
  const card = await takeCard(server, shop.formUrl, { name: 'Ann', tel, email: `reader${next}@example.com` })
  const [row] = await query<{ id: string; number: number }>(
    server,
    'select id, card_number as number from clients where tel = $1',
    [tel],
  )
  return { ...card, id: row?.id ?? '', number: row?.number ?? 0 }
}
const at = (id: string) => ({ c: shop.c, id })

/** Also that nobody is missing. */
async function isCandidate(id: string): Promise<boolean> {
  expect(await query(server, CANDIDATE_DRIFT)).toEqual([])
  const rows = await query(server, 'select from reminder_candidates where client_id = $1', [id])
  expect(rows.length).toBeLessThan(2)
  return rows.length === 1
}
const set = (id: string, what: string) => query(server, `update clients set ${what} where id = $1`, [id])

it('has who filled in a form until the card is in a wallet', async () => {
  const [apple, google, other] = [await filled(), await filled(), await filled()]
  expect([await isCandidate(apple.id), await isCandidate(google.id)]).toEqual([true, true])
  const phone = await newIphone(server, shop, '', apple)
  expect(await isCandidate(apple.id)).toBe(false)
  await phone.unregister()
  expect(await isCandidate(apple.id), 'was in one').toBe(false)
  await query(server, 'update passes set google_saved_at = now() where client_id = $1', [google.id])
  expect([await isCandidate(google.id), await isCandidate(other.id)]).toEqual([false, true])
})

it('has the client again when the card in the wallet is withdrawn', async () => {
  const one = await filled()
  await newIphone(server, shop, '', one)
  const card = (await shop.owner.send(clients.readClient, { params: at(one.id) })).cards[0]?.id ?? ''
  await shop.owner.send(holders.withdrawCard, { params: { ...at(one.id), cardId: card } })
  expect(await isCandidate(one.id)).toBe(true)
})

it('follows what the client agrees to, by which address, and to which form', async () => {
  const one = await filled()
  await set(one.id, 'consent_at = null')
  expect(await isCandidate(one.id)).toBe(false)
  await set(one.id, 'consent_at = now()')
  expect(await isCandidate(one.id)).toBe(true)
  await set(one.id, "email = ''")
  expect(await isCandidate(one.id), 'by phone').toBe(true)
  await set(one.id, "tel = ''")
  expect(await isCandidate(one.id)).toBe(false)
  await set(one.id, "email = 'again@example.com'")
  expect(await isCandidate(one.id)).toBe(true)
  const [form] = await query<{ id: string }>(server, 'select form_id as id from clients where id = $1', [one.id])
  await set(one.id, 'form_id = null')
  expect(await isCandidate(one.id)).toBe(false)
  await query(server, 'update clients set form_id = $2 where id = $1', [one.id, form?.id])
  expect(await isCandidate(one.id)).toBe(true)
  await query(server, 'delete from passes where client_id = $1', [one.id])
  await query(server, 'delete from clients where id = $1', [one.id])
  expect(await isCandidate(one.id)).toBe(false)
})

it('has nobody who is in the archive, erased, or one with another client', async () => {
  const [archived, erased, kept, gone] = [await filled(), await filled(), await filled(), await filled()]
  await shop.owner.send(erasures.archiveClient, { params: at(archived.id) })
  expect(await isCandidate(archived.id)).toBe(false)
  await shop.owner.send(erasures.bringBackClient, { params: at(archived.id) })
  expect(await isCandidate(archived.id)).toBe(true)
  const confirm = cardNumberText(erased.number)
  await shop.owner.send(erasures.eraseClient, { params: at(erased.id), body: { confirm, reason: '' } })
  expect(await isCandidate(erased.id)).toBe(false)
  await newIphone(server, shop, '', gone)
  await shop.owner.send(merges.mergeClients, { params: at(kept.id), body: { client: gone.id } })
  expect([await isCandidate(kept.id), await isCandidate(gone.id)]).toEqual([false, false])
  await shop.owner.send(merges.undoMerge, { params: at(kept.id), body: { client: gone.id } })
  expect(await isCandidate(kept.id)).toBe(true)
})

it('has nobody who was reminded, until that is taken back', async () => {
  const one = await filled()
  const row = "select cabinet_id, id, form_id, now(), 'sms', 'sending', now() from clients where id = $1"
  await query(server, `insert into client_reminders ${row}`, [one.id])
  expect(await isCandidate(one.id)).toBe(false)
  await query(server, 'delete from client_reminders where client_id = $1', [one.id])
  expect(await isCandidate(one.id)).toBe(true)
})

it('does not wait for a phone that takes the same client away', async () => {
  const one = await filled()
  const phone = await server.superuser.connect()
  try {
    await phone.query('begin')
    await phone.query('delete from reminder_candidates where client_id = $1', [one.id])
    await set(one.id, 'consent_at = null')
    await phone.query('commit')
  } finally {
    phone.release()
  }
  expect(await isCandidate(one.id)).toBe(false)
})

it('with somebody too many reminds nobody of them', async () => {
  const one = await filled()
  await newIphone(server, shop, '', one)
  await query(
    server,
    `insert into reminder_candidates select cabinet_id, form_id, id, created_at from clients where id = $1`,
    [one.id],
  )
  server.passTime(3 * DAY_MS)
  const asked = { params: { c: shop.c, formKey }, query: { afterDays: 2 } }
  expect((await shop.owner.send(reminders.estimateReminder, asked)).clients).toBe(0)
})

it('reads nobody else for each of many who are reminded at once', async () => {
  const MANY = 1_000
  await query(
    server,
    `insert into clients (cabinet_id, id, name, email, card_number, template_id, form_id, consent_at, created_at,
       updated_at)
     select $1, ${SEEDED_ID}, 'Ann', 'many' || n || '@example.com', 500000 + n, $2, f.id, now(), now(), now()
     from generate_series(1, $3::int) n, forms f where f.cabinet_id = $1 and f.form_key = $4`,
    [shop.c, shop.template, MANY, formKey],
  )
  const connection = await server.superuser.connect()
  // What this connection has read lately is counted too.
  const read = async () => {
    const { rows } = await connection.query<{ rows: string }>(
      `select seq_tup_read as rows from pg_stat_xact_user_tables where relname = 'reminder_candidates'`,
    )
    return Number(rows[0]?.rows)
  }
  try {
    await connection.query('begin')
    const before = await read()
    // As a plan is made where there was hardly anybody.
    await connection.query(`update pg_class set relpages = 1, reltuples = 1 where relname = 'reminder_candidates'`)
    await connection.query(
      `insert into client_reminders (cabinet_id, client_id, form_id, at, channel, state, changed_at)
       select cabinet_id, id, form_id, now(), 'email', 'sent', now() from clients where cabinet_id = $1`,
      [shop.c],
    )
    expect((await read()) - before).toBe(0)
    await connection.query('commit')
  } finally {
    connection.release()
  }
  expect(await query(server, 'select from reminder_candidates where cabinet_id = $1', [shop.c])).toEqual([])
})
