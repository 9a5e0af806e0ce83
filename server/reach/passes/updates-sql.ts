/** Updates of the cards of templates, at most one a Moscow day. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { hasNoValue, isHolder } from '../../people/clients/clients.ts'
import { type PassTables, tables } from './sql.ts'

/** The next cards of these templates after one, in the order of ids. */
export function passesOfTemplates(
  db: CabinetDb,
  templateIds: readonly string[],
  after: string | null,
  limit: number,
): Promise<{ id: string }[]> {
  return tables(db)
    .selectFrom('passes')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('template_id', 'in', [...templateIds])
    .$if(after !== null, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * The next cards of these templates after one, in the order of ids. `isShown`: it shows the default value of a
 * variable, because its client has no value.
 */
export async function nextOfDefault(
  db: CabinetDb,
  {
    templateIds,
    variable,
    after,
    limit,
  }: { templateIds: readonly string[]; variable: string; after: string | null; limit: number },
): Promise<{ id: string; isShown: boolean }[]> {
  const { rows } = await sql<{ id: string; isShown: boolean }>`
    select p.id, ${isHolder(db, 'p.client_id', hasNoValue(variable))} as "isShown" from (
      select id, client_id from passes where cabinet_id = ${db.cabinetId}
        and template_id = any(${[...templateIds]}::uuid[]) and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${limit}) p
    order by p.id`.execute(db.tx)
  return rows
}

/** @returns false when the day already has an update */
export async function insertUpdate(
  db: CabinetDb,
  row: Pick<PassTables['card_updates'], 'id' | 'moscow_day' | 'templates' | 'state' | 'total' | 'created_at'>,
): Promise<boolean> {
  const done = await tables(db)
    .insertInto('card_updates')
    .values({ cabinet_id: db.cabinetId, ...row, after_pass: null })
    .onConflict((conflict) => conflict.constraint('card_updates_once_a_day').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Templates that wait for the next update. */
export async function waitingTemplates(db: CabinetDb): Promise<string[]> {
  return (
    await tables(db)
      .selectFrom('waiting_updates')
      .select('template_id')
      .where('cabinet_id', '=', db.cabinetId)
      .execute()
  ).map((row) => row.template_id)
}

export async function addWaiting(db: CabinetDb, templateIds: readonly string[], since: Date): Promise<void> {
  await tables(db)
    .insertInto('waiting_updates')
    .values([...templateIds].sort().map((template_id) => ({ cabinet_id: db.cabinetId, template_id, since })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function clearWaiting(db: CabinetDb, templateIds: readonly string[]): Promise<void> {
  if (templateIds.length > 0)
    await tables(db)
      .deleteFrom('waiting_updates')
      .where('cabinet_id', '=', db.cabinetId)
      .where('template_id', 'in', [...templateIds])
      .execute()
}

export function updateById(db: CabinetDb, id: string) {
  return tables(db)
    .selectFrom('card_updates')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export function latestUpdate(db: CabinetDb) {
  return tables(db)
    .selectFrom('card_updates')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function saveUpdateProgress(
  db: CabinetDb,
  id: string,
  change: { state: 'in_progress' | 'done'; done: number; after_pass: string | null; ended_at: Date | null },
): Promise<void> {
  await tables(db)
    .updateTable('card_updates')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}
