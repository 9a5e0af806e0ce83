/** Chats of clients: linked, ended, moved when two clients become one, and forgotten. */
import type { CabinetDb } from '../../base/db.ts'
import { clientsByIds, type StoredClient } from '../../people/clients/clients.ts'
import * as sql from './chats-sql.ts'
import { botOf, type ChatState } from './sql.ts'

/** The client's chat with the bot of today; undefined without one. */
export async function chatOfClient(
  db: CabinetDb,
  clientId: string,
): Promise<{ state: ChatState; linkedAt: Date; chatId: number } | undefined> {
  const row = await sql.chatOfClient(db, clientId)
  if (!row || row.bot_id !== (await botOf(db))?.bot_id) return undefined
  return { state: row.state, linkedAt: row.linked_at, chatId: row.chat_id }
}

/** @returns undefined for one who is in the archive, erased, or merged into another */
export async function presentClient(db: CabinetDb, id: string): Promise<StoredClient | undefined> {
  const [client] = await clientsByIds(db, [id])
  return client && client.archived_at === null && client.erased_at === null ? client : undefined
}

/** @returns null while the module is off */
export async function telegramOfClient(
  db: CabinetDb,
  clientId: string,
): Promise<{ state: ChatState | 'not_linked'; linkedAt: string | null } | null> {
  if (((await botOf(db))?.state ?? 'off') === 'off') return null
  const chat = await chatOfClient(db, clientId)
  return { state: chat?.state ?? 'not_linked', linkedAt: chat?.linkedAt.toISOString() ?? null }
}

/** The chat of the client who is gone becomes that of the one who stays, if that one has none that works. */
export async function moveChats(db: CabinetDb, keptId: string, goneId: string): Promise<void> {
  const chats = await sql.chatsOfClients(db, [keptId, goneId])
  const [kept, gone] = [keptId, goneId].map((id) => chats.find((chat) => chat.client_id === id))
  if (!gone || kept?.state === 'reachable') return
  if (kept) await sql.deleteChat(db, keptId)
  await sql.moveChat(db, { from: goneId, to: keptId, mergedFrom: goneId })
}

/** Two who were one: a chat that came with the other goes back, unless it was linked anew since. */
export async function returnChats(db: CabinetDb, keptId: string, goneId: string): Promise<void> {
  const kept = await sql.chatOfClient(db, keptId)
  if (kept?.merged_from === goneId) await sql.moveChat(db, { from: keptId, to: goneId, mergedFrom: null })
}

/** Nothing of an erased client is left: chat, links and messages. @returns how many messages there were */
export const forgetTelegram = (db: CabinetDb, clientId: string): Promise<number> => sql.forgetClient(db, clientId)
