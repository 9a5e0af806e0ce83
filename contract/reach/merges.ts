/** Two clients who are one person become one; it can be seen before and undone after. */
import { z } from 'zod'
import { call } from '../call.ts'
import { Client } from '../people/clients.ts'
import { Id } from '../page.ts'

const Side = z.object({
  id: Id,
  name: z.string(),
  cardNumber: z.int(),
  tel: z.string(),
  email: z.string(),
  balanceMinor: z.int(),
  bonusMinor: z.int(),
  discountHundredths: z.int(),
  wallets: z.array(z.enum(['apple', 'google'])),
})

export const MergePreview = z.object({
  /** Who stays. */
  kept: Side,
  /** Whose card stays valid and shows the one who stays. */
  gone: Side,
  /** The one who stays, afterwards: amounts are added, of two discounts the higher one, blanks are filled in. */
  after: Side.omit({ id: true, cardNumber: true, wallets: true }),
  /** Details that are filled in, by name. */
  filled: z.array(z.string()),
})
export type MergePreview = z.infer<typeof MergePreview>

const Other = z.object({ client: Id })
const REFUSED = { client_not_found: 404, merge_with_itself: 422, amount_of_crm: 409 }

export const merges = {
  previewMerge: call('GET', '/applications/{c}/clients/{id}/merge', {
    who: 'member',
    scope: 'clients:read',
    summary: 'Preview merging two clients',
    description:
      'Returns what merging another client (`client`) into this one would give. Amounts are in the smallest currency ' +
      'unit (1250 is 12.50), discounts in hundredths of a percent.',
    query: Other,
    reply: MergePreview,
    errors: REFUSED,
  }),
  mergeClients: call('POST', '/applications/{c}/clients/{id}/merge', {
    who: 'member',
    right: 'amounts',
    summary: 'Merge two clients',
    description:
      'Merges another client (`client`) into this one: balances and points are added, of two discounts the higher ' +
      'one stays, blanks are filled in, histories are kept. Both cards stay valid and show the same amounts. It can ' +
      'be undone. Amounts are in the smallest currency unit, discounts in hundredths of a percent.',
    body: Other,
    reply: Client,
    errors: REFUSED,
  }),
  undoMerge: call('POST', '/applications/{c}/clients/{id}/merge/undo', {
    who: 'member',
    right: 'amounts',
    summary: 'Undo merging two clients',
    description:
      'Separates a merged client (`client`) from this one again. Details come back unless they were changed since; ' +
      'the amounts that came with the merge are taken out, and nothing is undone if there is less than that. Amounts ' +
      'are in the smallest currency unit, discounts in hundredths of a percent.',
    body: Other,
    reply: Client,
    errors: { client_not_found: 404, not_merged: 409, amount_too_small: 409, phone_taken: 409 },
  }),
}
