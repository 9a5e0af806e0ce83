/** Answers of the bot in a chat, and what is no longer needed. */
import { z } from 'zod'
import { cardNumberText } from '../../../card/values.ts'
import { LANGUAGES, type Language } from '../../../contract/limits.ts'
import { say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { answerCallbackQuery, type Message } from '../../engines/channels/telegram/telegram.ts'
import { openForPublic, openForWork } from '../../platform/cabinets/cabinets.ts'
import { type Bot, readBot, wireOf } from './bot.ts'
import { presentClient } from './chats.ts'
import { linkById } from './links-sql.ts'
import { sendToChat, settleOutcome } from './send.ts'
import { botOf } from './sql.ts'

/** `ask`: whether they agree. `ended`: the link no longer works. `where`: no link was followed. `known`: linked. */
const KINDS = ['ask', 'ended', 'where', 'known', 'linked', 'declined', 'stopped'] as const
export type Reply = { kind: (typeof KINDS)[number]; linkId?: string; callbackId?: string }

const Of = z.object({
  cabinetId: z.int(),
  chatId: z.int(),
  lang: z.enum(LANGUAGES),
  kind: z.enum(KINDS),
  linkId: z.uuid().optional(),
  callbackId: z.string().optional(),
})

type Wanted = { business: string; lang: Language; chatId: number }

/** @returns undefined when the link was used or has gone meanwhile */
async function questionOf(db: CabinetDb, linkId: string, of: Wanted): Promise<Message | undefined> {
  const link = await linkById(db, linkId)
  const client = link && link.used_at === null ? await presentClient(db, link.client_id) : undefined
  if (!client) return undefined
  const { business, lang, chatId } = of
  const word = (name: string) => say(lang, `bot.chat.${name}`, { business, number: cardNumberText(client.card_number) })
  const buttons = (['yes', 'no'] as const).map((verb) => ({ text: word(verb), data: `${verb}:${linkId}` }))
  return { chatId, text: word('ask'), buttons }
}

/** A person waits in the chat, so an answer is repeated even if it may have arrived. */
export const sendReply = defineJob({
  name: 'send-telegram-reply',
  shape: Of,
  retry: { limit: 5, delaySeconds: 2 },
  async handle(app, { cabinetId, chatId, lang, kind, linkId, callbackId }) {
    const found = await openForPublic(app, { id: cabinetId }, async ({ name: business }, db) => {
      const bot = await readBot(app, db)
      const of = { business, lang, chatId }
      if (kind === 'ask') return { bot, message: linkId ? await questionOf(db, linkId, of) : undefined }
      const own = kind === 'linked' ? ((await botOf(db))?.greeting ?? '') : ''
      return { bot, message: { chatId, text: own || say(lang, `bot.chat.${kind}`, { business }) } }
    })
    const { bot, message } = found
    if (!bot || !message) return
    if (callbackId !== undefined) await answerCallbackQuery(wireOf(app), bot.token, callbackId)
    await send(app, cabinetId, bot, message)
  },
})

/** @throws Error when it is to be tried again */
async function send(app: App, cabinetId: number, bot: Bot, message: Message): Promise<void> {
  const { chatId } = message
  const outcome = await sendToChat(app, cabinetId, bot, message)
  if (outcome.kind === 'throttled' || outcome.kind === 'temporary' || outcome.kind === 'unknown')
    throw new Error(`Telegram: ${outcome.kind}`)
  await openForWork(app, cabinetId, (db) => settleOutcome(app, db, { bot, chatId, outcome }))
}
