import { expect, it } from 'vitest'
import { LANGUAGES } from '../../../contract/limits.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { client, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { sha256 } from '../../base/crypto.ts'
import { query } from '../../../test/direct-access.ts'
import { pathOf } from '../../../test/people.ts'
import type { PersonData } from './person-data.ts'
import { personPages } from './person-pages.ts'

const WHOLE = { name: '', counted: '', hasDecimals: false }

setUpClients()

const download = (id: string, format: string, lang = 'en') =>
  fetch(`${server.url}${pathOf(erasures.exportPerson, { c: shop.c, id })}?format=${format}`, {
    headers: { authorization: `Bearer ${shop.owner.token}`, 'x-locale': lang },
  })

/** What is about a client in a table, and where it is in the file. A new table has to be added here. */
const KEPT: Readonly<Record<string, string>> = {
  balance_events: 'amounts',
  client_changes: 'that something has changed, for a week, for programs that keep a copy',
  client_consents: 'client.consents',
  client_erasures: 'not of a client who is there',
  client_import_rows: 'imports',
  client_invitations: 'client.inviter, client.friends, bonuses',
  client_merges: 'client.merged, mergedClients',
  client_messages: 'messages',
  client_requests: 'keys of tills, nothing about the person',
  bulk_edit_rows: 'what a bulk edit replaced: the histories and the client have it, too',
  client_purchases: 'sums of the purchases in events',
  client_tags: 'client.tags',
  client_wallets: 'client.installs, client.removedAt: counted from the cards',
  crm_clients: 'crm',
  crm_looked: 'what a look-up found before the first exchange with a CRM: the amounts of both sides at that moment',
  crm_relinks: 'who they were in the CRM before: ids of the CRM and amounts that the history has, too',
  crm_exchanges: 'when the CRM was asked about them: the last 500 requests of the business, without contents',
  external_events: 'events',
  happenings: 'amounts, events and client.installs: the feed shows the newest of them for a while',
  form_submissions: 'tokens of pages, nothing about the person',
  passes: 'card',
  client_reminders: 'client.reminder',
  reminder_candidates: 'that no card was in a wallet and no reminder has come: the cards and client.reminder say it',
  preorder_designs: 'which card was promised, until it is made',
  preorders: 'since when a card was promised, and a digest of the address',
  promo_uses: 'bonuses',
  telegram_chats: 'client.telegram, telegramChat',
  telegram_links: 'digests of links that are good for a day',
  telegram_messages: 'messages',
  trigger_acts: 'triggers',
  trigger_holds: 'which design a card goes back to',
  trigger_insiders: 'who was in a segment at the last check',
  visit_days: 'the days of amounts and events',
  wallet_days: 'the days on which cards came onto a phone and left it',
}

it('knows every table that has a client', async () => {
  const rows = await query<{ table: string }>(
    server,
    `select distinct t.relname as table from pg_attribute a join pg_class t on t.oid = a.attrelid
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
        and a.attname in ('client_id', 'invited_id', 'kept_id') and not a.attisdropped`,
  )
  expect(rows.map(({ table }) => table).toSorted()).toEqual(Object.keys(KEPT).toSorted())
})

it('has everything about a client as JSON and as a PDF, and leaves a line in the audit log', async () => {
  const { id } = await client('Жанна', { surname: 'Д’Арк' })
  await shop.owner.send(holders.changeAmount, {
    params: { c: shop.c, id },
    body: { kind: 'bonus', action: 'add', amount: 12_50, reason: 'За обед', till: 'Касса 2' },
  })
  const json = await download(id, 'json')
  expect([json.status, json.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/attachment; filename="?client-\d{6}\.json/),
  ])
  expect(await json.json()).toMatchObject({
    business: 'Lola shop',
    client: { name: 'Жанна', surname: 'Д’Арк', bonusMinor: 12_50 },
    amounts: [{ delta: 12_50, reason: 'За обед', till: 'Касса 2' }],
    card: { wallets: [] },
    messages: [],
  })
  const pdf = await download(id, 'pdf', 'ru')
  const bytes = Buffer.from(await pdf.arrayBuffer())
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.length).toBeGreaterThan(5_000)
  expect(
    await query(server, `select 1 from audit_log where call = 'clients.exportPerson' and path like '%' || $1 || '%'`, [
      id,
    ]),
  ).toHaveLength(2)
  expect((await download(crypto.randomUUID(), 'pdf')).status).toBe(404)
})

it('has words for each channel and state of a message, in each language', async () => {
  const { id } = await client('Iva')
  const data = (await (await download(id, 'json')).json()) as PersonData
  const channels = ['apple', 'google', 'telegram', 'none'] as const
  const states = ['queued', 'sent', 'delivered', 'not_sent', 'unknown'] as const
  const message = { id, at: data.exportedAt, text: 'Hello', deliveredAt: null, wallets: [] }
  const messages = channels.flatMap((channel) => states.map((state) => ({ ...message, channel, state })))
  for (const lang of LANGUAGES) {
    const text = JSON.stringify(personPages({ ...data, messages }, lang, WHOLE))
    expect([lang, text.match(/\b[a-z]+(\.[a-zA-Z_]+){2,}/g)]).toEqual([lang, null])
  }
})

it('has a number that was only typed, and the words of the consent', async () => {
  const { id, tel } = await client('Holder')
  const { id: other } = await client('Typist')
  const words = 'I agree to be written to'
  await query(server, `insert into consent_texts values ($1, $2, $3, now())`, [shop.c, sha256(words), words])
  await query(
    server,
    `update clients set tel = '', typed_tel = $2, consent_at = now(), consent_text_hash = $3 where id = $1`,
    [other, tel, sha256(words)],
  )
  const data = (await (await download(other, 'json')).json()) as PersonData
  expect(data.client).toMatchObject({ tel: '', typedTel: tel, consent: { text: words } })
  const lines = (one: PersonData) =>
    personPages(one, 'en', WHOLE).sections.flatMap((section) => ('lines' in section ? section.lines : []))
  expect(lines(data)).toEqual(
    expect.arrayContaining([
      ['Phone typed into a form, not proven', tel],
      ['What was agreed to', words],
    ]),
  )
  expect((await download(id, 'json')).status).toBe(200)
})
