/** Segments inside the statements of other rooms. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

/** @param idColumn the column that has the segment's id */
export const nameOfSegment = (db: CabinetDb, idColumn: string): RawBuilder<string | null> =>
  sql`(select s.name from segments s where s.cabinet_id = ${db.cabinetId} and s.id = ${sql.ref(idColumn)})`
