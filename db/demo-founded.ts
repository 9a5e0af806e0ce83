/** The businesses of the demo on their first day: who opened them, and who invited whom. */
import { DAY_MS } from '../contract/time.ts'
import type { SignedIn } from '../server/base/answer.ts'
import type { App } from '../server/base/app.ts'
import { type PastTopUp, showPastToAgent } from '../server/business/finance/past.ts'
import { setAgent } from '../server/business/operator/operator.ts'
import { activateReferral } from '../server/business/partner/partner.ts'
import { giveTestCertificate } from '../server/cards/certificates/certificates.ts'
import * as cabinets from '../server/platform/cabinets/cabinets.ts'
import { LIFE_DAYS } from './demo-life.ts'
import { addDemoPart } from './demo-parts.ts'
import { addPerson, demoUser, INVITED } from './demo-people.ts'
import { type Shop, SHOPS } from './demo-shops.ts'

/** A business, and those that came with its code. */
export type Founded = { id: number; shop: Shop; invited: readonly Pick<Founded, 'id' | 'shop'>[] }

export const FOUNDED_DAYS = LIFE_DAYS + 2

/** The same product at another time. */
export const at = (app: App, now: Date): App => ({ ...app, clock: { now: () => now } })
export const ago = (app: App, days: number) => new Date(app.clock.now().getTime() - days * DAY_MS)
export const whenFounded = (app: App): App => at(app, ago(app, FOUNDED_DAYS))

export const topUpsOf = (app: App, { topUps }: Shop): PastTopUp[] =>
  topUps.map(([days, amountMinor]) => ({ at: ago(app, days + 0.2), amountMinor, note: '' }))

/** @param owner of all of them */
export async function foundShops(app: App, owner: SignedIn): Promise<Founded[]> {
  const ids = new Map<string, number>()
  for (const shop of SHOPS) ids.set(shop.domain, await found(app, owner, shop, ids))
  const all = SHOPS.map((shop) => ({ id: ids.get(shop.domain) ?? 0, shop }))
  return all.map((one) => ({ ...one, invited: all.filter(({ shop }) => shop.invitedBy === one.shop.domain) }))
}

async function found(app: App, owner: SignedIn, shop: Shop, ids: ReadonlyMap<string, number>): Promise<number> {
  const began = whenFounded(app)
  const { data: known } = await cabinets.listCabinets(app, owner, { page: 1, limit: 100, q: '', o: 'name', d: 'asc' })
  const { name, domain, invitedBy } = shop
  const byOther = invitedBy === undefined ? undefined : await otherOwner(app, ids.get(invitedBy) ?? 0)
  const { id } =
    known.find((one) => one.domain === domain) ??
    (await cabinets.createCabinet(began, byOther ?? owner, { name, domain, taxNumber: '0000000000' }, async (db) => {
      // The certificate is one of today: it lasts as long as any other.
      await giveTestCertificate(app, db)
      await cabinets.grantAccess(db, owner.userId, began.clock.now(), 'owner')
    }))
  await addDemoPart(app.database.db, 'business', String(id))
  if (shop.isAgent) {
    await setAgent(began, id, true)
    await cabinets.openForWork(app, id, activateReferral)
  }
  return id
}

/** Signs up with the code of the business that invites. */
async function otherOwner(app: App, inviterId: number): Promise<SignedIn | undefined> {
  const code = await cabinets.openForWork(app, inviterId, cabinets.referralCodeOf)
  await addPerson(whenFounded(app), INVITED, code ?? '')
  return demoUser(app, INVITED.email)
}

/** What agents see of the businesses that came with their codes; a second time changes nothing. */
export async function showAgents(app: App, founded: readonly Founded[]): Promise<void> {
  for (const { id, shop, invited } of founded)
    if (shop.isAgent) for (const child of invited) await showPastToAgent(app, { agentId: id, childId: child.id })
}
