/** Parts of the general settings of a business. */
import { z } from 'zod'
import { PLASTIC_NUMBER_MAX } from '../limits.ts'
import { OptionalText } from '../page.ts'

/** How a business calls and writes its points. */
export const PointsStyle = z.object({
  /** As a title, such as "Beans"; empty: points, in the language of the reader. */
  name: OptionalText(24),
  /** After a number, as in "50 beans"; empty: the name, or points in the language of the reader. */
  counted: OptionalText(24),
  /** Otherwise points are shown and entered as whole numbers; a part of a point that exists is still shown. */
  hasDecimals: z.boolean(),
})
export type PointsStyle = z.infer<typeof PointsStyle>

/** Numbers reserved for plastic cards. */
export const PlasticRange = z
  .object({
    from: z.int().min(1).max(PLASTIC_NUMBER_MAX),
    to: z.int().min(1).max(PLASTIC_NUMBER_MAX),
  })
  .refine((range) => range.from <= range.to, { path: ['to'], error: 'range_order' })
