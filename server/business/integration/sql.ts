import { sql, type Generated } from 'kysely'
import type { MeetingPolicy } from '../../../contract/business/crm-meeting.ts'
import type { CrmCategory, CrmFault } from '../../../contract/business/integration.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import type { StoredLink } from './field-map.ts'
import type { Forgets } from './links-sql.ts'

export type IntegrationTables = {
  integrations: {
    cabinet_id: number
    id: string
    type: string
    settings: Record<string, string>
    secrets: Buffer | null
    secret_names: string[]
    is_read: boolean
    is_write: boolean
    is_rewrite: boolean
    categories: CrmCategory[]
    is_on: Generated<boolean>
    is_stopped: Generated<boolean>
    fault: Generated<CrmFault | null>
    fault_field: Generated<string | null>
    fault_at: Generated<Date | null>
    change_cursor: Generated<string>
    purchase_cursor: Generated<string>
    policy: Generated<MeetingPolicy>
    begun_at: Generated<Date | null>
    look_state: Generated<'none' | 'running' | 'done' | 'failed'>
    looked: Generated<number>
    read_cursor: Generated<string | null>
    field_map: Generated<StoredLink[]>
    forgets: Generated<Forgets | null>
    forgotten_up_to: Generated<string | null>
    account: Generated<string>
    last_write_at: Generated<Date | null>
    last_read_at: Generated<Date | null>
    version: Generated<number>
    created_at: Date
    updated_at: Date
  }
  crm_wishes: { cabinet_id: number; id: string; name: string; created_at: Date }
}

const tables = (db: CabinetDb) => db.tx.withTables<IntegrationTables>()
const json = <T>(value: T) => JSON.stringify(value) as unknown as T

const one = (db: CabinetDb) =>
  tables(db)
    .selectFrom('integrations')
    .selectAll()
    .select([
      'is_stopped as was_stopped',
      // With another place than before nothing is exchanged until all of that one is forgotten.
      sql<boolean>`is_stopped or coalesce(forgets ->> 'what' = 'place', false)`.as('is_stopped'),
    ])
    .where('cabinet_id', '=', db.cabinetId)
export type IntegrationRow = Awaited<ReturnType<ReturnType<typeof one>['executeTakeFirstOrThrow']>>

export function findIntegration(db: CabinetDb): Promise<IntegrationRow | undefined> {
  return one(db).executeTakeFirst()
}

export type Connection = Pick<IntegrationRow, 'id' | 'version'>

/** Until the end of the transaction it stays as it is. @returns false: it was ended, or leads elsewhere by now */
export async function holdConnection(db: CabinetDb, { id, version }: Connection): Promise<boolean> {
  const held = one(db).where('id', '=', id).where('version', '=', version).forShare()
  return (await held.executeTakeFirst()) !== undefined
}

type Kept = Pick<
  IntegrationRow,
  'settings' | 'secrets' | 'secret_names' | 'is_read' | 'is_write' | 'is_rewrite' | 'categories' | 'account'
>

