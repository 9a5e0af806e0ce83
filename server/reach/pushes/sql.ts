import { type ColumnType, sql, type Generated } from 'kysely'
import type { Rules } from '../../../contract/people/segments.ts'
import type { PUSH_STOPS } from '../../../contract/reach/push-counts.ts'
import type { PushRepeat, PushType } from '../../../contract/reach/pushes.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countRows } from '../../base/paging.ts'
import { likeAnywhere } from '../../base/like.ts'
import { countPointsOf } from '../../cards/places/places.ts'
import { templatesToJoin } from '../../cards/templates/templates.ts'
import { nameOfSegment } from '../../people/segments/segments.ts'
import { inWallets } from './in-wallets-sql.ts'

export type { PushType }

export type PushStatus = 'draft' | 'queue' | 'in_progress' | 'done' | 'not_sent'

export type PushStop = (typeof PUSH_STOPS)[number]

/** Of a message in one wallet; null: the card was not in it. */
type InWallet = 'queued' | 'sent' | 'not_sent' | 'unknown' | null

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
    send_at: Generated<Date | null>
    send_from: Generated<Date | null>
    send_repeat: Generated<PushRepeat | null>
    missed_at: Generated<Date | null>
    missed_code: Generated<string | null>
    /** Its runs are still being cleared: the push is not there any more. */
    removed_at: Generated<Date | null>
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
    waiting: Generated<number>
    audience: Generated<number | null>
    blocked: Generated<number>
    stopped: Generated<PushStop | null>
    created_at: Date
    started_at: Date | null
    ended_at: Date | null
  }
  push_chunks: {
    cabinet_id: number
    run_id: string
    no: number
    passes: string[]
    /** Of `passes`: their person is notified on another card. They are not counted. */
    silent: Generated<string[]>
    done: Generated<number>
    given_up_at: Generated<Date | null>
  }
  push_audiences: {
    cabinet_id: number
    run_id: string
    after_client: string
    rules: ColumnType<Rules | null, string | null, never>
    cards: Generated<number>
    silent: Generated<number>
    status_before: PushStatus
  }
  client_messages: {
    cabinet_id: number
    id: string
    client_id: string
    pass_id: string
    run_id: string | null
    text: string
    channel: 'apple' | 'google' | 'telegram' | 'none'
    state: MessageState
    apple: InWallet
    google: InWallet
    is_waiting: Generated<boolean>
    /** The person is notified on another card. */
    is_silent: boolean
    google_claim: Generated<string | null>
    google_until: Generated<Date | null>
    pass_version: number
    at: Date
    delivered_at: Date | null
    apple_removed_at: Generated<Date | null>
    google_removed_at: Generated<Date | null>
    claimed_at: Generated<Date | null>
    failure: Generated<string | null>
  }
}

export const tables = (db: CabinetDb) => db.tx.withTables<PushTables>()

/** Those that are there. */
export const pushesThere = (db: CabinetDb) =>
  tables(db).selectFrom('pushes').where('pushes.cabinet_id', '=', db.cabinetId).where('pushes.removed_at', 'is', null)

/** A push with the names of its templates and the counts of its latest run. */
const full = (db: CabinetDb) =>
  pushesThere(db)
    .selectAll('pushes')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('push_runs as r')
          .select(['r.id as run_id', 'r.cards', 'r.sent', 'r.failed', 'r.unknown', 'r.waiting'])
          .select(['r.audience', 'r.blocked', 'r.stopped'])
          .select('r.created_at as run_at')
          .select(inWallets('r').as('wallets'))
          .whereRef('r.cabinet_id', '=', 'pushes.cabinet_id')
          .whereRef('r.push_id', '=', 'pushes.id')
          .orderBy('r.created_at', 'desc')
          .limit(1)
          .as('run'),
      (on) => on.onTrue(),
    )
    .select(['run.run_id', 'run.cards', 'run.sent', 'run.failed', 'run.unknown', 'run.waiting'])
    .select(['run.wallets', 'run.run_at', 'run.audience', 'run.blocked', 'run.stopped'])
    .select(
      sql<string | null>`(select max(o.moscow_day) from push_runs o
        where o.cabinet_id = pushes.cabinet_id and o.push_id = pushes.id and o.trigger_id is null)`.as('moscow_day'),
    )
    .select(
      sql<{ id: string; name: string }[]>`
        coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.created_at)
          from push_templates pt join (${templatesToJoin(db)}) t on t.id = pt.template_id
          where pt.cabinet_id = pushes.cabinet_id and pt.push_id = pushes.id), '[]')`.as('templates'),
    )
    .select(
      sql<{ id: string; name: string } | null>`
        case when pushes.segment_id is not null then
          jsonb_build_object('id', pushes.segment_id, 'name', ${nameOfSegment(db, 'pushes.segment_id')}) end`.as(
        'segment',
      ),
    )
    .select(countPointsOf(db, 'pushes.id').as('points'))

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
  const where = sql<boolean>`(${page.q} = '' or pushes.name ilike ${pattern} or pushes.message ilike ${pattern})
    and (${page.type ?? null}::text is null or pushes.type = ${page.type ?? null})
    and (${page.status ?? null}::text is null or ${page.status ?? null} =
      case when pushes.type in ('text', 'telegram') then pushes.status when pushes.is_active then 'on' else 'off' end)`
  const rows = await full(db)
    .where(where)
    .orderBy('pushes.created_at', page.d)
    .orderBy('pushes.id', page.d)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countRows(pushesThere(db).where(where)) }
}

export function pushById(db: CabinetDb, id: string): Promise<PushRow | undefined> {
  return full(db).where('pushes.id', '=', id).executeTakeFirst()
}

/** Locks the push. */
export function lockPush(db: CabinetDb, id: string): Promise<{ status: PushStatus } | undefined> {
  return pushesThere(db).select('status').where('id', '=', id).forUpdate().executeTakeFirst()
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

/** @returns false when the version has changed since it was read */
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

/** An unknown template is refused by the foreign key push_templates_template. */
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

export function latestPush(db: CabinetDb): Promise<PushRow | undefined> {
  return full(db)
    .where('pushes.type', '=', 'text')
    .orderBy('run.run_at', (order) => order.desc().nullsLast())
    .orderBy('pushes.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Segment of a push; null when it is for all clients, and when there is no such push. */
export async function segmentOfPush(db: CabinetDb, id: string): Promise<string | null> {
  const row = await pushesThere(db).select('segment_id').where('id', '=', id).executeTakeFirst()
  return row?.segment_id ?? null
}

export async function lockTextPush(db: CabinetDb, id: string): Promise<boolean> {
  const { rows } = await sql`select from pushes
    where cabinet_id = ${db.cabinetId} and id = ${id} and type = 'text' and removed_at is null
    for key share`.execute(db.tx)
  return rows.length > 0
}
