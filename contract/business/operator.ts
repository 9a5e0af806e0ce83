import { z } from 'zod'
import { Bytes } from '../binary.ts'
import { call, savedIn } from '../call.ts'
import { AuditCursor } from './activity.ts'
import { TariffKey } from './finance.ts'
import { Day, Email, Id, Nothing, OptionalText, PageQuery } from '../page.ts'
import { ConversationState, MessageText } from '../platform/support.ts'
import { PasswordAgain, STEP_UP } from '../platform/step-up.ts'
import { installationCalls } from './installation.ts'
import {
  count,
  OperatedCabinet,
  AuditLogRow,
  AuditLogProof,
  OpenedOperatedCabinet,
  OperatedUser,
  OpenedOperatedUser,
  TariffInput,
  OperatedTariff,
  WaitingInvitation,
  InboxConversation,
  OpenedInboxConversation,
} from './operated.ts'

const Searched = PageQuery.pick({ page: true, limit: true, q: true, d: true })
const NO_USER = { user_not_found: 404 } as const
const NO_CONVERSATION = { conversation_not_found: 404 } as const

const listTariffs = call('GET', '/operator/tariffs', {
  who: 'operator',
  operationId: 'listAllPlans',
  summary: 'List all plans',
  description: 'Returns every plan with its price and limits. Amounts are in the smallest currency unit.',
  reply: z.array(OperatedTariff),
})

