import { z } from 'zod'
import { call } from '../call.ts'
import { Id, Nothing, Paging, Time } from '../page.ts'
import { storedKind } from '../stored-kind.ts'

export const NOTIFICATION_TYPES = [
  'integration_failed',
  'sms_failed',
  'changing_tariff',
  'tariff_time_limit',
  'tariff_of_cards_limit',
  'tariff_certificate_expires',
  'api_request_limit',
  'balance_ends',
  'push_failed',
  'google_review',
  'bill_paid',
  'money_returned',
  'shares_released',
  'payout_booked',
  'module_price',
  'telegram_lost',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

const CAUSE_PAGES = {
  integration_failed: 'integration',
  sms_failed: 'settings/sms',
  changing_tariff: 'balance/tariffs',
  tariff_time_limit: 'balance/tariffs',
  tariff_of_cards_limit: 'balance/tariffs',
  tariff_certificate_expires: 'settings/certificates',
  api_request_limit: 'settings/api',
  balance_ends: 'balance/payments',
  push_failed: 'push',
  google_review: 'settings/certificates',
  bill_paid: 'balance/transactions',
  money_returned: 'balance/transactions',
  shares_released: 'partner/rewards',
  payout_booked: 'partner/rewards',
  module_price: 'marketplace',
  telegram_lost: 'marketplace/telegram',
} as const satisfies Record<NotificationType, string>

/** The page that a notification links to, where its cause can be seen and fixed. */
export const causePageOf = (type: string): string =>
  Object.hasOwn(CAUSE_PAGES, type) ? CAUSE_PAGES[type as NotificationType] : 'notifications'

/** Path of the event stream. It is not a call of the contract: it sends events until the client disconnects. */
export const NEWS_PATH = '/applications/{c}/notifications/stream'

export const Notification = z.object({
  id: Id,
  type: storedKind(NOTIFICATION_TYPES),
  /** In the language of the request, as is `text`. */
  title: z.string(),
  text: z.string(),
  at: Time,
  /** By the user who makes the call; each user has separate read marks. */
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** Number of the latest notification that "read all" has marked. */
const Mark = z.int().min(0)

/** Whose emails from which cabinet an unsubscribe link stops. */
export const Subscription = z.object({
  cabinet: z.string(),
  /** `a…a@shop.example`: anyone may have the link. */
  address: z.string(),
  isSubscribed: z.boolean(),
  /** Stopped by a link, so the link can undo it. If an owner turned the emails off, it cannot. */
  canUndo: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

const BAD_LINK = { invalid_unsubscribe_link: 404 } as const

export const notifications = {
  listNotifications: call('GET', '/applications/{c}/notifications', {
    who: 'member',
    summary: 'List notifications',
    description:
      'Returns the notifications of the business, newest first. With `id`, returns the page that contains that ' +
      'notification.',
    paged: true,
    query: Paging.extend({
      unread: z.enum(['true', 'false']).default('false'),
      type: z.enum(NOTIFICATION_TYPES).optional(),
      id: Id.optional(),
    }),
    reply: z.array(Notification),
  }),
  countUnread: call('GET', '/applications/{c}/notifications/has-unread', {
    who: 'member',
    operationId: 'countUnreadNotifications',
    summary: 'Count unread notifications',
    description: 'Returns how many notifications the user has not read, and the newest of them.',
    reply: z.object({ total: z.int(), newest: Notification.nullable() }),
  }),
  readNotification: call('POST', '/applications/{c}/notifications/{id}/read', {
    who: 'member',
    operationId: 'markNotificationRead',
    summary: 'Mark a notification as read',
    description: 'Marks one notification as read by the user.',
    whileLimited: true,
    reply: Nothing,
    errors: { notification_not_found: 404 },
  }),
  readAll: call('GET', '/applications/{c}/notifications/all/read', {
    who: 'member',
    operationId: 'markAllNotificationsRead',
    summary: 'Mark all notifications as read',
    description:
      'Marks all notifications as read by the user. This call changes data although it is a GET. Pass the ' +
      'returned `before` to the call that undoes this.',
    writes: true,
    whileLimited: true,
    reply: z.object({ before: Mark }),
  }),
  unreadAll: call('POST', '/applications/{c}/notifications/all/unread', {
    who: 'member',
    operationId: 'restoreUnreadNotifications',
    summary: 'Undo marking all as read',
    description: 'Undoes marking all notifications as read: those that were unread at that time are unread again.',
    whileLimited: true,
    body: z.object({ before: Mark }),
    reply: Nothing,
  }),
  readSubscription: call('GET', '/email/unsubscribe/{hash}', {
    who: 'nobody',
    operationId: 'readEmailSubscription',
    summary: 'Get the email subscription',
    description: 'Tells which emails the unsubscribe link from an email would stop.',
    reply: Subscription,
    errors: BAD_LINK,
  }),
  unsubscribe: call('POST', '/email/unsubscribe/{hash}', {
    who: 'nobody',
    ignoresBody: true,
    summary: 'Unsubscribe from emails',
    description: 'Stops the emails with one click as described in RFC 8058. The request body is ignored.',
    reply: Subscription,
    errors: BAD_LINK,
  }),
  subscribeAgain: call('DELETE', '/email/unsubscribe/{hash}', {
    who: 'nobody',
    summary: 'Subscribe to emails again',
    description: 'Undoes unsubscribing.',
    reply: Subscription,
    errors: BAD_LINK,
  }),
}
