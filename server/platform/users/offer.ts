/** The agreement: which version holds, and who accepted which. */
import type { Offer } from '../../../contract/platform/users.ts'
import type { App } from '../../base/app.ts'
import * as sql from './sql.ts'
import { refuse } from './wait.ts'

/** A version newer than today's, of an operator who went back, counts too. */
export function hasAccepted(app: App, user: Pick<sql.UserRow, 'offer_version'>): boolean {
  return user.offer_version !== null && user.offer_version >= app.env.offer.version
}

/** @throws Refusal unauthorized when the user is gone meanwhile */
export async function readOffer(app: App, userId: string): Promise<Offer> {
  const user = await sql.userById(app.database.db, userId)
  if (!user) throw refuse('unauthorized')
  return {
    ...app.env.offer,
    acceptedVersion: user.offer_version,
    acceptedAt: user.offer_accepted_at?.toISOString() ?? null,
  }
}

/**
 * Accepts today's version. A second time changes nothing: the first moment counts.
 * @param read the version that was on the screen; undefined: whichever holds
 * @throws Refusal offer_changed when a newer one holds by now
 */
export async function acceptOffer(app: App, userId: string, read: number | undefined): Promise<Offer> {
  const { version } = app.env.offer
  if (read !== undefined && read !== version) throw refuse('offer_changed', { version })
  await sql.setOfferAccepted(app.database.db, userId, version, app.clock.now())
  return readOffer(app, userId)
}
