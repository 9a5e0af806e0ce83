/** What is wrong with an entry as a code of words/: the same for the form in the browser and for the server. */
import type { z } from 'zod'

export type Fault = { code: string; detail?: Readonly<Record<string, number>> }

/**
 * @param issue of a check with `reportInput`: without it a wrong value cannot be told from a missing one.
 * @param isKnown whether a shape's own message is a code that has words
 */
export function faultOf(issue: z.core.$ZodIssue, isKnown: (code: string) => boolean): Fault {
  if (isKnown(issue.message)) return { code: issue.message }
  switch (issue.code) {
    case 'too_small':
      if (issue.origin !== 'string') return { code: 'too_small', detail: { min: Number(issue.minimum) } }
      return Number(issue.minimum) <= 1
        ? { code: 'required' }
        : { code: 'too_short', detail: { min: Number(issue.minimum) } }
    case 'too_big':
      if (issue.origin === 'string') return { code: 'too_long', detail: { max: Number(issue.maximum) } }
      return { code: issue.origin === 'array' ? 'too_many' : 'too_big', detail: { max: Number(issue.maximum) } }
    case 'invalid_type':
      return { code: issue.input === undefined || issue.input === null || issue.input === '' ? 'required' : 'invalid' }
    case 'unrecognized_keys':
      return { code: 'unknown_key' }
    default:
      return { code: 'invalid' }
  }
}
