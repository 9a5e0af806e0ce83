/** Labels of the keys, which differ by provider. */
import type { SmsField, SmsType } from '../../../contract/people/sms-providers.ts'

const OWN = {
  smsaero: { login: 'email' },
  turbosms: { apiKey: 'token' },
  twilio: { login: 'accountSid', password: 'authToken', apiKey: 'apiKeySid' },
  vonage: { login: 'publicKey', password: 'apiSecret' },
  messagebird: { apiKey: 'accessKey' },
  infobip: { login: 'ownAddress' },
} as const satisfies Partial<Record<SmsType, Partial<Record<SmsField, string>>>>

const USUAL = { login: 'login', password: 'password', apiKey: 'apiKey', smsFrom: 'sender' } as const

type OwnLabel =
  | 'email'
  | 'token'
  | 'accountSid'
  | 'authToken'
  | 'apiKeySid'
  | 'publicKey'
  | 'apiSecret'
  | 'accessKey'
  | 'ownAddress'
export type FieldLabel = (typeof USUAL)[SmsField] | OwnLabel

export function labelOf(type: SmsType, field: SmsField): FieldLabel {
  return (OWN as Partial<Record<SmsType, Partial<Record<SmsField, OwnLabel>>>>)[type]?.[field] ?? USUAL[field]
}
