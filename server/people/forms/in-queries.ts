/** Forms inside the statements of other rooms. */
import { type RawBuilder, sql } from 'kysely'

/** Ids of the forms with these keys, as a sub-select. @param cabinetId a value, or a column of the statement */
export const idsOfForms = (cabinetId: number | RawBuilder<number>, formKeys: readonly string[]): RawBuilder<string> =>
  sql`(select f.id from forms f where f.cabinet_id = ${cabinetId} and f.form_key = any(${[...formKeys]}::text[])
    and f.removed_at is null)`
