/**
 * The order of changed cards, by which a phone asks what has changed since it last asked. A change takes no place in
 * it: until its announcement gives the card one, it is listed for every phone that has it.
 */
import { sql } from 'kysely'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'

/** Cards in a statement: a till that changes one of them meanwhile waits. */
const PART = 200

/** Gives these cards their place, those that have changed and have none. Safe to run twice. */
export async function placeChanged(app: App, cabinetId: number, passIds: readonly string[]): Promise<void> {
  for (let at = 0; at < passIds.length; at += PART)
    // A statement of its own: who waits for the order waits for the database and for no process.
    await sql`select place_changed_cards(${cabinetId}, ${passIds.slice(at, at + PART)}::uuid[])`.execute(
      app.database.db,
    )
}

/** The next place, for cards that get it with their past. */
export async function takePlace(db: CabinetDb): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    insert into card_orders as o (cabinet_id, last_place) values (${db.cabinetId}, 1)
    on conflict (cabinet_id) do update set last_place = o.last_place + 1 returning last_place as place`.execute(db.tx)
  return (rows[0] as { place: number }).place
}
