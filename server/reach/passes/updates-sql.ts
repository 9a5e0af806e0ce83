/** Updates of the cards of templates, at most one a Moscow day. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
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

export async function countOfTemplates(db: CabinetDb, templateIds: readonly string[]): Promise<number> {
  if (templateIds.length === 0) return 0
  const row = await tables(db)
    .selectFrom('passes')
    .select(sql<number>`count(*)`.as('count'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('template_id', 'in', [...templateIds])
    .executeTakeFirst()
  return row?.count ?? 0
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
