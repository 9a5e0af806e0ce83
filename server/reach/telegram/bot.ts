/** The bot of a business: its token, which is stored encrypted, and the pace that all processes keep together. */
import { SECOND_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { holdBack, sharedPace } from '../../base/shared-pace.ts'
import type { Wire } from '../../engines/channels/telegram/telegram.ts'
import * as sql from './sql.ts'

const TIMEOUT_MS = 10_000
/** Below what Telegram promises, thirty a second for a bot and one for a chat. https://core.telegram.org/bots/faq */
const OF_BOT = { perSecond: 25, burst: 25 }
const OF_CHAT = { perSecond: 1, burst: 3 }
/** Not all workers begin again at the same moment. */
const SPREAD_MS = 500

/** A bot that is connected. */
export type Bot = { id: number; username: string; token: string }

const placeOf = (db: CabinetDb) => ({
  cabinetId: db.cabinetId,
  table: 'telegram_bots',
  column: 'sealed_token',
  row: 'token',
})
export const sealToken = (app: App, db: CabinetDb, token: string): Buffer => app.keys.seal(token, placeOf(db))
export const openToken = (app: App, db: CabinetDb, sealed: Buffer): string =>
  app.keys.open(sealed, placeOf(db)).toString()

/** @returns undefined while the module is off, or Telegram no longer accepts the token */
export async function readBot(app: App, db: CabinetDb): Promise<Bot | undefined> {
  const row = await sql.botOf(db)
  if (row?.state !== 'connected' || row.bot_id === null || row.sealed_token === null) return undefined
  return { id: row.bot_id, username: row.username, token: openToken(app, db, row.sealed_token) }
}

/** Unpaced, for questions that a person waits for. */
export const wireOf = ({ outside }: App): Wire => ({ url: outside.telegram.url, timeoutMs: TIMEOUT_MS })

const keyOfBot = (id: number) => sha256(`telegram ${id}`)
const keyOfChat = (id: number, chatId: number) => sha256(`telegram ${id} ${chatId}`)

/** For messages: waits until the bot may send, and until it may send to this chat. */
export function pacedWire(app: App, { id }: Bot, chatId: number): Wire {
  const db = app.database.counters
  const paces = [sharedPace(db, keyOfChat(id, chatId), OF_CHAT), sharedPace(db, keyOfBot(id), OF_BOT)]
  const turn = async () => {
    for (const pace of paces) await pace.turn()
    return undefined
  }
  return { ...wireOf(app), pace: { turn } }
}

/** Telegram has too many requests of the bot: the whole bot waits, in all processes. */
export const holdBot = (app: App, { id }: Bot, seconds: number): Promise<void> =>
  holdBack(app.database.counters, keyOfBot(id), OF_BOT, seconds * SECOND_MS + Math.random() * SPREAD_MS)
