/** What people do in the chat with the bot, one update in one transaction. An answer is written by a job. */
import { z } from 'zod'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { Language } from '../../../contract/limits.ts'
import type { App } from '../../base/app.ts'
import { sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countTry } from '../../base/tries.ts'
import { presentClient } from './chats.ts'
import * as chats from './chats-sql.ts'
import { type Reply, sendReply } from './jobs.ts'
import * as links from './links-sql.ts'
import { setChatState } from './sql.ts'

const Chat = z.object({ id: z.int(), type: z.string() })
const From = z.object({ language_code: z.string().optional() })
/** Only what is used; https://core.telegram.org/bots/api#update (2026-11) */
export const Update = z.object({
  update_id: z.int(),
  message: z.object({ chat: Chat, from: From.optional(), text: z.string().optional() }).optional(),
  callback_query: z
    .object({
      id: z.string().max(100),
      from: From,
      data: z.string().optional(),
      message: z.object({ chat: Chat }).optional(),
    })
    .optional(),
  my_chat_member: z.object({ chat: Chat, new_chat_member: z.object({ status: z.string() }) }).optional(),
})
export type Update = z.infer<typeof Update>

/** Telegram keeps updates for a day. https://core.telegram.org/bots/api#getting-updates */
const KEPT_MS = 2 * DAY_MS
/** Of one chat: a person who writes more gets no more answers. */
const ANSWERS = { max: 20, windowMs: MINUTE_MS }
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const BY_CODE: Readonly<Record<string, Language>> = { ru: 'ru', be: 'ru', kk: 'ru', cs: 'cz', sk: 'cz', de: 'de' }
/** @param code BCP 47, of the person's Telegram */
export const languageOfCode = (code = 'en'): Language => BY_CODE[code.split('-')[0]?.toLowerCase() ?? ''] ?? 'en'

type Place = { app: App; db: CabinetDb; botId: number; chatId: number; now: Date; lang: Language }

async function answer({ app, db, chatId, lang, now }: Place, reply: Reply): Promise<void> {
  const spent = await countTry(app.database.counters, `telegram-chat|${db.cabinetId}|${chatId}`, ANSWERS, now)
  if (spent > 0) return
  await app.jobs.enqueue(db.tx, sendReply, { cabinetId: db.cabinetId, chatId, lang, ...reply })
}

/** In the language of the client, where it is known. */
async function inLanguageOf(place: Place, clientId: string): Promise<Place | undefined> {
  const client = await presentClient(place.db, clientId)
  return client && { ...place, lang: client.lang }
}

async function start(place: Place, token: string): Promise<void> {
  const { db, botId, chatId, now } = place
  if (token === '') {
    const known = await chats.clientOfChat(db, botId, chatId)
    return answer(place, { kind: known ? 'known' : 'where' })
  }
  const link = await links.openLink(db, { tokenHash: sha256(token), chatId, now })
  const own = link && (await inLanguageOf(place, link.client_id))
  return own ? answer(own, { kind: 'ask', linkId: link.id }) : answer(place, { kind: 'ended' })
}

async function takeMessage(place: Place, text: string): Promise<void> {
  const { db, botId, chatId } = place
  const [, token] = /^\/start(?:\s+([\w-]{1,64}))?\s*$/.exec(text) ?? []
  if (/^\/start(\s|$)/.test(text)) return start(place, token ?? '')
  const known = await chats.clientOfChat(db, botId, chatId)
  if (!/^\/stop\s*$/.test(text)) return answer(place, { kind: known ? 'known' : 'where' })
  if (known) await chats.deleteChat(db, known.client_id)
  const own = known && (await inLanguageOf(place, known.client_id))
  return answer(own ?? place, { kind: 'stopped' })
}

async function takePress(place: Place, { data = '', id: callbackId }: { data?: string | undefined; id: string }) {
  const { db, botId, chatId, now } = place
  const [verb, id = ''] = data.split(':')
  if ((verb !== 'yes' && verb !== 'no') || !UUID.test(id)) return answer(place, { kind: 'ended', callbackId })
  const link = await links.takeLink(db, { id, chatId, now })
  const own = link && (await inLanguageOf(place, link.client_id))
  if (!own) return answer(place, { kind: 'ended', callbackId })
  if (verb === 'no') return answer(own, { kind: 'declined', callbackId })
  await chats.linkChat(db, { clientId: link.client_id, botId, chatId, at: now })
  return answer(own, { kind: 'linked', callbackId })
}

/** @returns false when it was taken before */
export async function takeUpdate(app: App, db: CabinetDb, botId: number, update: Update): Promise<boolean> {
  const now = app.clock.now()
  if (!(await links.noteUpdate(db, botId, update.update_id, now))) return false
  await links.sweepUpdates(db, new Date(now.getTime() - KEPT_MS))
  const { message, callback_query: press, my_chat_member: member } = update
  const chat = message?.chat ?? press?.message?.chat ?? member?.chat
  // In groups nobody is a client.
  if (chat?.type !== 'private') return true
  const lang = languageOfCode((message?.from ?? press?.from)?.language_code)
  const place = { app, db, botId, chatId: chat.id, now, lang }
  if (member) {
    const state = member.new_chat_member.status === 'kicked' ? 'blocked' : 'reachable'
    await setChatState(db, { botId, chatId: chat.id, state }, now)
  } else if (press) await takePress(place, press)
  else if (message?.text !== undefined) await takeMessage(place, message.text)
  return true
}
