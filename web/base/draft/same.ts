/** Comparing drafts. Pure. */

/** Identifies a row on the page. It is never saved and is not compared. */
export const PAGE_KEY = 'pageKey'

export type Tree = Readonly<Record<string, unknown>>

export function isTree(value: unknown): value is Tree {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** JSON with sorted keys: a record read from the server may come in another order. */
function stableText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isTree(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([key]) => key !== PAGE_KEY)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : part,
  )
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || stableText(one) === stableText(other)
}

/**
 * Could `value` be a draft like `model`? An older release may have kept another shape. Lists are only checked to be
 * lists, a value that may be null may be anything, and an emptied number input is an empty text.
 */
export function isLike(model: unknown, value: unknown): boolean {
  if (model === null || value === null) return value !== undefined
  if (Array.isArray(model) || Array.isArray(value)) return Array.isArray(model) && Array.isArray(value)
  if (!isTree(model) || !isTree(value)) return typeof model === typeof value || model === '' || value === ''
  return Object.keys(model).every((key) => model[key] === undefined || isLike(model[key], value[key]))
}
