/** The address at which a CRM's events arrive, and the events. */
import { type Generated, sql } from 'kysely'
import type { HookEventState } from '../../../contract/business/crm-hooks.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'

type Tables = {
  crm_hooks: {
    cabinet_id: number
    id: string
    sealed_key: Buffer
    is_wanted: Generated<boolean>
    state: Generated<'none' | 'registered' | 'failed'>
    failure: Generated<string | null>
    checked_at: Generated<Date | null>
    last_event_at: Generated<Date | null>
    received: Generated<number>
    forged: Generated<number>
    echoes: Generated<number>
  }
  crm_hook_events: {
    cabinet_id: number
    id: string
    at: Date
    state: HookEventState
    sealed: Buffer | null
    crm_ids: Generated<string[]>
    tries: Generated<number>
    settled_at: Generated<Date | null>
  }
  crm_farewells: { cabinet_id: number; id: string; type: string; sealed: Buffer }
}
const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

const one = (db: CabinetDb) => tables(db).selectFrom('crm_hooks').selectAll().where('cabinet_id', '=', db.cabinetId)
export type HookRow = Awaited<ReturnType<ReturnType<typeof one>['executeTakeFirstOrThrow']>>

export const findHook = (db: CabinetDb): Promise<HookRow | undefined> => one(db).executeTakeFirst()

export async function insertHook(db: CabinetDb, row: { id: string; sealed_key: Buffer }): Promise<void> {
  await tables(db)
    .insertInto('crm_hooks')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function changeHook(
  db: CabinetDb,
  change: Partial<Pick<HookRow, 'sealed_key' | 'is_wanted' | 'state' | 'failure' | 'checked_at'>>,
): Promise<void> {
  await tables(db).updateTable('crm_hooks').set(change).where('cabinet_id', '=', db.cabinetId).execute()
}

export async function deleteHook(db: CabinetDb): Promise<void> {
  await tables(db).deleteFrom('crm_hook_events').where('cabinet_id', '=', db.cabinetId).execute()
  await tables(db).deleteFrom('crm_hooks').where('cabinet_id', '=', db.cabinetId).execute()
}

/** One that was forged keeps no place from the right one. @returns false: it has arrived before */
export async function insertEvent(
  db: CabinetDb,
  { id, sealed, at }: { id: string; sealed: Buffer; at: Date },
): Promise<boolean> {
  const done = await tables(db)
    .insertInto('crm_hook_events')
    .values({ cabinet_id: db.cabinetId, id, at, sealed, state: 'waiting' })
    .onConflict((conflict) =>
      conflict
        .columns(['cabinet_id', 'id'])
        .doUpdateSet({ at, sealed, state: 'waiting', settled_at: null })
        .where('crm_hook_events.state', '=', 'forged'),
    )
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

const events = (db: CabinetDb) =>
  tables(db).selectFrom('crm_hook_events').selectAll().where('cabinet_id', '=', db.cabinetId)
export type EventRow = Awaited<ReturnType<ReturnType<typeof events>['executeTakeFirstOrThrow']>>

export const waitingEvents = (db: CabinetDb, limit: number): Promise<EventRow[]> =>
  events(db).where('state', '=', 'waiting').orderBy('at').orderBy('id').limit(limit).execute()

export const latestEvents = (db: CabinetDb, limit: number): Promise<EventRow[]> =>
  events(db).orderBy('at', 'desc').orderBy('id').limit(limit).execute()

const change = (db: CabinetDb) => tables(db).updateTable('crm_hook_events').where('cabinet_id', '=', db.cabinetId)

export type Settled = { id: string; state: Exclude<HookEventState, 'waiting'>; crmIds: readonly string[] }

/** What was settled meanwhile stays as it is, and counts once. */
export async function settleEvents(db: CabinetDb, settled: readonly Settled[], now: Date): Promise<void> {
  const counted = { received: 0, forged: 0, echoes: 0 }
  for (const { id, state, crmIds } of settled) {
    const done = await change(db)
      .set({ state, crm_ids: [...crmIds], settled_at: now, ...(state === 'forged' && { sealed: null }) })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) continue
    if (state === 'forged') counted.forged++
    else counted.received++
    if (state === 'echo') counted.echoes++
  }
  await sql`
    update crm_hooks set received = received + ${counted.received}, forged = forged + ${counted.forged},
      echoes = echoes + ${counted.echoes},
      last_event_at = case when ${counted.received} > 0 then ${now} else last_event_at end
    where cabinet_id = ${db.cabinetId}`.execute(db.tx)
}

/** They are tried again; after so many tries they have failed. */
export async function noteTry(db: CabinetDb, ids: readonly string[], triesMax: number, now: Date): Promise<void> {
  await sql`
    update crm_hook_events set tries = tries + 1,
      state = case when tries + 1 >= ${triesMax} then 'failed' else state end,
      settled_at = case when tries + 1 >= ${triesMax} then ${now} else settled_at end
    where cabinet_id = ${db.cabinetId} and state = 'waiting' and id = any(${[...ids]}::uuid[])`.execute(db.tx)
}

/** @returns false: it is not there any more, or nothing of it was kept */
export async function repeatEvent(db: CabinetDb, id: string): Promise<boolean> {
  const done = await change(db)
    .set({ state: 'waiting', tries: 0, settled_at: null })
    .where('id', '=', id)
    .where('sealed', 'is not', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** @param kept so many of the newest stay */
export async function sweepEvents(db: CabinetDb, before: Date, kept: number): Promise<void> {
  await sql`
    delete from crm_hook_events where cabinet_id = ${db.cabinetId} and (at < ${before} or (state <> 'waiting' and at < (
      select at from crm_hook_events where cabinet_id = ${db.cabinetId} order by at desc offset ${kept} limit 1)))
  `.execute(db.tx)
}

/** Nothing is left of events about this person of the CRM. */
export async function forgetEventsAbout(db: CabinetDb, crmId: string): Promise<void> {
  await sql`delete from crm_hook_events where cabinet_id = ${db.cabinetId} and ${crmId} = any(crm_ids)`.execute(db.tx)
}

/** Cabinets with an address for events, upwards from `after`. */
export async function cabinetsWithHooks(tx: Tx, after: number, limit: number): Promise<number[]> {
  const rows = await tx
    .withTables<Tables>()
    .selectFrom('crm_hooks')
    .select('cabinet_id')
    .where('cabinet_id', '>', after)
    .orderBy('cabinet_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.cabinet_id)
}

export async function insertFarewell(db: CabinetDb, row: { id: string; type: string; sealed: Buffer }): Promise<void> {
  await tables(db)
    .insertInto('crm_farewells')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

export async function findFarewell(db: CabinetDb, id: string): Promise<{ type: string; sealed: Buffer } | undefined> {
  return tables(db)
    .selectFrom('crm_farewells')
    .select(['type', 'sealed'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function dropFarewell(db: CabinetDb, id: string): Promise<void> {
  await tables(db).deleteFrom('crm_farewells').where('cabinet_id', '=', db.cabinetId).where('id', '=', id).execute()
}
