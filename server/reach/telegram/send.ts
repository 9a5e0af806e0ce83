/** One message to one chat, in three steps: read, sent, settled. No transaction is open while Telegram is asked. */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { type SendOutcome, type Message, sendMessage } from '../../engines/channels/telegram/telegram.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import { type Bot, holdBot, pacedWire, readBot } from './bot.ts'
import * as sql from './sql.ts'

/** `off`: the module is off or lost its bot. `not_linked`: the client has no chat, or it is blocked or gone. */
export type Delivered = SendOutcome | { kind: 'off' } | { kind: 'not_linked' }

/** Chats that can be written to, by client. */
export async function reachableChats(
  db: CabinetDb,
  bot: Bot,
  clientIds: readonly string[],
): Promise<Map<string, number>> {
  if (clientIds.length === 0) return new Map()
  const rows = await sql.chatsOf(db, bot.id, clientIds)
  return new Map(rows.flatMap((row) => (row.state === 'reachable' ? [[row.client_id, row.chat_id] as const] : [])))
}

/** What an outcome says of the chat and of the bot, in the caller's transaction. */
export async function settleOutcome(
  app: App,
  db: CabinetDb,
  { bot, chatId, outcome }: { bot: Bot; chatId: number; outcome: SendOutcome },
): Promise<void> {
  const now = app.clock.now()
  const { kind } = outcome
  if (kind === 'blocked' || kind === 'gone') await sql.setChatState(db, { botId: bot.id, chatId, state: kind }, now)
  if (kind === 'bad_token' && (await sql.setLost(db, bot.id, now)))
    await notify(app, db, {
      type: 'telegram_lost',
      detail: { bot: bot.username },
      onceKey: `telegram|${bot.id}|${now.toISOString()}`,
    })
}

/** Waits for the pace of the bot and of the chat, and sends; holds the bot back when Telegram says so. */
export async function sendToChat(app: App, cabinetId: number, bot: Bot, message: Message): Promise<SendOutcome> {
  const outcome = await sendMessage(pacedWire(app, bot, message.chatId), bot.token, message)
  if (outcome.kind === 'throttled') await holdBot(app, bot, outcome.seconds)
  if (outcome.kind !== 'sent')
    app.log.warn({ cabinetId, outcome: outcome.kind, detail: outcome.detail }, 'Telegram did not take a message')
  return outcome
}

/** @param text 1–4096 characters */
export async function sendToClient(
  app: App,
  cabinetId: number,
  { clientId, text }: { clientId: string; text: string },
): Promise<Delivered> {
  const found = await openForWork(app, cabinetId, async (db): Promise<Delivered | { bot: Bot; chatId: number }> => {
    const bot = await readBot(app, db)
    if (!bot) return { kind: 'off' }
    const chatId = (await reachableChats(db, bot, [clientId])).get(clientId)
    return chatId === undefined ? { kind: 'not_linked' } : { bot, chatId }
  })
  if ('kind' in found) return found
  const { bot, chatId } = found
  const outcome = await sendToChat(app, cabinetId, bot, { chatId, text })
  if (outcome.kind !== 'sent')
    await openForWork(app, cabinetId, (db) => settleOutcome(app, db, { bot, chatId, outcome }))
  return outcome
}
