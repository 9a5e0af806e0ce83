/** The logo and the background of a form, which support puts there for a business on Expert. */
import { z } from 'zod'
import { call } from '../call.ts'
import { FORM_LOOK_PARTS, IMAGE_MAX_BYTES } from '../limits.ts'

const Part = z.enum(FORM_LOOK_PARTS)
/** Which of the two a form has. */
const Look = z.object({ formKey: z.string(), name: z.string(), logo: z.boolean(), background: z.boolean() })

export const formLooks = {
  readFormLook: call('GET', '/operator/cabinets/{cabinet}/form/{formKey}/look', {
    who: 'operator',
    summary: 'Get the look of any form',
    description: 'Returns the name of a form, and whether it has a logo and a background of its own.',
    reply: Look,
    errors: { form_not_found: 404 },
  }),
  uploadFormLook: call('POST', '/operator/cabinets/{cabinet}/form/{formKey}/look', {
    who: 'operator',
    summary: 'Put a logo or a background on a form',
    description:
      'Stores a PNG as the logo (480 × 150) or the background (1920 × 1080) of the page of a form. The business has ' +
      'to be on Expert; on another plan the page does not show them.',
    asksOutside: true,
    body: z.object({ part: Part }),
    upload: { field: 'file', maxBytes: IMAGE_MAX_BYTES },
    reply: Look,
    errors: {
      form_not_found: 404,
      form_look_needs_plan: 403,
      image_not_png: 422,
      image_wrong_size: 422,
      image_broken: 422,
      image_too_large: 413,
    },
  }),
  removeFormLook: call('DELETE', '/operator/cabinets/{cabinet}/form/{formKey}/look', {
    who: 'operator',
    operationId: 'deleteFormLook',
    summary: 'Take a logo or a background off a form',
    description: 'Removes the logo or the background of a form. Its page looks as the theme says again.',
    body: z.object({ part: Part }),
    reply: Look,
    errors: { form_not_found: 404 },
  }),
}
