/** Every emulated SMS vendor, by its path. */
import { infobip } from './infobip.ts'
import { messagebird } from './messagebird.ts'
import { smsaero } from './smsaero.ts'
import { smsc } from './smsc.ts'
import { smsru } from './smsru.ts'
import { turbosms } from './turbosms.ts'
import { twilio } from './twilio.ts'
import type { Vendor } from './vendor.ts'
import { vonage } from './vonage.ts'

export const VENDORS = {
  smsc,
  smsru,
  smsaero,
  turbosms,
  twilio,
  vonage,
  messagebird,
  infobip,
} as const satisfies Record<string, Vendor>
export type VendorName = keyof typeof VENDORS

export const VENDOR_NAMES = Object.keys(VENDORS) as VendorName[]
