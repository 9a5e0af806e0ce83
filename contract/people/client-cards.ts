import { z } from 'zod'
import { Id, Time } from '../page.ts'

/** One of the cards of a client. */
export const ClientCard = z.object({
  id: Id,
  template: z.object({ id: Id, name: z.string() }),
  /** The one that has the client's design. */
  isMain: z.boolean(),
  cardNumber: z.int(),
  /** Of a client who was merged into this one: it shows its own number, and cannot become the main card. */
  isOfMerged: z.boolean(),
  /** Page that installs the card; null when it was withdrawn. */
  url: z.string().nullable(),
  createdAt: Time,
  /** Phones draw it as void since then; null: it is in use. */
  withdrawnAt: Time.nullable(),
  /** The last day on which it is valid, in Moscow, as its template says; null: it never ends. */
  lastDay: z.iso.date().nullable(),
  /** Phones draw it as over since then. */
  endedAt: Time.nullable(),
  devices: z.array(z.object({ wallet: z.enum(['apple', 'google']), since: Time })),
  removals: z.array(z.object({ wallet: z.enum(['apple', 'google']), at: Time })),
})
export type ClientCard = z.infer<typeof ClientCard>

/** Of a call that sends or shows the link to a card. */
export const ChosenCard = z
  .object({
    /** Left out: the main card. */
    cardId: Id.optional(),
  })
  .default({})
export const WHICH_CARD = 'Of a client who has several cards it is the one with `cardId`, else the main one.'
