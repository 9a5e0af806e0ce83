/** Named links of a form: one for each place where it is printed or posted, with figures of its own. */
import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { Id, Nothing, RequiredText, Time } from '../page.ts'
import { storedState } from '../stored-kind.ts'
import { GrowthFigures } from './growth.ts'

export const LINKS_PER_FORM = 50
export const LINK_KINDS = ['poster', 'table', 'flyer', 'cashier', 'other'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export const FormLink = z.object({
  id: Id,
  kind: storedState(LINK_KINDS, 'other'),
  name: z.string(),
  /** Short enough to be typed from paper. */
  url: z.string(),
  /** Switched off, it opens the form without being counted. */
  isOn: z.boolean(),
  /** Since it was created. */
  figures: GrowthFigures.extend({ opened: z.int() }),
  createdAt: Time,
})
export type FormLink = z.infer<typeof FormLink>

const Name = RequiredText(60)

const listLinks = call('GET', '/applications/{c}/form/{formKey}/links', {
  who: 'member',
  scope: 'forms:read',
  operationId: 'listFormLinks',
  summary: 'List the links of a form',
  description:
    'Returns the named links of a form, the newest first, each with the visits, completed forms and cards that came ' +
    'by it.',
  reply: z.object({ links: z.array(FormLink), limit: z.int() }),
  errors: { form_not_found: 404 },
})

export const formLinks = {
  listLinks,
  createLink: call('POST', '/applications/{c}/form/{formKey}/links', {
    who: 'member',
    operationId: 'createFormLink',
    summary: 'Create a link of a form',
    description: 'Creates a named link with a short address of its own.',
    body: z.object({ kind: z.enum(LINK_KINDS), name: Name }),
    status: 201,
    reply: FormLink,
    errors: { form_not_found: 404, link_limit: 403 },
  }),
  saveLink: call('PUT', '/applications/{c}/form/{formKey}/links/{id}', {
    who: 'member',
    operationId: 'saveFormLink',
    summary: 'Save a link of a form',
    description:
      'Renames a link, or switches it off or on. Switched off, it still opens the form, and visits are not counted ' +
      'for it.',
    keeps: savedIn(listLinks, ({ links }, { id }) => links.find((one) => one.id === id)),
    body: z.object({ name: Name, isOn: z.boolean() }),
    reply: FormLink,
    errors: { form_not_found: 404, link_not_found: 404 },
  }),
  removeLink: call('DELETE', '/applications/{c}/form/{formKey}/links/{id}', {
    who: 'member',
    right: 'delete',
    operationId: 'deleteFormLink',
    summary: 'Delete a link of a form',
    description:
      'Deletes a link. Its address and printed codes no longer open the form; its figures stay in the graph of the ' +
      'business without its name.',
    reply: Nothing,
    errors: { form_not_found: 404, link_not_found: 404 },
  }),
}
