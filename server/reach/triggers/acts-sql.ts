import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import {
  type ClientCondition,
  clientsWhere,
  isAmong,
  isClient,
  isOfRange,
  mergedClients,
  newPurchases,
  type Range,
} from '../../people/clients/clients.ts'
import type { TriggerRow } from './sql.ts'

export { isAmong, type Range }

/** No trigger placed higher has changed the card for some days. */
export const heldByNoneAbove = (position: number): ClientCondition => sql`not exists (select from trigger_holds h
  join triggers t on t.cabinet_id = h.cabinet_id and t.id = h.trigger_id
  where h.cabinet_id = clients.cabinet_id and h.client_id = clients.id and t.removed_at is null
    and t.position < ${position}::int)`

/** No other trigger of the same kind has acted on the client since then. */
export const untouchedSince = ({ id, action }: Pick<TriggerRow, 'id' | 'action'>, since: Date): ClientCondition =>
  sql`not exists (select from trigger_acts a
    join triggers t on t.cabinet_id = a.cabinet_id and t.id = a.trigger_id
    where a.cabinet_id = clients.cabinet_id and a.client_id = clients.id and a.at >= ${since}
      and t.id <> ${id} and t.action = ${action} and t.removed_at is null)`

/** In this pass the trigger has acted neither on the client nor on one who was merged into this one. */
export const notYetSince = (db: CabinetDb, triggerId: string, since: Date): ClientCondition => {
  const acted = (of: RawBuilder<unknown>) => sql`exists (select from trigger_acts a
    where a.cabinet_id = clients.cabinet_id and a.trigger_id = ${triggerId} and a.client_id = ${of}
      and a.at >= ${since})`
  return sql`(not ${acted(sql`clients.id`)} and not exists (select from (${mergedClients(db)}) merged
    where merged.kept_id = clients.id and ${acted(sql`merged.id`)}))`
}

/** The trigger has not acted on the client for the occasion. `offset 0`: looked up for each of some clients. */
export const isNewFor = (triggerId: string, occasion: string): ClientCondition =>
  sql`not exists (select from trigger_acts a where a.cabinet_id = clients.cabinet_id
    and a.trigger_id = ${triggerId} and a.client_id = clients.id and a.occasion = ${occasion} offset 0)`

type Act = { triggerId: string; at: Date }

type Clients = RawBuilder<{ id: string }>

/**
 * Some of many clients, for `from (…) c`. What is asked of each is looked up for each: PostgreSQL would rather read all
 * acts, cards or buyers of the account, once a part.
 */
export const clientsAmong = (
  db: CabinetDb,
  some: readonly ClientCondition[],
  conditions: readonly ClientCondition[],
): Clients =>
  sql`select part.id from (${clientsWhere(db, some)}) part where ${isClient(db, 'part.id', conditions, true)}`

/** Records that a trigger acts on these clients for an occasion; a statement that answers their `id`. */
export const insertActs = (db: CabinetDb, { triggerId, at }: Act, occasion: string, clients: Clients): Clients => sql`
  insert into trigger_acts (cabinet_id, trigger_id, client_id, occasion, at)
  select ${db.cabinetId}, ${triggerId}, c.id, ${occasion}, ${at} from (${clients}) c
  order by c.id on conflict do nothing returning client_id as id`

type Span = { since: Date; from: Date }

/** One that counts for somebody else since a merge has been acted on for whom it was entered. */
const newPurchasesOf = (db: CabinetDb, triggerId: string, span: Span) => sql<{ id: string; buyer_id: string }>`
  select e.id, e.buyer_id from (${newPurchases(db, span)}) e
  where not exists (select from trigger_acts a where a.cabinet_id = ${db.cabinetId} and a.trigger_id = ${triggerId}
    and a.client_id in (e.client_id, e.buyer_id) and a.occasion = 'purchase|' || e.id)`

export const hasNewPurchase = (db: CabinetDb, triggerId: string, span: Span): ClientCondition =>
  sql`clients.id in (select e.buyer_id from (${newPurchasesOf(db, triggerId, span)}) e)`

