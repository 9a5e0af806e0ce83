import { z } from 'zod'
import { call, savedIn } from '../call.ts'
import { SMS_LIMITS } from '../limits.ts'
import { Id, OptionalText, Paging, Phone, Time } from '../page.ts'
import { storedKind, storedState } from '../stored-kind.ts'
import { ChosenCard, WHICH_CARD } from './client-cards.ts'
import { SMS_FIELDS, SMS_PROVIDERS, type SmsField, SmsFailure, SmsType } from './sms-providers.ts'
import { LINK_TOKEN, unknownToken } from './sms-text.ts'

/** An empty key keeps the stored one. */
export const SmsProviderInput = z
  .object({
    smsType: SmsType,
    login: OptionalText(120),
    password: OptionalText(200),
    apiKey: OptionalText(500),
    /** Name or number shown as the sender. */
    smsFrom: OptionalText(34),
  })
  .superRefine((input, check) => {
    for (const field of ['login', 'smsFrom'] as const) {
      if (SMS_PROVIDERS[input.smsType].fields[field] === 'required' && input[field] === '')
        check.addIssue({ code: 'custom', path: [field], message: 'required' })
    }
    if (input.smsType === 'twilio' && input.login !== '' && !/^AC[0-9a-f]{32}$/i.test(input.login))
      check.addIssue({ code: 'custom', path: ['login'], message: 'account_sid' })
    if (input.smsType === 'twilio' && input.apiKey !== '' && !/^SK[0-9a-f]{32}$/i.test(input.apiKey))
      check.addIssue({ code: 'custom', path: ['apiKey'], message: 'api_key_sid' })
    // It becomes part of the host name that is called.
    if (input.smsType === 'infobip' && input.login !== '' && !/^[a-z0-9]{3,20}$/i.test(input.login))
      check.addIssue({ code: 'custom', path: ['login'], message: 'own_address' })
  })
export type SmsProviderInput = z.infer<typeof SmsProviderInput>

/** The key that is still missing, with the code of the field error; null if none is. */
export function missingKey(
  type: SmsType,
  given: Pick<SmsProviderInput, 'login' | 'password' | 'apiKey'>,
): { field: SmsField; code: string } | null {
  const { fields } = SMS_PROVIDERS[type]
  const required = SMS_FIELDS.find(
    (field) => field !== 'smsFrom' && fields[field] === 'required' && given[field] === '',
  )
  if (required) return { field: required, code: 'required' }
  const choice = SMS_FIELDS.filter((field) => fields[field] === 'either') as ('password' | 'apiKey')[]
  if (choice.length > 0 && choice.every((field) => given[field] === ''))
    return { field: 'apiKey', code: 'key_or_password' }
  return choice.length > 0 && given.apiKey === '' && given.login === '' ? { field: 'login', code: 'required' } : null
}

/** Whether the keys are right, and if not, why; the balance if the provider has one. */
export const SmsCheck = z.object({
  isRight: z.boolean(),
  failure: SmsFailure.nullable(),
  balance: z.object({ amount: z.string(), currency: z.string() }).nullable(),
})
export type SmsCheck = z.infer<typeof SmsCheck>

export const SmsConnection = z.object({
  connected: z
    .object({
      smsType: SmsType,
      login: z.string(),
      smsFrom: z.string(),
      /** Keys are never returned. */
      hasPassword: z.boolean(),
      hasApiKey: z.boolean(),
      savedAt: Time,
      /** Why the latest SMS was not accepted; null if it was. */
      failure: SmsFailure.nullable(),
      failedAt: Time.nullable(),
    })
    .nullable(),
  /** Forms that verify the phone: without a provider they issue no cards. */
  checkingForms: z.array(z.object({ formKey: z.string(), name: z.string() })),
})
export type SmsConnection = z.infer<typeof SmsConnection>

const COUNTRIES_MAX = 300
/** ISO 3166, two letters. */
const Country = z.string().regex(/^[A-Z]{2}$/)

export const SmsTexts = z.object({
  /** Text of the SMS with the link to the card; empty: the built-in one, in the client's language. */
  linkText: OptionalText(SMS_LIMITS.textMax)
    .refine((text) => text === '' || text.includes(LINK_TOKEN), { error: 'link_token' })
    .refine((text) => unknownToken(text) === undefined, { error: 'unknown_token' }),
  /** SMS that can be sent in 24 hours. */
  dailyLimit: z.int().min(1).max(SMS_LIMITS.perDayMax),
  /** Countries that SMS can be sent to. */
  countries: z.array(Country).min(1, { error: 'required' }).max(COUNTRIES_MAX).optional(),
})
export type SmsTexts = z.infer<typeof SmsTexts>

export const SmsTextsShown = SmsTexts.extend({
  countries: z.array(Country),
  /** Until the owner chooses, the country of the cabinet's phone, or those of the phone masks. */
  areCountriesChosen: z.boolean(),
  /** Countries that can be chosen, with their calling codes. */
  offered: z.array(z.object({ country: Country, code: z.string() })),
  sentToday: z.int(),
})
export type SmsTextsShown = z.infer<typeof SmsTextsShown>

export const SMS_PURPOSES = ['code', 'link', 'test'] as const
export type SmsPurpose = (typeof SMS_PURPOSES)[number]

export const SentSms = z.object({
  id: Id,
  at: Time,
  purpose: storedKind(SMS_PURPOSES),
  smsType: SmsType,
  /** Only its beginning and end. */
  phone: z.string(),
  /** `unknown`: the provider's answer was lost, so it may have arrived. */
  state: storedState(['sent', 'unknown', 'refused'], 'unknown'),
  failure: SmsFailure.nullable(),
})
export type SentSms = z.infer<typeof SentSms>

