/** The agreement: which version is in force, and who accepted which. */
import type { Offer } from '../../../contract/platform/users.ts'
import type { App } from '../../base/app.ts'
import { asUser } from '../../base/db.ts'
import * as sql from './sql.ts'
import { refuse } from './wait.ts'

/** A version newer than today's counts too: an operator may have gone back to an older one. */
export function hasAccepted(app: App, user: Pick<sql.UserRow, 'offer_version'>): boolean {
  return user.offer_version !== null && user.offer_version >= app.env.offer.version
}

/** @throws Refusal unauthorized when the user is gone meanwhile */
export async function readOffer(app: App, userId: string): Promise<Offer> {
  const user = await asUser(app.database, userId, (tx) => sql.userById(tx, userId))
  if (!user) throw refuse('unauthorized')
  return {
    ...app.env.offer,
    acceptedVersion: user.offer_version,
    acceptedAt: user.offer_accepted_at?.toISOString() ?? null,
  }
}

/**
 * Accepts today's version. A second time changes nothing: the first time counts.
 * @param read the version that was on the screen; undefined: the one in force
 * @throws Refusal offer_changed when a newer one is in force by now
 */
export async function acceptOffer(app: App, userId: string, read: number | undefined): Promise<Offer> {
  const { version } = app.env.offer
  if (read !== undefined && read !== version) throw refuse('offer_changed', { version })
  await asUser(app.database, userId, (tx) => sql.setOfferAccepted(tx, userId, version, app.clock.now()))
  return readOffer(app, userId)
}
