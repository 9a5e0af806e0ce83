/** The demo: three businesses with named people. Nobody in it is real. */
import type { SignedIn } from '../server/base/answer.ts'
import type { App } from '../server/base/app.ts'
import { inTransaction } from '../server/base/db.ts'
import { installationSecret } from '../server/base/secrets.ts'
import { connectEmulatedCrm } from './demo-crm.ts'
import { addPeople, DEMO_LOGINS, demoUser, mayHaveOperator, openDemo, removeDemoOperator } from './demo-people.ts'
import { demoParts, dropDemoPart } from './demo-parts.ts'
import type { Carried } from './demo-past.ts'
import { type Founded, foundShops, showAgents } from './demo-founded.ts'
import { seedShop } from './demo-shop.ts'
import { askSupport } from './demo-support.ts'

/** Of these connections the demo takes four. */
const ROOMY_POOL = 8

/** Somebody removed it, and nobody has named it since. */
export const isDemoRemoved = async (app: App): Promise<boolean> =>
  !app.env.isDemoNamed && (await demoParts(app.database.db, 'removed')).length > 0

/** @returns what the customers carry in their wallets; null when the demo exists already */
export async function seedDemo(app: App): Promise<Carried | null> {
  if (!mayHaveOperator(app.env)) await removeDemoOperator(app)
  await openDemo(app)
  await addPeople(app)
  await inTransaction(app.database, (tx) => dropDemoPart(tx, 'removed'))
  let carried: Carried | null = null
  // Stored only when the demo is complete: the next start continues one that was interrupted.
  await installationSecret(app.database, app.keys, 'demo-is-seeded', async () => {
    carried = await seedMissing(app)
    return 'yes'
  })
  return carried
}

/**
 * Side by side, because the database works on one business while this process prepares another; one after another where
 * that would take the connections that people wait for.
 */
async function seedShops(app: App, user: SignedIn, founded: readonly Founded[]): Promise<Carried[]> {
  if (app.env.poolSize >= ROOMY_POOL) return Promise.all(founded.map((one) => seedShop(app, user, one)))
  const carried: Carried[] = []
  for (const one of founded) carried.push(await seedShop(app, user, one))
  return carried
}

async function seedMissing(app: App): Promise<Carried> {
  const user = await demoUser(app, DEMO_LOGINS[0].email)
  const all: Carried = { phones: [], installUrls: [], googleUrls: [] }
  if (!user) return all
  // First of all, so that each knows whom it has invited.
  const founded = await foundShops(app, user)
  for (const { phones, installUrls, googleUrls } of await seedShops(app, user, founded)) {
    all.phones.push(...phones)
    all.installUrls.push(...installUrls)
    all.googleUrls.push(...googleUrls)
  }
  await showAgents(app, founded)
  await connectEmulatedCrm(app, user, 'hotel-sever')
  await askSupport(app, user, 'coffee-lab', await demoUser(app, DEMO_LOGINS[2].email))
  return all
}
