/**
 * Processes of two versions work beside each other during an upgrade, so this one meets kinds that only the newer one
 * knows. Every call that reads answers, and what is not known is neither worded wrongly nor acted on.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { activity } from '../contract/business/activity.ts'
import { finance } from '../contract/business/finance.ts'
import { operator } from '../contract/business/operator.ts'
import { templates } from '../contract/cards/templates.ts'
import { access } from '../contract/platform/access.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import { notifications } from '../contract/platform/notifications.ts'
import { support } from '../contract/platform/support.ts'
import { clients } from '../contract/people/clients.ts'
import { clientExports } from '../contract/people/exports.ts'
import { forms } from '../contract/people/forms.ts'
import { segments } from '../contract/people/segments.ts'
import { holders } from '../contract/reach/holders.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { triggers } from '../contract/reach/triggers.ts'
import { emailNotice } from '../server/platform/notifications/notifications.ts'
import { makeJobsDue, query } from './direct-access.ts'
import { type Person, signIn } from './people.ts'
import { Iphone, takeCard } from './phones.ts'
import { inputOf } from './samples.ts'
import { startTestServer, type TestServer } from './server.ts'
import { ALL_CALLS, furnish, type Place, requestFromElsewhere, unclear } from './walk.ts'

const NEWER = 'newer_kind'

let server: TestServer
let place: Place
let desk: Person
let params: { c: number }
let formUrl: string
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1', OPERATOR_EMAIL: 'Boss@people.example' } })
  place = await furnish(server, 'Anna')
  desk = await signIn(server, 'Desk')
  await query(server, 'update users set superuser = true where email = $1', [desk.email])
  params = { c: place.ids.c }
  formUrl = `${server.url}/f/${place.ids.domain}/${place.ids.formKey}`
  const phone = new Iphone(server)
  const { cardFileUrl } = await takeCard(server, formUrl, { name: 'Cora', surname: 'Holder', tel: '+420601777111' })
  await phone.install(cardFileUrl)
  await phone.register()
  const [card] = await query<{ client: string }>(server, 'select client_id as client from passes where id = $1', [
    phone.pass.json.serialNumber,
  ])
  place.ids.client = card?.client ?? ''
  await doOneOfEach(place)
  await server.drainJobs()
})
afterAll(() => server?.close())

async function doOneOfEach({ owner, ids }: Place): Promise<void> {
  const ofClient = { ...params, id: ids.client }
  await owner.send(templates.updateCards, { params, body: { template: ids.template } })
  await owner.send(clientExports.startExport, { params, body: { columns: ['name'], rows: { of: 'all' } } })
  await owner.send(clients.sendMessage, { params: ofClient, body: { message: 'Hi' } })
  await owner.send(holders.changeAmount, { params: ofClient, body: { kind: 'bonus', action: 'add', amount: 500 } })
  await owner.send(support.ask, { body: { topic: 'question', text: 'How?' } })
  await query(
    server,
    `insert into sms_log (cabinet_id, id, at, purpose, sms_type, phone, state)
      values ($1, gen_random_uuid(), now(), 'code', 'twilio', '+420', 'sent')`,
    [ids.c],
  )
  await owner.send(access.invitePerson, { params, body: { email: 'invited@people.example' } })
  await plantRows(ids)
  await query(server, `update triggers set is_draft = false, name = 'Birthday' where cabinet_id = $1`, [ids.c])
}

/** What would take several steps each to come about. */
async function plantRows({ c, client }: Place['ids']): Promise<void> {
  const rows = [
    `insert into preorder_runs (cabinet_id, id, prefers, state, total, started_at)
      values ($1, gen_random_uuid(), 'sms', 'done', 1, now())`,
    `insert into google_issuers (cabinet_id, issuer_id, state, name, client_email, sealed_key, gmail, review,
      checked_at, created_at) values ($1, '3388000000022', 'in_queue', '', '', '', '', 'draft', now(), now())`,
    `insert into crm_runs (cabinet_id, id, moscow_day, state, total, created_at)
      values ($1, gen_random_uuid(), '2026-01-01', 'done', 1, now())`,
    `insert into cabinet_modules (cabinet_id, id) values ($1, 'welcome')`,
    `insert into promos (cabinet_id, id, module, code, code_key, bonus_minor, inviter_minor, invited_minor, starts_on,
      created_at) values ($1, gen_random_uuid(), 'welcome', 'HI', 'hi', 1, 0, 0, '2026-01-01', now())`,
  ]
  for (const row of rows) await query(server, row, [c])
  await query(
    server,
    `insert into preorders (cabinet_id, client_id, asked_at, state, channel, changed_at)
      values ($1, $2, now(), 'waiting', 'sms', now())`,
    [c, client],
  )
}

