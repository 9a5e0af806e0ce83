import type { z } from 'zod'
import { fit } from './shape.ts'

/** @param detail what does not fit, by its path; no value */
export type ReadJson<T> = { isRead: true; value: T } | { isRead: false; detail: string }

/** Parses a text that came from outside. */
export function readJson<T>(text: string, shape: z.ZodType<T>): ReadJson<T> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { isRead: false, detail: 'no JSON' }
  }
  const parsed = fit(shape, value)
  if (parsed.success) return { isRead: true, value: parsed.data }
  const issue = parsed.error.issues[0]
  return { isRead: false, detail: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim() }
}
