import { type Generated, sql } from 'kysely'
import type { SmsFailure, SmsType } from '../../../contract/people/sms-providers.ts'
import type { SmsPurpose } from '../../../contract/people/verification.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countRows, type Slice } from '../../base/paging.ts'

type VerificationTables = {
  sms_providers: {
    cabinet_id: number
    sms_type: SmsType
    login: string
    sealed_password: Buffer | null
    sealed_api_key: Buffer | null
    sms_from: string
    saved_at: Date
    failure: SmsFailure | null
    failed_at: Date | null
    failures: Generated<number>
  }
  sms_texts: { cabinet_id: number; link_text: string; daily_limit: number; countries: string[] | null }
  sms_log: {
    cabinet_id: number
    id: string
    at: Date
    purpose: SmsPurpose
    sms_type: SmsType
    phone: string
    state: 'sending' | 'sent' | 'unknown' | 'refused'
    failure: SmsFailure | null
    vendor_id: string | null
  }
}
export type ProviderRow = Omit<VerificationTables['sms_providers'], 'cabinet_id' | 'failures'> & { failures: number }

type TextsRow = Omit<VerificationTables['sms_texts'], 'cabinet_id'>

const tables = (db: CabinetDb) => db.tx.withTables<VerificationTables>()

const PROVIDER = [
  'sms_type',
  'login',
  'sealed_password',
  'sealed_api_key',
  'sms_from',
  'saved_at',
  'failure',
  'failed_at',
  'failures',
] as const

export function providerOf(db: CabinetDb): Promise<ProviderRow | undefined> {
  return tables(db)
    .selectFrom('sms_providers')
    .select(PROVIDER)
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
}

/** The provider with the settings of the owner; null where nothing is set. */
export async function senderOf(
  db: CabinetDb,
): Promise<(ProviderRow & { daily_limit: number | null; countries: string[] | null }) | undefined> {
  return tables(db)
    .selectFrom('sms_providers')
    .leftJoin('sms_texts', 'sms_texts.cabinet_id', 'sms_providers.cabinet_id')
    .select([...PROVIDER, 'daily_limit', 'countries'])
    .where('sms_providers.cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
}

/** @returns false when another provider was connected first */
export async function saveProvider(db: CabinetDb, row: ProviderRow): Promise<boolean> {
  const saved = await tables(db)
    .insertInto('sms_providers')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) =>
      conflict.column('cabinet_id').doUpdateSet(row).where('sms_providers.sms_type', '=', row.sms_type),
    )
    .returning('sms_type')
    .executeTakeFirst()
  return saved !== undefined
}

export async function deleteProvider(db: CabinetDb, type: SmsType): Promise<boolean> {
  const done = await tables(db)
    .deleteFrom('sms_providers')
    .where('cabinet_id', '=', db.cabinetId)
    .where('sms_type', '=', type)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}

/** An SMS was accepted: earlier failures are cleared. */
export async function noteSuccess(db: CabinetDb, type: SmsType): Promise<void> {
  await tables(db)
    .updateTable('sms_providers')
    .set({ failure: null, failed_at: null, failures: 0 })
    .where('cabinet_id', '=', db.cabinetId)
    .where('sms_type', '=', type)
    .where('failures', '>', 0)
    .execute()
}

/** @returns how many in a row were refused by now */
export async function noteFailure(db: CabinetDb, type: SmsType, failure: SmsFailure, at: Date): Promise<number> {
  const row = await tables(db)
    .updateTable('sms_providers')
    .set((of) => ({ failure, failed_at: at, failures: of('failures', '+', 1) }))
    .where('cabinet_id', '=', db.cabinetId)
    .where('sms_type', '=', type)
    .returning('failures')
    .executeTakeFirst()
  return row?.failures ?? 0
}

