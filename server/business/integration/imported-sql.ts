/** Links of clients that are imported, many at once. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

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

/** The CRM has these clients as they are here, in their first version. */
export async function insertLinks(
  db: CabinetDb,
  links: readonly ImportedLink[],
  now: Date,
  isMet: boolean,
): Promise<void> {
  await sql`insert into crm_clients (cabinet_id, client_id, crm_id, written_version, written_at, read_at, match, met_at,
      exchanged_at, their_tel, their_balance, their_bonus, their_discount, category, category_percent)
    select ${db.cabinetId}, client_id, crm_id, 1, ${now}, ${now}, 'same', ${isMet ? now : null}, clock_timestamp(),
      their_tel, their_balance, their_bonus, their_discount, category, category_percent
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) given (client_id uuid, crm_id text, their_tel text,
      their_balance bigint, their_bonus bigint, their_discount int, category text, category_percent numeric)
    on conflict do nothing`.execute(db.tx)
}

export async function setStale(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  await sql`insert into crm_clients (cabinet_id, client_id, is_stale)
    select distinct ${db.cabinetId}::bigint, id, true from unnest(${[...clientIds]}::uuid[]) given (id) order by 2
    on conflict (cabinet_id, client_id) do update set is_stale = true`.execute(db.tx)
}

/** A person decides who they are there. One who is linked is exchanged with that person, whatever else is there. */
export async function setInDoubt(db: CabinetDb, clientIds: readonly string[]): Promise<void> {
  if (clientIds.length === 0) return
  await sql`insert into crm_clients as cc (cabinet_id, client_id, doubt, match)
    select distinct ${db.cabinetId}::bigint, id, 'several', 'doubt'
    from unnest(${[...clientIds]}::uuid[]) given (id) order by 2
    on conflict (cabinet_id, client_id) do update set doubt = 'several', match = 'doubt'
    where cc.crm_id is null`.execute(db.tx)
}
