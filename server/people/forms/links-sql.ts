import type { LinkKind } from '../../../contract/people/form-links.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countRows } from '../../base/paging.ts'

export type LinkTables = {
  form_links: {
    cabinet_id: number
    id: string
    form_key: string
    code: string
    kind: LinkKind
    name: string
    is_on: boolean
    created_at: Date
  }
}
export type LinkRow = LinkTables['form_links']

const tables = (db: CabinetDb) => db.tx.withTables<LinkTables>()
const own = (db: CabinetDb) => tables(db).selectFrom('form_links').where('cabinet_id', '=', db.cabinetId)
const ofForm = (db: CabinetDb, formKey: string) => own(db).where('form_key', '=', formKey)

export function linksOf(db: CabinetDb, formKey: string): Promise<LinkRow[]> {
  return ofForm(db, formKey).selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
}

export function countLinks(db: CabinetDb, formKey: string): Promise<number> {
  return countRows(ofForm(db, formKey))
}

export function linkById(db: CabinetDb, formKey: string, id: string): Promise<LinkRow | undefined> {
  return ofForm(db, formKey).selectAll().where('id', '=', id).executeTakeFirst()
}

export function linkByCode(db: CabinetDb, code: string): Promise<LinkRow | undefined> {
  return own(db).selectAll().where('code', '=', code).executeTakeFirst()
}

/** @returns false when another link has this code */
export async function insertLink(db: CabinetDb, row: Omit<LinkRow, 'cabinet_id'>): Promise<boolean> {
  const done = await tables(db)
    .insertInto('form_links')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'code']).doNothing())
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

/** @returns false when there is no such link */
export async function updateLink(
  db: CabinetDb,
  formKey: string,
  id: string,
  change: Pick<LinkRow, 'name' | 'is_on'>,
): Promise<boolean> {
  const done = await tables(db)
    .updateTable('form_links')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_key', '=', formKey)
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** @returns false when there is no such link */
export async function deleteLink(db: CabinetDb, formKey: string, id: string): Promise<boolean> {
  const done = await tables(db)
    .deleteFrom('form_links')
    .where('cabinet_id', '=', db.cabinetId)
    .where('form_key', '=', formKey)
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

export function linkNames(db: CabinetDb): Promise<{ id: string; name: string }[]> {
  return own(db).select(['id', 'name']).orderBy('name').orderBy('id').execute()
}
