/** One change of many clients at once: checked first, made by a job, and taken back as long as it is kept. */
import { z } from 'zod'
import { call } from '../call.ts'
import {
  AMOUNT_ACTIONS,
  AMOUNT_KINDS,
  BULK_KEPT_DAYS,
  BULK_MESSAGES_EACH,
  PUSH_TEXT_MAX,
  TAGS_OF_CLIENT_MAX,
} from '../limits.ts'
import { ExportRows } from '../people/exports.ts'
import { TagName } from '../people/tags.ts'
import { AmountMinor, Id, OptionalText, Paging, RequiredText, Time } from '../page.ts'
import { storedKind, storedState } from '../stored-kind.ts'

const TagNames = z.array(TagName).min(1, { error: 'choose_some' }).max(TAGS_OF_CLIENT_MAX)

export const BulkAction = z.discriminatedUnion('kind', [
  /** A name that is not there yet becomes a new tag. */
  z.object({ kind: z.literal('add_tags'), tags: TagNames }),
  z.object({ kind: z.literal('remove_tags'), tags: TagNames }),
  z.object({ kind: z.literal('template'), template: Id }),
  z.object({
    kind: z.literal('amount'),
    amount: z.enum(AMOUNT_KINDS),
    action: z.enum(AMOUNT_ACTIONS),
    /** In the smallest currency unit, of a discount in hundredths of a percent. */
    value: AmountMinor.min(0),
    reason: OptionalText(200).default(''),
  }),
  z.object({ kind: z.literal('message'), message: RequiredText(PUSH_TEXT_MAX) }),
  z.object({ kind: z.literal('archive') }),
  z.object({ kind: z.literal('bring_back') }),
])
export type BulkAction = z.infer<typeof BulkAction>
export const BULK_KINDS = ['add_tags', 'remove_tags', 'template', 'amount', 'message', 'archive', 'bring_back'] as const
export type BulkKind = (typeof BULK_KINDS)[number]

/** Why a client was left as it was: the first ones are codes of refusals. */
export const BULK_REASONS = [
  'amount_too_small',
  'amount_too_large',
  'amount_of_crm',
  'no_card_installed',
  'tag_not_found',
  'template_not_found',
  /** Erased or merged since. */
  'gone',
  /** Changed by somebody since, so that the former value would overwrite that. */
  'changed_since',
] as const
export type BulkReason = (typeof BULK_REASONS)[number]

export const BulkEdit = z.object({
  id: Id,
  kind: storedKind(BULK_KINDS),
  /** Tags, the name of the card design, the reason, or the message; empty for the others. */
  text: z.string(),
  /** Of a change of amounts. */
  amount: z.object({ kind: storedKind(AMOUNT_KINDS), action: z.enum(AMOUNT_ACTIONS), value: z.int() }).nullable(),
  /** `preparing`: it is being fixed whom the change is tried on, and `total` is how many they are so far. */
  state: storedState(['preparing', 'running', 'done', 'failed', 'undoing', 'undone'], 'running'),
  by: z.string(),
  at: Time,
  total: z.int(),
  /** Of the current step. */
  done: z.int(),
  counts: z.object({
    changed: z.int(),
    /** Was so already. */
    same: z.int(),
    refused: z.int(),
    undone: z.int(),
    /** Could not be taken back. */
    kept: z.int(),
  }),
  /** The push message that a message to many became; null for other changes, and until it is made. */
  pushUuid: Id.nullable(),
  canUndo: z.boolean(),
  /** Until then it can be taken back. */
  expiresAt: Time,
})
export type BulkEdit = z.infer<typeof BulkEdit>

const Asked = z.object({ rows: ExportRows, action: BulkAction })

const PATH = '/applications/{c}/bulk-edits'
const UNITS = ' Amounts are in the smallest currency unit, discounts in hundredths of a percent.'
const REFUSED = { segment_not_found: 404, template_not_found: 404, template_archived: 409 } as const

export const bulkEdits = {
  previewBulkEdit: call('POST', `${PATH}/preview`, {
    who: 'member',
    readsOnly: true,
    summary: 'Count the clients of a bulk edit',
    description:
      'Returns how many clients a change would be tried on, in a large business about how many (`isEstimate`). ' +
      'Nothing is changed.',
    body: z.object({ rows: ExportRows }),
    reply: z.object({ clients: z.int(), isEstimate: z.boolean() }),
    errors: { segment_not_found: 404 },
  }),
  startBulkEdit: call('POST', PATH, {
    who: 'member',
    summary: 'Change many clients',
    description:
      'Changes the chosen clients one by one in a job: adds or removes tags, changes the card design or an amount, ' +
      'sends a message, archives, or brings back from the archive. Cards on phones are updated. A client whom it ' +
      'cannot be done to is left as it is, with a reason. A member who changes an amount needs the right `amounts`. ' +
      `A message to more than ${BULK_MESSAGES_EACH} clients becomes a push message with figures of its own, see ` +
      '`pushUuid`. Who is chosen is fixed when it starts, in a large business by the job (`preparing`): a change of ' +
      `nobody is then done at once instead of refused. One change runs at a time.${UNITS}`,
    body: Asked,
    status: 201,
    reply: BulkEdit,
    errors: { ...REFUSED, tag_limit: 409, bulk_nobody: 409, bulk_running: 409 },
  }),
  listBulkEdits: call('GET', PATH, {
    who: 'member',
    summary: 'List bulk edits',
    description: `Returns the changes of many clients of the last ${BULK_KEPT_DAYS} days, newest first.${UNITS}`,
    paged: true,
    query: Paging,
    reply: z.array(BulkEdit),
  }),
  readBulkEdit: call('GET', `${PATH}/{id}`, {
    who: 'member',
    summary: 'Get a bulk edit',
    description: `Returns one change of many clients and how far it is.${UNITS}`,
    reply: BulkEdit,
    errors: { bulk_edit_not_found: 404 },
  }),
  listBulkLeft: call('GET', `${PATH}/{id}/left`, {
    who: 'member',
    summary: 'List clients who were left as they are',
    description: 'Returns the clients who could not be changed, or could not be changed back, with the reason.',
    paged: true,
    query: Paging,
    reply: z.array(z.object({ id: Id, name: z.string(), cardNumber: z.int(), reason: storedKind(BULK_REASONS) })),
    errors: { bulk_edit_not_found: 404 },
  }),
  undoBulkEdit: call('POST', `${PATH}/{id}/undo`, {
    who: 'member',
    summary: 'Undo a bulk edit',
    description:
      'Takes a change of many clients back in a job: tags, card designs and the archive as they were; amounts by the ' +
      `opposite change, never below zero. Whoever was changed since is left alone and named. ` +
      `Messages stay sent.${UNITS}`,
    reply: BulkEdit,
    errors: { bulk_edit_not_found: 404, bulk_moved_on: 409, bulk_running: 409 },
  }),
}