/** As a migration of a newer version does. */
async function allowMore(table: string, column: string): Promise<void> {
  const checks = await query<{ name: string }>(
    server,
    `select c.conname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid
      and a.attnum = any (c.conkey) where c.conrelid = $1::regclass and c.contype = 'c' and a.attname = $2`,
    [table, column],
  )
  for (const { name } of checks) await query(server, `alter table ${table} drop constraint ${name}`)
}

async function plant(table: string, column: string): Promise<void> {
  await allowMore(table, column)
  const planted = await query(
    server,
    `update ${table} set ${column} = '${NEWER}' where ${column} is not null returning 1`,
  )
  expect(planted, `${table}.${column}`).not.toEqual([])
}

const PLANTED = [
  ['notifications', 'type'],
  ['transactions', 'event'],
  ['balance_events', 'kind'],
  ['balance_events', 'source'],
  ['client_messages', 'channel'],
  ['client_messages', 'state'],
  ['client_messages', 'apple'],
  ['sms_log', 'purpose'],
  ['sms_log', 'state'],
  ['support_conversations', 'topic'],
  ['support_conversations', 'state'],
  ['card_updates', 'state'],
  ['client_exports', 'state'],
  ['pushes', 'type'],
  ['pushes', 'status'],
  ['templates', 'type'],
  ['segments', 'match'],
  ['triggers', 'activation'],
  ['invitations', 'state'],
  ['client_imports', 'state'],
  ['preorder_runs', 'state'],
  ['preorders', 'state'],
  ['preorders', 'channel'],
  ['google_issuers', 'state'],
  ['google_issuers', 'review'],
  ['crm_runs', 'state'],
] as const

