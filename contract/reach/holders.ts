import { z } from 'zod'
import { call } from '../call.ts'
import { AMOUNT_ACTIONS, AMOUNT_KINDS } from '../limits.ts'
import { ChosenCard, ClientCard, WHICH_CARD } from '../people/client-cards.ts'
import { Client, ClientInput } from '../people/clients.ts'
import { AmountMinor, Id, LanguageCode, OptionalText, Phone, Time } from '../page.ts'

/** Sent again after an answer that was lost: what was asked once is done once. */
const RequestKey = z
  .string()
  .trim()
  .min(8)
  .max(64)
  .regex(/^[\w.:-]+$/, { error: 'request_key' })

/** What is left out is empty; without a card design the default one is taken. */
export const NewClient = ClientInput.omit({ version: true })
  .partial()
  .extend({
    /** Of emails and SMS to the client. */
    lang: LanguageCode.optional(),
    requestKey: RequestKey.optional(),
  })
  .superRefine((input, check) => {
    for (const name of ['balanceMinor', 'bonusMinor'] as const)
      if ((input[name] ?? 0) < 0) check.addIssue({ code: 'custom', path: [name], message: 'below_zero' })
  })
export type NewClient = z.infer<typeof NewClient>

/** Amounts have a call of their own, and a promo code counts only for a new client. */
export const ClientByPhone = ClientInput.omit({
  version: true,
  balanceMinor: true,
  bonusMinor: true,
  discountHundredths: true,
  promoCode: true,
})
  .partial()
  .extend({
    tel: Phone,
    /** Of emails and SMS to a new client. */
    lang: LanguageCode.optional(),
  })
export type ClientByPhone = z.infer<typeof ClientByPhone>

export const AmountChange = z.object({
  kind: z.enum(AMOUNT_KINDS),
  action: z.enum(AMOUNT_ACTIONS),
  /** What is added or taken, or the new amount. */
  amount: AmountMinor.min(0),
  reason: OptionalText(200).default(''),
  /** Where: the till, the shop, the cashier. */
  till: OptionalText(60).default(''),
  requestKey: RequestKey.optional(),
})
export type AmountChange = z.infer<typeof AmountChange>

/** Amounts of a client after a change. */
const ChangedAmounts = z.object({
  /** The row of the history; null when the amount already was what it was set to. */
  event: z.object({ id: Id, at: Time, delta: z.int(), after: z.int() }).nullable(),
  balanceMinor: z.int(),
  bonusMinor: z.int(),
  discountHundredths: z.int(),
  /** This change was made before, by the same request. */
  isRepeat: z.boolean(),
})
export type ChangedAmounts = z.infer<typeof ChangedAmounts>

export const holders = {
  createClient: call('POST', '/applications/{c}/clients', {
    who: 'member',
    scope: 'clients:write',
    summary: 'Create a client',
    description:
      'Creates a client and their card; `cardUrl` is the page that installs it. A phone number may have any ' +
      'spelling; one that another client has is refused, and `detail` names that client. A member who gives ' +
      'balance, bonus or discount needs the right `amounts`. Repeated with the same `requestKey` it answers the ' +
      'client of the first time. Amounts are in the smallest currency unit (1250 is 12.50), the discount in ' +
      'hundredths of a percent.',
    body: NewClient,
    reply: Client,
    status: 201,
    errors: {
      template_not_found: 404,
      bad_phone: 422,
      phone_taken: 409,
      unknown_variable: 422,
      promo_unknown: 422,
      card_limit: 403,
      request_key_reused: 409,
    },
  }),
  makeMainCard: call('POST', '/applications/{c}/clients/{id}/cards/{cardId}/main', {
    who: 'member',
    scope: 'clients:write',
    summary: 'Make a card the main one',
    description:
      'Makes another card of a client the main one: the client gets its design, and lists, filters, segments and ' +
      'messages look at it first. The card that was the main one stays beside it. Returns all cards of the client.',
    reply: z.array(ClientCard),
    errors: { client_not_found: 404, card_not_found: 404 },
  }),
  withdrawCard: call('POST', '/applications/{c}/clients/{id}/cards/{cardId}/withdraw', {
    who: 'member',
    scope: 'clients:write',
    summary: 'Withdraw a card',
    description:
      'Takes back a card of a client, also the main one: phones draw it as void and without its code, its page is ' +
      'closed, and it counts in no wallet. The client keeps number and amounts. Withdrawing twice changes nothing ' +
      'more. Returns all cards of the client.',
    reply: z.array(ClientCard),
    errors: { client_not_found: 404, card_not_found: 404 },
  }),
  restoreCard: call('POST', '/applications/{c}/clients/{id}/cards/{cardId}/restore', {
    who: 'member',
    scope: 'clients:write',
    summary: 'Restore a withdrawn card',
    description:
      'Lets a card that was withdrawn be used again: phones that still have it draw it as before, and its page is ' +
      'open. Returns all cards of the client.',
    reply: z.array(ClientCard),
    errors: { client_not_found: 404, card_not_found: 404 },
  }),
  upsertClient: call('POST', '/applications/{c}/clients/by-phone', {
    who: 'member',
    scope: 'clients:write',
    summary: 'Add or update a client by phone',
    description:
      'Finds the client who has this phone number, in any spelling, and saves what is given; without one it ' +
      'creates a client and their card (`isNew`). What is left out keeps its value, an empty text clears it. ' +
      'Balance, bonus and discount are changed by `changeClientAmount`. Sent again it changes nothing more, ' +
      'and two at the same time make one client. Of a client who was merged into another the other one is ' +
      'updated. Amounts in the answer are in the smallest currency unit, the discount in hundredths of a ' +
      'percent.',
    body: ClientByPhone,
    reply: z.object({ client: Client, isNew: z.boolean() }),
    errors: { template_not_found: 404, bad_phone: 422, unknown_variable: 422, card_limit: 403 },
  }),
  emailCardLink: call('POST', '/applications/{c}/clients/{id}/link/email', {
    who: 'member',
    scope: 'clients:write',
    summary: 'Send a client the card link by email',
    description: `Sends a client an email with the link to the card, in the language of the client. ${WHICH_CARD}`,
    body: ChosenCard,
    reply: z.object({ email: z.string() }),
    errors: { client_not_found: 404, card_not_found: 404, client_has_no_email: 409, too_many_tries: 429 },
  }),
  changeAmount: call('POST', '/applications/{c}/clients/{id}/amounts', {
    who: 'member',
    right: 'amounts',
    scope: 'clients:write',
    operationId: 'changeClientAmount',
    summary: 'Add, take or set an amount',
    description:
      "Changes a client's balance, bonus or discount; the card on the phone is updated. Amounts are in the smallest " +
      'currency unit (1250 is 12.50), the discount in hundredths of a percent. No amount goes below zero: taking ' +
      'more than there is is refused, and nothing changes. Changes at the same time follow each other. Repeated ' +
      'with the same `requestKey` it changes nothing more and answers the first change. Amounts that come from ' +
      'the CRM are changed there.',
    body: AmountChange,
    reply: ChangedAmounts,
    errors: {
      client_not_found: 404,
      amount_too_small: 409,
      amount_too_large: 422,
      amount_of_crm: 409,
      request_key_reused: 409,
    },
  }),
}
