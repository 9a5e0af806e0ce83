/** Points inside the statements of other rooms. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

/** @param idColumn the column that has the push's id */
export const countPointsOf = (db: CabinetDb, idColumn: string): RawBuilder<number> =>
  sql`(select count(*) from push_points o where o.cabinet_id = ${db.cabinetId} and o.push_id = ${sql.ref(idColumn)})`
