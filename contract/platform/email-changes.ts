/** Changing the address with which a user signs in; calls of the room `users`. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Email, Nothing, Time } from '../page.ts'
import { User } from './user.ts'

/** A new address that is used once the link in the email to it is opened. */
export const EmailChange = z.object({ email: z.string(), until: Time })
export type EmailChange = z.infer<typeof EmailChange>

export const EmailChangeInput = z.object({ email: Email, password: z.string().min(1).max(200) })

const EmailToken = z.object({ token: z.string().max(100) })

/** What the link in the email to the old address takes back. */
export const EmailUndo = z.object({
  /** The old address, which becomes the user's again. */
  email: z.string(),
  newEmail: z.string(),
  /** False while the new address has not been confirmed. */
  isChanged: z.boolean(),
  until: Time,
})
export type EmailUndo = z.infer<typeof EmailUndo>

/** A key that was created or rotated after the change of address was requested. */
export const RevokedKey = z.object({ name: z.string(), business: z.string() })
export type RevokedKey = z.infer<typeof RevokedKey>

export const emailChanges = {
  readEmailChange: call('GET', '/user/email', {
    who: 'user',
    summary: 'Get the pending change of address',
    description: 'Returns the new address that has not been confirmed yet, or null if there is none.',
    reply: z.object({ waiting: EmailChange.nullable() }),
  }),
  askEmailChange: call('POST', '/user/email', {
    who: 'user',
    operationId: 'requestEmailChange',
    summary: "Change the user's address",
    description:
      'Emails a link to the new address, which is used once the link is opened, and a link that stops or undoes ' +
      'the change to the old one. The password is required. The answer does not reveal whether the new address ' +
      'is registered.',
    body: EmailChangeInput,
    reply: z.object({ waiting: EmailChange.nullable() }),
    errors: { too_many_tries: 429 },
  }),
  cancelEmailChange: call('DELETE', '/user/email', {
    who: 'user',
    summary: 'Cancel the change of address',
    description: 'Cancels the pending change of address. The link in the email to the new address stops working.',
    reply: Nothing,
  }),
  confirmEmailChange: call('POST', '/user/email/confirm', {
    who: 'user',
    summary: 'Confirm the new address',
    description:
      'Confirms the new address with the token from the email to it, in a session of the user who asked for the ' +
      'change. Every other session of the user ends. A token works once.',
    body: EmailToken,
    reply: User,
    errors: { invalid_email_link: 404, email_taken: 409 },
  }),
  readEmailUndo: call('POST', '/user/email/undo/check', {
    who: 'nobody',
    readsOnly: true,
    summary: 'Check the link that undoes a change of address',
    description: 'Returns which change of address the token from the email to the old address would undo.',
    body: EmailToken,
    reply: EmailUndo,
    errors: { invalid_email_link: 404, too_many_tries: 429 },
  }),
  undoEmailChange: call('POST', '/user/email/undo', {
    who: 'nobody',
    summary: 'Undo a change of address',
    description:
      'Gives the user the old address back, or stops a change that has not been confirmed. Every session of the ' +
      'user ends and the password stops working; the returned token sets a new one. API keys that the user has ' +
      'created or rotated since the change was requested are revoked and returned.',
    body: EmailToken,
    reply: z.object({ email: z.string(), token: z.string(), revokedKeys: z.array(RevokedKey) }),
    errors: { invalid_email_link: 404, too_many_tries: 429 },
  }),
}
