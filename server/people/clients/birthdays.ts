import type { CabinetDb } from '../../base/db.ts'
import * as count from './count-sql.ts'

/** Clients with a birthday on one of these days, and the first of them. @param days in Moscow, in their order */
export function birthdaysOn(db: CabinetDb, days: readonly string[], limit: number): Promise<count.Birthdays> {
  return count.birthdays(
    db,
    days.map((day) => day.slice(5)),
    limit,
  )
}
