/** What has changed the amounts of a person. */
import type { CabinetDb } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { fullNames } from '../../platform/users/users.ts'
import * as sql from './sql.ts'

/** @param personIds of `idsOfPerson` */
export async function balanceHistoryOf(
  db: CabinetDb,
  personIds: readonly string[],
  page: { page: number; limit: number },
) {
  const { rows, total } = await sql.balanceEvents(db, personIds, sliceOf(page))
  const names = await fullNames(
    db.tx,
    rows.flatMap((row) => row.by_user ?? []),
  )
  return {
    data: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      delta: row.delta,
      after: row.after,
      source: row.source,
      by: names.get(row.by_user ?? '') ?? '',
      reason: row.reason,
      till: row.till,
    })),
    meta: metaOf(total, page),
  }
}
