/** Saved views of the list of clients, which all members of a business share. */
import { sql } from 'kysely'
import { CLIENT_VIEWS_MAX } from '../../../contract/limits.ts'
import { ClientView, type ClientViewInput, clientViews as contract } from '../../../contract/people/client-views.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { type StoredView, tables } from './sql.ts'

const refuse = refusals(contract)

const all = (db: CabinetDb) => tables(db).selectFrom('client_views').where('cabinet_id', '=', db.cabinetId)
const reply = ({ id, name, shown }: StoredView): ClientView => ClientView.parse({ id, name, ...shown })

export async function listViews(db: CabinetDb): Promise<{ views: ClientView[] }> {
  const rows = await all(db)
    .select(['id', 'name', 'shown'])
    .orderBy(sql`name collate "und-x-icu"`)
    .execute()
  return { views: rows.map(reply) }
}

/** @throws Refusal view_limit */
export async function saveView(
  db: CabinetDb,
  { name, ...shown }: ClientViewInput,
  userId: string,
  now: Date,
): Promise<ClientView> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${db.cabinetId}|views`}, 0))`.execute(db.tx)
  const { rows } = await sql<StoredView>`
    insert into client_views (cabinet_id, id, name, shown, made_by, created_at)
    values (${db.cabinetId}, ${crypto.randomUUID()}, ${name}, ${JSON.stringify(shown)}, ${userId}, ${now})
    on conflict (cabinet_id, lower(name collate "und-x-icu")) do update set name = excluded.name, shown = excluded.shown
    returning id, name, shown`.execute(db.tx)
  const [row] = rows
  if (!row || (await all(db).select('id').execute()).length > CLIENT_VIEWS_MAX)
    throw refuse('view_limit', { limit: CLIENT_VIEWS_MAX })
  return reply(row)
}

/** @throws Refusal view_not_found, view_taken */
export async function renameView(db: CabinetDb, id: string, name: string): Promise<ClientView> {
  try {
    const row = await tables(db)
      .updateTable('client_views')
      .set({ name })
      .where('cabinet_id', '=', db.cabinetId)
      .where('id', '=', id)
      .returning(['id', 'name', 'shown'])
      .executeTakeFirst()
    if (!row) throw refuse('view_not_found')
    return reply(row)
  } catch (error) {
    if (constraintOf(error) === 'client_views_name') throw refuse('view_taken', {}, { name: { code: 'view_taken' } })
    throw error
  }
}

/** @throws Refusal view_not_found */
export async function removeView(db: CabinetDb, id: string): Promise<void> {
  const done = await tables(db)
    .deleteFrom('client_views')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (done.numDeletedRows === 0n) throw refuse('view_not_found')
}

/** Views that filter by one of these tags, or segments: they would show something else without it. */
export async function viewsFilteredBy(
  db: CabinetDb,
  by: 'tag' | 'segment',
  ids: readonly string[],
): Promise<{ of: string; id: string; name: string }[]> {
  const { rows } = await sql<{ of: string; id: string; name: string }>`
    select shown -> 'filters' ->> ${by} as of, id, name from client_views
    where cabinet_id = ${db.cabinetId} and shown -> 'filters' ->> ${by} = any(${[...ids]}::text[])
    order by name collate "und-x-icu"`.execute(db.tx)
  return rows
}
