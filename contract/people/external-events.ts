/** What programs report about a client: purchases, visits, orders. */
import { z } from 'zod'
import { call } from '../call.ts'
import { PAGE_SIZE_MAX, PAGE_SIZES } from '../limits.ts'
import { storedKind } from '../stored-kind.ts'
import { AmountMinor, Id, Nothing, OptionalText, RequiredText, Time } from '../page.ts'

export const EVENT_KINDS = ['purchase', 'refund', 'order', 'booking', 'visit', 'review', 'other'] as const
/** `cabinet`: a person who called the API · `crm`: a document of the connected CRM. */
export const EVENT_SOURCES = ['api', 'cabinet', 'crm'] as const
/** Events of one client that are taken in a day (UTC). */
export const EVENTS_A_DAY = 200
/** Clocks of tills may be ahead of ours. */
export const EVENT_AHEAD_MS = 5 * 60_000

const FIRST_EVENT = '2000-01-01T00:00:00Z'

export const NewEvent = z.object({
  kind: z.enum(EVENT_KINDS),
  at: Time.refine((at) => at >= FIRST_EVENT, { error: 'event_too_old' }),
  amountMinor: AmountMinor.nullable().default(null),
  text: OptionalText(500).default(''),
  /** Of the sender, such as the number of a receipt. */
  senderId: RequiredText(100),
  /** Of a refund: the `senderId` of the purchase that it gives back. */
  refundOf: RequiredText(100).nullable().default(null),
})
export type NewEvent = z.infer<typeof NewEvent>

export const ExternalEvent = z.object({
  id: Id,
  kind: z.enum(EVENT_KINDS),
  at: Time,
  /** Null: the event has no amount. */
  amountMinor: z.int().nullable(),
  text: z.string(),
  senderId: z.string(),
  refundOf: z.string().nullable(),
  /** A document that was taken back: it counts for nothing. */
  isVoid: z.boolean(),
  /** Points that were given for it and are not taken back. */
  earnedMinor: z.int(),
  /** Points that a refund had to take back and that were not there any more. */
  missingMinor: z.int(),
  source: storedKind(EVENT_SOURCES),
  receivedAt: Time,
})
export type ExternalEvent = z.infer<typeof ExternalEvent>

/** Time and id of the last event of a page. */
const Cursor = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)

const PATH = '/applications/{c}/clients/{id}/events'

export const externalEvents = {
  listEvents: call('GET', PATH, {
    who: 'member',
    scope: 'clients:read',
    operationId: 'listClientEvents',
    summary: "List a client's external events",
    description:
      'Returns what programs have reported about a client, newest first, and with it the events of clients who were ' +
      'merged into this one. `next` is the `after` of the following page; null on the last one. Amounts are in the ' +
      'smallest currency unit (1250 is 12.50).',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZES[0]),
      after: Cursor.optional(),
    }),
    reply: z.object({ events: z.array(ExternalEvent), next: z.string().nullable() }),
    errors: { client_not_found: 404 },
  }),
  addEvent: call('POST', PATH, {
    who: 'member',
    scope: 'clients:write',
    operationId: 'addClientEvent',
    summary: 'Report an event of a client',
    description:
      `Adds an event to a client: ${EVENT_KINDS.join(', ')}. It is shown on the client's page. Purchases and refunds ` +
      'count in segments; while the account gives points for purchases, a purchase adds them to the card, and a ' +
      'refund takes them back. `refundOf` names the purchase of a refund by its `senderId`. Other events change no ' +
      'amount. `at` is not in the future. `amountMinor` is in the smallest currency unit (1250 is 12.50); the sign ' +
      'of a refund does not matter. `senderId` is your own id, such as the number of a document: sent again with ' +
      'the same content it answers the first event (`isRepeat`), with another content it is refused. A client takes ' +
      `${EVENTS_A_DAY} events a day (UTC). Events are kept until they are deleted or the client is erased.`,
    body: NewEvent,
    reply: z.object({ event: ExternalEvent, isRepeat: z.boolean() }),
    status: 201,
    errors: { client_not_found: 404, event_id_reused: 409, event_limit: 429 },
  }),
  removeEvent: call('DELETE', `${PATH}/{eventId}`, {
    who: 'member',
    right: 'delete',
    scope: 'clients:write',
    operationId: 'removeClientEvent',
    summary: 'Delete an event of a client',
    description: 'Deletes an event for good. Its `senderId` can be used again.',
    reply: Nothing,
    errors: { client_not_found: 404, event_not_found: 404 },
  }),
}