export async function textsOf(db: CabinetDb): Promise<TextsRow | undefined> {
  return tables(db)
    .selectFrom('sms_texts')
    .select(['link_text', 'daily_limit', 'countries'])
    .where('cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
}

export async function saveTexts(
  db: CabinetDb,
  row: Omit<TextsRow, 'countries'> & { countries?: string[] },
): Promise<void> {
  await tables(db)
    .insertInto('sms_texts')
    .values({ cabinet_id: db.cabinetId, countries: null, ...row })
    .onConflict((conflict) => conflict.column('cabinet_id').doUpdateSet(row))
    .execute()
}

export async function insertSms(
  db: CabinetDb,
  row: Pick<VerificationTables['sms_log'], 'id' | 'at' | 'purpose' | 'sms_type' | 'phone'>,
): Promise<void> {
  await tables(db)
    .insertInto('sms_log')
    .values({ cabinet_id: db.cabinetId, ...row, state: 'sending', failure: null, vendor_id: null })
    .execute()
}

export async function settleSms(
  db: CabinetDb,
  id: string,
  row: Pick<VerificationTables['sms_log'], 'state' | 'failure' | 'vendor_id'>,
): Promise<void> {
  await tables(db).updateTable('sms_log').set(row).where('cabinet_id', '=', db.cabinetId).where('id', '=', id).execute()
}

export async function sweepSms(db: CabinetDb, before: Date): Promise<void> {
  await tables(db).deleteFrom('sms_log').where('cabinet_id', '=', db.cabinetId).where('at', '<', before).execute()
}

/** SMS that may have been sent since then. */
export function countSms(db: CabinetDb, since: Date): Promise<number> {
  return countRows(
    tables(db)
      .selectFrom('sms_log')
      .where('cabinet_id', '=', db.cabinetId)
      .where('at', '>', since)
      .where('state', '<>', 'refused'),
  )
}

export async function smsPage(db: CabinetDb, page: Slice) {
  const all = tables(db).selectFrom('sms_log').where('cabinet_id', '=', db.cabinetId)
  const rows = await all
    .select(['id', 'at', 'purpose', 'sms_type', 'phone', 'state', 'failure'])
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countRows(all) }
}

/** SMS that may have been sent since each of two moments. */
export async function smsSince(db: CabinetDb, hourAgo: Date, dayAgo: Date): Promise<{ hour: number; day: number }> {
  const row = await tables(db)
    .selectFrom('sms_log')
    .select([sql<number>`count(*) filter (where at > ${hourAgo})`.as('hour'), sql<number>`count(*)`.as('day')])
    .where('cabinet_id', '=', db.cabinetId)
    .where('at', '>', dayAgo)
    .where('state', '<>', 'refused')
    .executeTakeFirst()
  return { hour: row?.hour ?? 0, day: row?.day ?? 0 }
}

/** The average number of SMS in an hour with at least one. */
export async function usualHour(db: CabinetDb, from: Date, to: Date): Promise<number> {
  const row = await tables(db)
    .selectFrom('sms_log')
    .select(sql<number>`count(*)::float8 / greatest(1, count(distinct date_trunc('hour', at)))`.as('perHour'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('at', '>', from)
    .where('at', '<=', to)
    .where('state', '<>', 'refused')
    .executeTakeFirst()
  return row?.perHour ?? 0
}

const ofPhone = (db: CabinetDb, { tel, masked }: { tel: string; masked: string }) => sql<{ count: number }>`
  select (select count(*)::int from sms_log where cabinet_id = ${db.cabinetId} and phone = ${masked})
    + (select count(*)::int from form_codes where cabinet_id = ${db.cabinetId} and phone = ${tel}) as count`

/** @returns rows that name the number */
export async function countOfPhone(db: CabinetDb, of: { tel: string; masked: string }): Promise<number> {
  return (await ofPhone(db, of).execute(db.tx)).rows[0]?.count ?? 0
}

/** @returns rows that named the number */
export async function forgetPhone(db: CabinetDb, { tel, masked }: { tel: string; masked: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with listed as (
      update sms_log set phone = '' where cabinet_id = ${db.cabinetId} and phone = ${masked} returning 1),
    codes as (delete from form_codes where cabinet_id = ${db.cabinetId} and phone = ${tel} returning 1)
    select (select count(*)::int from listed) + (select count(*)::int from codes) as count`.execute(db.tx)
  return rows[0]?.count ?? 0
}
