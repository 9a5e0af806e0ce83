/** Bots, people and their chats, as Telegram keeps them, and the updates that bots get of them. */
import { randomBytes } from 'node:crypto'

export type Button = { text: string; url: string } | { text: string; callback_data: string }
export type ChatMessage = { id: number; at: string; by: 'bot' | 'person'; text: string; buttons: Button[][] }
export type Chat = { userId: number; isStarted: boolean; isBlocked: boolean; messages: ChatMessage[] }
export type Update = { update_id: number } & Record<string, unknown>
export type EmulatedBot = {
  id: number
  token: string
  username: string
  name: string
  webhook: { url: string; secret: string; allowed: string[] } | null
  waiting: Update[]
  lastError: { at: string; text: string } | null
  lastUpdate: number
  chats: Chat[]
}
export type Person = { id: number; name: string; isDeleted: boolean }
export type TelegramState = { bots: EmulatedBot[]; people: Person[]; lastId: number }

export const emptyWorld = (): TelegramState => ({ bots: [], people: [], lastId: 700_000_000 })

const newToken = (id: number) => `${id}:${randomBytes(26).toString('base64url').slice(0, 35)}`
const MESSAGES_MAX = 200

export function openWorld(state: TelegramState, now: () => Date, onUpdate: (bot: EmulatedBot) => void) {
  const newId = () => (state.lastId += 1)

  function chatOf(bot: EmulatedBot, userId: number): Chat {
    const known = bot.chats.find((chat) => chat.userId === userId)
    if (known) return known
    const chat = { userId, isStarted: false, isBlocked: false, messages: [] }
    bot.chats.push(chat)
    return chat
  }

  function add(chat: Chat, by: ChatMessage['by'], text: string, buttons: Button[][] = []): ChatMessage {
    const message = { id: newId(), at: now().toISOString(), by, text, buttons }
    chat.messages = [...chat.messages, message].slice(-MESSAGES_MAX)
    return message
  }

  const userOf = (person: Person) => ({ id: person.id, is_bot: false, first_name: person.name, language_code: 'en' })
  const aboutChat = (person: Person) => ({ id: person.id, type: 'private', first_name: person.name })
  const seconds = () => Math.floor(now().getTime() / 1000)

  function report(bot: EmulatedBot, kind: string, content: object): Update {
    const update = { update_id: (bot.lastUpdate += 1), [kind]: content }
    if (bot.webhook && (bot.webhook.allowed.length === 0 || bot.webhook.allowed.includes(kind))) {
      bot.waiting.push(update)
      onUpdate(bot)
    }
    return update
  }

  const world = {
    chatOf,
    addOfBot: (chat: Chat, text: string, buttons: Button[][]) => add(chat, 'bot', text, buttons),
    byToken: (token: string) => state.bots.find((bot) => bot.token === token),
    byName: (username: string) => state.bots.find((bot) => bot.username.toLowerCase() === username.toLowerCase()),
    personOf: (id: number) => state.people.find((person) => person.id === id),

    /** @throws Error when the username is taken, or is none */
    makeBot({ name, username }: { name: string; username: string }): EmulatedBot {
      if (!/^[A-Za-z]\w{1,28}bot$/i.test(username)) throw new Error('a username has 5 to 32 letters and ends in “bot”')
      if (world.byName(username)) throw new Error('this username is taken')
      const id = newId()
      const bot = { id, token: newToken(id), username, name, webhook: null, waiting: [], lastError: null }
      state.bots.push({ ...bot, lastUpdate: 0, chats: [] })
      return state.bots.at(-1) as EmulatedBot
    },
    /** The old token is no longer accepted. */
    revoke(bot: EmulatedBot): string {
      bot.token = newToken(bot.id)
      bot.webhook = null
      return bot.token
    },
    /** One with this name; a new one if there is none. */
    person(name: string): Person {
      const known = state.people.find((one) => one.name === name && !one.isDeleted)
      if (known) return known
      const person = { id: newId(), name, isDeleted: false }
      state.people.push(person)
      return person
    },
    say(bot: EmulatedBot, person: Person, text: string): Update {
      const chat = chatOf(bot, person.id)
      chat.isStarted = true
      const message = add(chat, 'person', text)
      return report(bot, 'message', {
        message_id: message.id,
        date: seconds(),
        text,
        from: userOf(person),
        chat: aboutChat(person),
      })
    },
    /** @returns undefined: there is no such button */
    press(bot: EmulatedBot, person: Person, data: string): Update | undefined {
      const message = chatOf(bot, person.id).messages.find((one) =>
        one.buttons.flat().some((button) => 'callback_data' in button && button.callback_data === data),
      )
      if (!message) return undefined
      return report(bot, 'callback_query', {
        id: String(newId()),
        from: userOf(person),
        message: { message_id: message.id, date: seconds(), chat: aboutChat(person), text: message.text },
        data,
      })
    },
    setBlocked(bot: EmulatedBot, person: Person, isBlocked: boolean): Update {
      chatOf(bot, person.id).isBlocked = isBlocked
      const of = (status: string) => ({ user: { id: bot.id, is_bot: true, first_name: bot.name }, status })
      return report(bot, 'my_chat_member', {
        chat: aboutChat(person),
        from: userOf(person),
        date: seconds(),
        old_chat_member: of(isBlocked ? 'member' : 'kicked'),
        new_chat_member: of(isBlocked ? 'kicked' : 'member'),
      })
    },
  }
  return world
}
export type World = ReturnType<typeof openWorld>
