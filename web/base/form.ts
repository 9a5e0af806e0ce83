/** Forms: checked with the contract's own shapes, refused by the server in the same words. */
import i18next from 'i18next'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { countIn } from '../../words/words.ts'
import { faultOf } from '../../contract/field-fault.ts'
import type { Refused } from './refused.ts'

/** The part of a Mantine form that shows errors. */
export type ErrorForm = {
  setErrors: (errors: Record<string, ReactNode>) => void
  getInputNode?: (path: string) => { focus?: () => void } | null
}

/** First fault of each field by its path, in the reader's language. */
export function faultsIn(shape: z.ZodType, values: unknown): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const issue of shape.safeParse(values, { reportInput: true }).error?.issues ?? []) {
    const found = faultOf(issue, (code) => i18next.exists(`refusals.fields.${code}`, { count: 0 }))
    const fault = found.code === 'too_short' && valueAt(values, issue.path) === '' ? { code: 'required' } : found
    faults[issue.path.join('.')] ??= i18next.t(`refusals.fields.${fault.code}` as 'refusals.fields.invalid', {
      ...countIn(fault.detail),
      ...fault.detail,
    })
  }
  return faults
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], values)
}

/** `useForm({ validate: checkWith(SignUp) })`: a call's own shape as the check of a Mantine form. */
export function checkWith(shape: z.ZodType): (values: unknown) => Record<string, string> {
  return (values) => faultsIn(shape, values)
}

/**
 * Puts the field errors of a refusal into a form and the cursor into the first of them.
 * @param rename form path of a field where it differs from the call's, `{ tel: 'phone' }`
 * @returns whether there were any
 */
export function applyFields(form: ErrorForm, refused: Refused, rename: Readonly<Record<string, string>> = {}): boolean {
  const errors = Object.entries(refused.fields).map(([path, fault]) => [rename[path] ?? path, fault.message] as const)
  const [first] = errors
  if (!first) return false
  form.setErrors(Object.fromEntries(errors))
  form.getInputNode?.(first[0])?.focus?.()
  return true
}
