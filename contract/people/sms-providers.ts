/** The SMS providers that an account can connect, and the credentials that each needs. */
import { z } from 'zod'

export const SMS_TYPES = ['smsc', 'smsru', 'smsaero', 'turbosms', 'twilio', 'vonage', 'messagebird', 'infobip'] as const
export type SmsType = (typeof SMS_TYPES)[number]
export const SmsType = z.enum(SMS_TYPES, { error: 'sms_type' })

/** `either`: one of the fields marked so is enough. A field that is not listed is not needed. */
type SmsNeed = 'required' | 'optional' | 'either'
export const SMS_FIELDS = ['login', 'password', 'apiKey', 'smsFrom'] as const
export type SmsField = (typeof SMS_FIELDS)[number]

type SmsProviderFacts = { name: string; site: string; fields: Partial<Record<SmsField, SmsNeed>> }

export const SMS_PROVIDERS: Readonly<Record<SmsType, SmsProviderFacts>> = {
  smsc: {
    name: 'SMSC.ru',
    site: 'https://smsc.ru',
    fields: { login: 'optional', password: 'either', apiKey: 'either', smsFrom: 'optional' },
  },
  smsru: { name: 'SMS.ru', site: 'https://sms.ru', fields: { apiKey: 'required', smsFrom: 'optional' } },
  smsaero: {
    name: 'SMS Aero',
    site: 'https://smsaero.ru',
    fields: { login: 'required', apiKey: 'required', smsFrom: 'required' },
  },
  turbosms: { name: 'TurboSMS', site: 'https://turbosms.ua', fields: { apiKey: 'required', smsFrom: 'required' } },
  twilio: {
    name: 'Twilio',
    site: 'https://www.twilio.com',
    // With an API key, its secret is the password.
    fields: { login: 'required', password: 'required', apiKey: 'optional', smsFrom: 'required' },
  },
  vonage: {
    name: 'Vonage',
    site: 'https://www.vonage.com',
    fields: { login: 'required', password: 'required', smsFrom: 'required' },
  },
  messagebird: {
    name: 'MessageBird',
    site: 'https://messagebird.com',
    fields: { apiKey: 'required', smsFrom: 'required' },
  },
  infobip: {
    name: 'Infobip',
    site: 'https://www.infobip.com',
    fields: { login: 'required', apiKey: 'required', smsFrom: 'required' },
  },
}

/** Why a provider did not accept an SMS, in the same terms for all providers. */
const SMS_FAILURES = [
  'auth',
  'no_funds',
  'bad_phone',
  'sender_not_allowed',
  'text_forbidden',
  'duplicate',
  'throttled',
  'blocked',
  'temporary',
] as const
export type SmsFailure = (typeof SMS_FAILURES)[number]
export const SmsFailure = z.enum(SMS_FAILURES)

/** Failures that last until an owner fixes them: no SMS is sent until then. */
export const LASTING_FAILURES: readonly SmsFailure[] = ['auth', 'no_funds', 'sender_not_allowed', 'blocked']
