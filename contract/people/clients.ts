import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { CLIENT_SYNC_STATES, CRM_FILTERS } from '../business/crm-sync.ts'
import { AMOUNT_KINDS, DISCOUNT_MAX_HUNDREDTHS, PUSH_TEXT_MAX } from '../limits.ts'
import { ChosenCard, ClientCard, WHICH_CARD } from './client-cards.ts'
import { declared, shapeOf } from './declared-shapes.ts'
import { messageCalls } from './client-messages.ts'
import { ClientReminder } from './client-reminder.ts'
import { Consent, GivenConsent } from './consents.ts'
import { AmountMinor, Email, Id, LongPage, OptionalText, Paging, Phone, RequiredText, Time, Version } from '../page.ts'
import { storedKind, storedState } from '../stored-kind.ts'

export const SORT_COLUMNS = ['created', 'name', 'cardNumber', 'balance', 'bonus', 'discount', 'birthday'] as const

/** What has changed an amount. */
export const BALANCE_SOURCES = [
  'cabinet',
  'form',
  'crm',
  'demo',
  'promo',
  'api',
  'import',
  'merge',
  'purchase',
] as const
export type BalanceSource = (typeof BALANCE_SOURCES)[number]

export const ClientRow = z.object({
  id: Id,
  name: z.string(),
  surname: z.string(),
  cardNumber: z.int(),
  template: z.object({ id: Id, name: z.string() }),
  balanceMinor: z.int(),
  bonusMinor: z.int(),
  discountHundredths: z.int(),
  tel: z.string(),
  email: z.string(),
  birthday: z.iso.date().nullable(),
  sex: z.enum(['male', 'female']).nullable(),
  /** Wallets in which the card is now. */
  installs: z.array(z.enum(['apple', 'google'])),
  /** When the card left its last wallet; null while it is in one, and when it never was. */
  removedAt: Time.nullable(),
  tags: z.array(z.string()),
  /** State of the client in the CRM; null without a CRM. */
  sync: z.enum(CLIENT_SYNC_STATES).nullable(),
  createdAt: Time,
})
export type ClientRow = z.infer<typeof ClientRow>

export const Client = ClientRow.extend({
  // No limit in answers: a text may have been saved before the limit was lowered.
  ...declared((field) => (field.kind === 'text' ? z.string() : shapeOf(field))),
  promoCode: z.string(),
  /** Typed by friends, who then count as invited by this client. */
  inviteCode: z.string(),
  inviter: z.object({ id: Id, name: z.string() }).nullable(),
  /** Number of clients invited with the code. */
  friends: z.int(),
  cardTrack: z.string(),
  extra: z.record(z.string(), z.string()),
  version: Version,
  /** Page that installs the main card; null if the client has no card. */
  cardUrl: z.string().nullable(),
  /** Wallets that have a card of the client. */
  devices: z.array(z.object({ wallet: z.enum(['apple', 'google']), since: Time })),
  /** Wallets that a card has left. An iPhone reports the same when automatic updates of the card are turned off. */
  removals: z.array(z.object({ wallet: z.enum(['apple', 'google']), at: Time })),
  /**
   * All cards of the client, the main one first. Each has another design; number, code and amounts are the same. A
   * client gets a further one by a form with another design.
   */
  cards: z.array(ClientCard),
  form: z.object({ formKey: z.string(), name: z.string() }).nullable(),
  consentAt: Time.nullable(),
  /** Since when the client is in the archive. */
  archivedAt: Time.nullable(),
  /** The client into whom this one was merged. */
  mergedInto: Id.nullable(),
  /** Clients who were merged into this one. */
  merged: z.array(z.object({ id: Id, name: z.string(), cardNumber: z.int(), at: Time })),
  /**
   * What the client agreed to in the form: the words, and their SHA-256 in hex. Null without a consent; `text` is null
   * when it was given before the words were kept.
   */
  consent: Consent.nullable(),
  /** Every wording that the client has agreed to, the latest first. */
  consents: z.array(GivenConsent),
  /** Typed into a form without proof, while another client has this number; else empty. */
  typedTel: z.string(),
  /** Other clients for whom the same number was given, at most 20. */
  sameNumber: z.array(z.object({ id: Id, name: z.string(), cardNumber: z.int() })),
  /** What the link of the form carried, such as `utm_source`; null: nothing, or there was no form. */
  utm: z
    .object({
      source: z.string().optional(),
      medium: z.string().optional(),
      campaign: z.string().optional(),
      term: z.string().optional(),
      content: z.string().optional(),
    })
    .nullable(),
  /** Where the consent of an imported client comes from; empty: a form. */
  consentSource: z.string(),
  reminder: ClientReminder.nullable(),
  /** The chat with the bot of the business; null while the business has none. `gone`: with the client's account. */
  telegram: z
    .object({ state: z.enum(['not_linked', 'reachable', 'blocked', 'gone']), linkedAt: Time.nullable() })
    .nullable(),
})
export type Client = z.infer<typeof Client>

