import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type VariableTables = {
  variables: {
    cabinet_id: number
    id: string
    name: string
    default_value: string
    description: string
    created_at: Date
  }
}
export type VariableRow = VariableTables['variables']

const tables = (db: CabinetDb) => db.tx.withTables<VariableTables>()

export function ownVariables(db: CabinetDb): Promise<VariableRow[]> {
  return tables(db)
    .selectFrom('variables')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .orderBy(sql`lower(name)`)
    .execute()
}

/**
 * Which of these names there are; they stay until the end of the transaction, so that a text is never saved with a name
 * that is just going.
 */
export async function holdNames(db: CabinetDb, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await tables(db)
    .selectFrom('variables')
    .select('name')
    .where('cabinet_id', '=', db.cabinetId)
    .where('name', 'in', [...names])
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map((row) => row.name)
}

/** Takes a variable for this transaction: nobody may begin to use it meanwhile. */
export function takeVariable(db: CabinetDb, id: string): Promise<VariableRow | undefined> {
  return tables(db)
    .selectFrom('variables')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function countVariables(db: CabinetDb): Promise<number> {
  const row = await tables(db)
    .selectFrom('variables')
    .select(sql<number>`count(*)`.as('count'))
    .where('cabinet_id', '=', db.cabinetId)
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

export type Use = { variable: string; kind: 'forms' | 'templates' | 'pushes'; id: string; name: string }

/**
 * Where variables are used, of one or of all. In a design as text `{name}` stands in texts only: braces of JSON are
 * followed by a quote.
 */
export async function usesOf(db: CabinetDb, id: string | null): Promise<Use[]> {
  const { rows } = await sql<Use>`select * from (
    with own as (select * from variables where cabinet_id = ${db.cabinetId} and (${id}::uuid is null or id = ${id}::uuid))
    select v.id as variable, 'forms' as kind, f.form_key as id, f.name, f.created_at from own v join forms f on f.cabinet_id = v.cabinet_id
      and exists (select from jsonb_array_elements(f.settings -> 'fields') field where field ->> 'variableName' = v.name)
    union all
    select v.id, 'templates', t.id::text, t.name, t.created_at from own v join templates t on t.cabinet_id = v.cabinet_id
      and (position('{' || v.name || '}' in t.design::text) > 0 or jsonb_exists(t.variables, v.name))
    union all
    select v.id, 'pushes', p.id::text, p.name, p.created_at from own v join pushes p on p.cabinet_id = v.cabinet_id
      and position('{' || v.name || '}' in p.message) > 0) uses
    order by kind = 'pushes', kind, created_at, id`.execute(db.tx)
  return rows
}

/**
 * Templates on whose cards the default value of the cabinet stands: used in the design and not overruled by the
 * template.
 */
export async function templatesShowing(db: CabinetDb, name: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from templates where cabinet_id = ${db.cabinetId}
    and position(${`{${name}}`} in design::text) > 0 and not jsonb_exists(variables, ${name})`.execute(db.tx)
  return rows.map((row) => row.id)
}
