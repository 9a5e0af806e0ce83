/** Templates inside the statements of other rooms. `idColumn` is the column of theirs that has the template's id. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export const nameOfTemplate = (db: CabinetDb, idColumn: string): RawBuilder<string> =>
  sql`(select t.name from templates t where t.cabinet_id = ${db.cabinetId} and t.id = ${sql.ref(idColumn)})`

export const organisationOfTemplate = (db: CabinetDb, idColumn: string): RawBuilder<string> =>
  sql`(select t.design ->> 'organisation' from templates t
    where t.cabinet_id = ${db.cabinetId} and t.id = ${sql.ref(idColumn)})`

/** Whether birthday messages are on for the cards of a template. */
export const isBirthdayTemplate = (db: CabinetDb, idColumn: string): RawBuilder<boolean> =>
  sql`exists (select from templates t
    where t.cabinet_id = ${db.cabinetId} and t.id = ${sql.ref(idColumn)} and t.birthday_enabled)`

/** Templates whose cards end, with `id` and when, to be joined. */
export const endingTemplates = (
  db: CabinetDb,
): RawBuilder<{ id: string; ends_on: string | null; ends_after_days: number | null }> =>
  sql`select t.id, t.ends_on, t.ends_after_days from templates t
    where t.cabinet_id = ${db.cabinetId} and (t.ends_on is not null or t.ends_after_days is not null)`

/** All templates with `id`, `name` and `created_at`, to be joined. */
export const templatesToJoin = (db: CabinetDb): RawBuilder<{ id: string; name: string; created_at: Date }> =>
  sql`select t.id, t.name, t.created_at from templates t where t.cabinet_id = ${db.cabinetId}`
