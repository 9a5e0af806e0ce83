/** What erasing and archiving write. */
import { sql } from 'kysely'
import type { ErasureCounts } from '../../../contract/reach/erasures.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countRows, type Slice } from '../../base/paging.ts'
import { setClient } from './change-sql.ts'
import { emptyFields } from './columns.ts'
import { boughtForOthers } from './external-events-sql.ts'
import { type ClientTables, tables } from './sql.ts'

export async function setArchived(db: CabinetDb, id: string, at: Date | null): Promise<void> {
  await setClient(db, id, { archived_at: at })
}

/** @returns the phone, until the end of the transaction; undefined when the client is not there or erased */
export async function lockPresent(db: CabinetDb, id: string): Promise<{ tel: string } | undefined> {
  return tables(db)
    .selectFrom('clients')
    .select('tel')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
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

type Emptied = Pick<ErasureCounts, 'history' | 'events' | 'requests'> & { hashes: Buffer[] }

/**
 * Reasons are typed by hand and may name the person; in a merge are the facts of both, so it goes with either of them.
 * @returns how much there was, and the wordings that the client had agreed to
 */
export async function emptyHistories(db: CabinetDb, id: string): Promise<Emptied> {
  const isOf = sql`cabinet_id = ${db.cabinetId} and client_id = ${id}`
  const { rows } = await sql<Emptied>`
    with history as (update balance_events set reason = '', till = '' where ${isOf} returning 1),
    events as (delete from external_events where ${isOf} returning 1),
    labels as (delete from client_tags where ${isOf}),
    forms as (delete from form_submissions where ${isOf} returning 1),
    requests as (delete from client_requests where ${isOf} returning 1),
    consents as (delete from client_consents where ${isOf} returning hash),
    merges as (
      delete from client_merges where cabinet_id = ${db.cabinetId} and (kept_id = ${id} or gone_id = ${id}))
    select (select count(*)::int from history) as history, (select count(*)::int from events) as events,
      (select count(*)::int from forms) + (select count(*)::int from requests) as requests,
      array(select hash from consents) as hashes`.execute(db.tx)
  return rows[0] ?? { history: 0, events: 0, requests: 0, hashes: [] }
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
    has_bought: boughtForOthers(db, id),
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

export type ErasureRow = ClientTables['client_erasures']

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
