import { type RawBuilder, sql, type Generated } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'
import type { Slice } from '../../base/paging.ts'

export type PushType = 'text' | 'geo' | 'beacon'
export type PushStatus = 'draft' | 'queue' | 'in_progress' | 'done' | 'not_sent'
export type MessageState = 'queued' | 'sent' | 'delivered' | 'not_sent' | 'unknown'

export type PushTables = {
  pushes: {
    cabinet_id: number
    id: string
    name: string
    type: PushType
    message: string
    status: Generated<PushStatus>
    is_active: Generated<boolean>
    version: Generated<number>
    segment_id: string | null
    created_at: Date
    updated_at: Date
  }
  push_templates: { cabinet_id: number; push_id: string; template_id: string }
  push_runs: {
    cabinet_id: number
    id: string
    push_id: string
    trigger_id: Generated<string | null>
    moscow_day: string
    message: string
    cards: number
    apple: Generated<number>
    google: Generated<number>
    sent: Generated<number>
    failed: Generated<number>
    unknown: Generated<number>
    created_at: Date
    started_at: Date | null
    ended_at: Date | null
  }
  push_chunks: { cabinet_id: number; run_id: string; no: number; passes: string[]; done: Generated<number> }
  client_messages: {
    cabinet_id: number
    id: string
    client_id: string
    pass_id: string
    run_id: string | null
    text: string
    channel: 'apple' | 'google' | 'none'
    state: MessageState
    pass_version: number
    at: Date
    delivered_at: Date | null
  }
}

const tables = (db: CabinetDb) => db.tx.withTables<PushTables>()

/** A push with the names of its templates and the counts of its latest run. */
const full = (db: CabinetDb) =>
  tables(db)
    .selectFrom('pushes')
    .selectAll('pushes')
    .where('pushes.cabinet_id', '=', db.cabinetId)
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('push_runs as r')
          .select(['r.id as run_id', 'r.cards', 'r.sent', 'r.failed', 'r.unknown', 'r.created_at as run_at'])
          .select(
            sql<number>`(select count(*) from client_messages m where m.cabinet_id = r.cabinet_id and m.run_id = r.id and m.state = 'delivered')`.as(
              'delivered',
            ),
          )
          .whereRef('r.cabinet_id', '=', 'pushes.cabinet_id')
          .whereRef('r.push_id', '=', 'pushes.id')
          .orderBy('r.created_at', 'desc')
          .limit(1)
          .as('run'),
      (on) => on.onTrue(),
    )
    .select(['run.run_id', 'run.cards', 'run.sent', 'run.failed', 'run.unknown', 'run.delivered', 'run.run_at'])
    .select(
      sql<
        string | null
      >`(select max(o.moscow_day) from push_runs o where o.cabinet_id = pushes.cabinet_id and o.push_id = pushes.id and o.trigger_id is null)`.as(
        'moscow_day',
      ),
    )
    .select(
      sql<
        { id: string; name: string }[]
      >`coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.created_at)
    from push_templates pt join templates t on t.cabinet_id = pt.cabinet_id and t.id = pt.template_id
    where pt.cabinet_id = pushes.cabinet_id and pt.push_id = pushes.id), '[]')`.as('templates'),
    )
    .select(
      sql<{
        id: string
        name: string
      } | null>`(select jsonb_build_object('id', s.id, 'name', s.name) from segments s where s.cabinet_id = pushes.cabinet_id and s.id = pushes.segment_id)`.as(
        'segment',
      ),
    )
    .select(
      sql<number>`(select count(*) from push_points o where o.cabinet_id = pushes.cabinet_id and o.push_id = pushes.id)`.as(
        'points',
      ),
    )

export type PushRow = Awaited<ReturnType<ReturnType<typeof full>['execute']>>[number]

