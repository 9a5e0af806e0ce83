import { sql, type Generated } from 'kysely'
import type { FormSettings } from '../../../contract/people/forms.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countRows } from '../../base/paging.ts'
import { nameOfTemplate } from '../../cards/templates/templates.ts'

export type FormTables = {
  forms: {
    cabinet_id: number
    id: string
    form_key: string
    name: string
    template_id: string
    settings: FormSettings
    version: Generated<number>
    opened: Generated<number>
    filled: Generated<number>
    installed: Generated<number>
    created_at: Date
    updated_at: Date
    /** Those who came by it are still forgetting it: the form is not there any more. */
    removed_at: Generated<Date | null>
  }
  deleted_forms: { cabinet_id: number; form_key: string; deleted_at: Date } & DeletedForm
}
/** How the page of a deleted form looks. */
export type DeletedForm = Pick<FormSettings, 'lang' | 'theme'>

const tables = (db: CabinetDb) => db.tx.withTables<FormTables>()

/** Those that are there. */
const own = (db: CabinetDb) =>
  tables(db).selectFrom('forms').where('forms.cabinet_id', '=', db.cabinetId).where('forms.removed_at', 'is', null)

const named = (db: CabinetDb) => own(db).selectAll().select(nameOfTemplate(db, 'forms.template_id').as('template_name'))

export type FormRow = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number]

export function allForms(db: CabinetDb): Promise<FormRow[]> {
  return named(db).orderBy('forms.created_at').execute()
}

export function formByKey(db: CabinetDb, formKey: string): Promise<FormRow | undefined> {
  return named(db).where('form_key', '=', formKey).executeTakeFirst()
}

export function formById(db: CabinetDb, id: string): Promise<FormRow | undefined> {
  return named(db).where('forms.id', '=', id).executeTakeFirst()
}

export async function formNames(db: CabinetDb, by: 'id' | 'form_key'): Promise<Map<string, string>> {
  const rows = await own(db).select(['id', 'form_key', 'name']).execute()
  return new Map(rows.map((row) => [row[by], row.name]))
}

