/** What agents have earned is paid out by the operator: several agents at once, each with a statement. */
import { z } from 'zod'
import { Bytes } from '../binary.ts'
import { call } from '../call.ts'
import { Id, LanguageCode, OptionalText, Paging, Time } from '../page.ts'
import { PasswordAgain, STEP_UP } from '../platform/step-up.ts'

export const PAYOUT_AGENTS_MAX = 100

export const Payout = z.object({
  id: Id,
  /** Of the statement, `2026-000041`; numbers of a year have no gaps. */
  number: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
  at: Time,
})
export type Payout = z.infer<typeof Payout>

const Cabinet = z.object({ id: z.int(), name: z.string() })

export const OperatedPayout = Payout.extend({
  cabinet: Cabinet,
  /** Statements that were paid out together have the same. */
  batch: Id,
  reason: z.string(),
})
export type OperatedPayout = z.infer<typeof OperatedPayout>

export const UnpaidAgent = z.object({
  cabinet: Cabinet,
  /** Email address of the owner. */
  owner: z.string(),
  heldMinor: z.int(),
  /** Can be paid out; negative after refunds of what was paid out already. */
  readyMinor: z.int(),
})
export type UnpaidAgent = z.infer<typeof UnpaidAgent>

/** Another language than the one it was made in. */
const Translated = z.object({ lang: LanguageCode.optional() })

export const payouts = {
  listPayouts: call('GET', '/applications/{c}/children/payouts', {
    who: 'agent',
    operationId: 'listPartnerStatements',
    summary: 'List the partner statements',
    description: 'Returns what was paid out to the agent, newest first. Amounts are in the smallest currency unit.',
    paged: true,
    query: Paging,
    reply: z.array(Payout),
  }),
  readPayout: call('GET', '/applications/{c}/children/payouts/{payoutId}', {
    who: 'agent',
    operationId: 'downloadPartnerStatement',
    summary: 'Download a partner statement',
    description: 'Returns a statement as a PDF, in the language it was made in or in another one.',
    query: Translated,
    reply: Bytes,
  }),

  listUnpaidAgents: call('GET', '/operator/payouts/unpaid', {
    who: 'operator',
    summary: 'List the unpaid agents',
    description:
      'Returns the agents with shares that are not paid out yet: what is still held, and what can be paid out. ' +
      'Amounts are in the smallest currency unit.',
    reply: z.array(UnpaidAgent),
  }),
  listAllPayouts: call('GET', '/operator/payouts', {
    who: 'operator',
    operationId: 'listAllPartnerStatements',
    summary: 'List all partner statements',
    description: 'Returns what was paid out to all agents, newest first. Amounts are in the smallest currency unit.',
    paged: true,
    query: Paging,
    reply: z.array(OperatedPayout),
  }),
  payOut: call('POST', '/operator/payouts', {
    who: 'operator',
    summary: 'Pay out shares',
    description:
      'Books that agents were paid, each with a statement. `amountMinor` is what the caller has seen: an agent with ' +
      'another amount by now is left out. A request that is repeated with the same `id` pays nothing twice. The ' +
      'password is required unless it was given in the last ten minutes. Amounts are in the smallest currency unit.',
    body: z.object({
      id: Id,
      agents: z
        .array(z.object({ cabinet: z.int().min(1), amountMinor: z.int().min(1).max(1_000_000_00) }))
        .min(1)
        .max(PAYOUT_AGENTS_MAX),
      reason: OptionalText(200).min(3, { error: 'required' }),
      password: PasswordAgain,
    }),
    reply: z.object({
      paid: z.array(OperatedPayout),
      /** Agents whose amount has changed. */
      leftOut: z.array(z.int()),
    }),
    errors: STEP_UP,
  }),
  readAnyPayout: call('GET', '/operator/cabinets/{cabinet}/payouts/{payoutId}', {
    who: 'operator',
    operationId: 'downloadAnyPartnerStatement',
    summary: 'Download any partner statement',
    description: 'Returns the statement of any agent as a PDF.',
    query: Translated,
    reply: Bytes,
  }),
}
