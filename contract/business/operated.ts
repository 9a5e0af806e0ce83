/** Businesses, users, plans and conversations as the operator of the installation sees them. */
import { z } from 'zod'
import { TARIFF_KEYS } from './finance.ts'
import { Id, LanguageCode, Time, Version } from '../page.ts'
import { Conversation, Message } from '../platform/support.ts'

export const TariffKey = z.enum(TARIFF_KEYS)

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
export const TrailProof = z.object({ checkedAt: Time, rows: z.int(), fault: TrailFault.nullable() }).nullable()
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

export const count = (min: number, max: number) => z.int().min(min).max(max)
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
