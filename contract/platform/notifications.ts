import { z } from 'zod'
import { call } from '../call.ts'
import { PAGE_SIZE_MAX, PAGE_SIZES } from '../limits.ts'
import { Id, Nothing, Time } from '../page.ts'

export const NOTIFICATION_TYPES = [
  'integration_failed',
  'sms_failed',
  'changing_tariff',
  'tariff_time_limit',
  'tariff_of_cards_limit',
  'tariff_certificate_expires',
  'api_request_limit',
] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

/** Where a notice leads: the page of the cabinet on which its cause is seen and mended. */
export const CAUSE_PAGES = {
  integration_failed: 'integration',
  sms_failed: 'settings/sms',
  changing_tariff: 'balance/tariffs',
  tariff_time_limit: 'balance/tariffs',
  tariff_of_cards_limit: 'balance/tariffs',
  tariff_certificate_expires: 'settings/certificates',
  api_request_limit: 'settings/api',
} as const satisfies Record<NotificationType, string>

/** Address of the live line, no call of the room: it answers with events until somebody hangs up. */
export const NEWS_PATH = '/applications/{c}/notifications/stream'

export const Notification = z.object({
  id: Id,
  type: z.enum(NOTIFICATION_TYPES),
  /** In the language of the request, as is `text`. */
  title: z.string(),
  text: z.string(),
  at: Time,
  /** By whoever asks; each person reads for himself. */
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

/** Number of the latest notice that "read all" has marked. */
const Mark = z.int().min(0)

/** Of a link in a mail: who would get no more letters, of which cabinet. */
export const Subscription = z.object({
  cabinet: z.string(),
  /** `a…a@shop.example`: the link may lie in anybody's hands. */
  address: z.string(),
  isSubscribed: z.boolean(),
  /** A link stopped the letters, so the link can start them again; what an owner switched off it cannot. */
  canUndo: z.boolean(),
})
export type Subscription = z.infer<typeof Subscription>

const BAD_LINK = { invalid_unsubscribe_link: 404 } as const

export const notifications = {
  listNotifications: call('GET', '/applications/{c}/notifications', {
    who: 'member',
    summary: 'What happened, the latest first; with `id` the page that holds that one.',
    paged: true,
    query: z.object({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZES[0]),
      unread: z.enum(['true', 'false']).default('false'),
      type: z.enum(NOTIFICATION_TYPES).optional(),
      id: Id.optional(),
    }),
    reply: z.array(Notification),
  }),
  countUnread: call('GET', '/applications/{c}/notifications/has-unread', {
    who: 'member',
    summary: 'How many notices the user has not read, and the latest of them.',
    reply: z.object({ total: z.int(), newest: Notification.nullable() }),
  }),
  readNotification: call('POST', '/applications/{c}/notifications/{id}/read', {
    who: 'member',
    summary: 'The user has read this one.',
    whileLimited: true,
    reply: Nothing,
    errors: { notification_not_found: 404 },
  }),
  readAll: call('GET', '/applications/{c}/notifications/all/read', {
    who: 'member',
    summary: 'The user has read all of them. It changes something although it is a GET; `before` takes it back.',
    writes: true,
    whileLimited: true,
    reply: z.object({ before: Mark }),
  }),
  unreadAll: call('POST', '/applications/{c}/notifications/all/unread', {
    who: 'member',
    summary: 'Take "read all" back: what was unread then is unread again.',
    whileLimited: true,
    body: z.object({ before: Mark }),
    reply: Nothing,
  }),
  readSubscription: call('GET', '/email/unsubscribe/{hash}', {
    who: 'nobody',
    summary: 'Which letters the link of a mail would stop.',
    reply: Subscription,
    errors: BAD_LINK,
  }),
  unsubscribe: call('POST', '/email/unsubscribe/{hash}', {
    who: 'nobody',
    summary: 'Stop the letters, by one click as in RFC 8058: whatever body comes is not read.',
    reply: Subscription,
    errors: BAD_LINK,
  }),
  subscribeAgain: call('DELETE', '/email/unsubscribe/{hash}', {
    who: 'nobody',
    summary: 'Take the stop back.',
    reply: Subscription,
    errors: BAD_LINK,
  }),
}