export const operator = {
  summary: call('GET', '/operator', {
    who: 'operator',
    operationId: 'readOperatorSummary',
    summary: "Get the operator's summary",
    description: 'Returns what is waiting for the operator.',
    reply: z.object({ openConversations: z.int(), failedJobs: z.int() }),
  }),

  listCabinets: call('GET', '/operator/cabinets', {
    who: 'operator',
    operationId: 'listAllBusinesses',
    summary: 'List all businesses',
    description:
      'Returns all businesses that match a name, an identifier or the email address of an owner. ' +
      'Amounts are in the smallest currency unit.',
    paged: true,
    query: Searched.extend({
      o: z.enum(['created', 'name', 'cards', 'balance']).default('created'),
      tariff: TariffKey.optional(),
    }),
    reply: z.array(OperatedCabinet),
  }),
  readCabinet: call('GET', '/operator/cabinets/{cabinet}', {
    who: 'operator',
    operationId: 'readAnyBusiness',
    summary: 'Get any business',
    description:
      'Returns what a business is, who works in it and what was done in it last. The data that it holds is not ' +
      'included. ' +
      'Amounts are in the smallest currency unit.',
    reply: OpenedOperatedCabinet,
  }),
  extendDemo: call('POST', '/operator/cabinets/{cabinet}/demo', {
    who: 'operator',
    summary: 'Extend a demo',
    description:
      'Extends the demo of a business. A demo that has ended continues from now. ' +
      'Amounts are in the smallest currency unit.',
    body: z.object({ days: count(1, 60) }),
    reply: OpenedOperatedCabinet,
    errors: { not_on_demo: 409 },
  }),
  setTariff: call('PUT', '/operator/cabinets/{cabinet}/tariff', {
    who: 'operator',
    operationId: 'setPlan',
    summary: 'Set the plan of a business',
    description:
      'Gives a business any plan, including lower and archived ones. The balance stays the same. ' +
      'Amounts are in the smallest currency unit.',
    body: z.object({ tariff: TariffKey }),
    reply: OpenedOperatedCabinet,
  }),
  setAgent: call('PUT', '/operator/cabinets/{cabinet}/agent', {
    who: 'operator',
    summary: 'Set whether a business is an agent',
    description: 'Makes a business an agent, or ends that. Amounts are in the smallest currency unit.',
    body: z.object({ isAgent: z.boolean() }),
    reply: OpenedOperatedCabinet,
  }),
  correctBalance: call('POST', '/operator/cabinets/{cabinet}/balance', {
    who: 'operator',
    summary: 'Correct a balance',
    description:
      'Adds an amount to the balance of a business or takes it away, in real money or in bonus money. The reason is ' +
      'kept in its transactions. A request that is repeated with the same `id` changes nothing. The password is ' +
      'required unless it was given in the last ten minutes. The amount is in the smallest currency unit.',
    body: z.object({
      amountMinor: count(-1_000_000_00, 1_000_000_00).refine((amount) => amount !== 0, { error: 'required' }),
      /** Which money it is. */
      of: z.enum(['money', 'bonus']).default('money'),
      reason: OptionalText(200).min(3, { error: 'required' }),
      id: Id.optional(),
      password: PasswordAgain,
    }),
    reply: OpenedOperatedCabinet,
    errors: { bonus_too_small: 409, ...STEP_UP },
  }),

  listUsers: call('GET', '/operator/users', {
    who: 'operator',
    summary: 'List users',
    description: 'Returns all users that match a name or an email address.',
    paged: true,
    query: Searched.extend({ superuser: z.enum(['true', 'false']).optional() }),
    reply: z.array(OperatedUser),
  }),
  readUser: call('GET', '/operator/users/{id}', {
    who: 'operator',
    summary: 'Get a user',
    description: 'Returns one user.',
    reply: OpenedOperatedUser,
    errors: NO_USER,
  }),
  endSessions: call('POST', '/operator/users/{id}/sessions/logout', {
    who: 'operator',
    operationId: 'endUserSessions',
    summary: "End a user's sessions",
    description: 'Ends every session of a user, effective immediately.',
    reply: z.object({ ended: z.int() }),
    errors: NO_USER,
  }),
  resendVerification: call('POST', '/operator/users/{id}/verification', {
    who: 'operator',
    operationId: 'resendUserVerification',
    summary: "Resend a user's confirmation email",
    description: 'Sends a user the email that confirms the address again.',
    reply: Nothing,
    errors: { ...NO_USER, already_confirmed: 409, too_many_tries: 429 },
  }),
  setSuperuser: call('PUT', '/operator/users/{id}/superuser', {
    who: 'operator',
    summary: 'Set whether a user is an operator',
    description:
      'Makes a user an operator, or ends that. Operators cannot change themselves, and the last one stays. The ' +
      'password is required unless it was given in the last ten minutes.',
    body: z.object({ superuser: z.boolean(), password: PasswordAgain }),
    reply: OpenedOperatedUser,
    errors: { ...NO_USER, not_oneself: 409, last_superuser: 409, person_not_confirmed: 409, ...STEP_UP },
  }),

  listTariffs,
  saveTariff: call('PUT', '/operator/tariffs/{key}', {
    who: 'operator',
    operationId: 'savePlan',
    summary: 'Save a plan',
    description:
      'Changes a plan. Its limits apply immediately to every business on it. An outdated `version` is refused. ' +
      'Amounts are in the smallest currency unit.',
    keeps: savedIn(listTariffs, (all, { key }) => all.find((one) => one.key === key)),
    body: TariffInput,
    reply: OperatedTariff,
    errors: { tariff_not_found: 404, version_conflict: 409 },
  }),

  listInvitations: call('GET', '/operator/invitations', {
    who: 'operator',
    operationId: 'listAllInvitations',
    summary: 'List all invitations',
    description: 'Returns the pending invitations of all businesses.',
    paged: true,
    query: Searched,
    reply: z.array(WaitingInvitation),
  }),
  revokeInvitation: call('DELETE', '/operator/cabinets/{cabinet}/invites/{email}', {
    who: 'operator',
    operationId: 'revokeAnyInvitation',
    summary: 'Revoke any invitation',
    description: 'Revokes an invitation to any business. Its link stops working.',
    reply: Nothing,
    errors: { invite_not_found: 404 },
  }),

  listConversations: call('GET', '/operator/support', {
    who: 'operator',
    operationId: 'listAllConversations',
    summary: 'List all conversations',
    description: 'Returns the conversations with support. Of the open ones, those that have waited longest come first.',
    paged: true,
    query: PageQuery.pick({ page: true, limit: true, q: true }).extend({ state: ConversationState.optional() }),
    reply: z.array(InboxConversation),
  }),
  readConversation: call('GET', '/operator/support/{uuid}', {
    who: 'operator',
    operationId: 'readAnyConversation',
    summary: 'Get any conversation',
    description: 'Returns one conversation with its messages.',
    reply: OpenedInboxConversation,
    errors: NO_CONVERSATION,
  }),
  answerConversation: call('POST', '/operator/support/{uuid}/answer', {
    who: 'operator',
    summary: 'Answer a conversation',
    description: 'Adds an answer to a conversation. The user receives an email in their language.',
    body: z.object({ text: MessageText }),
    status: 201,
    reply: OpenedInboxConversation,
    errors: NO_CONVERSATION,
  }),
  closeConversation: call('POST', '/operator/support/{uuid}/close', {
    who: 'operator',
    summary: 'Close a conversation',
    description: 'Closes a conversation. It opens again when the user writes.',
    reply: OpenedInboxConversation,
    errors: NO_CONVERSATION,
  }),
  readScreenshot: call('GET', '/operator/support/screenshots/{uuid}', {
    who: 'operator',
    operationId: 'readAnyScreenshot',
    summary: 'Get any screenshot',
    description: 'Returns a screenshot that any user has sent to support.',
    reply: Bytes,
    errors: { screenshot_not_found: 404 },
  }),

  ...installationCalls,

  listAuditLog: call('GET', '/operator/audit-log', {
    who: 'operator',
    summary: 'List the audit log',
    description: 'Returns every call that changed data and was answered, newest first. Continue with `before`.',
    query: z.object({
      /** The whole address of the user. */
      email: z.union([Email, z.literal('')]).default(''),
      /** Number of a cabinet. */
      cabinet: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      call: z.string().max(80).default(''),
      /** A day in Moscow. */
      day: z.union([Day, z.literal('')]).default(''),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      before: AuditCursor,
    }),
    reply: z.object({ rows: z.array(AuditLogRow), before: z.string().nullable() }),
  }),
  readAuditLogProof: call('GET', '/operator/audit-log/proof', {
    who: 'operator',
    summary: 'Get the audit log check',
    description: "Returns the result of last night's check whether the audit log is unchanged.",
    reply: AuditLogProof,
  }),
  listAuditLogCalls: call('GET', '/operator/audit-log/calls', {
    who: 'operator',
    summary: 'List the calls in the audit log',
    description: 'Returns the names of the calls that are recorded in the audit log.',
    reply: z.array(z.object({ call: z.string() })),
  }),
}