/** The same as `insertActs` for purchases, each of which is an occasion of its own: a buyer may be answered twice. */
export const insertPurchaseActs = (db: CabinetDb, { triggerId, at }: Act, span: Span, clients: Clients): Clients => sql`
  insert into trigger_acts (cabinet_id, trigger_id, client_id, occasion, at)
  select ${db.cabinetId}, ${triggerId}, c.id, 'purchase|' || e.id, ${at}
  from (${newPurchasesOf(db, triggerId, span)}) e join (${clients}) c on c.id = e.buyer_id
  order by c.id, e.id on conflict do nothing returning client_id as id`

/** The last one of the first so many clients; null: they are no more than these. */
export async function lastOfFirst(db: CabinetDb, size: number, clients: Clients): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select c.id from (${clients}) c
    order by c.id offset ${size - 1} limit 2`.execute(db.tx)
  return rows.length === 2 ? (rows[0]?.id ?? null) : null
}

export async function isAnybody(db: CabinetDb, clients: Clients): Promise<boolean> {
  const { rows } = await sql`select from (${clients}) c limit 1`.execute(db.tx)
  return rows.length > 0
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

/** The client was not in the segment of the trigger at the last check. */
export const isNoInsider = (triggerId: string): ClientCondition =>
  sql`not exists (select from trigger_insiders i
    where i.cabinet_id = clients.cabinet_id and i.trigger_id = ${triggerId} and i.client_id = clients.id offset 0)`

/** Forgets clients who have left the segment, so that they can enter it again. */
export async function deleteLeft(
  db: CabinetDb,
  triggerId: string,
  range: Range,
  inside: readonly ClientCondition[],
): Promise<void> {
  await sql`delete from trigger_insiders i where i.cabinet_id = ${db.cabinetId} and i.trigger_id = ${triggerId}
    and ${isOfRange(sql`i.client_id`, range)} and not ${isClient(db, 'i.client_id', inside, true)}`.execute(db.tx)
}

/** Records who is in the segment. */
export async function insertInsiders(db: CabinetDb, triggerId: string, clients: Clients): Promise<void> {
  await sql`insert into trigger_insiders (cabinet_id, trigger_id, client_id)
    select ${db.cabinetId}, ${triggerId}, c.id from (${clients}) c
    order by c.id on conflict do nothing`.execute(db.tx)
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
      or exists (select from trigger_holds h where h.cabinet_id = ${db.cabinetId} and h.client_id = o.id offset 0)
    order by o.id
    on conflict (cabinet_id, client_id) do update set trigger_id = excluded.trigger_id,
      template_id = excluded.template_id, back_at = excluded.back_at`.execute(db.tx)
}

export async function dropHolds(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  await sql`delete from trigger_holds
    where cabinet_id = ${db.cabinetId} and client_id = any(${[...clientIds]}::uuid[])`.execute(db.tx)
}

export type Hold = { client_id: string; template_id: string; template_before: string }

/** Removes some of the holds that are over. */
export async function takeEndedHolds(db: CabinetDb, now: Date, limit: number): Promise<Hold[]> {
  const { rows } = await sql<Hold>`delete from trigger_holds
    where cabinet_id = ${db.cabinetId} and client_id = any(array(select h.client_id from trigger_holds h
      where h.cabinet_id = ${db.cabinetId} and h.back_at <= ${now} order by h.client_id limit ${limit} for update))
    returning client_id, template_id, template_before`.execute(db.tx)
  return rows
}

export async function actsOnClient(db: CabinetDb, clientId: string): Promise<{ trigger: string; at: Date }[]> {
  const { rows } = await sql<{ trigger: string; at: Date }>`
    select t.name as trigger, a.at from trigger_acts a
    join triggers t on t.cabinet_id = a.cabinet_id and t.id = a.trigger_id
    where a.cabinet_id = ${db.cabinetId} and a.client_id = ${clientId} and t.removed_at is null
    order by a.at desc`.execute(db.tx)
  return rows
}