/** `isCertain`: the provider confirmed that it accepted the SMS; otherwise its answer was lost. */
const Sent = z.object({ phone: z.string(), isCertain: z.boolean() })
const NOT_SENT = {
  sms_refused: 406,
  sms_phone_refused: 406,
  sms_provider_down: 424,
  sms_too_soon: 429,
  sms_limit_reached: 429,
  sms_country_not_allowed: 406,
  sms_number_not_allowed: 406,
} as const

const readProvider = call('GET', '/settings2/sms/appId/{c}', {
  who: 'member',
  operationId: 'readSmsProvider',
  summary: 'Get the SMS provider',
  description: 'Returns the SMS provider of the business without its keys, and the forms that need it.',
  reply: SmsConnection,
})

/** For a path that names no business. */
const OfBusiness = z.object({ cabinetId: z.coerce.number().int().min(1).optional() })

const readTexts = call('GET', '/applications/{c}/settings/sms', {
  who: 'member',
  operationId: 'readSmsSettings',
  summary: 'Get the SMS settings',
  description:
    'Returns the SMS texts, the daily limit and the allowed countries, and how many SMS were sent in the ' +
    'last 24 hours.',
  reply: SmsTextsShown,
})

export const verification = {
  readProvider,
  saveProvider: call('PUT', '/settings2/sms/appId/{c}', {
    who: 'owner',
    asksOutside: true,
    operationId: 'saveSmsProvider',
    summary: 'Save the SMS provider',
    description:
      'Connects an SMS provider or changes its keys. The keys are checked with the provider first, and wrong ' +
      'ones are not saved. Only one provider can be connected.',
    keeps: savedIn(readProvider, ({ connected }) => connected && { ...connected, password: '', apiKey: '' }),
    body: SmsProviderInput,
    reply: SmsConnection.extend({ check: SmsCheck }),
    errors: { sms_other_connected: 409, sms_keys_refused: 422, too_many_tries: 429 },
  }),
  removeProvider: call('DELETE', '/settings2/sms/appId/{c}', {
    who: 'owner',
    operationId: 'deleteSmsProvider',
    summary: 'Disconnect the SMS provider',
    description: 'Disconnects the SMS provider of this type and deletes its keys.',
    body: z.object({ smsType: SmsType }),
    reply: SmsConnection,
    errors: { sms_type_not_connected: 404 },
  }),
  checkProvider: call('POST', '/applications/{c}/settings/sms/check', {
    who: 'owner',
    asksOutside: true,
    operationId: 'checkSmsProvider',
    summary: 'Check SMS provider keys',
    description: 'Checks keys with an SMS provider, whether or not they are saved. Nothing is sent.',
    body: SmsProviderInput,
    reply: SmsCheck,
    errors: { too_many_tries: 429 },
  }),
  readBalance: call('GET', '/applications/{c}/settings/sms/balance', {
    who: 'member',
    asksOutside: true,
    operationId: 'readSmsBalance',
    summary: 'Get the SMS balance',
    description: 'Returns the balance of the account at the connected SMS provider.',
    reply: SmsCheck,
    errors: { sms_not_connected: 400, too_many_tries: 429 },
  }),
  readTexts,
  saveTexts: call('PUT', '/applications/{c}/settings/sms', {
    who: 'owner',
    operationId: 'saveSmsSettings',
    summary: 'Save the SMS settings',
    description:
      'Saves the SMS texts, the daily limit and the allowed countries. The text must contain the placeholder ' +
      'of the link.',
    keeps: savedIn(readTexts, ({ linkText, dailyLimit }) => ({ linkText, dailyLimit })),
    body: SmsTexts,
    reply: SmsTextsShown,
  }),
  readTextsOf: call('GET', '/settings/sms', {
    who: 'user',
    operationId: 'readSmsSettingsOf',
    summary: 'Get the SMS settings of a business',
    description:
      'Returns the same as the SMS settings of an account. `cabinetId` names the business; a user of one business ' +
      'can leave it out.',
    query: OfBusiness,
    reply: SmsTextsShown,
  }),
  saveTextsOf: call('PUT', '/settings/sms', {
    who: 'user',
    operationId: 'saveSmsSettingsOf',
    summary: 'Save the SMS settings of a business',
    description:
      'Saves the same as the SMS settings of an account, for its owner. `cabinetId` names the business; a user of ' +
      'one business can leave it out. Fields that are left out keep their saved values.',
    query: OfBusiness,
    body: SmsTexts.partial(),
    reply: SmsTextsShown,
  }),
  sendTestSms: call('POST', '/applications/{c}/settings/sms/test', {
    who: 'owner',
    asksOutside: true,
    summary: 'Send a test SMS',
    description: 'Sends the saved text of the link to the given phone number.',
    body: z.object({ phone: Phone }),
    reply: Sent,
    errors: { sms_not_connected: 400, phone_wrong: 406, ...NOT_SENT },
  }),
  listSms: call('GET', '/applications/{c}/settings/sms/history', {
    who: 'member',
    summary: 'List SMS',
    description: 'Returns the SMS of the last 90 days, newest first.',
    paged: true,
    query: Paging,
    reply: z.array(SentSms),
  }),
  sendLink: call('POST', '/applications/{c}/clients/{id}/link', {
    who: 'member',
    asksOutside: true,
    operationId: 'sendCardLink',
    summary: 'Send a client the card link by SMS',
    description: `Sends a client an SMS with the link to the card. ${WHICH_CARD}`,
    body: ChosenCard,
    reply: Sent,
    errors: {
      client_not_found: 404,
      card_not_found: 404,
      client_has_no_phone: 409,
      sms_needed_for_link: 412,
      ...NOT_SENT,
    },
  }),
}
