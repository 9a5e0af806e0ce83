/**
 * What the link of an email can do without a login: stop the emails of one cabinet to one address, and undo that.
 */
import { notifications as contract, type Subscription } from '../../../contract/platform/notifications.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { Refusal, refusals } from '../../base/refusal.ts'
import { openForPublic, personOf, type PersonRow, stopEmails, undoStop } from '../cabinets/cabinets.ts'
import { isProved, namedIn } from './stop-link.ts'

const refuse = refusals(contract)

/** `anna@shop.example` → `a…a@shop.example`. */
export function maskAddress(email: string): string {
  return email.replace(/^(.)(?:.+(.)|.?)(?=@[^@]*$)/su, '$1…$2')
}

/**
 * Runs `change` for the person that the hash proves.
 * @throws Refusal invalid_unsubscribe_link, the same for a wrong one and for an access that has ended
 */
async function throughLink(
  app: App,
  hash: string,
  change: (db: CabinetDb, person: PersonRow) => Promise<void>,
): Promise<Subscription> {
  const named = namedIn(hash)
  if (!named) throw refuse('invalid_unsubscribe_link')
  try {
    return await openForPublic(app, { id: named.cabinetId }, async (cabinet, db) => {
      const person = await personOf(db, named.userId)
      if (!person || !isProved(app, hash, { ...named, email: person.email })) throw refuse('invalid_unsubscribe_link')
      await change(db, person)
      const after = await personOf(db, named.userId)
      return {
        cabinet: cabinet.name,
        address: maskAddress(person.email),
        isSubscribed: after?.is_notifications ?? false,
        canUndo: (after?.unsubscribed_at ?? null) !== null,
      }
    })
  } catch (error) {
    // No such cabinet is one more way for a link to be wrong.
    if (error instanceof Refusal && error.code === 'not_found') throw refuse('invalid_unsubscribe_link')
    throw error
  }
}

export function readSubscription(app: App, hash: string): Promise<Subscription> {
  return throughLink(app, hash, async () => undefined)
}

export function unsubscribe(app: App, hash: string): Promise<Subscription> {
  return throughLink(app, hash, (db, person) => stopEmails(db, person.id, app.clock.now()))
}

/** Undoes what a link did; what the owner switched off stays off. */
export function subscribeAgain(app: App, hash: string): Promise<Subscription> {
  return throughLink(app, hash, (db, person) => undoStop(db, person.id))
}