/** Letters of a value of a variable. */
export const EXTRA_MAX = 200

export const ClientInput = z.object({
  ...declared(shapeOf),
  birthday: z.iso.date().nullable(),
  sex: z.enum(['male', 'female']).nullable(),
  email: z.union([z.literal(''), Email]),
  tel: z.union([z.literal(''), Phone]),
  balanceMinor: AmountMinor,
  bonusMinor: AmountMinor,
  discountHundredths: z.int().min(0).max(DISCOUNT_MAX_HUNDREDTHS),
  promoCode: OptionalText(40),
  template: Id,
  /** By the name of a variable. A name that is left out keeps its value, an empty text clears it. */
  extra: z.record(z.string().max(40), OptionalText(EXTRA_MAX)),
  version: Version,
})
export type ClientInput = z.infer<typeof ClientInput>

/** What clients can be filtered by that they did: the figures of the overview. */
export const DID = ['joined', 'returned', 'bought', 'pointsGiven', 'pointsTaken', 'installed', 'removed'] as const

/** Filters of the table. All that are given have to match. */
export const ClientFilters = z.object({
  template: Id.optional(),
  form: z.string().max(40).optional(),
  /** `none`: in no wallet now; `removed`: it was in one. */
  platform: z.enum(['apple', 'google', 'none', 'removed']).optional(),
  sex: z.enum(['male', 'female']).optional(),
  birthday: z.enum(['this_month', 'this_week']).optional(),
  balanceFrom: z.coerce.number().int().optional(),
  balanceTo: z.coerce.number().int().optional(),
  /** Left out: all but the archived ones. */
  state: z.enum(['archived']).optional(),
  tag: Id.optional(),
  /** State in the CRM. `off`: left out of the exchange. */
  crm: z.enum(CRM_FILTERS).optional(),
  /** Only clients who are in this segment now. */
  segment: Id.optional(),
  /** `returned`: came on a day after the one they joined on. Points: given to the client or taken from the balance. */
  did: z.enum(DID).optional(),
  /** Days in Moscow of what `did` names, both included. */
  didFrom: z.iso.date().optional(),
  didTo: z.iso.date().optional(),
})

const readClient = call('GET', '/applications/{c}/clients/{id}', {
  who: 'member',
  scope: 'clients:read',
  summary: 'Get a client',
  description:
    'Returns one client. Amounts are in the smallest currency unit (1250 is 12.50), the discount in ' +
    'hundredths of a percent.',
  reply: Client,
  errors: { client_not_found: 404 },
})

