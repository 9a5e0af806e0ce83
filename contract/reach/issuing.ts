import { z } from 'zod'
import { call } from '../call.ts'
import { FormSettings } from '../people/forms.ts'
import { Id } from '../page.ts'

export const PREVIEW_DEVICES = ['iphone', 'android', 'desktop'] as const
export type PreviewDevice = (typeof PREVIEW_DEVICES)[number]
export const PREVIEW_STEPS = ['description', 'form', 'code', 'install'] as const
export type PreviewStep = (typeof PREVIEW_STEPS)[number]

export const issuing = {
  previewForm: call('POST', '/applications/{c}/form/preview', {
    who: 'member',
    summary: 'Preview a form',
    description: 'Returns the public page of a form, saved or not, as one HTML document. Nothing is saved.',
    whileLimited: true,
    body: z.object({
      settings: FormSettings,
      template: Id,
      device: z.enum(PREVIEW_DEVICES),
      step: z.enum(PREVIEW_STEPS),
      /** Of a saved form: the logo and the background that support has put on it are shown. */
      formKey: z.string().max(40).optional(),
    }),
    reply: z.object({ html: z.string() }),
    errors: { template_not_found: 404 },
  }),
}