export async function existingKeys(db: CabinetDb, formKeys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select form_key as key from forms
    where cabinet_id = ${db.cabinetId} and form_key = any(${[...formKeys]}::text[])
      and removed_at is null`.execute(db.tx)
  return rows.map((row) => row.key)
}

export function countForms(db: CabinetDb): Promise<number> {
  return countRows(own(db))
}

export async function insertForm(
  db: CabinetDb,
  row: {
    id: string
    form_key: string
    name: string
    template_id: string
    settings: FormSettings
    created_at: Date
    updated_at: Date
  },
): Promise<void> {
  await tables(db)
    .insertInto('forms')
    .values({ cabinet_id: db.cabinetId, ...row, settings: JSON.stringify(row.settings) as unknown as FormSettings })
    .execute()
}

/** @returns false when the version has changed since it was read */
export async function updateForm(
  db: CabinetDb,
  formKey: string,
  version: number,
  row: { name: string; template_id: string; settings: FormSettings; updated_at: Date },
): Promise<boolean> {
  const done = await tables(db)
    .updateTable('forms')
    .set((of) => ({
      ...row,
      settings: JSON.stringify(row.settings) as unknown as FormSettings,
      version: of('version', '+', 1),
    }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_key', '=', formKey)
    .where('removed_at', 'is', null)
    .where('version', '=', version)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Locks the form. @returns its id */
export async function lockForm(db: CabinetDb, formKey: string): Promise<string | undefined> {
  return (await own(db).select('id').where('form_key', '=', formKey).forUpdate().executeTakeFirst())?.id
}

/** Of a form that is locked: what its page goes on saying. */
export async function keepAddress(db: CabinetDb, id: string, now: Date): Promise<void> {
  await sql`insert into deleted_forms (cabinet_id, form_key, lang, theme, deleted_at)
    select cabinet_id, form_key, settings ->> 'lang', settings ->> 'theme', ${now} from forms
    where cabinet_id = ${db.cabinetId} and id = ${id}`.execute(db.tx)
}

/**
 * From now on it is nowhere: also for a process of the version before, which finds no form at its address. The key and
 * the template are free.
 */
export async function markRemoved(db: CabinetDb, id: string, now: Date): Promise<void> {
  await sql`update forms set removed_at = ${now}, form_key = 'removed ' || id, template_id = null
    where cabinet_id = ${db.cabinetId} and id = ${id}`.execute(db.tx)
}

/** @param ofRemoved only one that is marked */
export async function deleteForm(db: CabinetDb, id: string, ofRemoved = false): Promise<void> {
  await sql`delete from forms where cabinet_id = ${db.cabinetId} and id = ${id}
    and (removed_at is not null or ${!ofRemoved})`.execute(db.tx)
}

export function deletedForm(db: CabinetDb, formKey: string): Promise<DeletedForm | undefined> {
  return tables(db)
    .selectFrom('deleted_forms')
    .select(['lang', 'theme'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_key', '=', formKey)
    .executeTakeFirst()
}

export async function addToFunnel(
  db: CabinetDb,
  id: string,
  step: 'opened' | 'filled' | 'installed',
  by = 1,
): Promise<void> {
  await tables(db)
    .updateTable('forms')
    .set((of) => ({ [step]: of(step, '+', by) }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/**
 * @param visits by the id of the form; one that was deleted meanwhile has no row
 * @param isPatient it waits for forms that somebody has locked
 * @returns ids of forms that are locked by somebody else: nothing was added to them
 */
export async function addOpened(
  db: CabinetDb,
  visits: ReadonlyMap<string, number>,
  isPatient: boolean,
): Promise<string[]> {
  const ids = [...visits.keys()].toSorted()
  const asked = sql`cabinet_id = ${db.cabinetId} and id = any(${ids}::uuid[])`
  const { rows } = await sql<{ id: string }>`
    with locked as (
      select id from forms where ${asked} order by id for no key update ${isPatient ? sql`` : sql`skip locked`}
    ), added as (
      update forms set opened = opened + visits.count
      from unnest(${ids}::uuid[], ${ids.map((id) => visits.get(id) ?? 0)}::int[]) visits (id, count)
      where forms.cabinet_id = ${db.cabinetId} and forms.id = visits.id and forms.id in (select id from locked))
    select id from forms where ${asked} and id not in (select id from locked)`.execute(db.tx)
  return rows.map((row) => row.id)
}

export async function countFormsOf(db: CabinetDb, templateIds: readonly string[]): Promise<[string, number][]> {
  const rows = await own(db)
    .select(['template_id', sql<number>`count(*)`.as('count')])
    .where('template_id', 'in', [...templateIds])
    .groupBy('template_id')
    .execute()
  return rows.map((row) => [row.template_id, row.count])
}

/** How forms ask for each variable. */
export async function typesOfVariables(db: CabinetDb): Promise<{ name: string; types: string[] }[]> {
  const { rows } = await sql<{ name: string; types: string[] }>`
    select field ->> 'variableName' as name, array_agg(distinct field ->> 'type') as types
    from forms f cross join lateral jsonb_array_elements(f.settings -> 'fields') field
    where f.cabinet_id = ${db.cabinetId} and f.removed_at is null group by 1`.execute(db.tx)
  return rows
}

export async function formsNaming(
  db: CabinetDb,
  names: readonly string[],
): Promise<{ variable: string; id: string; name: string }[]> {
  const { rows } = await sql<{ variable: string; id: string; name: string }>`
    select v.name as variable, f.form_key as id, f.name
    from unnest(${[...names]}::text[]) v(name) join forms f on f.cabinet_id = ${db.cabinetId}
      and f.removed_at is null and exists (
      select from jsonb_array_elements(f.settings -> 'fields') field where field ->> 'variableName' = v.name)
    order by f.created_at, f.form_key`.execute(db.tx)
  return rows
}
