/** The module `telegram`: a bot of the business, its texts, and what Telegram says of it. */
import { z } from 'zod'
import { OptionalText, Time } from '../page.ts'

/** What a client reads first in the chat, and the text of the link that leads there. */
export const TELEGRAM_GREETING_MAX = 1000
export const TELEGRAM_LINK_TEXT_MAX = 60

export const TelegramInput = z.object({
  /** As @BotFather gives it; empty: the saved one stays. */
  token: OptionalText(120).regex(/^(\d{3,20}:[\w-]{20,100})?$/, { error: 'telegram_token_refused' }),
  /** Sent to clients who have agreed to messages; empty: the built-in one, in the client's language. */
  greeting: OptionalText(TELEGRAM_GREETING_MAX),
  /** Of the link on the install page and on the back of cards; empty: the built-in one. */
  linkText: OptionalText(TELEGRAM_LINK_TEXT_MAX),
})
export type TelegramInput = z.infer<typeof TelegramInput>

export const TelegramModule = z.object({
  hasToken: z.boolean(),
  /** Of the bot, without @; empty while there is none. */
  username: z.string(),
  /** Where the bot is opened; null while there is none. */
  url: z.string().nullable(),
  /** Where bots are made and their tokens are shown. */
  botFatherUrl: z.string(),
  /** `lost`: Telegram no longer accepts the token. */
  state: z.enum(['off', 'connected', 'lost']),
  lostAt: Time.nullable(),
  greeting: z.string(),
  linkText: z.string(),
  /** Clients who get messages in Telegram. */
  subscribers: z.int(),
})
export type TelegramModule = z.infer<typeof TelegramModule>

export const TelegramStatus = z.object({
  /** `unreachable`: Telegram did not answer now. */
  state: z.enum(['no_token', 'off', 'connected', 'lost', 'unreachable']),
  username: z.string(),
  subscribers: z.int(),
  /** What Telegram says of the address that it sends updates to; null if it was not asked. */
  webhook: z
    .object({
      /** Updates come here, and not to another program that uses the same bot. */
      isOurs: z.boolean(),
      /** Updates that have not arrived yet. */
      pending: z.int(),
      lastError: z.object({ at: Time, text: z.string() }).nullable(),
    })
    .nullable(),
})
export type TelegramStatus = z.infer<typeof TelegramStatus>
