import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export type ChatState = 'reachable' | 'blocked' | 'gone'
type Tables = {
  telegram_bots: {
    cabinet_id: number
    sealed_token: Buffer | null
    bot_id: number | null
    username: string
    key_hash: Buffer | null
    secret_hash: Buffer | null
    greeting: string
    link_text: string
    state: 'off' | 'connected' | 'lost'
    lost_at: Date | null
    saved_at: Date
  }
  telegram_chats: {
    cabinet_id: number
    client_id: string
    bot_id: number
    chat_id: number
    state: ChatState
    linked_at: Date
    state_at: Date
    merged_from: string | null
  }
}
export type BotRow = Omit<Tables['telegram_bots'], 'cabinet_id'>
export type ChatRow = Omit<Tables['telegram_chats'], 'cabinet_id'>

const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

export function botOf(db: CabinetDb): Promise<BotRow | undefined> {
  return tables(db).selectFrom('telegram_bots').selectAll().where('cabinet_id', '=', db.cabinetId).executeTakeFirst()
}

export async function saveBot(db: CabinetDb, row: BotRow): Promise<void> {
  await tables(db)
    .insertInto('telegram_bots')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.column('cabinet_id').doUpdateSet(row))
    .execute()
}

/** @returns whether it was connected until now */
export async function setLost(db: CabinetDb, botId: number, at: Date): Promise<boolean> {
  const done = await tables(db)
    .updateTable('telegram_bots')
    .set({ state: 'lost', lost_at: at })
    .where('cabinet_id', '=', db.cabinetId)
    .where('bot_id', '=', botId)
    .where('state', '=', 'connected')
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export function chatsOf(db: CabinetDb, botId: number, clientIds: readonly string[]): Promise<ChatRow[]> {
  return tables(db)
    .selectFrom('telegram_chats')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('bot_id', '=', botId)
    .where('client_id', 'in', [...clientIds])
    .execute()
}

/** Ids of clients who can be written to, for a condition of another statement. */
export const selectReachable = (db: CabinetDb, botId: number) =>
  tables(db)
    .selectFrom('telegram_chats')
    .select('client_id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('bot_id', '=', botId)
    .where('state', '=', 'reachable')

export async function countReachable(db: CabinetDb, botId: number): Promise<number> {
  const row = await tables(db)
    .selectFrom('telegram_chats')
    .select(sql<number>`count(*)`.as('count'))
    .where('cabinet_id', '=', db.cabinetId)
    .where('bot_id', '=', botId)
    .where('state', '=', 'reachable')
    .executeTakeFirst()
  return row?.count ?? 0
}

/** @returns the client whose chat it is; undefined: nobody's, or it is in that state already */
export async function setChatState(
  db: CabinetDb,
  { botId, chatId, state }: { botId: number; chatId: number; state: ChatState },
  at: Date,
): Promise<string | undefined> {
  const row = await tables(db)
    .updateTable('telegram_chats')
    .set({ state, state_at: at })
    .where('cabinet_id', '=', db.cabinetId)
    .where('bot_id', '=', botId)
    .where('chat_id', '=', chatId)
    .where('state', '<>', state)
    .returning('client_id')
    .executeTakeFirst()
  return row?.client_id
}
