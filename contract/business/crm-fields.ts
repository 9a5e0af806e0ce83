/** Which value of a client here is which field in a CRM. */
import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { storedState } from '../stored-kind.ts'
import { RequiredText, Version } from '../page.ts'
import { ClientSync } from './crm-sync.ts'
import { CHECKED, NO_DEMO, NONE } from './crm-meeting.ts'

/** What a field holds. `choice`: one of the values that the CRM knows. */
export const VALUE_KINDS = ['text', 'number', 'date', 'flag', 'choice'] as const
export type CrmValueKind = (typeof VALUE_KINDS)[number]
const Kind = z.enum(VALUE_KINDS)

/** Whether the fields that a business has added to its CRM are known, and whether missing ones can be made there. */
export const CUSTOM_FIELDS = ['none', 'listed', 'made'] as const
export type CrmCustomFields = (typeof CUSTOM_FIELDS)[number]

/** A text can be any other kind, if it has such a value; a date is never a yes or a number. */
export const canMeet = (one: CrmValueKind, other: CrmValueKind): boolean =>
  one === other || one === 'text' || other === 'text'

/** `from`: what the CRM has counts · `to`: what is here counts · `both`: the last change counts. */
export const FIELD_DIRECTIONS = ['from', 'to', 'both'] as const
export type FieldDirection = (typeof FIELD_DIRECTIONS)[number]

/** Values of a card that are sent and never received. */
export const CARD_VALUES = ['link', 'number', 'track', 'promo'] as const

/** A value of a client here: `field:privilege`, `variable:Size`, `card:link`. */
export const OurField = z.object({
  ours: z.string(),
  group: z.enum(['field', 'variable', 'card']),
  name: z.string(),
  description: z.string(),
  kind: Kind,
  /** It is sent and never received. */
  isSentOnly: z.boolean(),
})
export type OurField = z.infer<typeof OurField>

export const TheirField = z.object({ id: z.string(), name: z.string(), kind: Kind, isWritable: z.boolean() })
export type TheirField = z.infer<typeof TheirField>

export const FIELDS_MAX = 60
export const FieldLinkInput = z.object({
  ours: z.string().regex(/^(field|variable|card):[A-Za-z][A-Za-z0-9]{0,39}$/, { error: 'invalid' }),
  /** Id of the field in the CRM. */
  theirs: z.string().min(1).max(100),
  direction: z.enum(FIELD_DIRECTIONS),
})
/** `gone`: the CRM does not have the field any more · `kind`: it holds something else now · `ours`: deleted here. */
export const FIELD_STATES = ['ok', 'gone', 'kind', 'ours'] as const
export const FieldLink = FieldLinkInput.extend({
  direction: storedState(FIELD_DIRECTIONS, 'from'),
  /** As the CRM had them when they were last looked at. */
  name: z.string(),
  kind: storedState(VALUE_KINDS, 'text'),
  state: storedState(FIELD_STATES, 'gone'),
})
export type FieldLink = z.infer<typeof FieldLink>

const isOnce = (values: readonly string[]) => new Set(values).size === values.length
const Links = z
  .array(FieldLinkInput)
  .max(FIELDS_MAX)
  .refine((all) => isOnce(all.map(({ ours }) => ours)), { error: 'duplicate' })
  .refine((all) => isOnce(all.map(({ theirs }) => theirs)), { error: 'duplicate' })

export const FieldMap = z.object({
  customFields: z.enum(CUSTOM_FIELDS),
  /** What may be sent or received with these settings. */
  canSend: z.boolean(),
  canReceive: z.boolean(),
  ours: z.array(OurField),
  links: z.array(FieldLink),
  version: Version,
})
export type FieldMap = z.infer<typeof FieldMap>

const Theirs = z.object({
  fields: z.array(TheirField),
  /** Fields that are probably the same, by their names; none that is mapped already. */
  guesses: z.array(z.object({ ours: z.string(), theirs: z.string() })),
})

/** `conflict`: changed on both sides · `here`, `there`: the value of this side is none for the field of the other. */
export const FIELD_FAULTS = ['conflict', 'here', 'there'] as const
export const FieldFault = z.object({
  theirs: z.string(),
  /** Names of both fields. */
  ours: z.string(),
  name: z.string(),
  reason: storedState(FIELD_FAULTS, 'there'),
  here: z.string(),
  there: z.string(),
})
export type FieldFault = z.infer<typeof FieldFault>

const readFieldMap = call('GET', '/applications/{c}/integration/fields', {
  who: 'member',
  summary: 'Get the field map of the CRM',
  description:
    'Returns which values of clients are exchanged with which fields that the business has added to its CRM, and all ' +
    'values that can be. Returns null if no CRM is connected.',
  reply: FieldMap.nullable(),
})

const ASKED = { ...NO_DEMO, ...NONE, ...CHECKED } as const

export const fieldCalls = {
  readFieldMap,
  listCrmFields: call('GET', '/applications/{c}/integration/fields/there', {
    who: 'member',
    right: 'crm',
    asksOutside: true,
    summary: 'List fields of clients in the CRM',
    description:
      'Asks the CRM for the fields that the business has added to its clients, and guesses by name which of them are ' +
      'values here.',
    reply: Theirs,
    errors: ASKED,
  }),
  createCrmFields: call('POST', '/applications/{c}/integration/fields/there', {
    who: 'member',
    right: 'crm',
    asksOutside: true,
    summary: 'Create fields of clients in the CRM',
    description:
      'Creates fields in the CRM, if it allows that. A field of the same name is left as it is, so a repeated call ' +
      'creates nothing twice. Returns all fields afterwards.',
    body: z.object({
      fields: z
        .array(z.object({ name: RequiredText(100), kind: Kind }))
        .min(1)
        .max(FIELDS_MAX),
    }),
    reply: Theirs,
    errors: { ...ASKED, fields_not_made: 409 },
  }),
  saveFieldMap: call('PUT', '/applications/{c}/integration/fields', {
    who: 'member',
    right: 'crm',
    asksOutside: true,
    summary: 'Save the field map of the CRM',
    description:
      'Sets which values are exchanged with which fields in the CRM, and in which direction. Each value and each ' +
      'field may be used once. A field that does not exist, that cannot be written, or that holds another kind of ' +
      'value is refused. Clients are exchanged anew. An outdated `version` is refused.',
    keeps: savedIn(
      readFieldMap,
      (map) => map && { links: map.links.map(({ ours, theirs, direction }) => ({ ours, theirs, direction })) },
    ),
    body: z.object({ links: Links, version: Version }),
    reply: FieldMap,
    errors: { ...ASKED, mapped_field_gone: 422, mapped_field_unfit: 422, version_conflict: 409 },
  }),
  settleField: call('POST', '/applications/{c}/clients/{id}/sync/field', {
    who: 'member',
    right: 'crm',
    summary: 'Settle a field that both sides have changed',
    description:
      'Says which value of a mapped field counts for a client: ours is sent to the CRM with the next exchange, or ' +
      'theirs is taken over here.',
    body: z.object({ theirs: z.string().min(1).max(100), keep: z.enum(['ours', 'theirs']) }),
    reply: ClientSync,
    errors: { client_not_found: 404, ...NO_DEMO, ...NONE, integration_not_active: 409, mapped_field_settled: 409 },
  }),
}
