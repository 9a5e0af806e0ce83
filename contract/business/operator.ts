import { z } from 'zod'
import { Bytes, call } from '../call.ts'
import { TARIFF_KEYS } from './finance.ts'
import { Email, Id, LanguageCode, Nothing, OptionalText, PageQuery, Time, Version } from '../page.ts'
import { Conversation, ConversationState, Message, MessageText } from '../platform/support.ts'
import { PasswordAgain, STEP_UP } from '../platform/step-up.ts'

const TariffKey = z.enum(TARIFF_KEYS)
const Day = z.iso.date()

export const OperatedCabinet = z.object({
  id: z.int(),
  name: z.string(),
  domain: z.string(),
  owner: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  tariff: TariffKey.nullable(),
  demoUntil: Time.nullable(),
  balanceMinor: z.int(),
  /** The demo is over, or the money of a paid tariff is. */
  isLimited: z.boolean(),
  isAgent: z.boolean(),
  cards: z.int(),
  createdAt: Time,
})
export type OperatedCabinet = z.infer<typeof OperatedCabinet>

/** One row of the trail of writing calls. */
export const TrailRow = z.object({
  id: Id,
  at: Time,
  /** Who made the call; null when nobody was signed in. */
  user: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  via: z.enum(['session', 'key', 'nobody']),
  /** `room.call` of the contract. */
  call: z.string(),
  method: z.string(),
  path: z.string(),
  cabinet: z.object({ id: z.int(), name: z.string() }).nullable(),
  ip: z.string(),
  requestId: z.string(),
})
export type TrailRow = z.infer<typeof TrailRow>

/**
 * `seal_missing`: what was sealed is gone; `rows_changed`: rows are not as they were sealed, or gone; `rows_added`:
 * rows that came past the server.
 */
export const TrailFault = z.enum(['seal_missing', 'rows_changed', 'rows_added'])
export type TrailFault = z.infer<typeof TrailFault>

/** What the latest check of the seals over the trail found; null before the first one. */
const TrailProof = z.object({ checkedAt: Time, rows: z.int(), fault: TrailFault.nullable() }).nullable()
export type TrailProof = z.infer<typeof TrailProof>

export const OpenedOperatedCabinet = OperatedCabinet.extend({
  taxNumber: z.string(),
  slots: z.int(),
  /** Cards of the tariff and of its slots. */
  cardLimit: z.int(),
  isOnTestCertificate: z.boolean(),
  people: z.array(
    z.object({
      id: Id,
      name: z.string(),
      email: z.string(),
      role: z.enum(['owner', 'member']),
      isEmailVerified: z.boolean(),
      since: Time,
    }),
  ),
  /** The latest rows of the trail about this cabinet. */
  trail: z.array(TrailRow),
})
export type OpenedOperatedCabinet = z.infer<typeof OpenedOperatedCabinet>

export const OperatedUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  superuser: z.boolean(),
  cabinets: z.int(),
  createdAt: Time,
  /** When a session of his was last used; null when there is none. */
  lastUsedAt: Time.nullable(),
})
export type OperatedUser = z.infer<typeof OperatedUser>

export const OpenedOperatedUser = OperatedUser.extend({
  phone: z.string(),
  lang: LanguageCode,
  sessions: z.int(),
  /** It is the operator himself. */
  isSelf: z.boolean(),
  works: z.array(z.object({ id: z.int(), name: z.string(), domain: z.string(), role: z.enum(['owner', 'member']) })),
})
export type OpenedOperatedUser = z.infer<typeof OpenedOperatedUser>

const count = (min: number, max: number) => z.int().min(min).max(max)
export const TariffInput = z.object({
  version: Version,
  /** For thirty days. */
  priceMinor: count(0, 100_000_000),
  /** A block of 500 more cards; null where none can be had. */
  slotPriceMinor: count(0, 100_000_000).nullable(),
  /** Takes no new accounts; whoever has it keeps it. */
  isArchived: z.boolean(),
  cards: count(0, 1_000_000),
  templates: count(0, 10_000),
  forms: count(0, 10_000),
  segments: count(0, 10_000),
  triggers: count(0, 10_000),
  users: count(1, 10_000),
  geoPoints: count(0, 10),
  beacons: count(0, 10),
  apiPerHour: count(0, 10_000_000),
  apiPerSecond: count(0, 10_000),
})
export type TariffInput = z.infer<typeof TariffInput>
export const OperatedTariff = TariffInput.extend({
  key: TariffKey,
  /** How many accounts have it. */
  cabinets: z.int(),
})
export type OperatedTariff = z.infer<typeof OperatedTariff>

