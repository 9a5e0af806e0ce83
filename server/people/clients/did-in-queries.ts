/** Who did something on some days, as a condition: what a figure of the overview counts. */
import { type RawBuilder, sql } from 'kysely'
import { moscowSpan } from '../../../contract/time.ts'
import type { DID } from '../../../contract/people/clients.ts'
import type { CabinetDb } from '../../base/db.ts'
import { returnedBetween } from '../figures/figures.ts'
import { movedBetween } from '../growth/growth.ts'
import type { ClientCondition } from './in-queries.ts'

export type Did = (typeof DID)[number]

/** In Moscow, both included; left out: since ever, up to now. */
type Days = { from?: string | undefined; to?: string | undefined }

/** As the figure counts: what was returned whole is no purchase. */
const IS_BOUGHT = sql`e.kind = 'purchase'
  and not e.is_void and (coalesce(e.amount_minor, 0) <= 0 or e.amount_minor > e.returned_minor)`

const isMoved = (did: 'pointsGiven' | 'pointsTaken') =>
  sql`e.kind = 'bonus' and e.source <> 'merge' and ${did === 'pointsGiven' ? sql`e.delta > 0` : sql`e.delta < 0`}`

function withinDays(days: Days): (column: string) => ClientCondition {
  const { from, until } = moscowSpan(days)
  return (column) =>
    sql`${sql.ref(column)} >= ${from ?? '-infinity'}::timestamptz
      and ${sql.ref(column)} < ${until ?? 'infinity'}::timestamptz`
}

/** Over a row of the table `clients`. Who did it is looked up once and not for each client. */
export function hasDone(db: CabinetDb, did: Did, days: Days): ClientCondition {
  if (did === 'returned') return sql`clients.id in (${returnedBetween(db, days)})`
  if (did === 'installed' || did === 'removed')
    // A card of a client who was merged is in the wallet of the one who stayed; those are few, and have an index.
    return sql`clients.id in (${movedBetween(db, did, days)} union all
      select m.merged_into from clients m
      where m.cabinet_id = ${db.cabinetId} and m.merged_into is not null and m.id in (${movedBetween(db, did, days)}))`
  const within = withinDays(days)
  if (did === 'joined') return within('clients.created_at')
  if (did === 'bought')
    return sql`clients.id in (select coalesce(e.held_by, e.client_id) from external_events e
      where e.cabinet_id = ${db.cabinetId} and ${IS_BOUGHT} and ${within('e.at')})`
  return sql`clients.id in (select e.client_id from balance_events e
    where e.cabinet_id = ${db.cabinetId} and ${isMoved(did)} and ${within('e.at')})`
}

/** The same, looked up for each client: for a statement about a few clients of a large account. */
export function hasDoneAmongFew(db: CabinetDb, did: Did, days: Days): ClientCondition {
  // `offset 0`: PostgreSQL may not make one list of all of them.
  const isAmong = (rows: RawBuilder<{ client_id: string }>, id: string): ClientCondition =>
    sql`exists (select from (${rows}) w where w.client_id = ${sql.ref(id)} offset 0)`
  if (did === 'returned') return isAmong(returnedBetween(db, days), 'clients.id')
  if (did === 'installed' || did === 'removed') {
    const moved = movedBetween(db, did, days)
    return sql`(${isAmong(moved, 'clients.id')} or exists (select from clients m
      where m.cabinet_id = ${db.cabinetId} and m.merged_into = clients.id and ${isAmong(moved, 'm.id')} offset 0))`
  }
  const within = withinDays(days)
  if (did === 'joined') return within('clients.created_at')
  const isAny = (rows: RawBuilder<unknown>) => sql<boolean>`exists (${rows} and ${within('e.at')} offset 0)`
  if (did !== 'bought')
    return isAny(sql`select from balance_events e
      where e.cabinet_id = ${db.cabinetId} and e.client_id = clients.id and ${isMoved(did)}`)
  const ofClient = sql`select from external_events e
    where e.cabinet_id = ${db.cabinetId} and e.client_id = clients.id and e.held_by is null and ${IS_BOUGHT}`
  const ofMerged = sql`select from external_events e
    where e.cabinet_id = ${db.cabinetId} and e.held_by = clients.id and e.held_by is not null and ${IS_BOUGHT}`
  return sql`(${isAny(ofClient)} or ${isAny(ofMerged)})`
}
