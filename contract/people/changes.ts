/** Which clients have changed, for programs that keep a copy of them. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Id, Version } from '../page.ts'
import { ClientRow } from './clients.ts'

export const CHANGES_MAX = 200
/** How long changes can be asked for. */
export const CHANGES_KEPT_DAYS = 7

/** Place in the order of changes; programs keep it as it is. */
const Cursor = z.string().regex(/^\d{1,18}_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)

export const ChangedClient = z.object({
  id: Id,
  /** `erased`: also one who was never more than a line of an import that was taken back. */
  state: z.enum(['active', 'archived', 'merged', 'erased']),
  /** The client who is the same person. */
  mergedInto: Id.nullable(),
  /** The client now; null when merged or erased. */
  client: ClientRow.extend({ version: Version }).nullable(),
})
export type ChangedClient = z.infer<typeof ChangedClient>

export const Changes = z.object({
  changes: z.array(ChangedClient),
  /** The `after` of the next question, also when nothing has changed. */
  next: z.string(),
  /** Ask again at once. */
  hasMore: z.boolean(),
})
export type Changes = z.infer<typeof Changes>

export const changes = {
  listChanges: call('GET', '/applications/{c}/changes', {
    who: 'member',
    scope: 'clients:read',
    operationId: 'listClientChanges',
    summary: 'List changed clients',
    description:
      'Returns the clients who have changed since `after`, oldest change first, each as it is now: data, amounts, ' +
      'tags, wallets, archive, merging and erasing. Without `after` it returns no client and the place of now: take ' +
      'it first, then list all clients, then ask for changes. A client who changes often may be returned again. ' +
      `Changes are kept for ${CHANGES_KEPT_DAYS} days; an older place is refused, and the program has to list all ` +
      'clients again. Amounts are in the smallest currency unit (1250 is 12.50).',
    query: z.object({
      after: Cursor.optional(),
      limit: z.coerce.number().int().min(1).max(CHANGES_MAX).default(100),
    }),
    reply: Changes,
    errors: { changes_forgotten: 409 },
  }),
}
