import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import type { ChatRow } from './sql.ts'

type Tables = { telegram_chats: ChatRow & { cabinet_id: number } }

const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

export function chatOfClient(db: CabinetDb, clientId: string): Promise<ChatRow | undefined> {
  return tables(db)
    .selectFrom('telegram_chats')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

export function chatsOfClients(db: CabinetDb, clientIds: readonly string[]): Promise<ChatRow[]> {
  return tables(db)
    .selectFrom('telegram_chats')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', 'in', [...clientIds])
    .execute()
}

export function clientOfChat(db: CabinetDb, botId: number, chatId: number): Promise<ChatRow | undefined> {
  return tables(db)
    .selectFrom('telegram_chats')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('bot_id', '=', botId)
    .where('chat_id', '=', chatId)
    .executeTakeFirst()
}

/** The chat is this client's from now on, and nobody else's. */
export async function linkChat(
  db: CabinetDb,
  { clientId, botId, chatId, at }: { clientId: string; botId: number; chatId: number; at: Date },
): Promise<void> {
  await tables(db)
    .deleteFrom('telegram_chats')
    .where('cabinet_id', '=', db.cabinetId)
    .where(({ eb, or }) => or([eb('client_id', '=', clientId), eb('chat_id', '=', chatId)]))
    .execute()
  await tables(db)
    .insertInto('telegram_chats')
    .values({
      cabinet_id: db.cabinetId,
      client_id: clientId,
      bot_id: botId,
      chat_id: chatId,
      state: 'reachable',
      linked_at: at,
      state_at: at,
      merged_from: null,
    })
    .execute()
}

export async function deleteChat(db: CabinetDb, clientId: string): Promise<void> {
  await tables(db)
    .deleteFrom('telegram_chats')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .execute()
}

export async function moveChat(
  db: CabinetDb,
  { from, to, mergedFrom }: { from: string; to: string; mergedFrom: string | null },
): Promise<void> {
  await tables(db)
    .updateTable('telegram_chats')
    .set({ client_id: to, merged_from: mergedFrom })
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', from)
    .execute()
}

/** @returns how many messages there were */
export async function forgetClient(db: CabinetDb, clientId: string): Promise<number> {
  const { rows } = await sql<{ messages: number }>`
    with chats as (delete from telegram_chats where cabinet_id = ${db.cabinetId} and client_id = ${clientId}),
    links as (delete from telegram_links where cabinet_id = ${db.cabinetId} and client_id = ${clientId}),
    messages as (
      delete from telegram_messages where cabinet_id = ${db.cabinetId} and client_id = ${clientId} returning 1)
    select count(*)::int as messages from messages`.execute(db.tx)
  return rows[0]?.messages ?? 0
}
