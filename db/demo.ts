/** The demo: three businesses with named people. Nobody in it is real. */
import type { App } from '../server/base/app.ts'
import { installationSecret } from '../server/base/secrets.ts'
import { addUser, userOfEmail } from '../server/platform/users/users.ts'
import { connectEmulatedCrm } from './demo-crm.ts'
import { seedShop } from './demo-shop.ts'
import { SHOPS } from './demo-shops.ts'
import { askSupport } from './demo-support.ts'

export const DEMO_LOGINS = [
  {
    email: 'anna@kartoteka.example',
    password: 'Coffee-2026',
    what: 'owner of the coffee house, the salon and the hotel',
    name: 'Anna',
    surname: 'Novak',
  },
  {
    email: 'boris@kartoteka.example',
    password: 'Coffee-2026',
    what: 'a user without a business',
    name: 'Boris',
    surname: 'Lindt',
  },
  {
    email: 'operator@kartoteka.example',
    password: 'Coffee-2026',
    what: 'runs the installation: #/operator',
    name: 'Olga',
    surname: 'Petersen',
    superuser: true,
  },
] as const

/** @returns addresses of install pages that emulated phones may open; null when the demo exists already */
export async function seedDemo(app: App): Promise<string[] | null> {
  let installUrls: string[] | null = null
  // Stored only when the demo is complete: the next start continues one that was interrupted.
  await installationSecret(app.database, app.keys, 'demo-is-seeded', async () => {
    installUrls = await seedMissing(app)
    return 'yes'
  })
  return installUrls
}

async function seedMissing(app: App): Promise<string[]> {
  const [owner] = DEMO_LOGINS
  for (const login of DEMO_LOGINS) {
    if (await userOfEmail(app, login.email)) continue
    await addUser(app, {
      id: crypto.randomUUID(),
      name: login.name,
      surname: login.surname,
      email: login.email,
      phone: '+420555000001',
      password: login.password,
      lang: 'en',
      superuser: 'superuser' in login,
    })
  }
  const user = await userOfEmail(app, owner.email)
  const installUrls: string[] = []
  if (!user) return installUrls
  for (const shop of SHOPS) installUrls.push(...(await seedShop(app, user, shop)))
  await connectEmulatedCrm(app, user, 'hotel-sever')
  await askSupport(app, user, { domain: 'coffee-lab', operatorEmail: DEMO_LOGINS[2].email })
  return installUrls
}
