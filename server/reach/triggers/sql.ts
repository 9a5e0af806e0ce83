import { sql, type Generated } from 'kysely'
import { type Action, ACTIONS, type Activation, ACTIVATIONS } from '../../../contract/reach/triggers.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { nameOfTemplate } from '../../cards/templates/templates.ts'
import { nameOfSegment } from '../../people/segments/segments.ts'
import { columnOfPush } from '../pushes/pushes.ts'

export type TriggerTables = {
  triggers: {
    cabinet_id: number
    id: string
    name: Generated<string>
    is_draft: Generated<boolean>
    is_active: Generated<boolean>
    position: number
    activation: Generated<Activation>
    segment_id: string | null
    action: Generated<Action>
    push_id: string | null
    template_id: string | null
    day: string | null
    time: string | null
    days_to_birthday: Generated<number>
    days_after_create: Generated<number>
    back_after_days: number | null
    next_run_at: Date | null
    ran_day: string | null
    started_at: Date | null
    looked_at: Date | null
    last_run_at: Date | null
    last_run_clients: number | null
    pass_at: Date | null
    pass_after: string | null
    pass_clients: number | null
    pass_run: string | null
    /** While it is recorded who is in its segment. */
    insiders_after: string | null
    /** What it did is still being cleared: the trigger is not there any more. */
    removed_at: Date | null
    version: Generated<number>
    created_at: Date
    updated_at: Date
  }
}

const tables = (db: CabinetDb) => db.tx.withTables<TriggerTables>()

/** Those that are there. */
const own = (db: CabinetDb) =>
  tables(db).selectFrom('triggers').where('triggers.cabinet_id', '=', db.cabinetId).where('removed_at', 'is', null)

/**
 * A trigger with the names of its segment, push and template. One that a newer version made of what this version does
 * not know is not there for it: neither shown nor run.
 */
const full = (db: CabinetDb) =>
  own(db)
    .selectAll()
    .where('activation', 'in', ACTIVATIONS)
    .where('action', 'in', ACTIONS)
    .select([
      nameOfSegment(db, 'triggers.segment_id').as('segment_name'),
      columnOfPush(db, 'name', 'triggers.push_id').as('push_name'),
      columnOfPush(db, 'message', 'triggers.push_id').as('push_message'),
      columnOfPush(db, 'status', 'triggers.push_id').as('push_status'),
      sql<string | null>`${nameOfTemplate(db, 'triggers.template_id')}`.as('template_name'),
    ])

export type TriggerRow = Awaited<ReturnType<ReturnType<typeof full>['execute']>>[number]

/** Saved triggers of kinds that this version does not know. */
export async function countNewer(db: CabinetDb): Promise<number> {
  const row = await own(db)
    .select((of) => of.fn.countAll<number>().as('triggers'))
    .where('is_draft', '=', false)
    .where((of) => of.or([of('activation', 'not in', ACTIVATIONS), of('action', 'not in', ACTIONS)]))
    .executeTakeFirst()
  return row?.triggers ?? 0
}

/** Saved triggers in their order. */
export function allTriggers(db: CabinetDb): Promise<TriggerRow[]> {
  return full(db).where('is_draft', '=', false).orderBy('position').orderBy('created_at').execute()
}

export function triggerById(db: CabinetDb, id: string): Promise<TriggerRow | undefined> {
  return full(db).where('id', '=', id).executeTakeFirst()
}

