import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { Design, DesignInput } from './design.ts'
import { CARD_TYPES, IMAGE_MAX_BYTES, IMAGE_SLOT_NAMES } from '../limits.ts'
import { Id, Nothing, RequiredText, Time, Version } from '../page.ts'
import { storedState } from '../stored-kind.ts'

export const TEMPLATE_NAME_MAX = 60
const Name = RequiredText(TEMPLATE_NAME_MAX)
const VALUES_MAX = 50
/** A hundred years. */
export const CARD_DAYS_MAX = 36_500

export const TemplateRow = z.object({
  id: Id,
  name: z.string(),
  type: storedState(CARD_TYPES, 'standard'),
  isDefault: z.boolean(),
  /** Out of use: no choice offers it and the plan does not count it. Its issued cards keep working. */
  isArchived: z.boolean(),
  issued: z.int(),
  forms: z.int(),
  updatedAt: Time,
  version: Version,
  /** Shown as a small card in the list. */
  design: Design,
})
export type TemplateRow = z.infer<typeof TemplateRow>

export const Template = TemplateRow.extend({
  birthdayEnabled: z.boolean(),
  /** The last day on which its cards are valid, in Moscow. Of both ends the earlier one counts; both null: never. */
  endsOn: z.iso.date().nullable(),
  /** Its cards are valid for so many days after they were issued. */
  endsAfterDays: z.int().nullable(),
  /** Default values of variables on cards of this template. */
  variables: z.record(z.string().max(40), z.string().max(200)),
  allowed: z.object({ remove: z.boolean(), updateCards: z.boolean() }),
})
export type Template = z.infer<typeof Template>

export const TemplateInput = z.object({
  name: Name,
  design: DesignInput,
  birthdayEnabled: z.boolean(),
  endsOn: z.iso.date().nullable().default(null),
  endsAfterDays: z.int().min(1).max(CARD_DAYS_MAX).nullable().default(null),
  variables: z
    .record(z.string().max(40), z.string().max(200))
    .refine((all) => Object.keys(all).length <= VALUES_MAX, { error: 'too_many', params: { max: VALUES_MAX } }),
})
export type TemplateInput = z.infer<typeof TemplateInput>

const readTemplate = call('GET', '/applications/{c}/template/{uuid}', {
  who: 'member',
  scope: 'cards:read',
  summary: 'Get a card template',
  description: 'Returns one card template.',
  reply: Template,
  errors: { template_not_found: 404 },
})

