/** Icon of a notice's subject; the title says the same in words. */
import {
  type Icon,
  IconApi,
  IconBell,
  IconBellX,
  IconBrandGoogle,
  IconCards,
  IconCertificate,
  IconClockExclamation,
  IconMessageX,
  IconPlugConnectedX,
  IconFileInvoice,
  IconReceipt,
  IconReceiptRefund,
  IconWallet,
} from '@tabler/icons-react'
import type { NotificationType } from '../../contract/platform/notifications.ts'

const ICONS: Readonly<Record<NotificationType, Icon>> = {
  integration_failed: IconPlugConnectedX,
  sms_failed: IconMessageX,
  changing_tariff: IconReceipt,
  tariff_time_limit: IconClockExclamation,
  tariff_of_cards_limit: IconCards,
  tariff_certificate_expires: IconCertificate,
  api_request_limit: IconApi,
  balance_ends: IconWallet,
  push_failed: IconBellX,
  google_review: IconBrandGoogle,
  bill_paid: IconFileInvoice,
  money_returned: IconReceiptRefund,
  shares_released: IconWallet,
  payout_booked: IconFileInvoice,
  module_price: IconReceipt,
  telegram_lost: IconBellX,
}

/** @param type also one that only a newer version knows */
export function NoticeIcon({ type }: { type: string }) {
  const Drawn = Object.hasOwn(ICONS, type) ? ICONS[type as NotificationType] : IconBell
  return <Drawn size={20} stroke={1.75} aria-hidden="true" />
}
