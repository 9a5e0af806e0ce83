import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

type Tables = {
  telegram_links: {
    cabinet_id: number
    id: string
    token_hash: Buffer
    client_id: string
    expires_at: Date
    chat_id: number | null
    used_at: Date | null
  }
  telegram_updates: { cabinet_id: number; bot_id: number; update_id: number; at: Date }
}
export type LinkRow = Omit<Tables['telegram_links'], 'cabinet_id'>

const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

export async function insertLink(
  db: CabinetDb,
  row: Pick<LinkRow, 'id' | 'token_hash' | 'client_id' | 'expires_at'>,
): Promise<void> {
  await tables(db)
    .insertInto('telegram_links')
    .values({ cabinet_id: db.cabinetId, ...row, chat_id: null, used_at: null })
    .execute()
}

export async function sweepLinks(db: CabinetDb, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('telegram_links')
    .where('cabinet_id', '=', db.cabinetId)
    .where('expires_at', '<', before)
    .execute()
}

/** Leaves the client so many unused links, the newest. */
export async function endOldest(db: CabinetDb, clientId: string, left: number): Promise<void> {
  await sql`delete from telegram_links where cabinet_id = ${db.cabinetId} and id in (
    select id from telegram_links where cabinet_id = ${db.cabinetId} and client_id = ${clientId} and used_at is null
    order by expires_at desc offset ${left})`.execute(db.tx)
}

/**
 * Who opens an unused link first has it; the same chat may open it again.
 * @returns undefined: there is no such link, it has ended, or another chat has it
 */
export async function openLink(
  db: CabinetDb,
  { tokenHash, chatId, now }: { tokenHash: Buffer; chatId: number; now: Date },
): Promise<LinkRow | undefined> {
  return tables(db)
    .updateTable('telegram_links')
    .set({ chat_id: chatId })
    .where('cabinet_id', '=', db.cabinetId)
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(({ eb, or }) => or([eb('chat_id', 'is', null), eb('chat_id', '=', chatId)]))
    .returningAll()
    .executeTakeFirst()
}

/** Uses a link up. @returns undefined: this chat has not opened it, it has ended, or it was used already */
export async function takeLink(
  db: CabinetDb,
  { id, chatId, now }: { id: string; chatId: number; now: Date },
): Promise<LinkRow | undefined> {
  return tables(db)
    .updateTable('telegram_links')
    .set({ used_at: now })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .where('chat_id', '=', chatId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** @returns false when this update was taken before */
export async function noteUpdate(db: CabinetDb, botId: number, updateId: number, at: Date): Promise<boolean> {
  const row = await tables(db)
    .insertInto('telegram_updates')
    .values({ cabinet_id: db.cabinetId, bot_id: botId, update_id: updateId, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('update_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function sweepUpdates(db: CabinetDb, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('telegram_updates')
    .where('cabinet_id', '=', db.cabinetId)
    .where('at', '<', before)
    .execute()
}

export function linkById(db: CabinetDb, id: string): Promise<LinkRow | undefined> {
  return tables(db)
    .selectFrom('telegram_links')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .executeTakeFirst()
}
