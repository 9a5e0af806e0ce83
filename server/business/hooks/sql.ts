import { type Generated, sql } from 'kysely'
import type { HookFailure } from '../../../contract/business/hooks.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'

type HookTables = {
  client_hooks: {
    cabinet_id: number
    id: string
    url: string
    sealed_secret: Buffer
    place: string
    connected_at: Date
    sent: Generated<number>
    last_sent_at: Date | null
    failures: Generated<number>
    failing_since: Date | null
    failure: HookFailure | null
    status: number | null
    next_at: Date | null
  }
}
export type HookRow = Omit<HookTables['client_hooks'], 'cabinet_id' | 'sent' | 'failures'> & {
  sent: number
  failures: number
}
export type HookChange = Partial<Omit<HookRow, 'id'>>

const tables = (db: CabinetDb) => db.tx.withTables<HookTables>()

export function hookOf(db: CabinetDb): Promise<HookRow | undefined> {
  return tables(db)
    .selectFrom('client_hooks')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
    .then((row) => row && { ...row, sent: Number(row.sent) })
}

export async function insertHook(db: CabinetDb, row: HookRow): Promise<void> {
  await tables(db)
    .insertInto('client_hooks')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

/** @returns false when there is none, or another one by now */
export async function updateHook(
  db: CabinetDb,
  { id, place }: Pick<HookRow, 'id'> & { place?: string },
  change: HookChange,
): Promise<boolean> {
  const done = await tables(db)
    .updateTable('client_hooks')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .$if(place !== undefined, (update) => update.where('place', '=', place ?? ''))
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export async function deleteHook(db: CabinetDb): Promise<boolean> {
  const done = await tables(db).deleteFrom('client_hooks').where('cabinet_id', '=', db.cabinetId).executeTakeFirst()
  return done.numDeletedRows > 0n
}

export async function cabinetsDue(tx: Tx, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select cabinet_id as id from client_hooks where next_at <= ${now}`.execute(tx)
  return rows.map((row) => row.id)
}
