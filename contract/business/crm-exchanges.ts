/** The last exchanges with a CRM: what was asked, what came back, how long it took. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Id, Time } from '../page.ts'
import { storedKind } from '../stored-kind.ts'

/** Older ones are not kept. */
export const EXCHANGES_KEPT = 500
export const EXCHANGES_PAGE = 50

/** What a request was for. `server`: whether one is there. */
export const EXCHANGE_VERBS = [
  'server',
  'checkLogin',
  'readAccount',
  'checkProgram',
  'search',
  'create',
  'update',
  'adjust',
  'read',
  'changes',
  'all',
  'listGroups',
  'exchangeCode',
  'renewTokens',
  'ownersOf',
  'registerHooks',
  'removeHooks',
  'listFields',
  'setUp',
  'purchases',
] as const
export type ExchangeVerb = (typeof EXCHANGE_VERBS)[number]

/** `refused`: the CRM refuses this one client; the others concern all of them. */
export const EXCHANGE_FAILURES = [
  'refused',
  'throttled',
  'down',
  'connection_lost',
  'unreadable',
  'unknown_host',
  'not_found',
  'no_ssl',
  'ssl_unverifiable',
  'wrong_login',
  'wrong_program',
  'wrong_credentials',
  'connect_anew',
] as const
export type ExchangeFailure = (typeof EXCHANGE_FAILURES)[number]

const Exchange = z.object({
  id: z.string(),
  at: Time,
  verb: storedKind(EXCHANGE_VERBS),
  method: z.string(),
  /** Below the address of the CRM; parts that may be secret or about a person are `…`. */
  path: z.string(),
  status: z.int().nullable(),
  failure: storedKind(EXCHANGE_FAILURES).nullable(),
  tookMs: z.int(),
  tries: z.int(),
  client: z.object({ id: Id, name: z.string() }).nullable(),
})
export type Exchange = z.infer<typeof Exchange>

export const exchangeCalls = {
  listExchanges: call('GET', '/applications/{c}/integration/exchanges', {
    who: 'member',
    right: 'crm',
    summary: 'List exchanges with the CRM',
    description:
      'Returns the last 500 requests to the CRM, fifty at once, newest first: when, what for, method, path, status, ' +
      'how many milliseconds it took, and which client it was about. Keys, contents and personal data are not kept.',
    query: z.object({
      failed: z.enum(['true', 'false']).optional(),
      before: z.string().trim().min(1).max(40).optional(),
    }),
    reply: z.object({ exchanges: z.array(Exchange), next: z.string().nullable() }),
  }),
}
