/** Events that a CRM sends us, so that a change there need not wait for the next hour. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Id, Time } from '../page.ts'
import { storedKind } from '../stored-kind.ts'
import { NONE } from './crm-meeting.ts'

/** Events are kept so long, to look at and to apply again. */
export const HOOK_EVENTS_KEPT_DAYS = 7
/** The last events of the list. */
export const HOOK_EVENTS_SHOWN = 50

/**
 * `waiting`: to be applied · `done` · `echo`: what we know, most often our own change · `forged`: its signature
 * or account is wrong · `failed`: the CRM could not be asked about it.
 */
export const HOOK_EVENT_STATES = ['waiting', 'done', 'echo', 'forged', 'failed'] as const
export type HookEventState = (typeof HOOK_EVENT_STATES)[number]

export const CrmHooks = z.object({
  /** Address to which the CRM sends events. Anybody who knows it can make us look at clients, no more. */
  address: z.string(),
  isSubscribed: z.boolean(),
  /**
   * `none`: nothing is registered there · `registered`: it sends events · `failed`: it refuses the address, `failure`
   * has its words · `manual`: the owner enters the address there.
   */
  state: z.enum(['none', 'registered', 'failed', 'manual']),
  failure: z.string().nullable(),
  lastEventAt: Time.nullable(),
  received: z.int(),
  forged: z.int(),
  echoes: z.int(),
  events: z.array(
    z.object({ id: Id, at: Time, state: storedKind(HOOK_EVENT_STATES), clients: z.int(), canReplay: z.boolean() }),
  ),
})
export type CrmHooks = z.infer<typeof CrmHooks>

export const hookCalls = {
  readCrmHooks: call('GET', '/applications/{c}/integration/hooks', {
    who: 'member',
    right: 'crm',
    summary: 'Get the events of the CRM',
    description:
      'Returns the address to which the CRM sends events, whether it does, and the last fifty. null: no CRM is ' +
      'connected, or it sends none.',
    reply: CrmHooks.nullable(),
  }),
  subscribeToHooks: call('PUT', '/applications/{c}/integration/hooks', {
    who: 'member',
    right: 'crm',
    operationId: 'subscribeToCrmHooks',
    summary: 'Subscribe to events of the CRM',
    description:
      'Has the CRM send events, or ends it. While the integration is off none are sent. Without events clients are ' +
      'read every hour.',
    body: z.object({ isSubscribed: z.boolean() }),
    reply: CrmHooks.nullable(),
    errors: NONE,
  }),
  renewHookKey: call('POST', '/applications/{c}/integration/hooks/key', {
    who: 'member',
    right: 'crm',
    operationId: 'renewCrmHookKey',
    summary: 'Change the address for events',
    description:
      'Makes another address, tells the CRM where it can be told, and takes nothing at the old one any more.',
    reply: CrmHooks.nullable(),
    errors: NONE,
  }),
  replayHookEvent: call('POST', '/applications/{c}/integration/hooks/{id}/replay', {
    who: 'member',
    right: 'crm',
    operationId: 'replayCrmHookEvent',
    summary: 'Apply an event of the CRM again',
    description: 'Looks once more at the clients that the event is about. Amounts are read, so nothing counts twice.',
    reply: CrmHooks.nullable(),
    errors: { event_gone: 404 },
  }),
}
