import { sql } from 'kysely'
import type { NotificationType } from '../../../contract/platform/notifications.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { Slice } from '../../base/paging.ts'
import { selectAccessStart } from '../cabinets/cabinets.ts'
import type { News } from './wording.ts'

type NotificationTables = {
  notifications: {
    cabinet_id: number
    id: string
    number: number
    type: NotificationType
    detail: object
    once_key: string
    at: Date
    created_at: Date
    mailed_at: Date | null
  }
  notification_marks: { cabinet_id: number; user_id: string; read_through: number }
  notification_reads: { cabinet_id: number; user_id: string; number: number }
}

const tables = (db: CabinetDb) => db.tx.withTables<NotificationTables>()

export async function isRaised(db: CabinetDb, onceKey: string): Promise<boolean> {
  return (
    (await tables(db)
      .selectFrom('notifications')
      .select('id')
      .where('cabinet_id', '=', db.cabinetId)
      .where('once_key', '=', onceKey)
      .executeTakeFirst()) !== undefined
  )
}

/** @returns false when the same was raised meanwhile */
export async function insertNotification(
  db: CabinetDb,
  row: Omit<NotificationTables['notifications'], 'cabinet_id' | 'mailed_at'>,
): Promise<boolean> {
  const done = await tables(db)
    .insertInto('notifications')
    .values({ cabinet_id: db.cabinetId, mailed_at: null, ...row })
    .onConflict((conflict) => conflict.constraint('notifications_once').doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function deleteOlder(db: CabinetDb, than: Date): Promise<void> {
  await tables(db)
    .deleteFrom('notifications')
    .where('cabinet_id', '=', db.cabinetId)
    .where('created_at', '<', than)
    .execute()
}

/** Every web process is notified when the transaction commits. */
export async function notifyListeners(db: CabinetDb): Promise<void> {
  await sql`select pg_notify('news', ${String(db.cabinetId)})`.execute(db.tx)
}

/** What was raised before a user had access counts as read. */
const isReadBy = (db: CabinetDb, userId: string) => sql<boolean>`(
  n.number <= coalesce((
    select m.read_through from notification_marks m where m.cabinet_id = n.cabinet_id and m.user_id = ${userId}), 0)
  or n.created_at < ${selectAccessStart(db, userId)}
  or exists (
    select from notification_reads r
    where r.cabinet_id = n.cabinet_id and r.user_id = ${userId} and r.number = n.number))`

export type NotificationRow = News & { id: string; number: number; at: Date; is_read: boolean }
export type Filters = { unread: boolean; type: NotificationType | undefined }

function found(db: CabinetDb, userId: string, { unread, type }: Filters) {
  return tables(db)
    .selectFrom('notifications as n')
    .where('n.cabinet_id', '=', db.cabinetId)
    .$if(unread, (query) => query.where(sql<boolean>`not ${isReadBy(db, userId)}`))
    .$if(type !== undefined, (query) => query.where('n.type', '=', type as NotificationType))
}

async function count(query: ReturnType<typeof found>): Promise<number> {
  return (await query.select(sql<number>`count(*)`.as('total')).executeTakeFirst())?.total ?? 0
}

export async function notificationPage(
  db: CabinetDb,
  userId: string,
  filters: Filters,
  page: Slice,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const rows = await found(db, userId, filters)
    .select(['n.id', 'n.number', 'n.type', 'n.detail', 'n.at'])
    .select(isReadBy(db, userId).as('is_read'))
    .orderBy('n.number', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows: rows as NotificationRow[], total: await count(found(db, userId, filters)) }
}

/** How many of those found come before this one. */
export async function countAbove(db: CabinetDb, userId: string, filters: Filters, number: number): Promise<number> {
  return count(found(db, userId, filters).where('n.number', '>', number))
}

export async function numberOf(db: CabinetDb, id: string): Promise<number | undefined> {
  return (
    await tables(db)
      .selectFrom('notifications')
      .select('number')
      .where('cabinet_id', '=', db.cabinetId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.number
}

export async function insertRead(db: CabinetDb, userId: string, number: number): Promise<void> {
  await tables(db)
    .insertInto('notification_reads')
    .values({ cabinet_id: db.cabinetId, user_id: userId, number })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks all there are. @returns the mark before, which takes it back */
export async function raiseMark(db: CabinetDb, userId: string): Promise<number> {
  const mine = { cabinet_id: db.cabinetId, user_id: userId }
  await tables(db)
    .insertInto('notification_marks')
    .values({ ...mine, read_through: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const own = tables(db)
    .selectFrom('notification_marks')
    .select('read_through')
    .where('cabinet_id', '=', db.cabinetId)
    .where('user_id', '=', userId)
  const before = (await own.forUpdate().executeTakeFirstOrThrow()).read_through
  // Below the mark single reads are not needed; those above stay, in case the mark is taken back.
  await tables(db)
    .deleteFrom('notification_reads')
    .where('cabinet_id', '=', db.cabinetId)
    .where('user_id', '=', userId)
    .where('number', '<=', before)
    .execute()
  await tables(db)
    .updateTable('notification_marks')
    .where('cabinet_id', '=', db.cabinetId)
    .where('user_id', '=', userId)
    .set({
      read_through: sql<number>`greatest(read_through, (
        select coalesce(max(number), 0) from notifications where cabinet_id = ${db.cabinetId}))`,
    })
    .execute()
  return before
}

export async function lowerMark(db: CabinetDb, userId: string, to: number): Promise<void> {
  await tables(db)
    .updateTable('notification_marks')
    .set({ read_through: to })
    .where('cabinet_id', '=', db.cabinetId)
    .where('user_id', '=', userId)
    .where('read_through', '>', to)
    .execute()
}

/** Marks the emails of a notice as sent: a second caller gets nothing. */
export async function takeEmails(db: CabinetDb, id: string, at: Date): Promise<News | undefined> {
  const row = await tables(db)
    .updateTable('notifications')
    .set({ mailed_at: at })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .returning(['type', 'detail'])
    .executeTakeFirst()
  return row as News | undefined
}