export const clients = {
  listClients: call('GET', '/applications/{c}/clients', {
    who: 'member',
    mayLag: true,
    scope: 'clients:read',
    summary: 'List clients',
    description:
      'Returns clients that match the search text and the filters, in the requested order. Amounts are in the ' +
      'smallest currency unit (1250 is 12.50), discounts in hundredths of a percent. A page is asked for by its ' +
      'number or by its place: `meta.next` and `meta.previous` of an answer, or `first` and `last`, in `at`. By its ' +
      'place every page takes the same time, however long the list is, and `page` is not used. With `count=about` ' +
      '`meta.total` may be an estimate (`meta.isEstimate`).',
    paged: true,
    query: LongPage.extend({
      o: z.enum(SORT_COLUMNS).default('created'),
      at: z.string().max(300).optional(),
      count: z.enum(['exact', 'about']).default('exact'),
    }).extend(ClientFilters.shape),
    reply: z.array(ClientRow),
    errors: { segment_not_found: 404 },
  }),
  readClient,
  saveClient: call('PUT', '/applications/{c}/clients/{id}', {
    who: 'member',
    scope: 'clients:write',
    summary: 'Save a client',
    description:
      'Saves a client; the card on the phone is updated. Amounts are in the smallest currency unit (1250 is ' +
      '12.50), the discount in hundredths of a percent. A member who changes one of these needs the right ' +
      '`amounts`; amounts that come from the CRM are changed there, and none is set below zero. An outdated ' +
      '`version` is refused.',
    keeps: savedIn(readClient, (client) => ({ ...client, template: client.template.id })),
    body: ClientInput,
    reply: Client,
    errors: {
      client_not_found: 404,
      template_not_found: 404,
      version_conflict: 409,
      bad_phone: 422,
      phone_taken: 409,
      unknown_variable: 422,
      amount_of_crm: 409,
    },
  }),
  handOver: call('POST', '/applications/{c}/clients/{id}/till', {
    who: 'member',
    scope: 'clients:write',
    operationId: 'handOverCard',
    summary: 'Hand over a card at the till',
    description:
      'Returns a link for the client to open by scanning a QR code. It works once and for ten minutes: it installs ' +
      'the card on the phone that opens it, and lets the browser of that phone have the card again from a form. ' +
      WHICH_CARD,
    body: ChosenCard,
    reply: z.object({ url: z.url(), expiresAt: Time }),
    errors: { client_not_found: 404, card_not_found: 404, cards_not_active: 406 },
  }),
  pushHistory: call('GET', '/applications/{c}/clients/{id}/history/pushes', {
    who: 'member',
    mayLag: true,
    scope: 'clients:read',
    operationId: 'listClientMessages',
    summary: "List a client's messages",
    description: 'Returns the messages sent to a client, to cards and in Telegram, newest first.',
    paged: true,
    query: Paging,
    reply: z.array(
      z.object({
        id: Id,
        at: Time,
        text: z.string(),
        channel: storedState(['apple', 'google', 'telegram', 'none'], 'none'),
        /** `delivered`: an iPhone has fetched it. Google never reports this. */
        state: storedState(['queued', 'sent', 'delivered', 'not_sent', 'unknown'], 'unknown'),
        deliveredAt: Time.nullable(),
        /** The wallets that the card was in, each with what it has reported; none for a message in Telegram. */
        wallets: z.array(
          z.object({
            wallet: z.enum(['apple', 'google']),
            state: storedState(['queued', 'accepted', 'fetched', 'not_sent', 'unknown'], 'unknown'),
            fetchedAt: Time.nullable(),
            /** The card left the wallet while this was its latest message there. */
            removedAt: Time.nullable(),
          }),
        ),
      }),
    ),
    errors: { client_not_found: 404 },
  }),
  balanceHistory: call('GET', '/applications/{c}/clients/{id}/history/balance', {
    who: 'member',
    mayLag: true,
    scope: 'clients:read',
    operationId: 'listBalanceHistory',
    summary: "List a client's balance changes",
    description:
      "Returns the changes of a client's balance, bonus and discount, newest first, with who made them, where and " +
      'why. Amounts are in the smallest currency unit, discounts in hundredths of a percent.',
    paged: true,
    query: Paging,
    reply: z.array(
      z.object({
        id: Id,
        at: Time,
        kind: storedKind(AMOUNT_KINDS),
        delta: z.int(),
        after: z.int(),
        source: storedKind(BALANCE_SOURCES),
        by: z.string(),
        reason: z.string(),
        /** Where it was changed, as the till gave it. */
        till: z.string(),
      }),
    ),
    errors: { client_not_found: 404 },
  }),
  sendMessage: call('POST', '/applications/{c}/clients/{id}/push/send', {
    who: 'member',
    scope: 'pushes:write',
    operationId: 'sendClientMessage',
    summary: 'Send a client a message',
    description: 'Sends a message to the card of one client. Refused if the card is not installed in any wallet.',
    body: z.object({ message: RequiredText(PUSH_TEXT_MAX) }),
    reply: z.object({ channels: z.array(z.enum(['apple', 'google'])) }),
    errors: { client_not_found: 404, no_card_installed: 406 },
  }),
  ...messageCalls,
}
