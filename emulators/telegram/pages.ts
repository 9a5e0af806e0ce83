/**
 * The pages of emulated Telegram. `GET /` bots, `GET /<username>?start=…` where a link leads, `GET /chat?bot=&user=`,
 * `GET /messages` (with the same query) as JSON; each button is a `POST` that leads back to its page.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, sendPart } from '../exchange.ts'
import { botsPage, chatPage, startPage } from './chat-html.ts'
import type { EmulatedBot, Person, TelegramState, World } from './world.ts'

const STYLE = Buffer.concat(
  ['../smtp/mailbox.css', '../sms/inbox.css', './chat.css'].map((file) => readFileSync(new URL(file, import.meta.url))),
)
const SCRIPT = readFileSync(new URL('../smtp/mailbox.js', import.meta.url))
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
const BODY_MAX = 64 * 1024

type Pages = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>

export function createChatPages(of: { prefix: string; state: TelegramState; world: World; changed(): void }): Pages {
  const { prefix, state, world } = of
  let fault = ''

  const html = (response: ServerResponse, body: string) =>
    sendPart(response, 200, 'text/html', body, { 'content-security-policy': POLICY })
  const missing = (response: ServerResponse) => sendPart(response, 404, 'text/plain', 'Not found')
  const chatPath = (bot: EmulatedBot, { id }: Person) => `/chat?bot=${bot.username}&user=${id}`

  function act(path: string, form: URLSearchParams): string | undefined {
    const given = (name: string) => form.get(name) ?? ''
    if (path === '/bots') {
      try {
        fault = ''
        world.makeBot({ name: given('name').trim(), username: given('username').trim() })
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error)
      }
      return '/'
    }
    const bot = world.byName(given('bot'))
    if (!bot) return undefined
    if (path === '/revoke') {
      world.revoke(bot)
      return '/'
    }
    const person = path === '/start' ? world.person(given('name').trim()) : world.personOf(Number(given('user')))
    if (!person) return undefined
    if (path === '/start') world.say(bot, person, `/start ${given('payload')}`.trimEnd())
    else if (path === '/say') world.say(bot, person, given('text'))
    else if (path === '/press') world.press(bot, person, given('data'))
    else if (path === '/block' || path === '/unblock') world.setBlocked(bot, person, path === '/block')
    else return undefined
    return chatPath(bot, person)
  }

  function show(response: ServerResponse, path: string, query: URLSearchParams): void {
    if (['', '/', '/BotFather'].includes(path)) return html(response, botsPage(state, prefix, fault))
    if (path === '/chat.css') return sendPart(response, 200, 'text/css', STYLE)
    if (path === '/chat.js') return sendPart(response, 200, 'text/javascript', SCRIPT)
    const person = world.personOf(Number(query.get('user')))
    const bot = world.byName(query.get('bot') ?? path.slice(1))
    if (path === '/messages') {
      const messages = bot && person ? world.chatOf(bot, person.id).messages.toReversed() : []
      return sendPart(response, 200, 'application/json', JSON.stringify({ messages }))
    }
    if (!bot) return missing(response)
    if (path === '/chat' && person) return html(response, chatPage(bot, person, world.chatOf(bot, person.id), prefix))
    if (path !== `/${bot.username}`) return missing(response)
    return html(response, startPage(bot, query.get('start') ?? '', state.people, prefix))
  }

  return async (request, response, url) => {
    const path = url.pathname.slice(prefix.length)
    if (request.method === 'GET' || request.method === 'HEAD') return show(response, path, url.searchParams)
    const to = request.method === 'POST' ? act(path, new URLSearchParams(await bodyOf(request, BODY_MAX))) : undefined
    if (to === undefined) return missing(response)
    of.changed()
    response.writeHead(303, { location: `${prefix}${to}` }).end()
  }
}
