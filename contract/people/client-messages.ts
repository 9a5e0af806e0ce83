/** Messages to one client, by any channel. */
import { z } from 'zod'
import { call } from '../call.ts'
import { RequiredText } from '../page.ts'

/** What Telegram takes in one message. */
export const TELEGRAM_TEXT_MAX = 4096

export const MESSAGE_CHANNELS = ['push', 'telegram'] as const
export const MessageChannel = z.object({
  channel: z.enum(MESSAGE_CHANNELS),
  /** Why nothing can be sent by it now; null: it can. `telegram_off`: the business has no bot that is connected. */
  hindrance: z.enum(['no_card_installed', 'telegram_off', 'not_linked', 'blocked', 'gone']).nullable(),
  maxLength: z.int(),
})
export type MessageChannel = z.infer<typeof MessageChannel>

export const messageCalls = {
  messageChannels: call('GET', '/applications/{c}/clients/{id}/message/channels', {
    who: 'member',
    scope: 'clients:read',
    operationId: 'listMessageChannels',
    summary: "List a client's message channels",
    description: 'Returns the channels by which a client can be written to, and what hinders each of them now.',
    reply: z.array(MessageChannel),
    errors: { client_not_found: 404 },
  }),
  sendByChannel: call('POST', '/applications/{c}/clients/{id}/message/send', {
    who: 'member',
    scope: 'pushes:write',
    operationId: 'sendClientMessageByChannel',
    summary: 'Send a client a message by a channel',
    description:
      'Sends a message to one client: `push` writes it onto the card, `telegram` into the chat with the bot of the ' +
      'business. Variables in braces are filled in. A message in Telegram whose answer was lost is not repeated.',
    body: z.object({ channel: z.enum(MESSAGE_CHANNELS), message: RequiredText(TELEGRAM_TEXT_MAX) }),
    reply: z.object({ channels: z.array(z.enum(['apple', 'google', 'telegram'])) }),
    errors: { client_not_found: 404, no_card_installed: 406, telegram_not_linked: 406 },
  }),
}
