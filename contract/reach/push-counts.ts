/** What is known of the messages of a push. Both the pushes and the overview answer it. */
import { z } from 'zod'

/** Of the sending of a text. */
export const PUSH_STATES = ['draft', 'queue', 'in_progress', 'done', 'not_sent'] as const

/** Cards that left the wallet while this was their latest message. */
const Removed = z.int()

/** Why a push by Telegram ended early: its module was turned off, or Telegram no longer accepts the bot's token. */
export const PUSH_STOPS = ['bot_off', 'bot_lost'] as const

/** `cards` is the sum of sent, failed, unknown and waiting once the push has ended. */
export const PushCounts = z.object({
  cards: z.int(),
  /** Accepted by Apple or Google. */
  sent: z.int(),
  /** Fetched by an iPhone. Google never reports this, so a message for Google Wallet alone is never among them. */
  delivered: z.int(),
  failed: z.int(),
  unknown: z.int(),
  /** Their wallet does not answer or refuses the certificate; they are sent as soon as it accepts them. */
  waiting: z.int(),
  /** By wallet, as far as each one reports. A card in both counts in both. */
  wallets: z.object({
    apple: z.object({
      cards: z.int(),
      accepted: z.int(),
      /** An iPhone has updated the card with the message. */
      fetched: z.int(),
      removed: Removed,
    }),
    google: z.object({ cards: z.int(), accepted: z.int(), removed: Removed }),
  }),
  /** Only of a push by Telegram, whose `cards` are the clients with a linked chat. */
  telegram: z
    .object({
      /** Clients in its audience, linked or not; in an account of 10 000 clients or more about so many. */
      audience: z.int(),
      linked: z.int(),
      sent: z.int(),
      /** Have blocked the bot, have unsubscribed since it was started, or have no such chat any more. */
      blocked: z.int(),
      stopped: z.enum(PUSH_STOPS).nullable(),
    })
    .nullable(),
})
export type PushCounts = z.infer<typeof PushCounts>
