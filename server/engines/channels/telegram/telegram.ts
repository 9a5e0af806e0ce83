/**
 * Telegram's Bot API, as far as it is used here. https://core.telegram.org/bots/api (2026-11). The token of a bot is
 * part of the path, so no address is ever logged or returned.
 */
import { z } from 'zod'
import { maskDetail, openOutbound, retryAfterMs } from '../../../base/outbound/outbound.ts'
import type { RateLimiter } from '../../../base/rate-limiter.ts'

const TOKEN = /^\d{1,20}:[\w-]{1,100}$/
const REPLY_MAX_BYTES = 64 * 1024
/** Where Telegram names no time. */
const THROTTLED_SECONDS = 5

/** The server of the Bot API, without a trailing slash; `pace` is waited for before each request. */
export type Wire = { url: string; timeoutMs: number; pace?: RateLimiter }

/** `detail` is for the log: Telegram's code and words, without ids and tokens. */
type Failed<Kind extends string> = { kind: Kind; detail: string }
export type Fault =
  /** The token was revoked, or never was one. */
  | Failed<'bad_token'>
  /** All requests of this bot have to wait. Nothing was done. */
  | (Failed<'throttled'> & { seconds: number })
  /** Nothing was done; it may be tried again. */
  | Failed<'temporary'>
  /** The answer was lost: it may have been done. */
  | Failed<'unknown'>
  /** Telegram does not want it like this; a repeat gives the same. */
  | (Failed<'refused'> & { status: number })
export type Answer<T> = { kind: 'done'; result: T } | Fault

export type BotInfo = { id: number; username: string; name: string }
/** What Telegram says of the address that it sends updates to. `url`: empty when there is none. */
export type WebhookInfo = { url: string; pending: number; lastError: { at: Date; text: string } | null }
export type Message = {
  chatId: number
  /** 1–4096 characters, without markup. */
  text: string
  /** Under the text, a button a row: a link, or data that comes back when it is pressed. */
  buttons?: readonly ({ text: string; url: string } | { text: string; data: string })[]
}
export type SendOutcome =
  | { kind: 'sent'; messageId: number }
  /** The person has blocked the bot. */
  | Failed<'blocked'>
  /** There is no such chat any more, or there never was one with this bot. */
  | Failed<'gone'>
  | Fault

const Envelope = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  error_code: z.int().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
})
const Me = z.object({ id: z.int(), is_bot: z.literal(true), first_name: z.string(), username: z.string() })
const Webhook = z.object({
  url: z.string(),
  pending_update_count: z.int(),
  last_error_date: z.int().optional(),
  last_error_message: z.string().optional(),
})
const Sent = z.object({ message_id: z.int() })

/** @param shape of the part `result` */
async function callBot<T>(
  wire: Wire,
  token: string,
  { method, params, shape }: { method: string; params?: object; shape: z.ZodType<T> },
): Promise<Answer<T>> {
  const { url, timeoutMs, pace } = wire
  // It becomes part of the address.
  if (!TOKEN.test(token)) return { kind: 'bad_token', detail: 'not a token' }
  const outbound = openOutbound({
    vendor: 'telegram',
    places: { trusted: [`${url}/`] },
    timeoutMs,
    maxBytes: REPLY_MAX_BYTES,
    ...(pace && { rateLimiter: pace }),
  })
  const outcome = await outbound.send({
    method: 'POST',
    url: `${url}/bot${token}/${method}`,
    json: params ?? {},
  })
  if (outcome.kind !== 'answered')
    return { kind: outcome.kind === 'unknown' ? 'unknown' : 'temporary', detail: outcome.detail }
  const { status } = outcome
  const envelope = outcome.json(Envelope)
  if (!envelope.isRead || (envelope.value.ok && status === 200)) {
    const result = envelope.isRead ? shape.safeParse(envelope.value.result) : undefined
    if (result?.success) return { kind: 'done', result: result.data }
    const isSuccess = status >= 200 && status < 300
    return { kind: isSuccess ? 'unknown' : 'temporary', detail: `${status} with an unreadable answer` }
  }
  const { error_code: code = status, description = '', parameters } = envelope.value
  const detail = maskDetail(code, description.replaceAll(token, '…'))
  if (code === 401 || code === 404) return { kind: 'bad_token', detail }
  if (code === 429) {
    const byHeaderMs = retryAfterMs(outcome, Date.now())
    const seconds = parameters?.retry_after ?? (byHeaderMs === undefined ? THROTTLED_SECONDS : byHeaderMs / 1000)
    return { kind: 'throttled', seconds: Math.min(Math.max(Math.ceil(seconds), 1), 3600), detail }
  }
  if (code >= 500) return { kind: 'temporary', detail }
  return { kind: 'refused', status: code, detail }
}

