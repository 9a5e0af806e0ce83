/**
 * Telegram as a channel of a business: its own bot, the chats in which its clients have agreed to messages, and sending
 * to them. A chat is reachable until the person blocks the bot or says /stop.
 */
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './sql.ts'

export { type Bot, readBot } from './bot.ts'
export { chatOfClient, forgetTelegram, moveChats, presentClient, returnChats, telegramOfClient } from './chats.ts'
export { keepTelegram, letGo, prepareTelegram, readTelegram, telegramStatus } from './connection.ts'
export { sendReply } from './jobs.ts'
export { linkToBot, telegramLinkText } from './links.ts'
export { messagesOf, queueMessage, sendTelegramMessage } from './messages.ts'
export { reachableChats, sendToChat, sendToClient, settleOutcome } from './send.ts'

/** Ids of the clients who can be written to now, for a condition of another statement; empty while it is off. */
export const selectReachable = (db: CabinetDb, bot: { id: number } | undefined) => sql.selectReachable(db, bot?.id ?? 0)
