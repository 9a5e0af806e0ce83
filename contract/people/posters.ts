/** What is printed to show a form to people: posters, and signs for tables, with its QR code. */
import { z } from 'zod'
import { Bytes } from '../binary.ts'
import { call, savedIn } from '../call.ts'
import { Id, OptionalText } from '../page.ts'

/** `tent`: A5 that is folded to two faces. */
export const POSTER_FORMATS = ['a4', 'a3', 'a6', 'tent'] as const
export type PosterFormat = (typeof POSTER_FORMATS)[number]

export const POSTER_MAX = { title: 60, benefit: 100, steps: 120, note: 120 } as const

/** Empty: not shown. */
export const PosterText = z.object({
  title: OptionalText(POSTER_MAX.title),
  benefit: OptionalText(POSTER_MAX.benefit),
  steps: OptionalText(POSTER_MAX.steps),
  note: OptionalText(POSTER_MAX.note),
})
export type PosterText = z.infer<typeof PosterText>

/** What the business has written itself; null: the usual text. */
const OwnPosterText = z.object({
  title: PosterText.shape.title.nullable(),
  benefit: PosterText.shape.benefit.nullable(),
  steps: PosterText.shape.steps.nullable(),
  note: PosterText.shape.note.nullable(),
})
export type OwnPosterText = z.infer<typeof OwnPosterText>
/** What is printed, and which part of it is the business's own. */
const SavedPosterText = PosterText.extend({ own: OwnPosterText, usual: PosterText })

const errors = { form_not_found: 404, link_not_found: 404 } as const

const readPosterText = call('GET', '/applications/{c}/form/{formKey}/poster/text', {
  who: 'member',
  scope: 'forms:read',
  summary: 'Get the text of a poster',
  description:
    'Returns the text that a poster of the form has, in the language of the form: what was saved (`own`), else the ' +
    'usual text.',
  reply: SavedPosterText,
  errors: { form_not_found: 404 },
})

export const posters = {
  readPosterText,
  savePosterText: call('PUT', '/applications/{c}/form/{formKey}/poster/text', {
    who: 'member',
    summary: 'Save the text of a poster',
    description: 'Saves what the posters of a form say. A part that is null has the usual text, an empty one nothing.',
    keeps: savedIn(readPosterText, ({ own }) => own),
    body: OwnPosterText,
    reply: SavedPosterText,
    errors: { form_not_found: 404 },
  }),
  readPoster: call('GET', '/applications/{c}/form/{formKey}/poster', {
    who: 'member',
    scope: 'forms:read',
    summary: 'Get a poster',
    description:
      'Returns a page for print with the look of the card and the QR code of the form, or of one of its links: a ' +
      'poster in A4 or A3, a stand in A6, or one in A5 that is folded in the middle. `svg` is a preview of the same ' +
      'page. Texts that are left out are the saved ones.',
    query: PosterText.partial().extend({
      format: z.enum(POSTER_FORMATS).default('a4'),
      file: z.enum(['pdf', 'svg']).default('pdf'),
      /** Id of a named link; its short address is printed. */
      link: Id.optional(),
    }),
    reply: Bytes,
    errors,
  }),
}
