/** What the body of an update leaves out keeps its saved value (decision 023). */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const fieldOf = (value: Fields, name: string) => (Object.hasOwn(value, name) ? value[name] : undefined)

export function withoutWrapping(shape: z.core.$ZodType): z.core.$ZodType {
  return shape instanceof z.ZodNullable || shape instanceof z.ZodOptional || shape instanceof z.ZodDefault
    ? withoutWrapping(shape.unwrap())
    : shape
}

/** Fields that the contract names, undefined for any other value. The keys of an open map are data, not fields. */
export function declaredFields(shape: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> | undefined {
  if (shape instanceof z.ZodObject) return shape.shape
  if (shape instanceof z.ZodRecord && shape.keyType instanceof z.ZodEnum)
    return Object.fromEntries(shape.keyType.options.map((name) => [String(name), shape.valueType]))
  return undefined
}

/** Whether a declared field is absent, at any depth. */
export function lacksFields(shape: z.core.$ZodType, sent: unknown): boolean {
  const bare = withoutWrapping(shape)
  if (bare instanceof z.ZodArray && Array.isArray(sent)) return sent.some((entry) => lacksFields(bare.element, entry))
  const fields = declaredFields(bare)
  if (!fields || !isFields(sent)) return false
  return Object.entries(fields).some(([name, field]) => {
    const value = fieldOf(sent, name)
    return value === undefined || lacksFields(field, value)
  })
}

/**
 * The saved entry that an entry of a list changes: the one with its `id` or `key`, or else one that equals it in
 * everything that was sent. Takes it out of `saved`, so that no other entry gets it too.
 */
function takeEntry(entry: unknown, saved: unknown[]): unknown {
  if (!isFields(entry)) return undefined
  const identity = ['id', 'key'].find((name) => Object.hasOwn(entry, name))
  const names = identity === undefined ? Object.keys(entry) : [identity]
  const at = saved.findIndex(
    (one) => isFields(one) && names.every((name) => isDeepStrictEqual(fieldOf(one, name), entry[name])),
  )
  return at < 0 ? undefined : saved.splice(at, 1)[0]
}

/** What was sent, with the declared fields that it lacks taken from what is saved. */
export function fillFromSaved(shape: z.core.$ZodType, sent: unknown, saved: unknown): unknown {
  if (sent === undefined) return saved
  const bare = withoutWrapping(shape)
  if (bare instanceof z.ZodArray && Array.isArray(sent) && Array.isArray(saved)) {
    const free = [...(saved as unknown[])]
    return sent.map((entry: unknown) => fillFromSaved(bare.element, entry, takeEntry(entry, free)))
  }
  const fields = declaredFields(bare)
  if (!fields || !isFields(sent) || !isFields(saved)) return sent
  const filled = Object.entries(fields).map(([name, field]) => [
    name,
    fillFromSaved(field, fieldOf(sent, name), fieldOf(saved, name)),
  ])
  return { ...sent, ...Object.fromEntries(filled.filter(([, value]) => value !== undefined)) }
}
