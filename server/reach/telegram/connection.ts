/**
 * The bot of a business is connected while its module is on: its token is checked, and Telegram is given an address
 * with a secret of its own. No transaction is open while Telegram is asked.
 */
import { marketplace as contract } from '../../../contract/reach/marketplace.ts'
import type { TelegramInput, TelegramModule, TelegramStatus } from '../../../contract/reach/telegram.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { newToken, sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refuseAny, refusals } from '../../base/refusal.ts'
import { countTry } from '../../base/tries.ts'
import {
  deleteWebhook,
  type Fault,
  getMe,
  getWebhookInfo,
  setWebhook,
} from '../../engines/channels/telegram/telegram.ts'
import { openForWork, setTelegramLink } from '../../platform/cabinets/cabinets.ts'
import { openToken, sealToken, wireOf } from './bot.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)
/** Somebody who tries tokens gets no further. */
const CHECKS = { max: 30, windowMs: 10 * MINUTE_MS }

/** Where Telegram sends the updates of a business; `key` is kept as a hash. */
export const webhookUrl = (app: App, cabinetId: number, key: string): string =>
  `${app.publicUrl}/telegram/${cabinetId}.${key}`

async function countCheck(app: App, cabinetId: number): Promise<void> {
  const waitMs = await countTry(app.database.counters, `telegram-check|${cabinetId}`, CHECKS, app.clock.now())
  if (waitMs > 0) throw refuse('too_many_tries', { minutes: Math.ceil(waitMs / MINUTE_MS) })
}

export async function readTelegram({ outside }: App, db: CabinetDb): Promise<TelegramModule> {
  const row = await sql.botOf(db)
  const { linkUrl } = outside.telegram
  return {
    hasToken: row?.sealed_token != null,
    username: row?.username ?? '',
    url: row?.username ? `${linkUrl}/${row.username}` : null,
    botFatherUrl: `${linkUrl}/BotFather`,
    state: row?.state ?? 'off',
    lostAt: row?.lost_at?.toISOString() ?? null,
    greeting: row?.greeting ?? '',
    linkText: row?.link_text ?? '',
    subscribers: row?.bot_id == null ? 0 : await sql.countReachable(db, row.bot_id),
  }
}

type Asked = { bot: { id: number; username: string }; webhook: { key: string; secret: string } | null }
/** What Telegram was asked before anything is saved. `asked`: null when nothing was to be asked. */
export type Prepared = { token: string | null; asked: Asked | null; oldToken: string | null }

function refusalOf(fault: Fault): Error {
  if (fault.kind === 'bad_token')
    return refuse('telegram_token_refused', {}, { 'telegram.token': { code: 'telegram_token_refused' } })
  if (fault.kind === 'refused') return refuse('telegram_webhook_refused', { text: fault.detail })
  return refuse('telegram_unreachable')
}

/**
 * @throws Refusal invalid_input, telegram_token_refused, telegram_webhook_refused, telegram_unreachable,
 *   too_many_tries
 */
export async function prepareTelegram(
  app: App,
  cabinetId: number,
  { isActive, token: typed }: { isActive: boolean; token: string },
): Promise<Prepared> {
  const found = await openForWork(app, cabinetId, async (db) => {
    const row = await sql.botOf(db)
    return { row, saved: row?.sealed_token ? openToken(app, db, row.sealed_token) : null }
  })
  const token = typed === '' ? found.saved : typed
  const oldToken = token === found.saved ? null : found.saved
  if (isActive && token === null) throw refuseAny('invalid_input', {}, { 'telegram.token': { code: 'required' } })
  const isAsIs = typed === '' && (!isActive || found.row?.state === 'connected')
  if (token === null || isAsIs) return { token, asked: null, oldToken }
  await countCheck(app, cabinetId)
  const me = await getMe(wireOf(app), token)
  if (me.kind !== 'done') throw refusalOf(me)
  if (!isActive) return { token, asked: { bot: me.result, webhook: null }, oldToken }
  const webhook = { key: newToken(), secret: newToken() }
  const set = await setWebhook(wireOf(app), token, { url: webhookUrl(app, cabinetId, webhook.key), ...webhook })
  if (set.kind !== 'done') throw refusalOf(set)
  return { token, asked: { bot: me.result, webhook }, oldToken }
}

/** In the transaction that saves the module. */
export async function keepTelegram(
  app: App,
  db: CabinetDb,
  { isActive, greeting, linkText }: { isActive: boolean } & Pick<TelegramInput, 'greeting' | 'linkText'>,
  { token, asked }: Prepared,
): Promise<void> {
  const row = await sql.botOf(db)
  const webhook = asked?.webhook
  await sql.saveBot(db, {
    sealed_token: token === null ? null : sealToken(app, db, token),
    bot_id: asked?.bot.id ?? row?.bot_id ?? null,
    username: asked?.bot.username ?? row?.username ?? '',
    key_hash: webhook ? sha256(webhook.key) : isActive ? (row?.key_hash ?? null) : null,
    secret_hash: webhook ? sha256(webhook.secret) : isActive ? (row?.secret_hash ?? null) : null,
    greeting,
    link_text: linkText,
    state: !isActive ? 'off' : webhook ? 'connected' : (row?.state ?? 'off'),
    lost_at: webhook || !isActive ? null : (row?.lost_at ?? null),
    saved_at: app.clock.now(),
  })
  await setTelegramLink(db, isActive ? linkText : null)
}

/** After the commit: a bot that is no longer used here sends no more updates, if Telegram can be asked. */
export async function letGo(app: App, cabinetId: number, { token, oldToken }: Prepared, isOff: boolean): Promise<void> {
  for (const one of [oldToken, isOff ? token : null].filter((each) => each !== null)) {
    const answer = await deleteWebhook(wireOf(app), one)
    if (answer.kind !== 'done') app.log.warn({ cabinetId, detail: answer.detail }, 'a bot goes on sending updates')
  }
}

/** @throws Refusal too_many_tries */
export async function telegramStatus(app: App, cabinetId: number): Promise<TelegramStatus> {
  const found = await openForWork(app, cabinetId, async (db) => {
    const row = await sql.botOf(db)
    return { ...(await readTelegram(app, db)), token: row?.sealed_token ? openToken(app, db, row.sealed_token) : null }
  })
  const { token, state, username, subscribers } = found
  const known = { username, subscribers, webhook: null }
  if (token === null) return { ...known, state: 'no_token' }
  await countCheck(app, cabinetId)
  const me = await getMe(wireOf(app), token)
  if (me.kind !== 'done') return { ...known, state: me.kind === 'bad_token' ? 'lost' : 'unreachable' }
  const info = await getWebhookInfo(wireOf(app), token)
  if (info.kind !== 'done') return { ...known, state: 'unreachable' }
  const { url, pending, lastError } = info.result
  return {
    ...known,
    username: me.result.username,
    state: state === 'connected' ? 'connected' : state,
    webhook: {
      isOurs: url.startsWith(webhookUrl(app, cabinetId, '')),
      pending,
      lastError: lastError && { at: lastError.at.toISOString(), text: lastError.text },
    },
  }
}