export async function pushPage(
  db: CabinetDb,
  page: {
    q: string
    type?: PushType | undefined
    status?: PushStatus | 'on' | 'off' | undefined
    d: 'asc' | 'desc'
    limit: number
    offset: number
  },
): Promise<{ rows: PushRow[]; total: number }> {
  const pattern = likeAnywhere(page.q)
  const where = sql<boolean>`pushes.cabinet_id = ${db.cabinetId} and (${page.q} = '' or pushes.name ilike ${pattern} or pushes.message ilike ${pattern})
    and (${page.type ?? null}::text is null or pushes.type = ${page.type ?? null})
    and (${page.status ?? null}::text is null or ${page.status ?? null} = case when pushes.type = 'text' then pushes.status when pushes.is_active then 'on' else 'off' end)`
  const rows = await full(db)
    .where(where)
    .orderBy('pushes.created_at', page.d)
    .orderBy('pushes.id', page.d)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await tables(db)
    .selectFrom('pushes')
    .select(sql<number>`count(*)`.as('total'))
    .where(where)
    .executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

export function pushById(db: CabinetDb, id: string): Promise<PushRow | undefined> {
  return full(db).where('pushes.id', '=', id).executeTakeFirst()
}

/** Takes the push for this transaction. */
export function lockPush(db: CabinetDb, id: string): Promise<{ status: PushStatus } | undefined> {
  return tables(db)
    .selectFrom('pushes')
    .select('status')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertPush(
  db: CabinetDb,
  row: {
    id: string
    type: PushType
    name: string
    message: string
    segment_id: string | null
    created_at: Date
    updated_at: Date
  },
): Promise<void> {
  await tables(db)
    .insertInto('pushes')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

export async function setActive(db: CabinetDb, id: string, isActive: boolean, now: Date): Promise<void> {
  await tables(db)
    .updateTable('pushes')
    .set({ is_active: isActive, updated_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** @returns false when the version is not the one that was read */
export async function updatePush(
  db: CabinetDb,
  id: string,
  version: number,
  row: { name: string; message: string; segment_id: string | null; updated_at: Date },
): Promise<boolean> {
  const done = await tables(db)
    .updateTable('pushes')
    .set((of) => ({ ...row, version: of('version', '+', 1) }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** A template that is not the cabinet's own is refused by the foreign key push_templates_template. */
export async function setTemplates(db: CabinetDb, pushId: string, templateIds: readonly string[]): Promise<void> {
  await tables(db)
    .deleteFrom('push_templates')
    .where('cabinet_id', '=', db.cabinetId)
    .where('push_id', '=', pushId)
    .execute()
  const unique = [...new Set(templateIds)]
  if (unique.length > 0)
    await tables(db)
      .insertInto('push_templates')
      .values(unique.map((template_id) => ({ cabinet_id: db.cabinetId, push_id: pushId, template_id })))
      .execute()
}

export async function setStatus(db: CabinetDb, id: string, status: PushStatus): Promise<void> {
  await tables(db)
    .updateTable('pushes')
    .set({ status })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export async function deletePush(db: CabinetDb, id: string): Promise<void> {
  await tables(db).deleteFrom('pushes').where('cabinet_id', '=', db.cabinetId).where('id', '=', id).execute()
}

/** The holder of a card `p` fits a condition over `clients`. */
const isHeldBy = (condition: RawBuilder<boolean> | undefined) =>
  condition === undefined
    ? sql``
    : sql`and exists (select from clients where clients.cabinet_id = p.cabinet_id and clients.id = p.client_id and ${condition})`

/** People a push to these templates would reach, by wallet. @param among of their holders */
export async function reachOf(
  db: CabinetDb,
  templateIds: readonly string[],
  among: RawBuilder<boolean> | undefined,
): Promise<{ clients: number; apple: number; google: number; noCard: number }> {
  const { rows } = await sql<{ clients: number; apple: number; google: number; noCard: number }>`
    select count(*)::int as clients, (count(*) filter (where a))::int as apple, (count(*) filter (where g and not a))::int as google, (count(*) filter (where not a and not g))::int as "noCard"
    from (select p.google_saved_at is not null as g, exists (select from registrations r where r.cabinet_id = p.cabinet_id and r.pass_id = p.id) as a
      from passes p where p.cabinet_id = ${db.cabinetId} and p.template_id = any(${[...templateIds]}::uuid[]) ${isHeldBy(among)}) x`.execute(
    db.tx,
  )
  return rows[0] ?? { clients: 0, apple: 0, google: 0, noCard: 0 }
}

/**
 * The audience, frozen: cards of the push's templates that are in a wallet, in the order of ids.
 * @param among of their holders
 */
export async function insertRun(
  db: CabinetDb,
  run: { id: string; push_id: string; moscow_day: string; message: string; created_at: Date },
  among: RawBuilder<boolean> | undefined,
  chunkSize: number,
): Promise<{ cards: number; chunks: number }> {
  await tables(db)
    .insertInto('push_runs')
    .values({ cabinet_id: db.cabinetId, ...run, cards: 0, started_at: null, ended_at: null })
    .execute()
  const { rows } = await sql<{ cards: number; chunks: number }>`
    with audience as (
      select p.id, (row_number() over (order by p.id) - 1) / ${chunkSize}::int as no from passes p
      where p.cabinet_id = ${db.cabinetId} and p.template_id in (select template_id from push_templates where cabinet_id = ${db.cabinetId} and push_id = ${run.push_id})
        and (p.google_saved_at is not null or exists (select from registrations r where r.cabinet_id = p.cabinet_id and r.pass_id = p.id)) ${isHeldBy(among)}
    ), chunks as (
      insert into push_chunks (cabinet_id, run_id, no, passes)
      select ${db.cabinetId}, ${run.id}, no, array_agg(id order by id) from audience group by no returning cardinality(passes) as size
    )
    select coalesce(sum(size), 0)::int as cards, count(*)::int as chunks from chunks`.execute(db.tx)
  const made = rows[0] ?? { cards: 0, chunks: 0 }
  await tables(db)
    .updateTable('push_runs')
    .set({ cards: made.cards })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', run.id)
    .execute()
  return made
}

export function chunkOf(db: CabinetDb, runId: string, no: number) {
  return tables(db)
    .selectFrom('push_chunks')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', runId)
    .where('no', '=', no)
    .forUpdate()
    .executeTakeFirst()
}

export function runById(db: CabinetDb, id: string) {
  return tables(db)
    .selectFrom('push_runs')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function markStarted(db: CabinetDb, runId: string, pushId: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('push_runs')
    .set({ started_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', runId)
    .where('started_at', 'is', null)
    .execute()
  await tables(db)
    .updateTable('pushes')
    .set({ status: 'in_progress' })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', pushId)
    .where('status', '=', 'queue')
    .execute()
}

export type Recipient = {
  passId: string
  clientId: string
  version: number
  hasApple: boolean
  googleObjectId: string | null
  googleNotifiedAt: Date[]
  organisation: string
}

/** Cards that still are there, with the wallets that hold them. */
export async function recipients(db: CabinetDb, passIds: readonly string[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select p.id as "passId", p.client_id as "clientId", p.version, p.google_notified_at as "googleNotifiedAt",
      exists (select from registrations r where r.cabinet_id = p.cabinet_id and r.pass_id = p.id) as "hasApple",
      case when p.google_saved_at is not null then p.google_object_id end as "googleObjectId", t.design->>'organisation' as organisation
    from passes p join templates t on t.cabinet_id = p.cabinet_id and t.id = p.template_id where p.cabinet_id = ${db.cabinetId} and p.id = any(${[...passIds]}::uuid[]) order by p.id`.execute(
    db.tx,
  )
  return rows
}

/** @returns ids of cards whose message is new; one that stands already belongs to an earlier run of the same work */
export async function insertMessages(
  db: CabinetDb,
  rows: Omit<PushTables['client_messages'], 'cabinet_id' | 'delivered_at'>[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const done = await tables(db)
    .insertInto('client_messages')
    .values(rows.map((row) => ({ cabinet_id: db.cabinetId, delivered_at: null, ...row })))
    .onConflict((conflict) => conflict.constraint('client_messages_once').doNothing())
    .returning('pass_id')
    .execute()
  return new Set(done.map((row) => row.pass_id))
}

/** Writes down what became of messages. One that a phone has fetched meanwhile stays delivered. */
export async function settleMessages(
  db: CabinetDb,
  outcomes: readonly { passId: string; runId: string | null; messageId?: string; state: MessageState }[],
): Promise<void> {
  if (outcomes.length > 0)
    await sql`update client_messages m set state = o.state from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o("passId" uuid, "runId" uuid, "messageId" uuid, state text)
    where m.cabinet_id = ${db.cabinetId} and m.pass_id = o."passId" and (m.run_id = o."runId" or m.id = o."messageId") and m.state = 'queued'`.execute(
      db.tx,
    )
}

/** Cards of a run whose message no wallet has answered for yet, and when the first of them was written. */
export async function waitingMessages(
  db: CabinetDb,
  runId: string,
  passIds: readonly string[],
): Promise<{ cards: Set<string>; since: Date | undefined }> {
  const rows = await tables(db)
    .selectFrom('client_messages')
    .select(['pass_id', 'at'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', runId)
    .where('pass_id', 'in', [...passIds])
    .where('state', '=', 'queued')
    .orderBy('at')
    .execute()
  return { cards: new Set(rows.map((row) => row.pass_id)), since: rows[0]?.at }
}

/**
 * Closes a part of a chunk and adds its counts, once: a worker whose chunk was taken over changes nothing.
 * The counts are those of the messages written down; a card that is gone by now counts as not reached.
 */
export async function closePart(
  db: CabinetDb,
  part: { runId: string; no: number; from: number; ids: readonly string[] },
  now: Date,
): Promise<void> {
  const moved = await tables(db)
    .updateTable('push_chunks')
    .set({ done: part.from + part.ids.length })
    .where('cabinet_id', '=', db.cabinetId)
    .where('run_id', '=', part.runId)
    .where('no', '=', part.no)
    .where('done', '=', part.from)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return
  await sql`update push_runs r set apple = r.apple + c.apple, google = r.google + c.google, sent = r.sent + c.sent, unknown = r.unknown + c.unknown,
      failed = r.failed + ${part.ids.length}::int - c.sent - c.unknown
    from (select count(*) filter (where channel = 'apple') as apple, count(*) filter (where channel = 'google') as google,
        count(*) filter (where state in ('sent', 'delivered')) as sent, count(*) filter (where state = 'unknown') as unknown
      from client_messages where cabinet_id = ${db.cabinetId} and run_id = ${part.runId} and pass_id = any(${[...part.ids]}::uuid[])) c
    where r.cabinet_id = ${db.cabinetId} and r.id = ${part.runId}`.execute(db.tx)
  await endRun(db, part.runId, now)
}

/** Ends a run whose chunks are all done. @returns whether it ended now */
export async function endRun(db: CabinetDb, runId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ push_id: string; sent: number; cards: number }>`
    update push_runs r set ended_at = ${now}, started_at = coalesce(started_at, ${now}) where r.cabinet_id = ${db.cabinetId} and r.id = ${runId} and r.ended_at is null
      and not exists (select from push_chunks c where c.cabinet_id = r.cabinet_id and c.run_id = r.id and c.done < cardinality(c.passes))
    returning push_id, sent, cards`.execute(db.tx)
  const run = rows[0]
  // A trigger's run may end before the push's own, or after it.
  const isLast =
    run &&
    (await tables(db)
      .selectFrom('push_runs')
      .select('id')
      .where('cabinet_id', '=', db.cabinetId)
      .where('push_id', '=', run.push_id)
      .where('ended_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) === undefined
  if (run && isLast) await setStatus(db, run.push_id, run.cards > 0 && run.sent === 0 ? 'not_sent' : 'done')
  return run !== undefined
}

export async function progressOf(db: CabinetDb, pushId: string): Promise<{ done: number; total: number }> {
  const { rows } = await sql<{ done: number; total: number }>`
    select coalesce(sum(c.done), 0)::int as done, coalesce(sum(cardinality(c.passes)), 0)::int as total from push_chunks c
    where c.cabinet_id = ${db.cabinetId} and c.run_id = (select id from push_runs where cabinet_id = ${db.cabinetId} and push_id = ${pushId} order by created_at desc limit 1)`.execute(
    db.tx,
  )
  return rows[0] ?? { done: 0, total: 0 }
}

export async function runsOf(db: CabinetDb, pushId: string) {
  return tables(db)
    .selectFrom('push_runs')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('push_id', '=', pushId)
    .select(
      sql<number>`(select count(*) from client_messages m where m.cabinet_id = push_runs.cabinet_id and m.run_id = push_runs.id and m.state = 'delivered')`.as(
        'delivered',
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(30)
    .execute()
}

export async function messagesOf(db: CabinetDb, clientId: string, page: Slice) {
  const found = tables(db)
    .selectFrom('client_messages')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
  const rows = await found
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

export function messageById(db: CabinetDb, id: string) {
  return tables(db)
    .selectFrom('client_messages')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The text that was sent or written last. */
export function latestPush(db: CabinetDb): Promise<PushRow | undefined> {
  return full(db)
    .where('pushes.type', '=', 'text')
    .orderBy('run.run_at', (order) => order.desc().nullsLast())
    .orderBy('pushes.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
