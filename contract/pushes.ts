import { z } from 'zod'
import { call } from './call.ts'
import { PUSH_TEXT_MAX } from './limits.ts'
import { Id, Nothing, OptionalText, PageQuery, Time, Version } from './page.ts'

export const PUSH_STATES = ['draft', 'queue', 'in_progress', 'done', 'not_sent'] as const

const Counts = z.object({ cards: z.int(), sent: z.int(), delivered: z.int(), failed: z.int(), unknown: z.int() })

export const PushRow = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(['text']),
  message: z.string(),
  status: z.enum(PUSH_STATES),
  templates: z.array(z.object({ id: Id, name: z.string() })),
  counts: Counts,
  createdAt: Time,
  sentAt: Time.nullable(),
})
export type PushRow = z.infer<typeof PushRow>

export const Push = PushRow.extend({
  version: Version,
  allowed: z.object({
    edit: z.boolean(), remove: z.boolean(), send: z.boolean(),
    /** When the once-a-day rule lets it go again; null when now. */
    sendAgainAt: Time.nullable(),
  }),
})
export type Push = z.infer<typeof Push>

export const PushInput = z.object({
  name: OptionalText(80).min(1, { error: 'required' }),
  message: OptionalText(PUSH_TEXT_MAX),
  templates: z.array(Id).max(50),
})

export const Reach = z.object({ clients: z.int(), apple: z.int(), google: z.int(), noCard: z.int() })

export const pushes = {
  listPushes: call('GET', '/applications/{c}/pushes', {
    who: 'member', scope: 'pushes:read', summary: 'Pushes, newest first.', paged: true,
    query: PageQuery.extend({ status: z.enum(PUSH_STATES).optional() }), reply: z.array(PushRow),
  }),
  createPush: call('POST', '/applications/{c}/push/{pushType}', {
    who: 'member', scope: 'pushes:write', summary: 'Create a push of a type.', body: PushInput, status: 201, reply: Push,
    errors: { cards_not_active: 406, push_type_unknown: 404, template_not_found: 404, unknown_variable: 422 },
  }),
  readPush: call('GET', '/applications/{c}/push/{pushUuid}', {
    who: 'member', scope: 'pushes:read', summary: 'One push.', reply: Push, errors: { push_not_found: 404 },
  }),
  savePush: call('PUT', '/applications/{c}/push/{pushUuid}', {
    who: 'member', scope: 'pushes:write', summary: 'Save a push that is not being sent.', body: PushInput.extend({ version: Version }), reply: Push,
    errors: { push_not_found: 404, template_not_found: 404, version_conflict: 409, push_in_queue: 412, unknown_variable: 422 },
  }),
  removePush: call('DELETE', '/applications/{c}/push/{pushUuid}', {
    who: 'member', scope: 'pushes:write', summary: 'Delete a push that is not being sent.', reply: Nothing, errors: { push_not_found: 404, push_in_queue: 412 },
  }),
  reach: call('POST', '/applications/{c}/push/reach', {
    who: 'member', scope: 'pushes:read', summary: 'Estimate of how many people a push to these templates would reach.',
    body: z.object({ templates: z.array(Id).max(50) }), reply: Reach,
  }),
  startSend: call('POST', '/applications/{c}/push/{pushUuid}/send', {
    who: 'member', scope: 'pushes:write', summary: 'Send now; a push goes once a day (Moscow time).', reply: Push,
    errors: { push_not_found: 404, push_once_a_day: 406, push_incomplete: 424, push_in_queue: 412, cards_not_active: 406 },
  }),
  sendStatus: call('GET', '/applications/{c}/push/{pushUuid}/send/status', {
    who: 'member', scope: 'pushes:read', summary: 'How far sending is.', reply: z.object({ status: z.enum(PUSH_STATES), done: z.int(), total: z.int() }),
    errors: { push_not_found: 404 },
  }),
  statistics: call('GET', '/applications/{c}/push/{pushUuid}/statistics', {
    who: 'member', scope: 'pushes:read', summary: 'Cards, sent, delivered, and when; per run, newest first.',
    reply: z.object({
      runs: z.array(Counts.extend({ createdAt: Time, startedAt: Time.nullable(), endedAt: Time.nullable(), apple: z.int(), google: z.int() })),
    }),
    errors: { push_not_found: 404 },
  }),
}
