/**
 * Figures of each day: who joined and came again, points, purchases. Triggers write them where they happen
 * (`0450-day-figures.sql`, decision 116); here they are read, gathered and proven.
 */
import type { RawBuilder } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './sql.ts'

/** Rows to be added up: a figure may have several of a day. @param span days in Moscow, both included */
export function readFigures(
  db: CabinetDb,
  span: { from: string; to: string },
  names: readonly sql.FigureName[],
): Promise<sql.Figure[]> {
  return sql.figures(db, span, names)
}

/** Clients of an earlier day who came on one of these days, for `in (…)`. @param days in Moscow, both included */
export function returnedBetween(
  db: CabinetDb,
  days: { from?: string | undefined; to?: string | undefined },
): RawBuilder<{ client_id: string }> {
  return sql.returnedBetween(db, days)
}

/** What happened last, the newest first. */
export function newestHappenings(db: CabinetDb, limit: number): Promise<sql.Happening[]> {
  return sql.newestHappenings(db, limit)
}

/** Rows of single changes become one row a day. */
export function gatherFigures(db: CabinetDb): Promise<void> {
  return sql.gatherChanges(db)
}

/** Counts everything again and corrects what differs. @returns the corrections: none as long as all is well */
export function proveFigures(db: CabinetDb): Promise<sql.Difference[]> {
  return sql.correctFigures(db)
}

export type { Figure } from './sql.ts'