/** Who the bot is; costs nothing, and so checks the token. */
export async function getMe(wire: Wire, token: string): Promise<Answer<BotInfo>> {
  const answer = await callBot(wire, token, { method: 'getMe', shape: Me })
  if (answer.kind !== 'done') return answer
  const { id, username, first_name: name } = answer.result
  return { kind: 'done', result: { id, username, name } }
}

/** @param secret comes with each update in `X-Telegram-Bot-Api-Secret-Token`; 1–256 of `A–Z a–z 0–9 _ -` */
export function setWebhook(
  wire: Wire,
  token: string,
  { url, secret }: { url: string; secret: string },
): Promise<Answer<true>> {
  const params = { url, secret_token: secret, allowed_updates: ['message', 'my_chat_member', 'callback_query'] }
  return callBot(wire, token, { method: 'setWebhook', params, shape: z.literal(true) })
}

export const deleteWebhook = (wire: Wire, token: string): Promise<Answer<true>> =>
  callBot(wire, token, { method: 'deleteWebhook', shape: z.literal(true) })

export async function getWebhookInfo(wire: Wire, token: string): Promise<Answer<WebhookInfo>> {
  const answer = await callBot(wire, token, { method: 'getWebhookInfo', shape: Webhook })
  if (answer.kind !== 'done') return answer
  const { url, pending_update_count: pending, last_error_date: date, last_error_message: text = '' } = answer.result
  const lastError = date === undefined ? null : { at: new Date(date * 1000), text: text.slice(0, 200) }
  return { kind: 'done', result: { url, pending, lastError } }
}

/** Ends the wait that a pressed button shows. */
export const answerCallbackQuery = (wire: Wire, token: string, id: string): Promise<Answer<true>> =>
  callBot(wire, token, { method: 'answerCallbackQuery', params: { callback_query_id: id }, shape: z.literal(true) })

const keyboardOf = (buttons: NonNullable<Message['buttons']>) => ({
  inline_keyboard: buttons.map((button) => [
    'url' in button ? button : { text: button.text, callback_data: button.data },
  ]),
})

/** Texts of refusals are no contract: first the code counts, then a fragment. */
function outcomeOf(fault: Fault): SendOutcome {
  if (fault.kind !== 'refused') return fault
  const { status, detail } = fault
  const words = detail.toLowerCase()
  if (status === 403) return { kind: words.includes('blocked') ? 'blocked' : 'gone', detail }
  return words.includes('chat not found') ? { kind: 'gone', detail } : fault
}

/** A message has no number of ours, so one whose answer was lost may arrive twice when it is repeated. */
export async function sendMessage(wire: Wire, token: string, message: Message): Promise<SendOutcome> {
  const { chatId, text, buttons = [] } = message
  const params = { chat_id: chatId, text, ...(buttons.length > 0 && { reply_markup: keyboardOf(buttons) }) }
  const answer = await callBot(wire, token, { method: 'sendMessage', params, shape: Sent })
  return answer.kind === 'done' ? { kind: 'sent', messageId: answer.result.message_id } : outcomeOf(answer)
}