describe('with kinds of a newer version in the tables', () => {
  beforeAll(async () => {
    for (const [table, column] of PLANTED) await plant(table, column)
    await query(
      server,
      `update forms set settings = jsonb_set(settings, '{fields,0,type}', '"${NEWER}"') where cabinet_id = $1`,
      [params.c],
    )
    await allowMore('audit_log', 'via')
    await query(
      server,
      `insert into audit_log (id, at, user_id, via, call, method, path, about_cabinet, ip, request_id, status)
        select gen_random_uuid(), now(), u.id, '${NEWER}', 'rooms.doNewerThing', 'POST', '/newer', $1, '', '', 200
        from users u where u.email = $2`,
      [params.c, place.owner.email],
    )
  })

  it('every call that reads answers', async () => {
    for (const { name, one } of ALL_CALLS.filter((call) => !call.one.writes)) {
      const token = one.who === 'operator' ? desk.token : place.owner.token
      const answer = await requestFromElsewhere(server, one, await inputOf(one, place.ids), token)
      expect.soft([name, unclear(one, answer)]).toEqual([name, undefined])
    }
  })

  it('what only the newer version can word is shown as something else', async () => {
    const { owner, ids } = place
    const ofClient = { ...params, id: ids.client }
    const listed = await owner.send(notifications.listNotifications, { params, query: {} })
    expect(listed.data).toMatchObject([{ type: 'unknown', title: 'Something new happened' }])
    const { data: money } = await owner.send(finance.listTransactions, { params, query: {} })
    expect(new Set(money.map(({ event }) => event))).toEqual(new Set(['unknown']))
    const { data: amounts } = await owner.send(clients.balanceHistory, { params: ofClient, query: {} })
    expect(amounts).toMatchObject([{ kind: 'unknown', source: 'unknown', delta: 500 }])
    const { data: messages } = await owner.send(clients.pushHistory, { params: ofClient, query: {} })
    expect(messages).toMatchObject([{ channel: 'none', state: 'unknown' }])
    const { data: conversations } = await owner.send(support.listConversations, { query: {} })
    expect(conversations).toMatchObject([{ topic: 'unknown' }])
    const { jobs } = await owner.send(cabinets.listJobs, { params })
    expect(jobs.map(({ kind, state }) => [kind, state])).toEqual(expect.arrayContaining([['cards', 'running']]))
    const { data: sent } = await owner.send(pushes.listPushes, { params, query: {} })
    expect(sent).toMatchObject([{ type: 'unknown', status: 'in_progress' }])
    const { rows } = await owner.send(activity.listActivity, { params, query: {} })
    expect(rows).toContainEqual(expect.objectContaining({ call: 'rooms.doNewerThing', by: 'unknown', person: null }))
  })

  it('what this version would lose or do wrongly is not there for it', async () => {
    const { owner, ids } = place
    const read = (status: { status: number }) => status.status
    expect(read(await owner.ask(pushes.readPush, { params: { ...params, pushUuid: ids.push } }))).toBe(404)
    expect(read(await owner.ask(forms.readForm, { params: { ...params, formKey: ids.formKey } }))).toBe(404)
    const triggerUuid = ids.trigger ?? ''
    expect(read(await owner.ask(triggers.readTrigger, { params: { ...params, triggerUuid } }))).toBe(404)
    expect(await owner.send(triggers.listTriggers, { params })).toMatchObject({ triggers: [], newer: 1 })
    const segment = await owner.send(segments.readSegment, { params: { ...params, segmentId: ids.segment ?? '' } })
    expect(segment).toMatchObject({ criteria: [] })
  })

  it('a role that only the newer version knows opens nothing here', async () => {
    const trainee = await signIn(server, 'Trainee')
    await allowMore('accesses', 'role')
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, '${NEWER}', now() from users where email = $2`,
      [params.c, trainee.email],
    )
    expect((await trainee.send(cabinets.listCabinets, { query: {} })).data).toEqual([])
    expect((await trainee.ask(clients.listClients, { params, query: {} })).status).toBe(404)
    const { people } = await place.owner.send(access.listPeople, { params })
    expect(people).toContainEqual(expect.objectContaining({ email: trainee.email, role: 'member', rights: [] }))
  })

  it('a public form takes a field of a newer type as a text', async () => {
    expect((await fetch(formUrl)).status).toBe(200)
    await takeCard(server, formUrl, { name: 'Newer', surname: 'Field', tel: '+420601777112' })
  })
})

it('a segment with a condition that only a newer version knows selects nobody', async () => {
  await query(
    server,
    `update segments set match = 'any', criteria = '[{"kind": "${NEWER}", "operator": "is", "value": 1},
      {"kind": "sex", "operator": "unknown"}]' where cabinet_id = $1`,
    [params.c],
  )
  const segmentId = place.ids.segment ?? ''
  server.passTime(120_000)
  const { size } = await place.owner.send(segments.segmentSize, { params: { ...params, segmentId } })
  expect(size).toBe(0)
})

it('a notice whose values only a newer version can word is emailed in neutral words', async () => {
  await query(
    server,
    `update notifications set type = 'tariff_certificate_expires', detail = '{"newer": true}', mailed_at = null`,
  )
  const { data } = await place.owner.send(notifications.listNotifications, { params, query: {} })
  expect(data).toMatchObject([{ type: 'tariff_certificate_expires', title: 'Something new happened' }])
  server.outside.smtp.mailbox.clear()
  await emailNotice.handle(server.app, { cabinetId: params.c, id: place.ids.notice })
  await server.drainJobs()
  const { mailbox } = server.outside.smtp
  const mail = mailbox.get(mailbox.list(place.owner.email)[0]?.id ?? '')
  expect(mail?.text).toContain('Something new happened')
})

it('a job of a newer version is kept for the operator, and nobody loses it', async () => {
  await place.owner.ask(support.ask, { body: { topic: 'idea', text: 'Another' } })
  await query(
    server,
    `update pgboss.job set data = jsonb_set(data, '{kind}', '"${NEWER}"'), retry_limit = 0
    where name = 'send-letter' and state < 'active'`,
  )
  await makeJobsDue(server)
  await server.drainJobs().catch(() => undefined)
  const { data } = await desk.send(operator.listFailedJobs, { query: {} })
  expect(data).toMatchObject([{ name: 'send-letter', subject: 'emails' }])
  await desk.send(operator.repeatFailedJob, { params: { uuid: data[0]?.id ?? '' } })
})
