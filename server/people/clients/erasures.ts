/** The proofs of erased clients, and what erasing would remove. */
import type { CabinetDb } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { fullNames } from '../../platform/users/users.ts'
import * as erasures from './erase-sql.ts'

/** How much there is about a client that erasing would remove. */
export const countErasable = (db: CabinetDb, id: string) => erasures.countErasable(db, id)

/** Other clients who have typed this number into a form. */
export const countTypedBy = (db: CabinetDb, tel: string) => erasures.countTypedBy(db, tel)

type NewErasure = Parameters<typeof erasures.insertErasure>[1]

const proofOf = (row: Omit<erasures.ErasureRow, 'cabinet_id'>, names: ReadonlyMap<string, string>) => ({
  clientId: row.client_id,
  id: row.id,
  at: row.at.toISOString(),
  by: names.get(row.by_user ?? '') ?? '',
  reason: row.reason,
  cardNumber: row.card_number,
  done: { events: 0, typed: 0, ...row.done },
})

/** @returns the proof */
export async function recordErasure(db: CabinetDb, row: NewErasure) {
  const who = row.by_user === null ? [] : [row.by_user]
  const [names] = await Promise.all([fullNames(db.tx, who), erasures.insertErasure(db, row)])
  return proofOf(row, names)
}

/** The proofs of erased clients, the newest first. */
export async function listErasures(db: CabinetDb, page: { page: number; limit: number }) {
  const { rows, total } = await erasures.erasurePage(db, sliceOf(page))
  const names = await fullNames(
    db.tx,
    rows.flatMap((row) => row.by_user ?? []),
  )
  return {
    data: rows.map((row) => proofOf(row, names)),
    meta: metaOf(total, page),
  }
}
