/** The proofs of erased clients, and what erasing would remove. */
import type { CabinetDb } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { fullNames } from '../../platform/users/users.ts'
import * as erasures from './erase-sql.ts'

/** How much there is about a client that erasing would remove. */
export const countErasable = (db: CabinetDb, id: string) => erasures.countErasable(db, id)

/** Other clients who have typed this number into a form. */
export const countTypedBy = (db: CabinetDb, tel: string) => erasures.countTypedBy(db, tel)

export const recordErasure = (db: CabinetDb, row: Parameters<typeof erasures.insertErasure>[1]) =>
  erasures.insertErasure(db, row)

/** The proofs of erased clients, the newest first. */
export async function listErasures(db: CabinetDb, page: { page: number; limit: number }) {
  const { rows, total } = await erasures.erasurePage(db, sliceOf(page))
  const names = await fullNames(
    db.tx,
    rows.flatMap((row) => row.by_user ?? []),
  )
  return {
    data: rows.map((row) => ({
      clientId: row.client_id,
      id: row.id,
      at: row.at.toISOString(),
      by: names.get(row.by_user ?? '') ?? '',
      reason: row.reason,
      cardNumber: row.card_number,
      done: { events: 0, typed: 0, ...row.done },
    })),
    meta: metaOf(total, page),
  }
}
