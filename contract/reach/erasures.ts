/** What a business owes one person: all that is kept about them, archiving, and erasing with a proof. */
import { z } from 'zod'
import { Bytes } from '../binary.ts'
import { call } from '../call.ts'
import { Client } from '../people/clients.ts'
import { Id, OptionalText, Paging, Time } from '../page.ts'

const Wallet = z.enum(['apple', 'google'])

/** How many things of each kind are removed or emptied. */
export const ErasureCounts = z.object({
  /** Changes of amounts, which stay without their reasons. */
  history: z.int(),
  /** What programs have reported. */
  events: z.int(),
  /** Messages, which stay without their texts. */
  messages: z.int(),
  /** Forms and requests that were sent. */
  requests: z.int(),
  /** SMS codes and numbers in the list of SMS. */
  sms: z.int(),
  /** Files of exports and imports, in any of which the client may be. */
  files: z.int(),
  /** The link to a client of the CRM. */
  crm: z.int(),
  /** Other clients who have typed the number into a form without proof: it is removed there too. */
  typed: z.int(),
})
export type ErasureCounts = z.infer<typeof ErasureCounts>

export const ErasurePreview = ErasureCounts.extend({
  cardNumber: z.int(),
  /** Wallets from which the card is withdrawn. */
  wallets: z.array(Wallet),
})
export type ErasurePreview = z.infer<typeof ErasurePreview>

/** The proof: it says who erased what and when, and nothing about the person. */
export const Erasure = z.object({
  id: Id,
  at: Time,
  by: z.string(),
  reason: z.string(),
  cardNumber: z.int(),
  done: ErasureCounts,
  /** Wallets that still have the card as it was: an iPhone that is off gets the withdrawn one when it is on again. */
  waiting: z.array(Wallet),
})
export type Erasure = z.infer<typeof Erasure>

export const erasures = {
  exportPerson: call('GET', '/applications/{c}/clients/{id}/data', {
    who: 'member',
    right: 'export',
    writes: true,
    summary: "Export a client's personal data",
    description:
      'Returns everything that is kept about one client: details, consents, cards, changes of amounts, messages, ' +
      'bonuses, friends, imports and the link to the CRM, as JSON or as a PDF in the language of the caller. ' +
      'Amounts are in the smallest currency unit in JSON. Every export is recorded in the audit log.',
    query: z.object({ format: z.enum(['json', 'pdf']).default('json') }),
    reply: Bytes,
    errors: { client_not_found: 404 },
  }),
  archiveClient: call('POST', '/applications/{c}/clients/{id}/archive', {
    who: 'member',
    scope: 'clients:write',
    summary: 'Archive a client',
    description:
      'Takes a client out of the list, segments, exports, push messages, triggers and the exchange with the CRM. ' +
      'The card stays valid. Archiving twice changes nothing more. Amounts are in the smallest currency unit, ' +
      'discounts in hundredths of a percent.',
    reply: Client,
    errors: { client_not_found: 404 },
  }),
  bringBackClient: call('POST', '/applications/{c}/clients/{id}/archive/undo', {
    who: 'member',
    scope: 'clients:write',
    summary: 'Bring a client back from the archive',
    description:
      'Puts an archived client back into the list and everything else. Amounts are in the smallest currency unit, ' +
      'discounts in hundredths of a percent.',
    reply: Client,
    errors: { client_not_found: 404 },
  }),
  previewErasure: call('GET', '/applications/{c}/clients/{id}/erasure', {
    who: 'member',
    right: 'delete',
    summary: 'Preview erasing a client',
    description: 'Returns what erasing the client would remove, and from which wallets the card would be withdrawn.',
    reply: ErasurePreview,
    errors: { client_not_found: 404 },
  }),
  eraseClient: call('POST', '/applications/{c}/clients/{id}/erasure', {
    who: 'member',
    right: 'delete',
    summary: 'Erase a client',
    description:
      'Removes all personal data of a client for good and withdraws the card from the phones. Changes of amounts and ' +
      'messages stay in the figures without the person. `confirm` is the number of the card, six digits. Returns ' +
      'the proof of what was done. It cannot be undone. What a CRM keeps has to be erased there, and backups keep ' +
      'their copies until they are deleted.',
    body: z.object({ confirm: z.string().trim().max(40), reason: OptionalText(200).default('') }),
    reply: Erasure,
    errors: { client_not_found: 404, wrong_card_number: 422 },
  }),
  listErasures: call('GET', '/applications/{c}/erasures', {
    who: 'member',
    right: 'delete',
    summary: 'List erasures',
    description: 'Returns the proofs of erased clients, newest first.',
    paged: true,
    query: Paging,
    reply: z.array(Erasure),
  }),
}
