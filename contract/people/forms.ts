import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { FIELD_TYPES, FORM_FIELDS_MAX, LIST_VALUES_MAX, PHONE_MASKS, REGEX_MAX_LENGTH, THEMES } from '../limits.ts'
import { ENTERED_FIELD_NAMES } from './client-fields.ts'
import { Id, LanguageCode, Nothing, OptionalText, RequiredText, Time, Version } from '../page.ts'

/** What a field writes: a column of the client, or a variable of the cabinet by its name. */
export const CLIENT_VARIABLES = [...ENTERED_FIELD_NAMES, 'birthday', 'sex', 'email', 'tel', 'promo'] as const

export const FormField = z
  .object({
    key: z.string().regex(/^[a-z0-9]{1,12}$/),
    type: z.enum(FIELD_TYPES),
    label: RequiredText(80),
    variableName: z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, { error: 'variable_name' }),
    required: z.boolean(),
    active: z.boolean(),
    /** Shown instead of the built-in sentence when the entry is refused. Empty: the built-in one. */
    errorMessage: OptionalText(160),
    /** For `regex`: checked in linear time, anchored at both ends. */
    regularExpression: z.string().max(REGEX_MAX_LENGTH),
    /** For `list`. */
    values: z.array(OptionalText(80).min(1)).max(LIST_VALUES_MAX),
    /** For `checkbox`. */
    checked: z.boolean(),
    /** Of a text that asks for the promo code: not shown, and filled by a link with `?promo=`. */
    isHidden: z.boolean().optional(),
    /** For `tel`. */
    mask: z.enum(PHONE_MASKS),
  })
  .superRefine((field, check) => {
    if (field.isHidden && (field.type !== 'string' || field.variableName !== 'promo'))
      check.addIssue({ code: 'custom', path: ['isHidden'], message: 'invalid' })
    if (field.type === 'list' && field.values.length === 0)
      check.addIssue({ code: 'custom', path: ['values'], message: 'list_empty' })
    if (field.type === 'regex' && field.regularExpression === '') {
      check.addIssue({ code: 'custom', path: ['regularExpression'], message: 'required' })
    }
  })
export type FormField = z.infer<typeof FormField>

export const FormSettings = z.object({
  title: OptionalText(80),
  description: OptionalText(1000),
  showDescriptionPage: z.boolean(),
  fields: z
    .array(FormField)
    .min(1, { error: 'required' })
    .max(FORM_FIELDS_MAX)
    .refine((all) => new Set(all.map((one) => one.key)).size === all.length, { error: 'duplicate' })
    .refine(
      (all) =>
        new Set(all.filter((one) => one.active).map((one) => one.variableName)).size ===
        all.filter((one) => one.active).length,
      { error: 'duplicate_variable' },
    ),
  agreement: z.object({ enabled: z.boolean(), text: z.string().max(20_000) }),
  theme: z.enum(THEMES),
  lang: LanguageCode,
  /** Text above the wallet button; empty: the built-in one. */
  installText: OptionalText(300),
  isOpen: z.boolean(),
  /** The phone is confirmed by a code before the card is given. */
  smsCheck: z.boolean().default(false),
})
export type FormSettings = z.infer<typeof FormSettings>

export const FormRow = z.object({
  id: Id,
  formKey: z.string(),
  name: z.string(),
  template: z.object({ id: Id, name: z.string() }),
  lang: LanguageCode,
  theme: z.enum(THEMES),
  isOpen: z.boolean(),
  /** Address a customer opens. */
  url: z.string(),
  opened: z.int(),
  filled: z.int(),
  installed: z.int(),
  updatedAt: Time,
})
export type FormRow = z.infer<typeof FormRow>

/** Pictures that support has put on the page: their addresses. */
const FormLook = z.object({ logo: z.string().nullable(), background: z.string().nullable() })

export const Form = FormRow.extend({ settings: FormSettings, look: FormLook, version: Version })
export type Form = z.infer<typeof Form>

const readForm = call('GET', '/applications/{c}/form/{formKey}', {
  who: 'member',
  scope: 'forms:read',
  summary: 'Get a form',
  description: 'Returns one issuing form.',
  reply: Form,
  errors: { form_not_found: 404 },
})

export const forms = {
  listForms: call('GET', '/applications/{c}/form', {
    who: 'member',
    scope: 'forms:read',
    summary: 'List forms',
    description: 'Returns the issuing forms and the card templates that a form can issue.',
    reply: z.object({
      forms: z.array(FormRow),
      templates: z.array(z.object({ id: Id, name: z.string() })),
      limit: z.int(),
    }),
  }),
  createForm: call('POST', '/applications/{c}/form', {
    who: 'member',
    summary: 'Create a form',
    description: 'Creates an issuing form with the usual fields.',
    body: z.object({
      name: RequiredText(60),
      template: Id,
      lang: LanguageCode.optional(),
      /** Of the phone field; left out: the country of the main phone, if it has a mask. */
      phoneMask: z.enum(PHONE_MASKS).optional(),
    }),
    status: 201,
    reply: Form,
    errors: { form_limit: 403, cards_not_active: 406, template_not_found: 404, template_archived: 409 },
  }),
  readForm,
  saveForm: call('PUT', '/applications/{c}/form/{formKey}', {
    who: 'member',
    summary: 'Save a form',
    description: 'Saves an issuing form. An outdated `version` is refused.',
    keeps: savedIn(readForm, ({ name, template, settings }) => ({ name, template: template.id, settings })),
    body: z.object({
      name: RequiredText(60),
      template: Id,
      settings: FormSettings,
      version: Version,
    }),
    reply: Form,
    errors: {
      form_not_found: 404,
      template_not_found: 404,
      template_archived: 409,
      version_conflict: 409,
      unknown_variable: 422,
      bad_regular_expression: 422,
      regular_expression_too_complex: 422,
      theme_needs_plan: 403,
      hidden_promo_needs_plan: 403,
      sms_not_connected: 400,
      sms_check_needs_phone: 422,
    },
  }),
  removeForm: call('DELETE', '/applications/{c}/form/{formKey}', {
    who: 'member',
    right: 'delete',
    operationId: 'deleteForm',
    summary: 'Delete a form',
    description: 'Deletes an issuing form. Its public page says that the form is closed.',
    reply: Nothing,
    errors: { form_not_found: 404 },
  }),
}
