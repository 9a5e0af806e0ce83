/** How many clients wait to be written, from counts that triggers keep (0391-crm-standing.sql). */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { countPresent } from '../../people/clients/clients.ts'
import type { IntegrationRow } from './sql.ts'

/** Changes of one account that are put together. */
const MANY = 20

type Standings = { waits: number; chosen: number; unseen: number }

/** `unseen`: clients of whom nothing is kept about the CRM; they wait as the account says for all. */
async function readStandings(db: CabinetDb): Promise<Standings> {
  const { rows } = await sql<{ standing: string; clients: number }>`
    select standing, sum(clients)::int as clients from crm_standings
    where cabinet_id = ${db.cabinetId} group by standing`.execute(db.tx)
  const of = (name: string) => rows.find(({ standing }) => standing === name)?.clients ?? 0
  const seen = rows.reduce((sum, { clients }) => sum + clients, 0)
  return { waits: of('waits'), chosen: of('chosen'), unseen: (await countPresent(db)) - seen }
}

export type Waiting = { total: number; failed: number; unseen: number }

/** Those who stand here wait. */
const waitIn = (isWrite: boolean) => (isWrite ? sql`cc.standing in ('waits', 'chosen')` : sql`cc.standing = 'chosen'`)

/** Before the exchange has begun nothing waits: first the owner says that it may. */
export async function countWaiting(db: CabinetDb, row: IntegrationRow | undefined): Promise<Waiting> {
  if (!row || row.begun_at === null) return { total: 0, failed: 0, unseen: 0 }
  const { waits, chosen, unseen } = await readStandings(db)
  const { rows } = await sql<{ failed: number }>`
    select count(*)::int as failed from crm_clients cc
    where cc.cabinet_id = ${db.cabinetId} and (cc.fault is not null or cc.doubt is not null)
      and ${waitIn(row.is_write)}`.execute(db.tx)
  const total = row.is_write ? waits + chosen + unseen : chosen
  return { total, failed: rows[0]?.failed ?? 0, unseen: row.is_write ? unseen : 0 }
}

/** The ids of those who wait, of whom something is kept. */
export const idsOfWaiting = (db: CabinetDb, isWrite: boolean) => sql<{ client_id: string }>`
  select cc.client_id from crm_clients cc
  where cc.cabinet_id = ${db.cabinetId} and cc.standing in ('waits', 'chosen') and ${waitIn(isWrite)}`

/** Without those who were refused or are in doubt. */
export const idsOfUntroubled = (db: CabinetDb, isWrite: boolean) =>
  sql`${idsOfWaiting(db, isWrite)} and cc.fault is null and cc.doubt is null`

/** The next of them, upwards from `after`. */
export async function nextWaiting(
  db: CabinetDb,
  isWrite: boolean,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`
    ${idsOfWaiting(db, isWrite)} and (${after}::uuid is null or cc.client_id > ${after}::uuid)
    order by cc.client_id limit ${limit}`.execute(db.tx)
  return rows.map((row) => row.client_id)
}

/** Accounts with many changes of the counts, upwards from `after`. */
export async function cabinetsToFold(tx: Tx, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ cabinet_id: number }>`
    select cabinet_id from crm_standings where cabinet_id > ${after}
    group by cabinet_id having count(*) > ${MANY} order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.cabinet_id)
}

/** One row for each standing. What others add meanwhile stays beside it. */
export async function foldStandings(db: CabinetDb): Promise<void> {
  await sql`with gone as (delete from crm_standings where cabinet_id = ${db.cabinetId} returning standing, clients)
    insert into crm_standings (cabinet_id, standing, clients)
    select ${db.cabinetId}, standing, sum(clients) from gone group by standing having sum(clients) <> 0`.execute(db.tx)
}
