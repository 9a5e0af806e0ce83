/** What erasing and archiving write. */
import { sql } from 'kysely'
import type { ErasureCounts } from '../../../contract/reach/erasures.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countRows, type Slice } from '../../base/paging.ts'
import { setClient } from './change-sql.ts'
import { emptyFields } from './columns.ts'
import { deleteEvents } from './external-events-sql.ts'
import { type ClientTables, tables } from './sql.ts'

export async function setArchived(db: CabinetDb, id: string, at: Date | null): Promise<void> {
  await setClient(db, id, { archived_at: at })
}

/** @returns false when the client is not there or erased */
export async function lockPresent(db: CabinetDb, id: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('clients')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function countErasable(
  db: CabinetDb,
  id: string,
): Promise<Pick<ErasureCounts, 'history' | 'events' | 'requests'>> {
  const { rows } = await sql<Pick<ErasureCounts, 'history' | 'events' | 'requests'>>`
    select (select count(*)::int from balance_events e where e.cabinet_id = ${db.cabinetId} and e.client_id = ${id})
        as history,
      (select count(*)::int from external_events v where v.cabinet_id = ${db.cabinetId} and v.client_id = ${id})
        as events,
      (select count(*)::int from form_submissions f where f.cabinet_id = ${db.cabinetId} and f.client_id = ${id})
        + (select count(*)::int from client_requests r where r.cabinet_id = ${db.cabinetId} and r.client_id = ${id})
        as requests`.execute(db.tx)
  return rows[0] ?? { history: 0, events: 0, requests: 0 }
}

/** Reasons are typed by hand and may name the person. */
export async function emptyHistories(db: CabinetDb, id: string): Promise<void> {
  await tables(db)
    .updateTable('balance_events')
    .set({ reason: '', till: '' })
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', id)
    .execute()
  await deleteEvents(db, id)
  await tables(db)
    .deleteFrom('client_tags')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', id)
    .execute()
  await tables(db)
    .deleteFrom('form_submissions')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', id)
    .execute()
  await tables(db)
    .deleteFrom('client_requests')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', id)
    .execute()
}

export async function emptyRow(db: CabinetDb, id: string, now: Date): Promise<void> {
  await setClient(db, id, {
    ...emptyFields(),
    birthday: null,
    sex: null,
    email: '',
    tel: '',
    typed_tel: '',
    promo_code: '',
    card_track: '',
    extra: {},
    lang: 'en',
    consent_at: null,
    consent_source: '',
    consent_text_hash: null,
    consent_ip: null,
    utm: null,
    crm_updated_at: null,
    invite_code: sql<string>`new_invite_code()`,
    archived_at: now,
    erased_at: now,
    updated_at: now,
  })
}

/** Takes words away to which nobody else has agreed. */
export async function dropConsentText(db: CabinetDb, hash: Buffer): Promise<void> {
  // A client who agrees to them now is waited for, and seen by the second statement.
  await sql`select from consent_texts where cabinet_id = ${db.cabinetId} and hash = ${hash} for update`.execute(db.tx)
  await sql`delete from consent_texts t where t.cabinet_id = ${db.cabinetId} and t.hash = ${hash} and not exists
    (select from client_consents c where c.cabinet_id = t.cabinet_id and c.hash = t.hash)`.execute(db.tx)
}

/** A number that belonged to an erased client is nobody's typed number any more. @returns whose it was */
export async function forgetTypedTel(db: CabinetDb, tel: string, now: Date): Promise<string[]> {
  const rows = await typedBy(db, tel).select('id').orderBy('id').forNoKeyUpdate().execute()
  for (const { id } of rows) await setClient(db, id, { typed_tel: '', updated_at: now })
  return rows.map((row) => row.id)
}

/** How many clients have typed a number that is another's. */
export const countTypedBy = (db: CabinetDb, tel: string): Promise<number> =>
  tel === '' ? Promise.resolve(0) : countRows(typedBy(db, tel))

const typedBy = (db: CabinetDb, tel: string) =>
  tables(db)
    .selectFrom('clients')
    .where('cabinet_id', '=', db.cabinetId)
    .where('typed_tel', '=', tel)
    .where('typed_tel', '<>', '')

type ErasureRow = ClientTables['client_erasures']

export async function insertErasure(db: CabinetDb, row: Omit<ErasureRow, 'cabinet_id'>): Promise<void> {
  await tables(db)
    .insertInto('client_erasures')
    .values({
      cabinet_id: db.cabinetId,
      ...row,
      done: JSON.stringify(row.done) as unknown as ErasureCounts,
    })
    .execute()
}

export async function erasurePage(db: CabinetDb, page: Slice): Promise<{ rows: ErasureRow[]; total: number }> {
  const found = tables(db).selectFrom('client_erasures').where('cabinet_id', '=', db.cabinetId)
  const rows = await found
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countRows(found) }
}
