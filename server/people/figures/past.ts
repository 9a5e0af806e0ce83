/** What the feed shows of a past that was brought along. */
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './sql.ts'

/** `detail`: the wallet, or the source of a client who joined. */
export type PastHappening = {
  at: Date
  kind: 'joined' | 'installed' | 'removed'
  clientId: string
  detail: string
}

/** What one statement wrote for many, or at another time than it happened, gets a line of its own here. */
export const addPastHappenings = (db: CabinetDb, rows: readonly PastHappening[]): Promise<void> =>
  sql.insertHappenings(db, rows)

export const forgetHappenings = (db: CabinetDb, before: Date): Promise<void> => sql.dropHappeningsBefore(db, before)
