/** Who did something on some days, as a condition: what a figure of the overview counts. */
import { sql } from 'kysely'
import { moscowSpan } from '../../../contract/time.ts'
import type { DID } from '../../../contract/people/clients.ts'
import type { CabinetDb } from '../../base/db.ts'
import { returnedBetween } from '../figures/figures.ts'
import { movedBetween } from '../growth/growth.ts'
import type { ClientCondition } from './in-queries.ts'

export type Did = (typeof DID)[number]

/** @param days in Moscow, both included; left out: since ever, up to now */
export function hasDone(
  db: CabinetDb,
  did: Did,
  days: { from?: string | undefined; to?: string | undefined },
): ClientCondition {
  if (did === 'returned') return sql`clients.id in (${returnedBetween(db, days)})`
  if (did === 'installed' || did === 'removed')
    // A card of a client who was merged is in the wallet of the one who stayed; those are few, and have an index.
    return sql`clients.id in (${movedBetween(db, did, days)} union all
      select m.merged_into from clients m
      where m.cabinet_id = ${db.cabinetId} and m.merged_into is not null and m.id in (${movedBetween(db, did, days)}))`
  const { from, until } = moscowSpan(days)
  const within = (column: string): ClientCondition =>
    sql`${sql.ref(column)} >= ${from ?? '-infinity'}::timestamptz
      and ${sql.ref(column)} < ${until ?? 'infinity'}::timestamptz`
  if (did === 'joined') return within('clients.created_at')
  if (did === 'bought') {
    // As the figure counts: what was returned whole is no purchase.
    return sql`clients.id in (select coalesce(e.held_by, e.client_id) from external_events e
      where e.cabinet_id = ${db.cabinetId} and e.kind = 'purchase'
        and not e.is_void and (coalesce(e.amount_minor, 0) <= 0 or e.amount_minor > e.returned_minor)
        and ${within('e.at')})`
  }
  const sign = did === 'pointsGiven' ? sql`e.delta > 0` : sql`e.delta < 0`
  return sql`clients.id in (select e.client_id from balance_events e
    where e.cabinet_id = ${db.cabinetId} and e.kind = 'bonus' and e.source <> 'merge'
      and ${sign} and ${within('e.at')})`
}
