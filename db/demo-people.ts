/**
 * The people of the demo. They share a password that each installation makes for itself, and have an operator among
 * them only where nothing real is connected.
 */
import { randomInt } from 'node:crypto'
import type { SignedIn } from '../server/base/answer.ts'
import type { App } from '../server/base/app.ts'
import { hashPassword, newToken } from '../server/base/crypto.ts'
import { constraintOf, inTransaction } from '../server/base/db.ts'
import { type Env, isLoopback } from '../server/base/env.ts'
import { installationSecret } from '../server/base/secrets.ts'
import { addUser, deleteUser, lockOut, setPassword, userOfEmail } from '../server/platform/users/users.ts'
import { addDemoPart, demoParts, dropDemoPart } from './demo-parts.ts'

export const DEMO_LOGINS = [
  {
    email: 'anna@kartoteka.example',
    what: 'owner of the coffee house, the salon and the hotel',
    name: 'Anna',
    surname: 'Novak',
    kind: 'user',
  },
  {
    email: 'boris@kartoteka.example',
    what: 'a user without a business',
    name: 'Boris',
    surname: 'Lindt',
    kind: 'user',
  },
  {
    email: 'operator@kartoteka.example',
    what: 'runs the installation: #/operator',
    name: 'Olga',
    surname: 'Petersen',
    kind: 'operator',
  },
] as const

/** Opened the salon with the code of the coffee house, and shares it with its owner. */
export const INVITED = {
  email: 'vera@kartoteka.example',
  name: 'Vera',
  surname: 'Lindqvist',
  kind: 'user',
} as const

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const newPassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  )

/** The password of all people of the demo: 20 random letters, the same for every process of the installation. */
export const demoPassword = (app: App): Promise<string> =>
  installationSecret(app.database, app.keys, 'demo-password', async () => newPassword())

/** The demo's operator runs nothing that is real or open to others. */
export const mayHaveOperator = (env: Env): boolean =>
  isLoopback(env.publicUrl) &&
  !(env.smtpUrl || env.sms || env.areSmsProvidersReal || env.apns || env.google || env.operatorEmail)

/** Adds who is missing. @throws Error when somebody else has one of the addresses */
export async function addPeople(app: App): Promise<void> {
  for (const person of DEMO_LOGINS)
    if (person.kind !== 'operator' || mayHaveOperator(app.env)) await addPerson(app, person)
}

type DemoPerson = { email: string; name: string; surname: string; kind: 'user' | 'operator' }

/** Adding somebody twice adds them once. @throws Error when somebody else has the address */
export async function addPerson(app: App, { kind, ...person }: DemoPerson, promoCode = ''): Promise<void> {
  const { email } = person
  const known = await userOfEmail(app, email)
  if (known) {
    if ((await demoParts(app.database.db, kind)).includes(known.userId)) return
    throw new Error(`somebody has signed up as ${email}, so the demo cannot use this address`)
  }
  const id = crypto.randomUUID()
  await addDemoPart(app.database.db, kind, id)
  const password = await demoPassword(app)
  const superuser = kind === 'operator'
  await addUser(app, { ...person, id, phone: '+420555000001', password, promoCode, lang: 'en', superuser })
}

/** The demo's own user of this address; undefined when there is none, or somebody else has it. */
export async function demoUser(app: App, email: string): Promise<SignedIn | undefined> {
  const user = await userOfEmail(app, email)
  return user && (await demoParts(app.database.db, 'user', 'operator')).includes(user.userId) ? user : undefined
}

/** Lets the demo's people in with the installation's password again, where they were locked out. */
export async function openDemo(app: App): Promise<void> {
  const hash = await hashPassword(await demoPassword(app))
  await inTransaction(app.database, async (tx) => {
    if (!(await dropDemoPart(tx, 'closed'))) return
    for (const id of await demoParts(tx, 'user', 'operator')) await setPassword(app, tx, id, hash)
  })
}

/**
 * Locks the demo's people out: their sessions and links end, and no password fits. The data stays.
 * @returns whether there is a demo
 */
export async function closeDemo(app: App): Promise<boolean> {
  await removeDemoOperator(app)
  const people = await demoParts(app.database.db, 'user')
  if (people.length === 0 || (await demoParts(app.database.db, 'closed')).length > 0) return people.length > 0
  const hash = await hashPassword(newToken())
  await inTransaction(app.database, async (tx) => {
    await addDemoPart(tx, 'closed')
    for (const id of people) await lockOut(app, tx, id, hash)
  })
  return true
}

/** Where something real is connected, nobody who knows a password of the demo runs the installation. */
export async function removeDemoOperator(app: App): Promise<void> {
  for (const id of await demoParts(app.database.db, 'operator')) {
    const hash = await hashPassword(newToken())
    await inTransaction(app.database, async (tx) => {
      await lockOut(app, tx, id, hash)
      await addDemoPart(tx, 'user', id)
      await dropDemoPart(tx, 'operator', id)
    })
    await inTransaction(app.database, async (tx) => {
      await deleteUser(tx, id)
      await dropDemoPart(tx, 'user', id)
    }).catch((error: unknown) => {
      // Somebody has given this user access to a business: the rights of an operator are gone all the same.
      if (constraintOf(error) === undefined) throw error
    })
  }
}
