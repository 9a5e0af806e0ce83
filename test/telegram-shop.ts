/** A business with a bot, and clients whose chats with it are linked. */
import { marketplace } from '../contract/reach/marketplace.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { query, setPlan } from './direct-access.ts'
import { newHolder } from './holders.ts'
import { openShop, type Shop } from './people.ts'
import type { TestServer } from './server.ts'

export type TelegramShop = Shop & { bot: string }

export async function openTelegramShop(server: TestServer, name: string): Promise<TelegramShop> {
  const shop = await openShop(server, name)
  await setPlan(server, shop.c, 'advanced')
  const bot = `${name.toLowerCase()}_bot`
  await connectBot(server, { ...shop, bot, version: 0 })
  return { ...shop, bot }
}

/** @param version of the module */
export async function connectBot(
  server: TestServer,
  { owner, c, bot, version }: Pick<TelegramShop, 'owner' | 'c' | 'bot'> & { version: number },
): Promise<void> {
  const token = server.outside.telegramService.makeBot({ name: bot, username: bot })
  await owner.send(marketplace.saveModule, {
    params: { c, moduleId: 'telegram' },
    body: { isActive: true, promos: [], version, telegram: { token, greeting: '', linkText: '' } },
  })
}

/** A client with a card that is in no wallet. @returns the client's id */
export async function newClient(server: TestServer, shop: Shop, name: string): Promise<string> {
  await newHolder(server, shop, name)
  const [row] = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 and name = $2', [
    shop.c,
    name,
  ])
  if (!row) throw new Error(`there is no client ${name}`)
  return row.id
}

/** As if the person had followed a link and agreed. */
export async function linkChat(
  server: TestServer,
  shop: Pick<TelegramShop, 'c' | 'bot'>,
  name: string,
  id: string,
): Promise<void> {
  server.outside.telegramService.start(shop.bot, name, '')
  const { userId } = server.outside.telegramService.chat(shop.bot, name)
  await query(
    server,
    `insert into telegram_chats (cabinet_id, client_id, bot_id, chat_id, state, linked_at, state_at)
      select $1, $2, bot_id, $3, 'reachable', now(), now() from telegram_bots where cabinet_id = $1`,
    [shop.c, id, userId],
  )
}

export async function newLinked(server: TestServer, shop: TelegramShop, name: string): Promise<string> {
  const id = await newClient(server, shop, name)
  await linkChat(server, shop, name, id)
  return id
}

export async function makeTelegramPush(shop: Shop, message: string, more: object = {}): Promise<string> {
  const body = { name: message.slice(0, 40), message, templates: [], ...more }
  return (await shop.owner.send(pushes.createPush, { params: { c: shop.c, pushType: 'telegram' }, body })).id
}

const OWN_ANSWER = /^To get news|\/stop\.$/

/** Messages of the business in somebody's chat, without the bot's own answers. */
export const messagesOf = (server: TestServer, { bot }: TelegramShop, name: string): string[] =>
  server.outside.telegramService
    .chat(bot, name)
    .messages.flatMap(({ by, text }) => (by === 'bot' && !OWN_ANSWER.test(text) ? [text] : []))
