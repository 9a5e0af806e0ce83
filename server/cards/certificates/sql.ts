import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'

export type CertificateTables = {
  apple_certificates: {
    cabinet_id: number
    id: string
    state: 'pending' | 'active' | 'replaced'
    is_test: boolean
    pass_type_identifier: string
    team_identifier: string
    organisation: string
    certificate_pem: string
    intermediate_pem: string
    sealed_key: Buffer
    expires_at: Date
    created_at: Date
    request_id: string | null
    /** The newest of its pass type, which signs in its place; null: it is the newest itself. */
    successor_id: string | null
  }
  certificate_requests: {
    cabinet_id: number
    id: string
    request_pem: string
    sealed_key: Buffer
    created_at: Date
  }
}
export type CertificateRow = CertificateTables['apple_certificates']

export const tables = (db: CabinetDb) => db.tx.withTables<CertificateTables>()

export function certificateInState(db: CabinetDb, state: 'pending' | 'active'): Promise<CertificateRow | undefined> {
  return tables(db)
    .selectFrom('apple_certificates')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', '=', state)
    .executeTakeFirst()
}

export function certificateById(db: CabinetDb, id: string): Promise<CertificateRow | undefined> {
  return tables(db)
    .selectFrom('apple_certificates')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Certificates of a pass type, replaced ones too. */
export const idsOfPassType = (db: CabinetDb, passType: string): Promise<string[]> =>
  idsWhere(db, 'pass_type_identifier', passType)

export const idsOfTest = (db: CabinetDb, isTest: boolean): Promise<string[]> => idsWhere(db, 'is_test', isTest)

async function idsWhere<C extends 'pass_type_identifier' | 'is_test'>(
  db: CabinetDb,
  column: C,
  value: CertificateRow[C],
): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('apple_certificates')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where(sql.ref(column), '=', value)
    .execute()
  return rows.map((row) => row.id)
}

/** The newest one of a pass type signs in the place of all earlier ones. @returns their ids */
export async function setSuccessor(
  db: CabinetDb,
  { id, pass_type_identifier }: Pick<CertificateRow, 'id' | 'pass_type_identifier'>,
): Promise<string[]> {
  const rows = await tables(db)
    .updateTable('apple_certificates')
    .set({ successor_id: id })
    .where('cabinet_id', '=', db.cabinetId)
    .where('pass_type_identifier', '=', pass_type_identifier)
    .where('id', '<>', id)
    .where('state', '<>', 'pending')
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function idsBefore(db: CabinetDb, successorId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('apple_certificates')
    .select('id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('successor_id', '=', successorId)
    .execute()
  return rows.map((row) => row.id)
}

/** Which certificate signs in the place of each of these. */
export function signersOf(db: CabinetDb, ids: readonly string[]): Promise<{ id: string; signer: string }[]> {
  return tables(db)
    .selectFrom('apple_certificates')
    .select(['id', sql<string>`coalesce(successor_id, id)`.as('signer')])
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', 'in', [...ids])
    .execute()
}

export async function hasAnyCertificate(db: CabinetDb): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('apple_certificates')
    .select(sql<number>`1`.as('one'))
    .where('cabinet_id', '=', db.cabinetId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertCertificate(
  db: CabinetDb,
  row: Omit<CertificateRow, 'cabinet_id' | 'successor_id'>,
): Promise<void> {
  await tables(db)
    .insertInto('apple_certificates')
    .values({ cabinet_id: db.cabinetId, successor_id: null, ...row })
    .execute()
}

export async function deletePending(db: CabinetDb): Promise<void> {
  await tables(db)
    .deleteFrom('apple_certificates')
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', '=', 'pending')
    .execute()
}

export async function setState(db: CabinetDb, from: 'pending' | 'active', to: 'active' | 'replaced'): Promise<void> {
  await tables(db)
    .updateTable('apple_certificates')
    .set({ state: to })
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', '=', from)
    .execute()
}

/** Uploaded ones that were replaced by one of another pass type, the first to end first. */
export function replacedOnes(db: CabinetDb): Promise<CertificateRow[]> {
  return tables(db)
    .selectFrom('apple_certificates')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', '=', 'replaced')
    .where('successor_id', 'is', null)
    .where('is_test', '=', false)
    .orderBy('expires_at')
    .orderBy('id')
    .execute()
}

/** Uploaded ones that sign or signed cards and end in that time; asked for by the scheduler, over all cabinets. */
export function certificatesEnding(tx: Tx, from: Date, to: Date): Promise<Pick<CertificateRow, 'cabinet_id' | 'id'>[]> {
  return tx
    .withTables<CertificateTables>()
    .selectFrom('apple_certificates')
    .select(['cabinet_id', 'id'])
    .where('state', 'in', ['active', 'replaced'])
    .where('successor_id', 'is', null)
    .where('is_test', '=', false)
    .where('expires_at', '>=', from)
    .where('expires_at', '<=', to)
    .orderBy('cabinet_id')
    .execute()
}