export const WaitingInvitation = z.object({
  cabinet: z.object({ id: z.int(), name: z.string() }),
  email: z.string(),
  inviter: z.object({ id: Id, name: z.string(), email: z.string() }),
  invitedAt: Time,
  expiresAt: Time,
})
export type WaitingInvitation = z.infer<typeof WaitingInvitation>

export const InboxConversation = Conversation.omit({ isUnread: true }).extend({
  person: z.object({ id: Id, name: z.string(), email: z.string() }),
  /** Where the person was when the question arose. */
  cabinet: z.object({ id: z.int(), name: z.string() }).nullable(),
})
export type InboxConversation = z.infer<typeof InboxConversation>
export const OpenedInboxConversation = InboxConversation.extend({
  route: z.string(),
  requestId: z.string(),
  /** Language in which the person reads. */
  lang: LanguageCode,
  messages: z.array(Message.extend({ /** Who answered; empty for the person's own messages. */ operator: z.string() })),
})
export type OpenedInboxConversation = z.infer<typeof OpenedInboxConversation>

const Searched = PageQuery.pick({ page: true, limit: true, q: true, d: true })
const NO_USER = { user_not_found: 404 } as const
const NO_CONVERSATION = { conversation_not_found: 404 } as const

export const operator = {
  summary: call('GET', '/operator', {
    who: 'operator',
    summary: 'What waits for the operator.',
    reply: z.object({ openConversations: z.int() }),
  }),

  listCabinets: call('GET', '/operator/cabinets', {
    who: 'operator',
    summary: 'All cabinets, found by name, identifier or e-mail of the owner.',
    paged: true,
    query: Searched.extend({
      o: z.enum(['created', 'name', 'cards', 'balance']).default('created'),
      tariff: TariffKey.optional(),
    }),
    reply: z.array(OperatedCabinet),
  }),
  readCabinet: call('GET', '/operator/cabinets/{cabinet}', {
    who: 'operator',
    summary: 'One cabinet from outside: what it is, who works in it, what was done last. Nothing that it holds.',
    reply: OpenedOperatedCabinet,
  }),
  extendDemo: call('POST', '/operator/cabinets/{cabinet}/demo', {
    who: 'operator',
    summary: 'Let the demo last longer; a demo that is over goes on from now.',
    body: z.object({ days: count(1, 60) }),
    reply: OpenedOperatedCabinet,
    errors: { not_on_demo: 409 },
  }),
  setTariff: call('PUT', '/operator/cabinets/{cabinet}/tariff', {
    who: 'operator',
    summary: 'Give a cabinet any tariff, a lower or archived one too. The balance stays as it is.',
    body: z.object({ tariff: TariffKey }),
    reply: OpenedOperatedCabinet,
  }),
  setAgent: call('PUT', '/operator/cabinets/{cabinet}/agent', {
    who: 'operator',
    summary: 'Make a cabinet an agent, or no agent any more.',
    body: z.object({ isAgent: z.boolean() }),
    reply: OpenedOperatedCabinet,
  }),
  correctBalance: call('POST', '/operator/cabinets/{cabinet}/balance', {
    who: 'operator',
    summary: 'Add to the balance or take from it; the ledger keeps the reason.',
    body: z.object({
      amountMinor: count(-1_000_000_00, 1_000_000_00).refine((amount) => amount !== 0, { error: 'required' }),
      reason: OptionalText(200).min(3, { error: 'required' }),
    }),
    reply: OpenedOperatedCabinet,
  }),

  listUsers: call('GET', '/operator/users', {
    who: 'operator',
    summary: 'All users, found by name or e-mail.',
    paged: true,
    query: Searched.extend({ superuser: z.enum(['true', 'false']).optional() }),
    reply: z.array(OperatedUser),
  }),
  readUser: call('GET', '/operator/users/{id}', {
    who: 'operator',
    summary: 'One user.',
    reply: OpenedOperatedUser,
    errors: NO_USER,
  }),
  endSessions: call('POST', '/operator/users/{id}/sessions/logout', {
    who: 'operator',
    summary: 'End every session of a user, at once.',
    reply: z.object({ ended: z.int() }),
    errors: NO_USER,
  }),
  resendVerification: call('POST', '/operator/users/{id}/verification', {
    who: 'operator',
    summary: 'Send the mail that confirms the address again.',
    reply: Nothing,
    errors: { ...NO_USER, already_confirmed: 409, too_many_tries: 429 },
  }),
  setSuperuser: call('PUT', '/operator/users/{id}/superuser', {
    who: 'operator',
    summary:
      'Make a user an operator, or no operator any more; not oneself, and the last one stays. Needs the password when it was not given in the last ten minutes.',
    body: z.object({ superuser: z.boolean(), password: PasswordAgain }),
    reply: OpenedOperatedUser,
    errors: { ...NO_USER, not_oneself: 409, last_superuser: 409, person_not_confirmed: 409, ...STEP_UP },
  }),

  listTariffs: call('GET', '/operator/tariffs', {
    who: 'operator',
    summary: 'Every tariff with its price and limits.',
    reply: z.array(OperatedTariff),
  }),
  saveTariff: call('PUT', '/operator/tariffs/{key}', {
    who: 'operator',
    summary: 'Change a tariff; its limits hold at once for everybody who has it.',
    body: TariffInput,
    reply: OperatedTariff,
    errors: { tariff_not_found: 404, version_conflict: 409 },
  }),

  listInvitations: call('GET', '/operator/invitations', {
    who: 'operator',
    summary: 'Invitations that wait for an answer, in all cabinets.',
    paged: true,
    query: Searched,
    reply: z.array(WaitingInvitation),
  }),
  revokeInvitation: call('DELETE', '/operator/cabinets/{cabinet}/invites/{email}', {
    who: 'operator',
    summary: 'Revoke an invitation; its link stops working.',
    reply: Nothing,
    errors: { invite_not_found: 404 },
  }),

  listConversations: call('GET', '/operator/support', {
    who: 'operator',
    summary: 'Questions to support: of the open ones whoever waits longest first.',
    paged: true,
    query: PageQuery.pick({ page: true, limit: true, q: true }).extend({ state: ConversationState.optional() }),
    reply: z.array(InboxConversation),
  }),
  readConversation: call('GET', '/operator/support/{uuid}', {
    who: 'operator',
    summary: 'One conversation with its messages.',
    reply: OpenedInboxConversation,
    errors: NO_CONVERSATION,
  }),
  answerConversation: call('POST', '/operator/support/{uuid}/answer', {
    who: 'operator',
    summary: 'Answer; the person gets a mail in his language.',
    body: z.object({ text: MessageText }),
    status: 201,
    reply: OpenedInboxConversation,
    errors: NO_CONVERSATION,
  }),
  closeConversation: call('POST', '/operator/support/{uuid}/close', {
    who: 'operator',
    summary: 'Nothing is left to do. It opens again when the person writes.',
    reply: OpenedInboxConversation,
    errors: NO_CONVERSATION,
  }),
  readScreenshot: call('GET', '/operator/support/screenshots/{uuid}', {
    who: 'operator',
    summary: 'A picture that somebody has sent to support.',
    reply: Bytes,
    errors: { screenshot_not_found: 404 },
  }),

  readTrail: call('GET', '/operator/audit-log', {
    who: 'operator',
    summary: 'Who did what: every writing call that was answered, the latest first. Go on with `before`.',
    query: z.object({
      /** Of the user, whole. */
      email: z.union([Email, z.literal('')]).default(''),
      /** Number of a cabinet. */
      cabinet: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      call: z.string().max(80).default(''),
      /** A day in Moscow. */
      day: z.union([Day, z.literal('')]).default(''),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      before: z
        .string()
        .regex(/^(?:\d{1,14}\.[0-9a-f-]{36})?$/, { error: 'invalid' })
        .default(''),
    }),
    reply: z.object({ rows: z.array(TrailRow), before: z.string().nullable() }),
  }),
  readTrailProof: call('GET', '/operator/audit-log/proof', {
    who: 'operator',
    summary: 'Whether the trail stands as it was written, by the check of last night.',
    reply: TrailProof,
  }),
  listTrailCalls: call('GET', '/operator/audit-log/calls', {
    who: 'operator',
    summary: 'Names of the calls that leave a row in the trail.',
    reply: z.array(z.object({ call: z.string() })),
  }),
}
