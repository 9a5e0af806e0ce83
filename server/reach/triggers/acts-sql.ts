import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { type ClientCondition, clientsWhere, isClient, newPurchases } from '../../people/clients/clients.ts'
import type { TriggerRow } from './sql.ts'

/** No trigger placed higher has changed the card for some days. */
export const heldByNoneAbove = (position: number): ClientCondition => sql`not exists (select from trigger_holds h
  join triggers t on t.cabinet_id = h.cabinet_id and t.id = h.trigger_id
  where h.cabinet_id = clients.cabinet_id and h.client_id = clients.id and t.position < ${position}::int)`

/** No other trigger of the same kind has acted on the client since then. */
export const untouchedSince = ({ id, action }: Pick<TriggerRow, 'id' | 'action'>, since: Date): ClientCondition =>
  sql`not exists (select from trigger_acts a
    join triggers t on t.cabinet_id = a.cabinet_id and t.id = a.trigger_id
    where a.cabinet_id = clients.cabinet_id and a.client_id = clients.id and a.at >= ${since}
      and t.id <> ${id} and t.action = ${action})`

/** Records that a trigger acts on these clients for an occasion. @returns those for whom it is new */
export async function insertActs(
  db: CabinetDb,
  act: { triggerId: string; occasion: string; now: Date },
  conditions: readonly ClientCondition[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into trigger_acts (cabinet_id, trigger_id, client_id, occasion, at)
    select ${db.cabinetId}, ${act.triggerId}, c.id, ${act.occasion}, ${act.now}
    from (${clientsWhere(db, conditions)}) c
    where not exists (select from trigger_acts a where a.cabinet_id = ${db.cabinetId}
      and a.trigger_id = ${act.triggerId} and a.client_id = c.id and a.occasion = ${act.occasion})
    order by c.id on conflict do nothing returning client_id as id`.execute(db.tx)
  return rows.map((row) => row.id)
}

/**
 * The same for purchases, each of which is an occasion of its own. One that counts for somebody else since a merge has
 * been acted on for whom it was entered.
 * @returns the buyers, each once
 */
export async function insertPurchaseActs(
  db: CabinetDb,
  act: { triggerId: string; now: Date },
  span: { since: Date; from: Date },
  conditions: readonly ClientCondition[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into trigger_acts (cabinet_id, trigger_id, client_id, occasion, at)
    select ${db.cabinetId}, ${act.triggerId}, c.id, 'purchase|' || e.id, ${act.now}
    from (${newPurchases(db, span)}) e join (${clientsWhere(db, conditions)}) c on c.id = e.buyer_id
    where not exists (select from trigger_acts a where a.cabinet_id = ${db.cabinetId}
      and a.trigger_id = ${act.triggerId} and a.client_id in (e.client_id, e.buyer_id)
      and a.occasion = 'purchase|' || e.id)
    order by c.id, e.id on conflict do nothing returning client_id as id`.execute(db.tx)
  return [...new Set(rows.map((row) => row.id))]
}

/** Of the past, for whom it is known already. */
export async function insertPastActs(
  db: CabinetDb,
  done: readonly { triggerId: string; clientId: string; occasion: string; at: Date }[],
): Promise<void> {
  await sql`
    insert into trigger_acts (cabinet_id, trigger_id, client_id, occasion, at)
    select ${db.cabinetId}, "triggerId", "clientId", occasion, at
    from jsonb_to_recordset(${JSON.stringify(done)}::jsonb)
      as given ("triggerId" uuid, "clientId" uuid, occasion text, at timestamptz)`.execute(db.tx)
}

/** Forgets clients who have left the segment, so that they can enter it again. */
export async function deleteLeft(db: CabinetDb, triggerId: string, inside: readonly ClientCondition[]): Promise<void> {
  await sql`delete from trigger_insiders i where i.cabinet_id = ${db.cabinetId} and i.trigger_id = ${triggerId}
    and not ${isClient(db, 'i.client_id', inside)}`.execute(db.tx)
}

/** Records who is in the segment. @returns those who were not in it the last time */
export async function insertEntered(
  db: CabinetDb,
  triggerId: string,
  conditions: readonly ClientCondition[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into trigger_insiders (cabinet_id, trigger_id, client_id)
    select ${db.cabinetId}, ${triggerId}, c.id from (${clientsWhere(db, conditions)}) c
    where not exists (select from trigger_insiders i where i.cabinet_id = ${db.cabinetId}
      and i.trigger_id = ${triggerId} and i.client_id = c.id)
    order by c.id on conflict do nothing returning client_id as id`.execute(db.tx)
  return rows.map((row) => row.id)
}

export async function forgetInsiders(db: CabinetDb, triggerId: string): Promise<void> {
  await sql`delete from trigger_insiders where cabinet_id = ${db.cabinetId} and trigger_id = ${triggerId}`.execute(
    db.tx,
  )
}

/** The card goes back to its first template, however many triggers change it meanwhile. */
export async function putHolds(
  db: CabinetDb,
  hold: { triggerId: string; templateId: string; backAt: Date },
  before: readonly { id: string; templateId: string }[],
): Promise<void> {
  await sql`insert into trigger_holds (cabinet_id, client_id, trigger_id, template_id, template_before, back_at)
    select ${db.cabinetId}, o.id, ${hold.triggerId}, ${hold.templateId}, o."templateId", ${hold.backAt}
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as o(id uuid, "templateId" uuid)
    where o."templateId" <> ${hold.templateId}
      or exists (select from trigger_holds h where h.cabinet_id = ${db.cabinetId} and h.client_id = o.id)
    order by o.id
    on conflict (cabinet_id, client_id) do update set trigger_id = excluded.trigger_id,
      template_id = excluded.template_id, back_at = excluded.back_at`.execute(db.tx)
}

export async function dropHolds(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  await sql`delete from trigger_holds
    where cabinet_id = ${db.cabinetId} and client_id = any(${[...clientIds]}::uuid[])`.execute(db.tx)
}

export type Hold = { client_id: string; template_id: string; template_before: string }

/** Removes the holds that are over. */
export async function takeEndedHolds(db: CabinetDb, now: Date): Promise<Hold[]> {
  const { rows } = await sql<Hold>`delete from trigger_holds
    where cabinet_id = ${db.cabinetId} and back_at <= ${now}
    returning client_id, template_id, template_before`.execute(db.tx)
  return rows
}

export async function actsOnClient(db: CabinetDb, clientId: string): Promise<{ trigger: string; at: Date }[]> {
  const { rows } = await sql<{ trigger: string; at: Date }>`
    select t.name as trigger, a.at from trigger_acts a
    join triggers t on t.cabinet_id = a.cabinet_id and t.id = a.trigger_id
    where a.cabinet_id = ${db.cabinetId} and a.client_id = ${clientId} order by a.at desc`.execute(db.tx)
  return rows
}
