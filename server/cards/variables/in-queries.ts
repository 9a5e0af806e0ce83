/** Variables inside the statements of other rooms. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

type Values = Record<string, string>

/** Values by the names of variables, without those of removed variables, which are still being cleared. */
export const withoutRemoved = (db: CabinetDb, values: RawBuilder<Values>): RawBuilder<Values> =>
  sql`(${values} - array(select removed.name from variables removed
    where removed.cabinet_id = ${db.cabinetId} and removed.removed_at is not null))`
