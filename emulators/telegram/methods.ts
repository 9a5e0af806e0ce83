/** The methods of the Bot API that are emulated. https://core.telegram.org/bots/api (2026-11) */
import type { Button, EmulatedBot, World } from './world.ts'

export type TelegramTroubles = {
  /** This many sends are answered 429. */
  throttled: number
  status500: boolean
  /** Takes a message, and breaks off without an answer. */
  lostAnswer: boolean
  /** Takes a message, and never answers. */
  hang: boolean
  /** Answers with a page that is no JSON. */
  brokenJson: boolean
}
export const QUIET: TelegramTroubles = {
  throttled: 0,
  status500: false,
  lostAnswer: false,
  hang: false,
  brokenJson: false,
}

export type Answered = { status: number; body: object }
const done = (result: unknown): Answered => ({ status: 200, body: { ok: true, result } })
export const refused = (code: number, description: string, parameters?: object): Answered => ({
  status: code,
  body: { ok: false, error_code: code, description, ...(parameters && { parameters }) },
})
const throttled = () => refused(429, 'Too Many Requests: retry after 2', { retry_after: 2 })

const SENDS_A_SECOND = 30
const TEXT_MAX = 4096
const isLoopback = (url: URL) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)

type Params = Record<string, unknown>

function setWebhook(bot: EmulatedBot, params: Params): Answered {
  const { url, secret_token: secret = '', allowed_updates: allowed = [] } = params
  if (typeof url !== 'string' || !URL.canParse(url)) return refused(400, 'Bad Request: bad webhook: invalid url')
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' && !isLoopback(parsed))
    return refused(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook')
  if (typeof secret !== 'string' || !/^[\w-]{0,256}$/.test(secret))
    return refused(400, 'Bad Request: secret token contains unallowed characters')
  bot.webhook = { url, secret, allowed: Array.isArray(allowed) ? allowed.map(String) : [] }
  bot.lastError = null
  return done(true)
}

function buttonsOf(markup: unknown): Button[][] {
  const rows = (markup as { inline_keyboard?: unknown } | undefined)?.inline_keyboard
  return Array.isArray(rows) ? (rows as Button[][]) : []
}

function sendMessage(world: World, bot: EmulatedBot, params: Params): Answered {
  const chatId = Number(params['chat_id'])
  const text = typeof params['text'] === 'string' ? params['text'] : ''
  if (text === '') return refused(400, 'Bad Request: message text is empty')
  if (text.length > TEXT_MAX) return refused(400, 'Bad Request: message is too long')
  const person = world.personOf(chatId)
  if (!person) return refused(400, 'Bad Request: chat not found')
  if (person.isDeleted) return refused(403, 'Forbidden: user is deactivated')
  const chat = world.chatOf(bot, chatId)
  if (!chat.isStarted) return refused(403, "Forbidden: bot can't initiate conversation with a user")
  if (chat.isBlocked) return refused(403, 'Forbidden: bot was blocked by the user')
  const buttons = buttonsOf(params['reply_markup'])
  const tooLong = buttons.flat().some((one) => 'callback_data' in one && Buffer.byteLength(one.callback_data) > 64)
  if (tooLong) return refused(400, 'Bad Request: BUTTON_DATA_INVALID')
  const message = world.addOfBot(chat, text, buttons)
  return done({
    message_id: message.id,
    date: Math.floor(Date.parse(message.at) / 1000),
    text,
    chat: { id: chatId, type: 'private', first_name: person.name },
    from: { id: bot.id, is_bot: true, first_name: bot.name, username: bot.username },
  })
}

/** Keeps the times of the latest messages of each bot. */
export function openMethods(world: World, now: () => Date) {
  const sends = new Map<number, number[]>()

  function isOver(bot: EmulatedBot): boolean {
    const recent = (sends.get(bot.id) ?? []).filter((at) => now().getTime() - at < 1000)
    sends.set(bot.id, recent.length < SENDS_A_SECOND ? [...recent, now().getTime()] : recent)
    return recent.length >= SENDS_A_SECOND
  }

  return (bot: EmulatedBot, method: string, params: Params, isThrottled: boolean): Answered => {
    if (isThrottled) return throttled()
    if (method === 'getMe')
      return done({ id: bot.id, is_bot: true, first_name: bot.name, username: bot.username, can_join_groups: false })
    if (method === 'setWebhook') return setWebhook(bot, params)
    if (method === 'deleteWebhook') {
      bot.webhook = null
      if (params['drop_pending_updates'] === true) bot.waiting = []
      return done(true)
    }
    if (method === 'getWebhookInfo')
      return done({
        url: bot.webhook?.url ?? '',
        has_custom_certificate: false,
        pending_update_count: bot.waiting.length,
        ...(bot.lastError && {
          last_error_date: Math.floor(Date.parse(bot.lastError.at) / 1000),
          last_error_message: bot.lastError.text,
        }),
      })
    if (method === 'answerCallbackQuery') return done(true)
    if (method === 'sendMessage') return isOver(bot) ? throttled() : sendMessage(world, bot, params)
    return refused(404, 'Not Found: method not found')
  }
}
