/** Every SMS provider, a folder each. */
import type { SmsType } from '../../../../contract/people/sms-providers.ts'
import { infobip } from './infobip/infobip.ts'
import { messagebird } from './messagebird/messagebird.ts'
import type { SmsProvider } from './provider.ts'
import { smsaero } from './smsaero/smsaero.ts'
import { smsc } from './smsc/smsc.ts'
import { smsru } from './smsru/smsru.ts'
import { turbosms } from './turbosms/turbosms.ts'
import { twilio } from './twilio/twilio.ts'
import { vonage } from './vonage/vonage.ts'

export const PROVIDERS: Readonly<Record<SmsType, SmsProvider>> = {
  smsc,
  smsru,
  smsaero,
  turbosms,
  twilio,
  vonage,
  messagebird,
  infobip,
}

/** The vendors' real addresses. */
export const VENDOR_ADDRESSES = Object.fromEntries(
  Object.values(PROVIDERS).map(({ type, address }) => [type, address]),
) as Readonly<Record<SmsType, string>>
