/**
 * How a client's chat is found out: a link of ours makes a token that is good once, for a day, and leads to the bot.
 * The token arrives there as an ordinary message; the person who has opened it is asked whether they agree.
 */
import { randomBytes } from 'node:crypto'
import type { Language } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import { sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { readBot } from './bot.ts'
import * as sql from './links-sql.ts'
import { botOf } from './sql.ts'

/** 128 bits; Telegram takes 64 characters of `A–Z a–z 0–9 _ -`. https://core.telegram.org/bots/features#deep-linking */
const newLinkToken = () => randomBytes(16).toString('base64url')
/** Of one client; an older one ends when there are more. */
const OPEN_MAX = 5

/** The address that opens the bot with a fresh token. @returns undefined while there is no bot to open */
export async function linkToBot(app: App, db: CabinetDb, clientId: string): Promise<string | undefined> {
  const bot = await readBot(app, db)
  if (!bot) return undefined
  const now = app.clock.now()
  const token = newLinkToken()
  await sql.sweepLinks(db, now)
  await sql.endOldest(db, clientId, OPEN_MAX - 1)
  await sql.insertLink(db, {
    id: crypto.randomUUID(),
    token_hash: sha256(token),
    client_id: clientId,
    expires_at: new Date(now.getTime() + DAY_MS),
  })
  return `${app.outside.telegram.linkUrl}/${bot.username}?start=${token}`
}

/** Text of the link to the bot, in the client's language if the owner wrote none; null while there is no bot. */
export async function telegramLinkText(db: CabinetDb, lang: Language): Promise<string | null> {
  const row = await botOf(db)
  return row?.state === 'connected' ? row.link_text || say(lang, 'bot.link') : null
}
