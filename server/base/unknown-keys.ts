/** Keys of a body that the contract does not declare: a misspelt field would otherwise be dropped without a word. */
import { z } from 'zod'
import { declaredFields, isFields, withoutWrapping } from './saved-fields.ts'
import { fit } from './shape.ts'

/** So many are named in one refusal, each cut to so many characters. */
const NAMED_MAX = 20
const NAME_MAX_LENGTH = 100

const pathOf = (at: string, name: string | number) => (at === '' ? String(name) : `${at}.${name}`)

/** Those of the shapes that the value fits, or of all if it fits none; the one that explains the most keys. */
function inUnion(shapes: readonly z.core.$ZodType[], sent: unknown, at: string): string[] {
  const fitting = shapes.filter((shape) => fit(shape as z.ZodType, sent).success)
  const found = (fitting.length > 0 ? fitting : shapes).map((shape) => keysIn(shape, sent, at))
  return found.reduce((fewest, one) => (one.length < fewest.length ? one : fewest))
}

function keysIn(shape: z.core.$ZodType, sent: unknown, at: string): string[] {
  const bare = withoutWrapping(shape)
  if (bare instanceof z.ZodUnion) return inUnion(bare.options, sent, at)
  if (bare instanceof z.ZodArray && Array.isArray(sent))
    return sent.flatMap((entry, i) => keysIn(bare.element, entry, pathOf(at, i)))
  if (!isFields(sent)) return []
  const entries = Object.entries(sent)
  const fields = bare instanceof z.ZodUndefined ? {} : declaredFields(bare)
  if (fields)
    return entries.flatMap(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      return field ? keysIn(field, value, pathOf(at, name)) : [pathOf(at, name)]
    })
  return bare instanceof z.ZodRecord
    ? entries.flatMap(([name, value]) => keysIn(bare.valueType, value, pathOf(at, name)))
    : []
}

/** Their paths, `settings.fields.2.labl`. The keys of an open map are data. */
export function unknownKeys(shape: z.core.$ZodType, sent: unknown): string[] {
  return keysIn(shape, sent, '')
    .slice(0, NAMED_MAX)
    .map((path) => path.slice(0, NAME_MAX_LENGTH))
}
