/**
 * A phone that fetched a version has the message that version carries. A card shows one message at a time: one that was
 * written over before the phone came stays "sent".
 */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'

export async function markDelivered(db: CabinetDb, passId: string, version: number, now: Date): Promise<void> {
  await sql`update client_messages set state = 'delivered', delivered_at = ${now}
    where cabinet_id = ${db.cabinetId} and pass_id = ${passId} and channel = 'apple' and state in ('queued', 'sent') and pass_version = (
      select max(pass_version) from client_messages where cabinet_id = ${db.cabinetId} and pass_id = ${passId} and pass_version <= ${version})`.execute(
    db.tx,
  )
}
