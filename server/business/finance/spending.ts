/** What is spending; the rest moves money in, or corrects. A new event does not compile until it is sorted. */
import type { LedgerEvent } from '../../../contract/business/finance.ts'

export const IS_SPENDING: Readonly<Record<LedgerEvent, boolean>> = {
  opening: false,
  top_up: false,
  bonus: false,
  tariff: true,
  slot: true,
  sms: true,
  module: true,
  correction: false,
  refund: false,
  partner_share: false,
}
