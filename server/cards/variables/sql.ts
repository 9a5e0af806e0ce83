import { type Generated, type Selectable, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type VariableTables = {
  variables: {
    cabinet_id: number
    id: string
    name: string
    default_value: string
    description: string
    created_at: Date
    /** Set: nobody sees it any more, and the values that clients have are being cleared. */
    removed_at: Generated<Date | null>
  }
}
export type VariableRow = Omit<Selectable<VariableTables['variables']>, 'removed_at'>

const tables = (db: CabinetDb) => db.tx.withTables<VariableTables>()

export function ownVariables(db: CabinetDb): Promise<VariableRow[]> {
  return tables(db)
    .selectFrom('variables')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('removed_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .execute()
}

/**
 * Which of these names exist. They cannot be deleted until the end of the transaction, so a text is never saved with a
 * name that is being removed.
 */
export async function lockVariables(db: CabinetDb, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await tables(db)
    .selectFrom('variables')
    .select('name')
    .where('cabinet_id', '=', db.cabinetId)
    .where('name', 'in', [...names])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map((row) => row.name)
}

/** Locks a variable for this transaction: nobody may start to use it meanwhile. */
export function takeVariable(db: CabinetDb, id: string): Promise<VariableRow | undefined> {
  return tables(db)
    .selectFrom('variables')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Nobody sees it any more; its name stays taken. */
export async function markRemoved(db: CabinetDb, id: string, now: Date): Promise<void> {
  await tables(db)
    .updateTable('variables')
    .set({ removed_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** The name of a removed one whose values are being cleared. */
export async function nameOfRemoved(db: CabinetDb, id: string): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('variables')
    .select('name')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return row?.name
}

export async function countVariables(db: CabinetDb): Promise<number> {
  const row = await tables(db)
    .selectFrom('variables')
    .select(sql<number>`count(*)`.as('count'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return row?.count ?? 0
}

export async function insertVariable(db: CabinetDb, row: Omit<VariableRow, 'cabinet_id'>): Promise<void> {
  await tables(db)
    .insertInto('variables')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

export async function updateVariable(
  db: CabinetDb,
  id: string,
  row: Pick<VariableRow, 'name' | 'default_value' | 'description'>,
): Promise<void> {
  await tables(db)
    .updateTable('variables')
    .set(row)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

export async function deleteVariable(db: CabinetDb, id: string): Promise<void> {
  await tables(db).deleteFrom('variables').where('cabinet_id', '=', db.cabinetId).where('id', '=', id).execute()
}
