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

/**
 * The same of a few clients of a large account: what they did is read by their ids, in the order of an index.
 * @param few an array of the ids of all clients who are asked
 */
export function hasDoneAmong(db: CabinetDb, did: Did, days: Days, few: RawBuilder<string[]>): ClientCondition {
  // `is true`: PostgreSQL makes a list of those found, once, and would rather compare each client with each of them.
  const isOneOf = (rows: RawBuilder<unknown>) => sql<boolean>`((clients.id in (${rows})) is true)`
  const ofFew = (rows: RawBuilder<unknown>) => sql`select w.client_id from (${rows}) w where w.client_id = any(${few})`
  if (did === 'returned') return isOneOf(ofFew(returnedBetween(db, days)))
  if (did === 'installed' || did === 'removed') {
    const moved = movedBetween(db, did, days)
    return sql`(${isOneOf(ofFew(moved))} or ${isOneOf(sql`select m.merged_into from clients m
      where m.cabinet_id = ${db.cabinetId} and m.merged_into = any(${few})
        and exists (select from (${moved}) w where w.client_id = m.id offset 0)`)})`
  }
  const within = withinDays(days)
  if (did === 'joined') return within('clients.created_at')
  if (did !== 'bought')
    return isOneOf(sql`select e.client_id from balance_events e
      where e.cabinet_id = ${db.cabinetId} and e.client_id = any(${few}) and ${isMoved(did)} and ${within('e.at')}`)
  return sql`(${isOneOf(sql`select e.client_id from external_events e where e.cabinet_id = ${db.cabinetId}
      and e.client_id = any(${few}) and e.held_by is null and ${IS_BOUGHT} and ${within('e.at')}`)}
    or ${isOneOf(sql`select e.held_by from external_events e where e.cabinet_id = ${db.cabinetId}
      and e.held_by = any(${few}) and e.held_by is not null and ${IS_BOUGHT} and ${within('e.at')}`)})`
}
