/**
 * What happened in a cabinet while nobody looked. Any room raises a notice inside its own transaction, once per key;
 * every person of the cabinet reads it separately, in their own language, live or by email.
 */
import { notifications as contract, type Notification } from '../../../contract/platform/notifications.ts'
import type { Language } from '../../../contract/limits.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { takeNoticeNumber } from '../cabinets/cabinets.ts'
import { emailNotice } from './notice-emails.ts'
import * as sql from './sql.ts'
import { type News, wordNews } from './wording.ts'

const refuse = refusals(contract)
/** Older ones are deleted when a new one is raised. */
const KEPT_MS = 365 * DAY_MS

export type { News } from './wording.ts'
export { emailNotice } from './notice-emails.ts'
export { dueWarning, isMassFailure } from './threshold.ts'
export { readSubscription, subscribeAgain, unsubscribe } from './subscription.ts'

/**
 * Raises a notice in the caller's transaction; emails and live lines follow when it commits.
 * @param news `onceKey` names its cause and which time, `certificate|<id>|30`; `at`: when it happened, if not now;
 *   `isWithoutEmail`: another email tells of it
 * @returns false when it was raised already
 */
export async function notify(
  app: App,
  db: CabinetDb,
  {
    type,
    detail,
    onceKey,
    at,
    isWithoutEmail = false,
  }: News & { onceKey: string; at?: Date; isWithoutEmail?: boolean },
): Promise<boolean> {
  if (await sql.isRaised(db, onceKey)) return false
  const now = app.clock.now()
  const id = crypto.randomUUID()
  const number = await takeNoticeNumber(db)
  if (
    !(await sql.insertNotification(db, { id, number, type, detail, once_key: onceKey, at: at ?? now, created_at: now }))
  )
    return false
  await sql.deleteOlder(db, new Date(now.getTime() - KEPT_MS))
  // An email about what happened days ago would be taken for news.
  if (!isWithoutEmail && (at === undefined || now.getTime() - at.getTime() < DAY_MS))
    await app.jobs.enqueue(db.tx, emailNotice, { cabinetId: db.cabinetId, id })
  await sql.notifyListeners(db)
  return true
}

const reply = (row: sql.NotificationRow, lang: Language): Notification => ({
  id: row.id,
  type: row.type,
  ...wordNews(row, lang),
  at: row.at.toISOString(),
  isRead: row.is_read,
})

export type NotificationPage = sql.Filters & { page: number; limit: number; id: string | undefined }

/** The latest first; the page that holds `id`, where there is such a notice. */
export async function listNotifications(
  db: CabinetDb,
  userId: string,
  { limit, id, ...asked }: NotificationPage,
  lang: Language,
) {
  const filters = { unread: asked.unread, type: asked.type }
  const number = id === undefined ? undefined : await sql.numberOf(db, id)
  const page =
    number === undefined ? asked.page : Math.floor((await sql.countAbove(db, userId, filters, number)) / limit) + 1
  const { rows, total } = await sql.notificationPage(db, userId, filters, sliceOf({ page, limit }))
  return { data: rows.map((row) => reply(row, lang)), meta: metaOf(total, { page, limit }) }
}

export async function countUnread(
  db: CabinetDb,
  userId: string,
  lang: Language,
): Promise<{ total: number; newest: Notification | null }> {
  const {
    rows: [newest],
    total,
  } = await sql.notificationPage(db, userId, { unread: true, type: undefined }, { limit: 1, offset: 0 })
  return { total, newest: newest ? reply(newest, lang) : null }
}

/** @throws Refusal notification_not_found */
export async function readNotification(db: CabinetDb, userId: string, id: string): Promise<void> {
  const number = await sql.numberOf(db, id)
  if (number === undefined) throw refuse('notification_not_found')
  await sql.insertRead(db, userId, number)
}

/** Marks all there are. @returns the mark before, which takes it back */
export function readAll(db: CabinetDb, userId: string): Promise<number> {
  return sql.raiseMark(db, userId)
}

/** Takes "read all" back. @param to the mark as it was before */
export function unreadAll(db: CabinetDb, userId: string, to: number): Promise<void> {
  return sql.lowerMark(db, userId, to)
}

/** The open pages of the account reload what is new: a notice, or work that somebody has begun. */
export function notifyOpenPages(db: CabinetDb): Promise<void> {
  return sql.notifyListeners(db)
}
