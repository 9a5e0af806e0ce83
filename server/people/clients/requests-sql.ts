import type { CabinetDb } from '../../base/db.ts'

type Tables = {
  client_requests: {
    cabinet_id: number
    key: string
    asked: Buffer
    client_id: string
    event_id: string | null
    created_at: Date
  }
}
const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

export function requestByKey(db: CabinetDb, key: string) {
  return tables(db)
    .selectFrom('client_requests')
    .select(['asked', 'client_id', 'event_id'])
    .where('cabinet_id', '=', db.cabinetId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function insertRequest(db: CabinetDb, row: Omit<Tables['client_requests'], 'cabinet_id'>): Promise<void> {
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
