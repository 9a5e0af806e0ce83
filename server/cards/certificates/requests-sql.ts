import type { CabinetDb } from '../../base/db.ts'
import { type CertificateTables, tables } from './sql.ts'

export type RequestRow = CertificateTables['certificate_requests']

/** Oldest first. */
export function allRequests(db: CabinetDb): Promise<RequestRow[]> {
  return tables(db)
    .selectFrom('certificate_requests')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertRequest(db: CabinetDb, row: Omit<RequestRow, 'cabinet_id'>): Promise<void> {
  await tables(db)
    .insertInto('certificate_requests')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

/** @returns whether there was one */
export async function deleteRequest(db: CabinetDb, id: string): Promise<boolean> {
  const done = await tables(db)
    .deleteFrom('certificate_requests')
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
