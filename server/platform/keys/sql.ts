import { sql } from 'kysely'
import type { Language, Scope } from '../../../contract/limits.ts'
import type { CabinetDb, Db } from '../../base/db.ts'

type KeyTables = {
  api_keys: {
    cabinet_id: number
    id: string
    name: string
    prefix: string
    secret_hash: Buffer
    old_hash: Buffer | null
    old_until: Date | null
    scopes: Scope[]
    made_by: string
    created_at: Date
    /** Since when it has its secret; null: since it was created. */
    secret_at: Date | null
    ends_at: Date | null
    last_used_at: Date | null
  }
  api_usage: { cabinet_id: number; hour: Date; calls: number; blocked: number; by_key: Record<string, number> }
}

const tables = (db: CabinetDb) => db.tx.withTables<KeyTables>()

/** What people see of keys: nothing of their secrets. */
const shown = (db: CabinetDb) =>
  tables(db)
    .selectFrom('api_keys')
    .select(['id', 'name', 'prefix', 'scopes', 'made_by', 'created_at', 'ends_at', 'last_used_at', 'old_until'])
    .where('cabinet_id', '=', db.cabinetId)
export type KeyRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

export function keysOf(db: CabinetDb): Promise<KeyRow[]> {
  return shown(db).orderBy('created_at', 'desc').orderBy('id').execute()
}

export function keyById(db: CabinetDb, id: string): Promise<KeyRow | undefined> {
  return shown(db).where('id', '=', id).executeTakeFirst()
}

export async function countKeys(db: CabinetDb): Promise<number> {
  return (
    (
      await tables(db)
        .selectFrom('api_keys')
        .select(sql<number>`count(*)`.as('count'))
        .where('cabinet_id', '=', db.cabinetId)
        .executeTakeFirst()
    )?.count ?? 0
  )
}

export type NewKeyRow = Pick<
  KeyTables['api_keys'],
  'id' | 'name' | 'prefix' | 'secret_hash' | 'scopes' | 'made_by' | 'created_at' | 'ends_at'
>

export async function insertKey(db: CabinetDb, row: NewKeyRow): Promise<void> {
  await tables(db)
    .insertInto('api_keys')
    .values({ cabinet_id: db.cabinetId, old_hash: null, old_until: null, last_used_at: null, secret_at: null, ...row })
    .execute()
}

/** @returns false when there is no such key */
export async function updateName(db: CabinetDb, id: string, name: string): Promise<boolean> {
  const done = await tables(db)
    .updateTable('api_keys')
    .set({ name })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** The secret becomes the old one, unless it ends immediately. @returns false when there is no such key */
export async function replaceSecret(
  db: CabinetDb,
  id: string,
  secret: { prefix: string; hash: Buffer; at: Date },
  oldUntil: Date | null,
): Promise<boolean> {
  const done = await tables(db)
    .updateTable('api_keys')
    .set((of) => ({
      prefix: secret.prefix,
      secret_hash: secret.hash,
      secret_at: secret.at,
      old_hash: oldUntil ? of.ref('secret_hash') : null,
      old_until: oldUntil,
    }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** @returns false when there is no such key */
export async function deleteKey(db: CabinetDb, id: string): Promise<boolean> {
  const done = await tables(db)
    .deleteFrom('api_keys')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** Keys of a user whose secret was made since a moment. @returns their names */
export async function deleteKeysSince(db: CabinetDb, userId: string, since: Date): Promise<string[]> {
  const rows = await tables(db)
    .deleteFrom('api_keys')
    .where('cabinet_id', '=', db.cabinetId)
    .where('made_by', '=', userId)
    .where((key) => key.or([key('created_at', '>=', since), key('secret_at', '>=', since)]))
    .returning('name')
    .execute()
  return rows.map((row) => row.name).toSorted()
}

/** Calls of each key since a moment. */
export async function callsByKey(db: CabinetDb, since: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; calls: number }>`
    select one.key as id, sum(one.value::int) as calls from api_usage u, jsonb_each_text(u.by_key) one
    where u.cabinet_id = ${db.cabinetId} and u.hour >= ${since} group by 1`.execute(db.tx)
  return new Map(rows.map((row) => [row.id, row.calls]))
}

export function usageSince(
  db: CabinetDb,
  since: Date,
): Promise<Pick<KeyTables['api_usage'], 'hour' | 'calls' | 'blocked'>[]> {
  return tables(db)
    .selectFrom('api_usage')
    .select(['hour', 'calls', 'blocked'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('hour', '>=', since)
    .execute()
}

export type TakenCall = {
  cabinet_id: number
  key_id: string
  scopes: Scope[]
  user_id: string
  email: string
  email_verified_at: Date | null
  lang: Language
  per_hour: number
  per_second: number
  calls: number
  in_second: number
  is_taken: boolean
}

/** Finds a key and counts a call, in a separate statement: the count stays, however the call ends. */
export async function takeCall(db: Db, hash: Buffer, at: Date): Promise<TakenCall | undefined> {
  return (await sql<TakenCall>`select * from take_api_call(${hash}, ${at})`.execute(db)).rows[0]
}
