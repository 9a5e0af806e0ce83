import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { Email, LanguageCode, SenderName, Time } from '../page.ts'

export const SenderInput = z.object({
  /** Empty: the name of the product. */
  senderName: SenderName,
  /** Empty: replies go nowhere. */
  replyTo: z.union([z.literal(''), Email]),
})
export type SenderInput = z.infer<typeof SenderInput>

export const Sender = z.object({
  senderName: z.string(),
  /** Used by a cabinet that has not set a name. */
  product: z.object({ name: z.string(), address: z.string() }),
  /** Confirmed and in use; empty when there is none. */
  replyTo: z.string(),
  /** Becomes `replyTo` once the link in the email to it is opened. */
  waiting: z.object({ email: z.string(), until: Time, isOver: z.boolean() }).nullable(),
})
export type Sender = z.infer<typeof Sender>

export const SHOWN_EMAILS = ['invite', 'test_email'] as const

const readSender = call('GET', '/settings2/application/appId/{c}', {
  who: 'member',
  operationId: 'readEmailSender',
  summary: 'Get the email sender',
  description: 'Returns the sender name of emails from the business and the address that receives replies.',
  reply: Sender,
})

export const emails = {
  readSender,
  saveSender: call('PUT', '/settings2/application/appId/{c}', {
    who: 'owner',
    operationId: 'saveEmailSender',
    summary: 'Save the email sender',
    description:
      'Saves the sender name and the reply address. A new reply address is used once it has been confirmed ' +
      'with the link emailed to it.',
    keeps: savedIn(readSender, ({ senderName, replyTo, waiting }) => ({
      senderName,
      // Saving the earlier address would cancel the one that is not confirmed yet.
      replyTo: waiting && !waiting.isOver ? waiting.email : replyTo,
    })),
    body: SenderInput,
    reply: Sender,
    errors: { too_many_tries: 429 },
  }),
  resendConfirmation: call('POST', '/applications/{c}/emails/confirmation', {
    who: 'owner',
    operationId: 'resendReplyToConfirmation',
    summary: 'Resend the reply address confirmation',
    description: 'Emails the confirmation link for the pending reply address again. The earlier link stops working.',
    reply: z.object({ nextInSeconds: z.int() }),
    errors: { nothing_to_confirm: 409, too_many_tries: 429 },
  }),
  confirmReplyTo: call('POST', '/email/reply-to/confirm', {
    who: 'nobody',
    summary: 'Confirm a reply address',
    description: 'Confirms a reply address with the token from the email. A token works once.',
    body: z.object({ cabinet: z.int().min(1).max(Number.MAX_SAFE_INTEGER), token: z.string().max(100) }),
    reply: z.object({ email: z.string(), cabinet: z.string() }),
    errors: { invalid_reply_link: 404, too_many_tries: 429 },
  }),
  previewEmail: call('GET', '/applications/{c}/emails/preview', {
    who: 'member',
    summary: 'Preview an email',
    description: 'Returns an email as it would be sent: headers, plain text and HTML.',
    query: z.object({ senderName: SenderName.default(''), lang: LanguageCode, email: z.enum(SHOWN_EMAILS) }),
    reply: z.object({ from: z.string(), replyTo: z.string(), subject: z.string(), text: z.string(), html: z.string() }),
  }),
  sendTest: call('POST', '/applications/{c}/emails/test', {
    who: 'owner',
    operationId: 'sendTestEmail',
    summary: 'Send a test email',
    description: "Sends an email with the saved sender to the user's own address.",
    reply: z.object({ email: z.string() }),
    errors: { too_many_tries: 429 },
  }),
}
