/** Codes that were used in a past that was brought along: the demo. Its points are in the history of the clients. */
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './sql.ts'

export type PastUse = { promoId: string; clientId: string; at: Date; bonusMinor: number }
export type PastInvitation = {
  promoId: string
  invitedId: string
  inviterId: string
  at: Date
  inviterMinor: number
  invitedMinor: number
}

/** All of them were accrued. */
export async function addPastUses(
  db: CabinetDb,
  { uses, invitations }: { uses: readonly PastUse[]; invitations: readonly PastInvitation[] },
): Promise<void> {
  await sql.insertPastUses(db, uses)
  await sql.insertPastInvitations(db, invitations)
}
