/**
 * A connector's own small store, of one business: what it has to remember between two pieces of work, such as how far a
 * round over issued cards is. It is emptied when the integration ends or leads to another account.
 */
import type { z } from 'zod'

/** Of one value, as JSON. */
export const STATE_VALUE_MAX_BYTES = 16 * 1024
export const STATE_NAMES_MAX = 20

/** What JSON has. */
export type Kept = string | number | boolean | null | readonly Kept[] | { readonly [name: string]: Kept }

export type ConnectorState = {
  /** @returns undefined when there is none, or none of this shape: a version before this one may have left it */
  read<T extends Kept>(name: string, shape: z.ZodType<T>): Promise<T | undefined>
  /**
   * Several workers change a value one after the other, each with what the one before has left. Of a connection that
   * was ended or changed meanwhile nothing is kept.
   * @param after undefined forgets the value; it may be asked more than once
   * @returns what is kept
   * @throws Error when the value is too large, or has too many others beside it
   */
  change<T extends Kept>(
    name: string,
    shape: z.ZodType<T>,
    after: (before: T | undefined) => T | undefined,
  ): Promise<T | undefined>
}
