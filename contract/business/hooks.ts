/** The address of a business to which changed clients are sent. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Nothing, Time } from '../page.ts'
import { CHANGES_KEPT_DAYS } from '../people/changes.ts'
import { storedKind } from '../stored-kind.ts'

/**
 * `unreachable`: no answer; `refused`: another answer than 2xx; `forgotten`: it was away for longer than changes are
 * kept.
 */
export const HOOK_FAILURES = ['unreachable', 'refused', 'forgotten'] as const
export type HookFailure = (typeof HOOK_FAILURES)[number]
/** An address that fails for so long is not asked any more. */
export const HOOK_FAILING_DAYS = 3
/** Clients in one request. */
export const HOOK_BATCH = 100
export const HOOK_TIMEOUT_SECONDS = 10

export const Hook = z.object({
  url: z.string(),
  /** `retrying`: the last request failed and is sent again. */
  state: z.enum(['active', 'retrying', 'stopped']),
  connectedAt: Time,
  /** Clients that the address has taken. */
  sent: z.int(),
  lastSentAt: Time.nullable(),
  failure: z
    .object({
      reason: storedKind(HOOK_FAILURES),
      /** HTTP status of the answer. */
      status: z.int().nullable(),
      since: Time,
      /** Requests that have failed since. */
      count: z.int(),
      /** When the next one is sent; null: it is stopped. */
      nextAt: Time.nullable(),
    })
    .nullable(),
})
export type Hook = z.infer<typeof Hook>

export const hooks = {
  readHook: call('GET', '/applications/{c}/changes/hook', {
    who: 'member',
    scope: 'clients:read',
    operationId: 'readClientHook',
    summary: 'Get the address for changed clients',
    description:
      'Returns the address to which changed clients are sent, and how sending goes. Its secret is not shown.',
    reply: z.object({ hook: Hook.nullable() }),
  }),
  connectHook: call('POST', '/applications/{c}/changes/hook', {
    who: 'member',
    right: 'crm',
    scope: 'clients:write',
    operationId: 'connectClientHook',
    summary: 'Send changed clients to an address',
    description:
      'Sends every client who changes from now on to this https address, in place of the one before. The ' +
      'answer has the secret, once. A POST carries `id`, `at` and `changes` as `listClientChanges` returns ' +
      `them, at most ${HOOK_BATCH} clients, and the header \`X-Signature: t=…,v1=…\`: \`v1\` is the hex ` +
      `HMAC-SHA256 of \`t\`, a full stop and the body. A 2xx within ${HOOK_TIMEOUT_SECONDS} seconds takes it; ` +
      'anything else is sent again with the same `id`, after 1, 2, 5, 10, 30 and then every 60 minutes. After ' +
      `${HOOK_FAILING_DAYS} days it is stopped; it goes on where it was when it is started again within ` +
      `${CHANGES_KEPT_DAYS} days.`,
    body: z.object({ url: z.url().max(500) }),
    status: 201,
    reply: z.object({ hook: Hook, secret: z.string() }),
  }),
  restartHook: call('POST', '/applications/{c}/changes/hook/restart', {
    who: 'member',
    right: 'crm',
    scope: 'clients:write',
    operationId: 'restartClientHook',
    summary: 'Send changed clients again',
    description:
      'Sends what waits at once, also to an address that was stopped. What is no longer kept is left out: then list ' +
      'all clients.',
    reply: z.object({ hook: Hook }),
  }),
  removeHook: call('DELETE', '/applications/{c}/changes/hook', {
    who: 'member',
    right: 'crm',
    scope: 'clients:write',
    operationId: 'removeClientHook',
    summary: 'Send changed clients nowhere',
    description: 'Forgets the address and its secret. Nothing more is sent.',
    reply: Nothing,
  }),
}
