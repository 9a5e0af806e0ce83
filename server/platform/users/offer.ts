/** The agreement: which version holds, and who accepted which. */
import type { Offer } from '../../../contract/platform/users.ts'
import type { Floor } from '../../base/floor.ts'
import * as sql from './sql.ts'
import { refuse } from './wait.ts'

/** A version newer than today's, of an operator who went back, counts too. */
export function hasAccepted(floor: Floor, user: Pick<sql.UserRow, 'offer_version'>): boolean {
  return user.offer_version !== null && user.offer_version >= floor.env.offer.version
}

/** @throws Refusal unauthorized when the user is gone meanwhile */
export async function readOffer(floor: Floor, userId: string): Promise<Offer> {
  const user = await sql.userById(floor.database.db, userId)
  if (!user) throw refuse('unauthorized')
  return { ...floor.env.offer, acceptedVersion: user.offer_version, acceptedAt: user.offer_accepted_at?.toISOString() ?? null }
}

/**
 * Accepts today's version. A second time changes nothing: the first moment counts.
 * @param read the version that was on the screen; undefined: whichever holds
 * @throws Refusal offer_changed when a newer one holds by now
 */
export async function acceptOffer(floor: Floor, userId: string, read: number | undefined): Promise<Offer> {
  const { version } = floor.env.offer
  if (read !== undefined && read !== version) throw refuse('offer_changed', { version })
  await sql.setOfferAccepted(floor.database.db, userId, version, floor.clock.now())
  return readOffer(floor, userId)
}
