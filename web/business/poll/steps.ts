/** Three short steps and what each of them asks. */
import { FinishedPoll, type PollAnswers } from '../../../contract/business/poll.ts'

export const STEPS = [
  ['phone', 'organization', 'site'],
  ['activityArea', 'clientBase', 'crm'],
  ['loyaltyType', 'goals'],
] as const satisfies readonly (readonly (keyof PollAnswers)[])[]

type Field = keyof PollAnswers

/** The answers of one step. */
export function answersOf(step: number, answers: PollAnswers): Partial<PollAnswers> {
  return Object.fromEntries((STEPS[step] ?? []).map((field) => [field, answers[field]]))
}

/** What must be answered before the next step. */
export function shapeOf(step: number) {
  return FinishedPoll.pick(
    Object.fromEntries((STEPS[step] ?? []).map((field) => [field, true as const])) as Record<Field, true>,
  )
}

/** The first step with one of these fields; undefined when none has. */
export function stepOf(fields: readonly string[]): number | undefined {
  const found = STEPS.findIndex((step) => step.some((field) => fields.includes(field)))
  return found < 0 ? undefined : found
}
