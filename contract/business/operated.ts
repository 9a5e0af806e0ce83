/** Businesses, users, plans and conversations as the operator of the installation sees them. */
import { z } from 'zod'
import { TariffKey } from './finance.ts'
import { ROLES } from '../limits.ts'
import { Id, LanguageCode, Time, Version } from '../page.ts'
import { Conversation, Message } from '../platform/support.ts'
import { storedKind, storedState } from '../stored-kind.ts'

export const OperatedCabinet = z.object({
  id: z.int(),
  name: z.string(),
  domain: z.string(),
  owner: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  tariff: TariffKey.nullable(),
  demoUntil: Time.nullable(),
  balanceMinor: z.int(),
  /** The demo or the money for a paid tariff has ended. */
  isLimited: z.boolean(),
  isAgent: z.boolean(),
  cards: z.int(),
  createdAt: Time,
})
export type OperatedCabinet = z.infer<typeof OperatedCabinet>

/** One row of the audit log. */
export const AuditLogRow = z.object({
  id: Id,
  at: Time,
  /** The user who made the call; null without a login. */
  user: z.object({ id: Id, name: z.string(), email: z.string() }).nullable(),
  via: storedKind(['session', 'key', 'nobody']),
  /** `room.call` of the contract. */
  call: z.string(),
  method: z.string(),
  path: z.string(),
  cabinet: z.object({ id: z.int(), name: z.string() }).nullable(),
  ip: z.string(),
  requestId: z.string(),
})
export type AuditLogRow = z.infer<typeof AuditLogRow>

/**
 * `seal_missing`: a seal is gone; `rows_changed`: sealed rows were changed or deleted; `rows_added`: rows that the
 * server did not add.
 */
export const AuditLogFault = z.enum(['seal_missing', 'rows_changed', 'rows_added'])
export type AuditLogFault = z.infer<typeof AuditLogFault>

/** Result of the latest check of the audit log's seals; null before the first one. */
export const AuditLogProof = z.object({ checkedAt: Time, rows: z.int(), fault: AuditLogFault.nullable() }).nullable()
export type AuditLogProof = z.infer<typeof AuditLogProof>

/** What a job is about. */
export const JOB_SUBJECTS = ['pushes', 'cards', 'emails', 'exports', 'crm', 'triggers', 'plans', 'other'] as const

/** A background job whose last try has failed. */
export const FailedJob = z.object({
  id: Id,
  /** Its name in the queue and in the log, such as `send-chunk`. */
  name: z.string(),
  subject: z.enum(JOB_SUBJECTS),
  cabinet: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The last error as it is in the log; empty when there is none. */
  reason: z.string(),
  tries: z.int(),
  failedAt: Time,
})
export type FailedJob = z.infer<typeof FailedJob>

export const OpenedOperatedCabinet = OperatedCabinet.extend({
  /** Bonus money of the balance. */
  bonusMinor: z.int(),
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
      role: storedState(ROLES, 'member'),
      isEmailVerified: z.boolean(),
      since: Time,
    }),
  ),
  /** The latest rows of the audit log about this cabinet. */
  trail: z.array(AuditLogRow),
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
  /** When a session of the user was last used; null if there is none. */
  lastUsedAt: Time.nullable(),
})
export type OperatedUser = z.infer<typeof OperatedUser>

export const OpenedOperatedUser = OperatedUser.extend({
  phone: z.string(),
  lang: LanguageCode,
  sessions: z.int(),
  /** It is the operator who makes the call. */
  isSelf: z.boolean(),
  works: z.array(z.object({ id: z.int(), name: z.string(), domain: z.string(), role: storedState(ROLES, 'member') })),
})
export type OpenedOperatedUser = z.infer<typeof OpenedOperatedUser>

export const count = (min: number, max: number) => z.int().min(min).max(max)
export const TariffInput = z.object({
  version: Version,
  /** For thirty days. */
  priceMinor: count(0, 100_000_000),
  /** Price of a block of 500 more cards; null if none can be bought. */
  slotPriceMinor: count(0, 100_000_000).nullable(),
  /** Closed to new accounts; accounts on it keep it. */
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
  /** Number of accounts on it. */
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
  /** The cabinet that was open when the user wrote. */
  cabinet: z.object({ id: z.int(), name: z.string() }).nullable(),
})
export type InboxConversation = z.infer<typeof InboxConversation>
export const OpenedInboxConversation = InboxConversation.extend({
  route: z.string(),
  requestId: z.string(),
  /** Language of the user. */
  lang: LanguageCode,
  messages: z.array(Message.extend({ /** Who answered; empty for messages of the user. */ operator: z.string() })),
})
export type OpenedInboxConversation = z.infer<typeof OpenedInboxConversation>
