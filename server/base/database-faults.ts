/** What an error of the database driver means. */

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The unique index or foreign key that refused, by the name the migration gave it. */
export function constraintOf(error: unknown): string | undefined {
  const code = codeOf(error)
  return code === '23505' || code === '23503' ? String((error as { constraint?: unknown }).constraint ?? '') : undefined
}

/** The condition that refused, by the name the migration gave it. */
export const conditionOf = (error: unknown): string | undefined =>
  codeOf(error) === '23514' ? String((error as { constraint?: unknown }).constraint ?? '') : undefined

/** The database cannot be reached, or has no connection left. The caller answers 503. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/**
 * Of PostgreSQL: lost connections (08), a full disk or too many connections (53), a shutdown (57P), a disk that fails
 * (58), a transaction that rested for too long (25P03).
 */
const CLASSES = /^(?:08|53|57P|58|25P03)/
/** The driver's own errors have no codes. */
const SENTENCES =
  /connection (?:terminated|timeout)|timeout exceeded when trying|not queryable|read timeout|timeout expired/i
const ALL_TAKEN = 'timeout exceeded when trying to connect'

/** @param error of a connection to the database; of anything else the same codes would mean something else */
export function orAway(error: unknown): unknown {
  const isAway =
    error instanceof Error &&
    (SYSTEM_CODES.has(codeOf(error)) || CLASSES.test(codeOf(error)) || SENTENCES.test(error.message))
  return isAway ? new DatabaseAway(error) : error
}

/** No connection came free in time, though the database may answer. */
export function isAllTaken(error: unknown): boolean {
  return error instanceof DatabaseAway && error.message === ALL_TAKEN
}

export function isDatabaseGone(error: unknown): boolean {
  return error instanceof DatabaseAway
}

/** A statement ran for too long, or waited for too long for a lock: it may be repeated. */
export function isDatabaseSlow(error: unknown): boolean {
  const code = codeOf(error)
  return code === '57014' || code === '55P03'
}
