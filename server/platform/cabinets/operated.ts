/** Cabinets across the installation. The roles of the operator and of the scheduler read them, a cabinet's never. */
import type { Expression } from 'kysely'
import type { Db, Tx } from '../../base/db.ts'
import * as sql from './operated-sql.ts'

/** All cabinets with tariff, first owner and room for cards, as a sub-select. */
export const selectOperatedCabinets = (tx: Tx) => sql.selectOperatedCabinets(tx)

/** How many cabinets a user has access to, as a sub-select. */
export const countCabinetsOf = (db: Db | Tx, userId: Expression<string>) => sql.countCabinetsOf(db, userId)

/** Cabinets that a user has access to, the latest access first. */
export function cabinetsOfUser(tx: Tx, userId: string) {
  return sql.cabinetsOfUser(tx, userId)
}

/** People with access to a cabinet: the owner first, then by their day. */
export function operatedPeople(tx: Tx, cabinetId: number) {
  return sql.operatedPeople(tx, cabinetId)
}

/** Names of these cabinets, and the address of each owner. */
export function namesOfOperated(tx: Tx, ids: readonly number[]) {
  return sql.namesOfOperated(tx, ids)
}

/** Users with a confirmed address who have no cabinet; for the scheduler's role. */
export function peopleWithoutCabinet(tx: Tx, page: { limit: number; offset: number; d: 'asc' | 'desc' }) {
  return sql.peopleWithoutCabinet(tx, page)
}
