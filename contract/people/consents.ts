import { z } from 'zod'
import { Time } from '../page.ts'

export const Consent = z.object({ at: Time, text: z.string().nullable(), hash: z.string(), ip: z.string() })

/** A wording that a client has agreed to. */
export const GivenConsent = Consent.extend({
  /** When the first client agreed to this wording: the version of the text; null: the words were not kept. */
  since: Time.nullable(),
  /** The form in which it was given; null: it was deleted. */
  form: z.object({ formKey: z.string(), name: z.string() }).nullable(),
  /** Whether that form still has this wording; null: it has none any longer. */
  isCurrent: z.boolean().nullable(),
})
export type GivenConsent = z.infer<typeof GivenConsent>