/** Locks the trigger: it neither runs nor changes meanwhile. */
export function lockTrigger(db: CabinetDb, id: string): Promise<TriggerRow | undefined> {
  return full(db).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks the due triggers, in the order of their ids, as all code locks them. */
export function lockDue(db: CabinetDb, now: Date): Promise<TriggerRow[]> {
  return full(db)
    .where('is_active', '=', true)
    .where('insiders_after', 'is', null)
    .where('next_run_at', '<=', now)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Triggers of which it is not known of all clients yet who is in their segment. */
export async function idsOfRecording(db: CabinetDb): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from triggers
    where cabinet_id = ${db.cabinetId} and insiders_after is not null and removed_at is null order by id`.execute(db.tx)
  return rows.map((row) => row.id)
}

export async function lockAllIds(db: CabinetDb): Promise<{ id: string; position: number }[]> {
  return own(db).select(['id', 'position']).orderBy('id').forUpdate().execute()
}

export async function countTriggers(db: CabinetDb): Promise<{ total: number; active: number }> {
  const row = await own(db)
    .select([sql<number>`count(*)`.as('total'), sql<number>`count(*) filter (where is_active)`.as('active')])
    .where('is_draft', '=', false)
    .executeTakeFirst()
  return row ?? { total: 0, active: 0 }
}

export async function insertDraft(db: CabinetDb, id: string, now: Date): Promise<void> {
  await sql`insert into triggers (cabinet_id, id, position, created_at, updated_at)
    values (${db.cabinetId}, ${id},
      (select coalesce(max(position), 0) + 1 from triggers
        where cabinet_id = ${db.cabinetId} and removed_at is null),
      ${now}, ${now})`.execute(db.tx)
}

/** Deletes abandoned drafts: those from before a time, and all but the newest. */
export async function dropOldDrafts(db: CabinetDb, before: Date, keep: number): Promise<void> {
  await sql`delete from triggers where cabinet_id = ${db.cabinetId} and is_draft and removed_at is null
    and (created_at < ${before} or id in (select id from triggers
    where cabinet_id = ${db.cabinetId} and is_draft and removed_at is null
    order by created_at desc, id desc offset ${keep}))`.execute(db.tx)
}

export type TriggerChange = Partial<
  Omit<
    TriggerTables['triggers'],
    | 'cabinet_id'
    | 'id'
    | 'version'
    | 'created_at'
    | 'removed_at'
    | 'name'
    | 'is_draft'
    | 'is_active'
    | 'activation'
    | 'action'
    | 'days_to_birthday'
    | 'days_after_create'
  > & {
    name: string
    is_draft: boolean
    is_active: boolean
    activation: Activation
    action: Action
    days_to_birthday: number
    days_after_create: number
  }
>

/** Saves a user's input. The version rises, so an edit that is open meanwhile gets a conflict. */
export async function saveTrigger(db: CabinetDb, id: string, change: TriggerChange): Promise<void> {
  await tables(db)
    .updateTable('triggers')
    .set((of) => ({ ...change, version: of('version', '+', 1) }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** Saves what the run or the switch changes; the version stays, so no open edit gets a conflict. */
export async function updateTrigger(db: CabinetDb, id: string, change: TriggerChange): Promise<void> {
  await tables(db)
    .updateTable('triggers')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export async function deleteTrigger(db: CabinetDb, id: string): Promise<void> {
  await tables(db).deleteFrom('triggers').where('cabinet_id', '=', db.cabinetId).where('id', '=', id).execute()
}

export async function setPositions(db: CabinetDb, ids: readonly string[]): Promise<void> {
  await sql`update triggers t set position = o.no from unnest(${[...ids]}::uuid[]) with ordinality as o(id, no)
    where t.cabinet_id = ${db.cabinetId} and t.id = o.id`.execute(db.tx)
}

/** Cabinets with something due, for the scheduler. */
export async function cabinetsDue(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select cabinet_id as id from triggers where next_run_at <= ${now}
    union select cabinet_id from triggers where insiders_after is not null
    union select cabinet_id from trigger_holds where back_at <= ${now}`.execute(tx)
  return rows.map((row) => row.id)
}

export async function countTriggersOf(db: CabinetDb, templateIds: readonly string[]): Promise<[string, number][]> {
  const rows = await own(db)
    .select([sql<string>`template_id`.as('template_id'), sql<number>`count(*)`.as('count')])
    .where('template_id', 'in', [...templateIds])
    .groupBy('template_id')
    .execute()
  return rows.map((row) => [row.template_id, row.count])
}

type Named = { id: string; name: string }

export async function triggersOfPush(db: CabinetDb, pushId: string): Promise<Named[]> {
  const { rows } = await sql<Named>`select id, name from triggers
    where cabinet_id = ${db.cabinetId} and push_id = ${pushId} and removed_at is null order by position`.execute(db.tx)
  return rows
}

export async function triggersOfSegments(
  db: CabinetDb,
  segmentIds: readonly string[],
): Promise<(Named & { segment: string })[]> {
  const { rows } = await sql<Named & { segment: string }>`select segment_id as segment, id, name from triggers
    where cabinet_id = ${db.cabinetId} and segment_id = any(${[...segmentIds]}::uuid[]) and removed_at is null
    order by created_at, id`.execute(db.tx)
  return rows
}

/** Names by id; unknown ids are left out. */
export async function triggerNames(db: CabinetDb, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await own(db)
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
