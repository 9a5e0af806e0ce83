/**
 * Telegram on this machine: `/bot<token>/<method>` is its Bot API, the pages beside it are what people have: a list of
 * bots that makes new ones, as BotFather does, and a phone's chat with one, where a link to a bot leads.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, sendJson } from '../exchange.ts'
import { keepState, type StateHooks } from '../google-wallet/state.ts'
import { openMethods, QUIET, refused, type TelegramTroubles } from './methods.ts'
import { createChatPages } from './pages.ts'
import { type Chat, type EmulatedBot, emptyWorld, openWorld, type TelegramState, type Update } from './world.ts'

export type TelegramOptions = {
  /** Path at which a host mounts the handler; default none. */
  prefix?: string
  state?: StateHooks<TelegramState>
  now?: () => Date
}

export type TelegramService = {
  /** Mount before any body parser. */
  handler: (request: IncomingMessage, response: ServerResponse) => void
  /** As BotFather makes one. @returns its token @throws Error when the username is taken, or is none */
  makeBot(of: { name: string; username: string }): string
  /** The old token of a bot is no longer accepted. @returns the new one */
  revoke(username: string): string
  /** A person presses Start where a link led; @param payload empty: without a link */
  start(username: string, person: string, payload: string): Update
  say(username: string, person: string, text: string): Update
  /** Presses the button under a message that has this text. */
  press(username: string, person: string, button: string): Update | undefined
  setBlocked(username: string, person: string, isBlocked: boolean): void
  /** The person's account is deleted. */
  deleteAccount(person: string): void
  chat(username: string, person: string): Chat
  setTroubles(troubles: Partial<TelegramTroubles>): void
  /** Sends an update once more, as Telegram does when an answer was lost. @returns the status of the answer */
  sendAgain(username: string, update: Update, secret?: string): Promise<number | null>
  /** When all updates were taken, or have failed a few times. */
  settled(): Promise<void>
  close(): Promise<void>
}

const BODY_MAX = 64 * 1024
const TRIES = 3
const TIMEOUT_MS = 5_000

async function post(url: string, update: Update, secret: string): Promise<number | null> {
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(update),
    headers: {
      'content-type': 'application/json',
      ...(secret !== '' && { 'x-telegram-bot-api-secret-token': secret }),
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  return response?.status ?? null
}

export async function createTelegram(options: TelegramOptions): Promise<TelegramService> {
  const { prefix = '', now = () => new Date() } = options
  const state = (await options.state?.load()) ?? emptyWorld()
  const kept = keepState(state, options.state)
  let troubles = QUIET
  const lines = new Map<number, Promise<void>>()

  /** One after another; what is not taken after a few tries goes on waiting, until the next update. */
  async function deliver(bot: EmulatedBot): Promise<void> {
    for (let tries = 0; bot.webhook && bot.waiting[0] && tries < TRIES;) {
      const status = await post(bot.webhook.url, bot.waiting[0], bot.webhook.secret)
      const isTaken = status !== null && status >= 200 && status < 300
      if (isTaken) bot.waiting.shift()
      else {
        tries++
        const text = status === null ? 'Connection refused' : `Wrong response from the webhook: ${status}`
        bot.lastError = { at: now().toISOString(), text }
      }
      kept.changed()
    }
  }
  const onUpdate = (bot: EmulatedBot) => {
    kept.changed()
    lines.set(
      bot.id,
      (lines.get(bot.id) ?? Promise.resolve()).then(() => deliver(bot)),
    )
  }
  const world = openWorld(state, now, onUpdate)
  const call = openMethods(world, now)
  const pages = createChatPages({ prefix, state, world, changed: () => kept.changed() })

  function paramsOf(request: IncomingMessage, url: URL, body: string): Record<string, unknown> {
    const query = Object.fromEntries(url.searchParams)
    if (body === '') return query
    const isJson = request.headers['content-type']?.includes('json') ?? false
    return { ...query, ...(isJson ? (JSON.parse(body) as object) : Object.fromEntries(new URLSearchParams(body))) }
  }

  async function answerMethod(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(url.pathname.slice(prefix.length)) ?? []
    const body = await bodyOf(request, BODY_MAX)
    if (troubles.status500) {
      const { status, body: answer } = refused(500, 'Internal Server Error')
      return sendJson(response, status, answer)
    }
    const bot = world.byToken(decodeURIComponent(token))
    if (!bot) {
      const { status, body: answer } = refused(401, 'Unauthorized')
      return sendJson(response, status, answer)
    }
    const isThrottled = method === 'sendMessage' && troubles.throttled > 0
    if (isThrottled) troubles = { ...troubles, throttled: troubles.throttled - 1 }
    const answer = call(bot, method, paramsOf(request, url, body), isThrottled)
    kept.changed()
    if (troubles.hang) return
    if (troubles.lostAnswer) return void response.destroy()
    if (troubles.brokenJson) return void response.writeHead(200).end('{"ok":tr')
    sendJson(response, answer.status, answer.body)
  }

  const botOf = (username: string): EmulatedBot => {
    const bot = world.byName(username)
    if (!bot) throw new Error(`there is no bot ${username}`)
    return bot
  }
  return {
    handler(request, response) {
      const url = new URL(request.url ?? '/', 'http://telegram')
      const isMethod = /^\/bot\d+(:|%3A)/i.test(url.pathname.slice(prefix.length))
      const answered = isMethod ? answerMethod(request, response, url) : pages(request, response, url)
      answered.catch(() => {
        const { status, body } = refused(400, 'Bad Request')
        sendJson(response, status, body)
      })
    },
    makeBot: (of) => world.makeBot(of).token,
    revoke: (username) => world.revoke(botOf(username)),
    start: (username, person, payload) =>
      world.say(botOf(username), world.person(person), `/start ${payload}`.trimEnd()),
    say: (username, person, text) => world.say(botOf(username), world.person(person), text),
    press(username, person, text) {
      const bot = botOf(username)
      const someone = world.person(person)
      const button = world
        .chatOf(bot, someone.id)
        .messages.flatMap((one) => one.buttons.flat())
        .findLast((one) => one.text === text && 'callback_data' in one)
      return button && 'callback_data' in button ? world.press(bot, someone, button.callback_data) : undefined
    },
    setBlocked: (username, person, isBlocked) =>
      void world.setBlocked(botOf(username), world.person(person), isBlocked),
    deleteAccount: (person) => void (world.person(person).isDeleted = true),
    chat(username, person) {
      return world.chatOf(botOf(username), world.person(person).id)
    },
    setTroubles(changed) {
      troubles = { ...troubles, ...changed }
    },
    async sendAgain(username, update, secret) {
      const { webhook } = botOf(username)
      return webhook && post(webhook.url, update, secret ?? webhook.secret)
    },
    async settled() {
      await Promise.all(lines.values())
    },
    close: () => kept.flush(),
  }
}
