/** What is wrong with an input, field by field, in the reader's language. */
import type { z } from 'zod'
import { faultOf } from '../../contract/field-fault.ts'
import type { Language } from '../../contract/limits.ts'
import { say, wordsOf } from '../../words/say.ts'
import { countIn } from '../../words/words.ts'
import type { FieldFault } from './refusal.ts'

/** A shape's own message is a code if words have a text for it. */
const isKnown = (code: string) => {
  const { fields } = (wordsOf('en') as { refusals: { fields: object } }).refusals
  return code in fields || `${code}_other` in fields
}

/** PostgreSQL stores neither a zero byte nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Path of the first text that cannot be stored, keys included; undefined when all can. */
export function firstUnstorable(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : path
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, one] of Object.entries(value)) {
    const found = isStorable(key) ? firstUnstorable(one, path === '' ? key : `${path}.${key}`) : path
    if (found !== undefined) return found
  }
  return undefined
}

/** The first fault of each field by its path, `settings.fields.2.label`. */
export function faultsOf(error: z.ZodError): Record<string, FieldFault> {
  const faults: Record<string, FieldFault> = {}
  for (const issue of error.issues) faults[issue.path.join('.')] ??= faultOf(issue, isKnown)
  return faults
}

/** Faults with their sentences. */
export function sayFaults(
  lang: Language,
  faults: Readonly<Record<string, FieldFault>>,
): Record<string, { code: string; message: string }> {
  return Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => {
      const inFields = `refusals.fields.${fault.code}`
      const values = { ...countIn(fault.detail), ...(fault.detail as Record<string, string | number>) }
      const message = say(lang, inFields, values)
      return [
        path,
        {
          code: fault.code,
          message: message === inFields ? say(lang, `refusals.codes.${fault.code}`, values) : message,
        },
      ]
    }),
  )
}
