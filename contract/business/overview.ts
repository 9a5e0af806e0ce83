/** How a business is doing: figures of a period beside the one before, and what happened last. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Id, Time } from '../page.ts'
import { storedKind } from '../stored-kind.ts'

export const OVERVIEW_PERIODS = ['today', '7', '30', '90'] as const
export type OverviewPeriod = (typeof OVERVIEW_PERIODS)[number]

const InWallets = z.object({ apple: z.int(), google: z.int() })

/** Points and sums are in hundredths. */
const OverviewFigures = z.object({
  /** New clients, whichever way they came. */
  joined: z.int(),
  /** Cards that were put into a wallet, and removed from one. */
  installed: InWallets,
  removed: InWallets,
  pointsGiven: z.int(),
  pointsTaken: z.int(),
  /** Purchases that were not returned, and what was paid. */
  purchases: z.int(),
  spentMinor: z.int(),
  /** Days on which clients of an earlier day came: each client counts once a day. */
  returns: z.int(),
})
export type OverviewFigures = z.infer<typeof OverviewFigures>

const Days = z.object({ from: z.iso.date(), to: z.iso.date() })

/** What waits for the owner. */
export const WAITING = ['money', 'demo', 'testCertificate', 'crm', 'pushNotSent', 'draft', 'notices'] as const

export const Overview = z.object({
  now: Days.extend({ total: OverviewFigures }),
  before: Days.extend({ total: OverviewFigures }),
  /** Each day of the chart; today alone is shown at the end of a week. */
  days: z.array(OverviewFigures.extend({ day: z.iso.date() })),
  /** Where new clients came from, those with the most first. */
  sources: z.array(
    z.object({
      /** `link`: a named link of a form; `none`: no source was named. */
      kind: z.enum(['link', 'source', 'none']),
      id: z.string(),
      name: z.string().nullable(),
      joined: z.int(),
      joinedBefore: z.int(),
    }),
  ),
  /** The latest sendings by people. */
  pushes: z.array(
    z.object({
      id: Id,
      name: z.string(),
      sentAt: Time,
      cards: z.int(),
      /** Accepted by Apple or Google. */
      sent: z.int(),
      /** Clients who got it and came within three days; each counts once a day. */
      came: z.int(),
    }),
  ),
  /** From today on, for seven days. */
  birthdays: z.object({
    total: z.int(),
    next: z.array(z.object({ id: Id, name: z.string(), day: z.iso.date() })),
  }),
  waiting: z.array(z.object({ kind: z.enum(WAITING), count: z.int(), id: Id.nullable() })),
  /** Nobody has ever joined. */
  isEmpty: z.boolean(),
})
export type Overview = z.infer<typeof Overview>

export const HAPPENING_KINDS = ['joined', 'installed', 'removed', 'points', 'bought', 'push', 'trigger'] as const

export const Happening = z.object({
  id: Id,
  at: Time,
  kind: storedKind(HAPPENING_KINDS),
  /** Null: several clients at once, or nobody in particular. */
  client: z.object({ id: Id, name: z.string() }).nullable(),
  count: z.int(),
  /** Points or what was paid, in hundredths. */
  amountMinor: z.int(),
  wallet: z.enum(['apple', 'google']).nullable(),
  push: z.object({ id: Id, name: z.string() }).nullable(),
})
export type Happening = z.infer<typeof Happening>

export const overview = {
  readOverview: call('GET', '/applications/{c}/overview', {
    who: 'member',
    mayLag: true,
    summary: 'Get the overview of a period',
    description:
      'Returns what happened in a period and in the one before it: clients who joined, cards installed and removed, ' +
      'points, purchases, returning clients; the latest pushes, the birthdays of the next seven days and what waits ' +
      'for the owner. Days are in Moscow time; amounts are in the smallest currency unit.',
    query: z.object({ period: z.enum(OVERVIEW_PERIODS).default('30') }),
    reply: Overview,
  }),
  listHappenings: call('GET', '/applications/{c}/overview/feed', {
    who: 'member',
    mayLag: true,
    summary: 'List what happened last',
    description:
      'Returns what happened in the business, newest first: clients who joined, installs, points, purchases and ' +
      'pushes of the last two weeks. What was done to many clients at once is one line. ' +
      'Amounts are in the smallest currency unit.',
    reply: z.object({ happenings: z.array(Happening) }),
  }),
}
