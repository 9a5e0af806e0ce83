import type { CabinetDb } from '../../base/db.ts'
import { countRows, type Slice, totalOf } from '../../base/paging.ts'

type Tables = {
  telegram_messages: {
    cabinet_id: number
    id: string
    client_id: string
    at: Date
    text: string
    state: 'queued' | 'sending' | 'sent' | 'not_sent' | 'unknown'
    failure: string | null
    settled_at: Date | null
  }
}
type MessageRow = Tables['telegram_messages']

const tables = (db: CabinetDb) => db.tx.withTables<Tables>()
const one = (db: CabinetDb, id: string) =>
  tables(db).updateTable('telegram_messages').where('cabinet_id', '=', db.cabinetId).where('id', '=', id)

export async function insertMessage(
  db: CabinetDb,
  row: Pick<MessageRow, 'id' | 'client_id' | 'text' | 'at'>,
): Promise<void> {
  await tables(db)
    .insertInto('telegram_messages')
    .values({ cabinet_id: db.cabinetId, ...row, state: 'queued', failure: null, settled_at: null })
    .execute()
}

export function lockMessage(db: CabinetDb, id: string): Promise<MessageRow | undefined> {
  return tables(db)
    .selectFrom('telegram_messages')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function setSending(db: CabinetDb, id: string): Promise<void> {
  await one(db, id).set({ state: 'sending' }).execute()
}

export async function backToQueue(db: CabinetDb, id: string): Promise<void> {
  await one(db, id).set({ state: 'queued' }).where('state', '=', 'sending').execute()
}

export async function settleMessage(
  db: CabinetDb,
  id: string,
  { state, failure = null, at }: { state: 'sent' | 'not_sent' | 'unknown'; failure?: string | null; at: Date },
): Promise<void> {
  await one(db, id).set({ state, failure, settled_at: at }).execute()
}

export async function messagesOf(db: CabinetDb, clientIds: readonly string[], page: Slice) {
  const all = tables(db)
    .selectFrom('telegram_messages')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', 'in', [...clientIds])
  const rows = await all
    .select(['id', 'at', 'text', 'state'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await totalOf(rows, page, () => countRows(all)) }
}

export async function sweepMessages(db: CabinetDb, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('telegram_messages')
    .where('cabinet_id', '=', db.cabinetId)
    .where('at', '<', before)
    .execute()
}
