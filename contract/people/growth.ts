/** How a business grows: visits of its forms, cards issued, put on phones and removed, over time. */
import { z } from 'zod'
import { Bytes } from '../binary.ts'
import { call } from '../call.ts'
import { Id } from '../page.ts'

export const GROWTH_DAYS = ['30', '90', '365'] as const
export const GROWTH_STEPS = ['day', 'week', 'month'] as const
export type GrowthStep = (typeof GROWTH_STEPS)[number]

const InWallets = z.object({ apple: z.int(), google: z.int() })

/** What happened in a time. A card that is put on a phone again after it was removed counts again. */
export const GrowthFigures = z.object({
  /** Visits of forms; null: of that time none were counted by day. */
  opened: z.int().nullable(),
  /** Forms sent for the first time in a visit. */
  filled: z.int(),
  issued: z.int(),
  installed: InWallets,
  removed: InWallets,
})
export type GrowthFigures = z.infer<typeof GrowthFigures>

/**
 * `id`: the key of the form, the id of the design or the link, or the source; null: without a form; `deleted`: it is
 * no longer there.
 */
const GrowthPart = GrowthFigures.extend({ id: z.string().nullable(), name: z.string().nullable() })
export type GrowthPart = z.infer<typeof GrowthPart>

const GrowthQuery = z.object({
  days: z.enum(GROWTH_DAYS).default('30'),
  /** Days by default for 30 days, weeks for 90, months for 365. Weeks begin on Monday. */
  step: z.enum(GROWTH_STEPS).optional(),
  /** Key of a form. */
  form: z.string().max(40).optional(),
  template: Id.optional(),
  /** As answered in `sources`; `direct` for links without one. */
  source: z.string().max(120).optional(),
  /** Id of a named link of a form. */
  link: Id.optional(),
})
export type GrowthQuery = z.infer<typeof GrowthQuery>

export const Growth = z.object({
  step: z.enum(GROWTH_STEPS),
  /** The beginning of the period that the first of the days is in. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** The first day on which visits were counted; null: none was yet. */
  visitsSince: z.iso.date().nullable(),
  periods: z.array(GrowthFigures.extend({ start: z.iso.date() })),
  total: GrowthFigures,
  forms: z.array(GrowthPart),
  templates: z.array(GrowthPart),
  /** By `utm_source` of the form's address, in lower case; `direct`: it had none. Without what came by named links. */
  sources: z.array(GrowthPart),
  /** By named link of a form. */
  links: z.array(GrowthPart),
  /** Every source that an address has ever named. */
  knownSources: z.array(z.string()),
  knownLinks: z.array(z.object({ id: Id, name: z.string() })),
})
export type Growth = z.infer<typeof Growth>

const errors = { form_not_found: 404, template_not_found: 404 } as const

export const growth = {
  readGrowth: call('GET', '/applications/{c}/clients/graph', {
    who: 'member',
    mayLag: true,
    scope: 'clients:read',
    summary: 'Get the growth of a business',
    description:
      'Returns how often forms were opened and completed, and how many cards were issued, installed in each wallet ' +
      'and removed, for each day, week or month of the last 30, 90 or 365 days, including those without any; and ' +
      'the same by form, card design, source and named link. Days are in Moscow time.',
    query: GrowthQuery,
    reply: Growth,
    errors,
  }),
  downloadGrowth: call('GET', '/applications/{c}/clients/graph/csv', {
    who: 'member',
    mayLag: true,
    scope: 'clients:read',
    summary: 'Download the growth of a business',
    description: 'Returns the periods of the graph as a CSV file, with its titles in the language of the request.',
    query: GrowthQuery,
    reply: Bytes,
    errors,
  }),
}
