import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { Email, Time } from '../page.ts'

/** How Google sees the cards of an issuer. */
export const REVIEWS = ['approved', 'under_review', 'rejected', 'draft'] as const
export type Review = (typeof REVIEWS)[number]

/** Digits, as Google's console shows them. */
const IssuerId = z
  .string()
  .trim()
  .regex(/^\d{10,20}$/, { error: 'issuer_id' })
export const isGmail = (email: string): boolean => /@(gmail|googlemail)\.com$/i.test(email)
const Gmail = Email.refine(isGmail, { error: 'gmail' })
const KEY_MAX = 8_000

export const GMAIL_CODE = { digits: 6, ttlMinutes: 10, tries: 5, resendSeconds: 60, perHour: 5 } as const

const Own = z.object({
  issuerId: z.string(),
  /** As Google has it. */
  name: z.string(),
  serviceAccount: z.string(),
  gmail: z.string(),
  /** The Google account is a user of the issuer; null: Google does not show that to the service account. */
  isGmailListed: z.boolean().nullable(),
  review: z.enum(REVIEWS).nullable(),
  checkedAt: Time,
})

/** Cards of other issuers: those on phones stay where they are, the others move with the change. */
const Moved = z.object({ held: z.int(), free: z.int() })

export const GoogleIssuer = z.object({
  /**
   * `not_configured`: no cards for Google. `configured`: an own issuer waits to be activated. `in_queue`: Google has
   * not approved its cards yet. `activated`: cards are made.
   */
  state: z.enum(['not_configured', 'configured', 'in_queue', 'activated']),
  /** Who owns the issuer that makes cards now: the operator of the service, or the business. */
  source: z.enum(['shared', 'own']),
  /** The cards open on test phones only. */
  isTest: z.boolean(),
  issuerId: z.string().nullable(),
  /** The business's own issuer that makes cards now. */
  own: Own.nullable(),
  /** An own issuer that does not make cards yet. */
  waiting: Own.nullable(),
  /** The business's own Apple certificate is active; without it an own issuer cannot be activated. */
  isAppleActive: z.boolean(),
  /** What a change to the own issuer, or to the shared one, would mean. */
  cards: z.object({ own: Moved, shared: Moved }),
})
export type GoogleIssuer = z.infer<typeof GoogleIssuer>

const readGoogle = call('GET', '/applications/{c}/cert/google', {
  who: 'member',
  operationId: 'readGoogleIssuer',
  summary: 'Get the Google Wallet issuer',
  description:
    'Returns which issuer makes the Google Wallet cards, the one that waits to be activated, and what Google thinks ' +
    'of its cards. Keys are never returned.',
  reply: GoogleIssuer,
})

export const issuers = {
  readGoogle,
  saveGoogle: call('PUT', '/applications/{c}/cert/google', {
    who: 'owner',
    asksOutside: true,
    operationId: 'saveGoogleIssuer',
    summary: 'Save an own Google Wallet issuer',
    description:
      'Saves an issuer with the JSON key of a service account that may act for it. Google is asked first, and what ' +
      'it refuses is not saved. The Gmail address must be proved by the code that was sent to it; `code` may be ' +
      'empty once that is done. An empty `serviceAccountKey` keeps the saved one. Nothing changes for cards until it ' +
      'is activated.',
    keeps: savedIn(readGoogle, ({ waiting, own }) => {
      const saved = waiting ?? own
      return saved && { issuerId: saved.issuerId, gmail: saved.gmail, code: '', serviceAccountKey: '' }
    }),
    body: z.object({
      issuerId: IssuerId,
      gmail: Gmail,
      code: z.string().trim().max(10),
      serviceAccountKey: z.string().max(KEY_MAX),
    }),
    reply: GoogleIssuer,
    errors: {
      google_issuer_taken: 409,
      google_key_invalid: 422,
      google_key_refused: 422,
      google_issuer_refused: 422,
      google_unreachable: 424,
      gmail_not_verified: 422,
      gmail_code_wrong: 422,
    },
  }),
  activateGoogle: call('POST', '/applications/{c}/cert/google/activate', {
    who: 'owner',
    asksOutside: true,
    operationId: 'activateGoogleIssuer',
    summary: 'Activate a Google Wallet issuer',
    description:
      'Sends the design of the default card to Google under the own issuer and asks what Google thinks of it. Once ' +
      'it is approved the issuer makes all new cards, and cards that are on no phone move to it. `shared` ' +
      'goes back to the issuer of the service. The own Apple certificate must be active.',
    body: z.object({ source: z.enum(['own', 'shared']) }),
    reply: GoogleIssuer,
    errors: {
      apple_first: 409,
      nothing_to_activate: 409,
      google_issuer_refused: 422,
      google_unreachable: 424,
    },
  }),
  sendGmailCode: call('POST', '/applications/{c}/gmail/verify/send', {
    who: 'owner',
    summary: 'Send a code to a Gmail address',
    description:
      'Sends a code to a Gmail address, which proves that it belongs to the owner. It works for ten minutes.',
    body: z.object({ email: Email }),
    reply: z.object({ waitSeconds: z.int() }),
    errors: { too_many_tries: 429 },
  }),
}
