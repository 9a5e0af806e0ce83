/** Every SMS provider, a folder each. */
import type { SmsType } from '../../../../contract/people/sms-providers.ts'
import { infobip } from './infobip/infobip.ts'
import { messagebird } from './messagebird/messagebird.ts'
import type { SmsAccount, SmsProvider } from './provider.ts'
import { smsaero } from './smsaero/smsaero.ts'
import { smsc } from './smsc/smsc.ts'
import { smsru } from './smsru/smsru.ts'
import { turbosms } from './turbosms/turbosms.ts'
import { twilio } from './twilio/twilio.ts'
import { vonage } from './vonage/vonage.ts'

/** A vendor that repeats a key in its refusal does not write it into our log. */
function withoutKeys<T extends object>({ password, apiKey }: SmsAccount, outcome: T): T {
  const keys = [password, apiKey].filter((key) => key !== '')
  return 'detail' in outcome
    ? { ...outcome, detail: keys.reduce((detail, key) => detail.replaceAll(key, '…'), String(outcome.detail)) }
    : outcome
}

const quiet = (provider: SmsProvider): SmsProvider => ({
  ...provider,
  send: async (account, message, wire) => withoutKeys(account, await provider.send(account, message, wire)),
  check: async (account, wire) => withoutKeys(account, await provider.check(account, wire)),
})

export const PROVIDERS: Readonly<Record<SmsType, SmsProvider>> = {
  smsc: quiet(smsc),
  smsru: quiet(smsru),
  smsaero: quiet(smsaero),
  turbosms: quiet(turbosms),
  twilio: quiet(twilio),
  vonage: quiet(vonage),
  messagebird: quiet(messagebird),
  infobip: quiet(infobip),
}

/** The vendors' real addresses. */
export const VENDOR_ADDRESSES = Object.fromEntries(
  Object.values(PROVIDERS).map(({ type, address }) => [type, address]),
) as Readonly<Record<SmsType, string>>
