import type { CabinetDb } from '../../base/db.ts'
import { type ClientTables, tables } from './sql.ts'

export function requestByKey(db: CabinetDb, key: string) {
  return tables(db)
    .selectFrom('client_requests')
    .select(['asked', 'client_id', 'event_id'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertRequest(
  db: CabinetDb,
  row: Omit<ClientTables['client_requests'], 'cabinet_id'>,
): Promise<void> {
  await tables(db)
    .insertInto('client_requests')
    .values({ cabinet_id: db.cabinetId, ...row })
    .execute()
}

export async function dropRequestsBefore(db: CabinetDb, since: Date): Promise<void> {
  await tables(db)
    .deleteFrom('client_requests')
    .where('cabinet_id', '=', db.cabinetId)
    .where('created_at', '<', since)
    .execute()
}
