/** Two bases that meet for the first time: what is found, what would change, and what the owner decides. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Id } from '../page.ts'
import { SyncDoubt } from './crm-sync.ts'

/**
 * What happens to an amount that both sides have when they meet: theirs or ours is taken over, or the larger one.
 * Afterwards both sides only add and take.
 */
export const MEETING_RULES = ['theirs', 'ours', 'larger'] as const
export type MeetingRule = (typeof MEETING_RULES)[number]
const Rule = z.enum(MEETING_RULES)
export const MeetingPolicy = z.object({ balance: Rule, bonus: Rule, discount: Rule })
export type MeetingPolicy = z.infer<typeof MeetingPolicy>
/** Nobody loses points by it. */
export const CAREFUL_POLICY: MeetingPolicy = { balance: 'larger', bonus: 'larger', discount: 'larger' }

/** Clients of the list. */
export const SHOWN_CLIENTS = 100

/** `none`: we exchange no such amount · `read`: only the CRM changes it · `both`: each side adds and takes. */
const Ability = z.enum(['none', 'read', 'both'])
/** Amounts of one side. Minor units and hundredths of a percent; null: the CRM has no such amount. */
export const Sums = z.object({ balance: z.int().nullable(), bonus: z.int().nullable(), discount: z.int().nullable() })

export const Meeting = z.object({
  /** The look-up. `failed`: the CRM did not answer. */
  state: z.enum(['none', 'running', 'done', 'failed']),
  /** The exchange goes on; nothing is left to decide. */
  isBegun: z.boolean(),
  looked: z.int(),
  total: z.int(),
  policy: MeetingPolicy,
  amounts: z.object({ balance: Ability, bonus: Ability, discount: Ability }),
  /** Of the clients looked up. */
  same: z.int(),
  new: z.int(),
  doubt: z.int(),
  /** Of those that both sides have: all amounts together, before and after. A discount has no sum. */
  sums: z.object({ ours: Sums, theirs: Sums, after: Sums }),
  /** Clients whose amount here goes down, and over there. */
  losing: z.object({ ours: z.int(), theirs: z.int() }),
  /** The first hundred, those in doubt first, then those whose amounts differ. */
  clients: z.array(
    z.object({
      id: Id,
      name: z.string(),
      surname: z.string(),
      cardNumber: z.int(),
      match: z.enum(['same', 'none', 'doubt']),
      doubt: SyncDoubt.nullable(),
      ours: Sums,
      theirs: Sums,
      after: Sums,
    }),
  ),
})
export type Meeting = z.infer<typeof Meeting>

export const NONE = { integration_not_configured: 409 } as const
/** What a check of the access may find. */
export const CHECKED = {
  crm_no_ssl: 422,
  crm_ssl_unverifiable: 422,
  crm_connection_lost: 422,
  crm_not_found: 422,
  crm_wrong_login: 422,
  crm_wrong_program: 422,
  crm_wrong_credentials: 422,
  crm_connect_anew: 422,
  crm_type_unknown: 422,
} as const
export const NO_DEMO = { integration_not_on_demo: 403 } as const
const RULE = Rule.optional()

/** Calls of the integration before its exchange begins. */
export const meetingCalls = {
  readMeeting: call('GET', '/applications/{c}/integration/meeting', {
    who: 'member',
    summary: 'Preview the first exchange with the CRM',
    description:
      'Returns whom the CRM has already, and what would happen to the amounts of both sides. Nothing is written ' +
      'or taken over before the exchange has begun. Amounts of both sides are as they were when each client was ' +
      'looked up. `balance`, `bonus` and `discount` try another rule.',
    query: z.object({ balance: RULE, bonus: RULE, discount: RULE }),
    reply: Meeting.nullable(),
  }),
  lookUpClients: call('POST', '/applications/{c}/integration/meeting', {
    who: 'member',
    right: 'crm',
    summary: 'Look clients up in the CRM',
    description:
      'Asks the CRM for every client once more, and changes nothing. The preview says what was found. Turning the ' +
      'integration on does this too.',
    reply: Meeting.nullable(),
    errors: { ...NO_DEMO, ...NONE, exchange_begun: 409 },
  }),
  beginExchange: call('POST', '/applications/{c}/integration/begin', {
    who: 'member',
    right: 'crm',
    summary: 'Begin the exchange with the CRM',
    description:
      'Lets both bases meet by the given rules, and begins to write and read. Possible once everybody was looked up.',
    body: z.object({ policy: MeetingPolicy }),
    reply: Meeting.nullable(),
    errors: { ...NO_DEMO, ...NONE, integration_not_active: 409, exchange_begun: 409, not_looked_up: 409 },
  }),
}
