import { sql } from 'kysely'
import { PUSH_REPEATS, type PushRepeat } from '../../../contract/reach/pushes.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { pushesThere, tables } from './sql.ts'

/** Pushes of all cabinets whose moment has come, for the scheduler. */
export async function pushesDue(tx: Tx, now: Date): Promise<{ cabinet_id: number; id: string; send_at: Date }[]> {
  const { rows } = await sql<{ cabinet_id: number; id: string; send_at: Date }>`
    select cabinet_id, id, send_at from pushes where send_at <= ${now} order by send_at limit 1000`.execute(tx)
  return rows
}

/** A newer version may have stored a repeat that this one does not know: it is left alone. */
export const isKnownRepeat = (repeat: string): repeat is PushRepeat => PUSH_REPEATS.some((one) => one === repeat)

export type Schedule = { send_at: Date; send_from: Date; send_repeat: PushRepeat }

/** Locks the push; undefined when it has no moment. */
export async function lockSchedule(db: CabinetDb, id: string): Promise<Schedule | undefined> {
  const row = await pushesThere(db)
    .select(['send_at', 'send_from', 'send_repeat'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const { send_at, send_from, send_repeat } = row ?? {}
  return send_at && send_from && send_repeat && isKnownRepeat(send_repeat)
    ? { send_at, send_from, send_repeat }
    : undefined
}

/**
 * @param next null: it is not sent again, and has no schedule any more
 * @param missed what was not sent, and the code of the reason; null: it was sent
 */
export async function moveSchedule(
  db: CabinetDb,
  id: string,
  next: Date | null,
  missed: { at: Date; code: string } | null,
): Promise<void> {
  await tables(db)
    .updateTable('pushes')
    .set({
      send_at: next,
      ...(next === null && { send_from: null, send_repeat: null }),
      missed_at: missed?.at ?? null,
      missed_code: missed?.code ?? null,
    })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}

/** A schedule that a user has saved: what was missed before is forgotten. */
export async function putSchedule(
  db: CabinetDb,
  id: string,
  schedule: { at: Date; repeat: PushRepeat } | null,
): Promise<void> {
  await tables(db)
    .updateTable('pushes')
    .set({
      send_at: schedule?.at ?? null,
      send_from: schedule?.at ?? null,
      send_repeat: schedule?.repeat ?? null,
      missed_at: null,
      missed_code: null,
    })
    .where('cabinet_id', '=', db.cabinetId)
    .where('id', '=', id)
    .execute()
}
