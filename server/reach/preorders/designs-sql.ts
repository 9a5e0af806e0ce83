/** The designs whose cards a client waits for. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { tables } from './sql.ts'

export async function addDesign(db: CabinetDb, clientId: string, templateId: string, at: Date): Promise<void> {
  await tables(db)
    .insertInto('preorder_designs')
    .values({ cabinet_id: db.cabinetId, client_id: clientId, template_id: templateId, asked_at: at })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'client_id', 'template_id']).doNothing())
    .execute()
}

export async function addDesigns(
  db: CabinetDb,
  clients: readonly { id: string; templateId: string }[],
  at: Date,
): Promise<void> {
  await sql`insert into preorder_designs (cabinet_id, client_id, template_id, asked_at)
    select ${db.cabinetId}, id, template_id, ${at}
    from unnest(${clients.map(({ id }) => id)}::uuid[],
      ${clients.map(({ templateId }) => templateId)}::uuid[]) given (id, template_id)
    on conflict do nothing`.execute(db.tx)
}

/** Of many clients, in the order in which they asked; who waits for the main card alone is left out. */
export async function designsOf(db: CabinetDb, clientIds: readonly string[]): Promise<Map<string, string[]>> {
  if (clientIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('preorder_designs')
    .select(['client_id', 'template_id'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', 'in', [...clientIds])
    .orderBy('asked_at')
    .orderBy('template_id')
    .execute()
  const designs = new Map<string, string[]>()
  for (const row of rows) designs.set(row.client_id, [...(designs.get(row.client_id) ?? []), row.template_id])
  return designs
}

export async function dropDesign(db: CabinetDb, clientId: string, templateId: string): Promise<void> {
  await tables(db)
    .deleteFrom('preorder_designs')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .where('template_id', '=', templateId)
    .execute()
}

/** The client has the card of a design by now: its link is no longer sent. */
export async function dropTaken(db: CabinetDb, clientId: string, templateId: string): Promise<void> {
  const noLonger = tables(db)
    .updateTable('preorders')
    .set({ design_now: null })
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .where('design_now', '=', templateId)
    .where('state', '<>', 'sending')
    .execute()
  await Promise.all([dropDesign(db, clientId, templateId), noLonger])
}

/** Whether the client of a row of `preorders` waits for no design. */
export const waitsForNone = (db: CabinetDb) =>
  sql<boolean>`(preorders.design_now is null and not exists (select from preorder_designs d
    where d.cabinet_id = ${db.cabinetId} and d.client_id = preorders.client_id))`