export const templates = {
  listTemplates: call('GET', '/applications/{c}/cards/connection', {
    who: 'member',
    scope: 'cards:read',
    summary: 'List card templates',
    description: 'Returns all card templates of the business and whether cards can be issued.',
    reply: z.object({ templates: z.array(TemplateRow), limit: z.int(), areCardsActive: z.boolean(), issued: z.int() }),
  }),
  createTemplate: call('POST', '/applications/{c}/template', {
    who: 'member',
    summary: 'Create a card template',
    description:
      'Creates a card template. Texts must not contain control characters. Code 128, Aztec and PDF417 take ' +
      'printable ASCII; when a client’s value has other letters, that card shows a QR code. NFC needs an active ' +
      'certificate with `hasNfc`.',
    body: TemplateInput.extend({ type: z.enum(CARD_TYPES) }),
    status: 201,
    reply: Template,
    errors: { template_limit: 403, unknown_variable: 422, unknown_image: 422 },
  }),
  copyTemplate: call('POST', '/applications/{c}/template/{uuid}/copy', {
    who: 'member',
    operationId: 'duplicateTemplate',
    summary: 'Duplicate a card template',
    description:
      'Creates a card template with the design, images, default values, birthday setting and validity of another ' +
      'one. The copy is in use, is not the default one and has no cards, forms or triggers. It counts for the plan ' +
      'as a new one does.',
    status: 201,
    reply: Template,
    errors: { template_not_found: 404, template_limit: 403 },
  }),
  readTemplate,
  saveTemplate: call('PUT', '/applications/{c}/template/{uuid}', {
    who: 'member',
    summary: 'Save a card template',
    description:
      'Saves a card template. Send the `version` that was read; an outdated one is refused and nothing is ' +
      'saved. Issued cards get the new design with the update of issued cards.',
    keeps: savedIn(readTemplate, (template) => template),
    body: TemplateInput.extend({ version: Version }),
    reply: Template,
    errors: { template_not_found: 404, version_conflict: 409, unknown_variable: 422, unknown_image: 422 },
  }),
  tryTemplate: call('POST', '/applications/{c}/template/{uuid}/try', {
    who: 'member',
    readsOnly: true,
    operationId: 'getSampleCard',
    summary: 'Get a sample card',
    description:
      'Returns the address of a page that puts a card of the saved design into a wallet, filled with a made-up ' +
      'person. It can be opened for an hour, by anybody who has it. The card belongs to no client, counts nowhere ' +
      'and ends after a day.',
    reply: z.object({ url: z.url(), expiresAt: Time }),
    errors: { template_not_found: 404, cards_not_active: 406 },
  }),
  emailSample: call('POST', '/applications/{c}/template/{uuid}/try/email', {
    who: 'member',
    operationId: 'emailSampleCard',
    summary: 'Email a sample card',
    description:
      "Sends the address of a sample card of the saved design to the user's own email address, to be opened on a " +
      'phone. It works for an hour.',
    reply: z.object({ email: z.string() }),
    errors: { template_not_found: 404, cards_not_active: 406, too_many_tries: 429 },
  }),
  removeTemplate: call('DELETE', '/applications/{c}/template/{uuid}', {
    who: 'member',
    right: 'delete',
    operationId: 'deleteTemplate',
    summary: 'Delete a card template',
    description:
      'Deletes a card template. One that is used by a form, card, push or trigger cannot be deleted, ' +
      'nor one of which an import is making cards.',
    reply: Nothing,
    errors: { template_not_found: 404, template_in_use: 409, template_import_runs: 409 },
  }),
  makeDefault: call('PUT', '/applications/{c}/template/default/{uuid}', {
    who: 'member',
    operationId: 'setDefaultTemplate',
    summary: 'Set the default card template',
    description: 'Makes a card template the default one.',
    reply: Nothing,
    errors: { template_not_found: 404, template_archived: 409 },
  }),
  archiveTemplate: call('PUT', '/applications/{c}/template/{uuid}/archive', {
    who: 'member',
    summary: 'Archive or restore a card template',
    description:
      'Takes a card template out of use, or back into it. An archived one is offered nowhere and does not count for ' +
      'the plan; its issued cards keep working and can be updated. One that a form issues or a trigger gives cannot ' +
      'be archived, nor can the last one, nor one of which an import is making cards.',
    body: z.object({ isArchived: z.boolean() }),
    reply: Template,
    errors: {
      template_not_found: 404,
      template_limit: 403,
      template_given: 409,
      template_last: 409,
      template_import_runs: 409,
    },
  }),
  updateCards: call('PUT', '/applications/{c}/cards/make_pushes', {
    who: 'member',
    operationId: 'updateIssuedCards',
    summary: 'Update issued cards',
    description:
      'Applies the saved design of a template to all its issued cards. Possible once a day, counted in Moscow time.',
    body: z.object({ template: Id }),
    reply: z.object({ cards: z.int() }),
    errors: { template_not_found: 404, update_scheduled: 409 },
  }),
  updateStatus: call('GET', '/applications/{c}/cards/make_pushes/status', {
    who: 'member',
    operationId: 'readCardsUpdate',
    summary: 'Get the progress of the card update',
    description: 'Returns how many issued cards the running update has reached.',
    reply: z.object({
      state: storedState(['none', 'queue', 'in_progress', 'done'], 'in_progress'),
      done: z.int(),
      total: z.int(),
      nextAt: Time.nullable(),
    }),
  }),
  uploadImage: call('POST', '/applications/{c}/images', {
    who: 'member',
    summary: 'Upload an image',
    description:
      'Stores a PNG that has exactly the size required by its slot. The returned `url` shows the image. A business ' +
      'keeps up to 200 images of 40 MB together; those that nothing uses are deleted after 30 days.',
    asksOutside: true,
    body: z.object({ slot: z.enum(IMAGE_SLOT_NAMES) }),
    upload: { field: 'file', maxBytes: IMAGE_MAX_BYTES },
    status: 201,
    reply: z.object({ id: Id, url: z.string() }),
    errors: {
      image_not_png: 422,
      image_wrong_size: 422,
      image_broken: 422,
      image_too_large: 413,
      no_room_for_images: 409,
    },
  }),
}
