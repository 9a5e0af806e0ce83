/** Error codes of fields, with texts in words/: the same in the browser and on the server. */
import type { z } from 'zod'

export type Fault = { code: string; detail?: Readonly<Record<string, number>> }

/**
 * @param issue of a parse with `reportInput`; without it a wrong value looks like a missing one
 * @param isKnown whether the message of a shape is a code that has a text
 */
export function faultOf(issue: z.core.$ZodIssue, isKnown: (code: string) => boolean): Fault {
  if (isKnown(issue.message)) {
    const detail = issue.code === 'custom' && (issue.params as Fault['detail'])
    return { code: issue.message, ...(detail && { detail }) }
  }
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