/** @returns false when the cabinet has one already */
export async function insertIntegration(
  db: CabinetDb,
  row: Kept & { id: string; type: string },
  now: Date,
): Promise<boolean> {
  const done = await tables(db)
    .insertInto('integrations')
    .values({
      cabinet_id: db.cabinetId,
      ...row,
      settings: json(row.settings),
      categories: json(row.categories),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.constraint('integrations_one').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The cause of a stop may be fixed, so it goes on. @returns false when the version is not the one that was read */
export async function updateIntegration(
  db: CabinetDb,
  of: { id: string; version: number },
  row: Kept,
  now: Date,
): Promise<boolean> {
  const done = await tables(db)
    .updateTable('integrations')
    .set((column) => ({
      ...row,
      settings: json(row.settings),
      categories: json(row.categories),
      version: column('version', '+', 1),
      updated_at: now,
      is_stopped: false,
      fault: null,
      fault_field: null,
      fault_at: null,
    }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', of.id)
    .where('version', '=', of.version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function setOn(db: CabinetDb, id: string, isOn: boolean, now: Date): Promise<void> {
  await tables(db)
    .updateTable('integrations')
    .set({ is_on: isOn, is_stopped: false, fault: null, fault_field: null, fault_at: null, updated_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** A consent that is over, in words that processes of an earlier version know; its field tells it apart. */
const storedFault = (code: CrmFault): CrmFault => (code === 'connect_anew' ? 'wrong_login' : code)

/** `isStopped`: it does not go on automatically. */
export async function setFault(
  db: CabinetDb,
  fault: { code: CrmFault; field: string | null; isStopped: boolean },
  now: Date,
): Promise<void> {
  await tables(db)
    .updateTable('integrations')
    .set({ fault: storedFault(fault.code), fault_field: fault.field, fault_at: now, is_stopped: fault.isStopped })
    .where('cabinet_id', '=', db.cabinetId)
    .execute()
}

/** The CRM answers: an earlier fault of the connection is over. */
export async function markReached(
  db: CabinetDb,
  change: { last_write_at?: Date; last_read_at?: Date; change_cursor?: string; purchase_cursor?: string },
): Promise<void> {
  await tables(db)
    .updateTable('integrations')
    .set({ ...change, fault: null, fault_field: null, fault_at: null })
    .where('cabinet_id', '=', db.cabinetId)
    .where('is_stopped', '=', false)
    .execute()
}

export async function deleteIntegration(db: CabinetDb): Promise<void> {
  // First, so that work of this moment keeps nothing behind it.
  await one(db).forUpdate().execute()
  await tables(db).deleteFrom('integrations').where('cabinet_id', '=', db.cabinetId).execute()
}

/** The same CRM at another address: both bases meet anew. */
export async function forgetMeeting(db: CabinetDb): Promise<void> {
  await tables(db)
    .updateTable('integrations')
    .set({ change_cursor: '', purchase_cursor: '', read_cursor: null, begun_at: null, look_state: 'none', looked: 0 })
    .where('cabinet_id', '=', db.cabinetId)
    .execute()
}

export async function setLook(
  db: CabinetDb,
  change: { look_state: 'none' | 'running' | 'done' | 'failed'; looked?: number },
): Promise<void> {
  await tables(db).updateTable('integrations').set(change).where('cabinet_id', '=', db.cabinetId).execute()
}

/** So many more were looked up. */
export async function addLooked(db: CabinetDb, more: number): Promise<void> {
  await tables(db)
    .updateTable('integrations')
    .set({ looked: (eb) => eb('looked', '+', more) })
    .where('cabinet_id', '=', db.cabinetId)
    .execute()
}

/** How far the round of reading is; null: at its end. */
export async function setReadCursor(db: CabinetDb, cursor: string | null): Promise<void> {
  await tables(db)
    .updateTable('integrations')
    .set({ read_cursor: cursor })
    .where('cabinet_id', '=', db.cabinetId)
    .execute()
}

/** @returns false when it has begun already */
export async function setBegun(db: CabinetDb, policy: MeetingPolicy, now: Date): Promise<boolean> {
  const done = await tables(db)
    .updateTable('integrations')
    .set({ policy: json(policy), begun_at: now, updated_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('begun_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function wishes(db: CabinetDb): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('crm_wishes')
    .select('name')
    .where('cabinet_id', '=', db.cabinetId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.name)
}

/** @returns false when the same was recorded before */
export async function insertWish(db: CabinetDb, name: string, now: Date): Promise<boolean> {
  const done = await tables(db)
    .insertInto('crm_wishes')
    .values({ cabinet_id: db.cabinetId, id: crypto.randomUUID(), name, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Cabinets whose integration runs, upwards from `after`. */
export async function activeCabinets(tx: Tx, after: number, limit: number): Promise<number[]> {
  const rows = await tx
    .withTables<IntegrationTables>()
    .selectFrom('integrations')
    .select('cabinet_id')
    .where('is_on', '=', true)
    .where('is_stopped', '=', false)
    .where('cabinet_id', '>', after)
    .orderBy('cabinet_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.cabinet_id)
}
