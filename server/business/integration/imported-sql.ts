/** Links of clients that are imported, many at once. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { selectExchangeable } from '../../people/clients/clients.ts'

export async function clientsOfCrm(db: CabinetDb, crmIds: readonly string[]): Promise<Map<string, string>> {
  if (crmIds.length === 0) return new Map()
  const { rows } = await sql<{ crm_id: string; client_id: string }>`
    select crm_id, client_id from crm_clients
    where cabinet_id = ${db.cabinetId} and crm_id = any(${[...crmIds]}::text[])`.execute(db.tx)
  return new Map(rows.map((row) => [row.crm_id, row.client_id]))
}

export type ImportedLink = {
  client_id: string
  crm_id: string
  their_tel: string | null
  their_balance: number | null
  their_bonus: number | null
  their_discount: number | null
  category: string | null
  category_percent: number | null
}

/**
 * The CRM has these clients as they are here, in their first version. Before the exchange has begun they count as
 * looked up.
 */
export async function insertLinks(
  db: CabinetDb,
  links: readonly ImportedLink[],
  now: Date,
  isMet: boolean,
): Promise<void> {
  const linked = sql`insert into crm_clients (cabinet_id, client_id, crm_id, written_version, written_at, read_at,
      match, met_at, exchanged_at, their_tel, their_balance, their_bonus, their_discount, category, category_percent)
    select ${db.cabinetId}, client_id, crm_id, 1, ${now}, ${now}, 'same', ${isMet ? now : null}, clock_timestamp(),
      their_tel, their_balance, their_bonus, their_discount, category, category_percent
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) given (client_id uuid, crm_id text, their_tel text,
      their_balance bigint, their_bonus bigint, their_discount int, category text, category_percent numeric)
    on conflict do nothing`
  if (isMet) await linked.execute(db.tx)
  else
    await sql`with linked as (${linked} returning client_id, their_balance, their_bonus, their_discount)
      insert into crm_looked (cabinet_id, client_id, match, our_balance, our_bonus, our_discount, their_balance,
        their_bonus, their_discount, added_at)
      select ${db.cabinetId}, cl.id, 'same', cl.balance_minor, cl.bonus_minor, cl.discount_hundredths,
        linked.their_balance, linked.their_bonus, linked.their_discount, cl.created_at
      from linked join (${selectExchangeable(db)}) cl on cl.id = linked.client_id`.execute(db.tx)
}

export async function setStale(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  await sql`insert into crm_clients (cabinet_id, client_id, is_stale)
    select distinct ${db.cabinetId}::bigint, id, true from unnest(${[...clientIds]}::uuid[]) given (id) order by 2
    on conflict (cabinet_id, client_id) do update set is_stale = true`.execute(db.tx)
}

/** A person decides who they are there. One who is linked is exchanged with that person, whatever else is there. */
export async function setInDoubt(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  if (clientIds.length === 0) return
  await sql`
    with doubted as (
      insert into crm_clients as cc (cabinet_id, client_id, doubt, match)
      select distinct ${db.cabinetId}::bigint, id, 'several', 'doubt'
      from unnest(${[...clientIds]}::uuid[]) given (id) order by 2
      on conflict (cabinet_id, client_id) do update set doubt = 'several', match = 'doubt'
      where cc.crm_id is null returning client_id)
    insert into crm_looked (cabinet_id, client_id, match, doubt, our_balance, our_bonus, our_discount, added_at)
    select ${db.cabinetId}, cl.id, 'doubt', 'several', cl.balance_minor, cl.bonus_minor, cl.discount_hundredths,
      cl.created_at
    from doubted join (${selectExchangeable(db)}) cl on cl.id = doubted.client_id
    where exists (select from integrations where cabinet_id = ${db.cabinetId} and begun_at is null)
    on conflict (cabinet_id, client_id) do update set doubt = 'several', match = 'doubt'`.execute(db.tx)
}
