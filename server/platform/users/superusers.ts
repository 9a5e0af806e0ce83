/**
 * Who operates the installation. The flag is set here only; nobody can set their own, and at least one user has it.
 */
import { operator as contract } from '../../../contract/business/operator.ts'
import type { SignedIn } from '../../base/answer.ts'
import { asUser, becomeUser, lookUp, lookUpIn, type Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import * as sql from './sql.ts'
import { askPassword } from './step-up.ts'
import { emailKey } from './email-key.ts'

const refuse = refusals(contract)

/**
 * @throws Refusal user_not_found, not_oneself, person_not_confirmed, last_superuser, password_needed, too_many_tries
 */
export async function setSuperuser(
  app: App,
  by: SignedIn,
  userId: string,
  isSuperuser: boolean,
  password: string | undefined,
): Promise<void> {
  if (by.userId === userId) throw refuse('not_oneself')
  await askPassword(app, by, password)
  await asUser(app.database, userId, async (tx) => {
    const user = await sql.userById(tx, userId)
    if (!user) throw refuse('user_not_found')
    if (isSuperuser && user.email_verified_at === null) throw refuse('person_not_confirmed')
    // Two who take it from each other at the same time must not both succeed, so one waits for the other before they
    // are counted.
    await sql.waitForSuperusers(tx)
    const all = await lookUpIn(tx, { operators: true }, () => sql.superuserIds(tx))
    const others = all.filter((id) => id !== userId)
    if (!isSuperuser && others.length === 0) throw refuse('last_superuser')
    await sql.setSuperuser(tx, userId, isSuperuser)
  })
}

/** Gives the flag to the address that the installation names, once it is confirmed. */
export async function promoteOperator(app: App): Promise<void> {
  const { operatorEmail } = app.env
  if (operatorEmail === undefined) return
  await lookUp(app.database, { email: emailKey(operatorEmail) }, async (tx) => {
    const id = await sql.confirmedWith(tx, operatorEmail)
    if (id === undefined) return
    await becomeUser(tx, id)
    await sql.setSuperuser(tx, id, true)
  })
}

/** The session has not ended. */
export function isLiveSession(app: App, sessionId: string): Promise<boolean> {
  return lookUp(
    app.database,
    { session: sessionId },
    async (tx) => (await sql.userOfSession(tx, sessionId)) !== undefined,
  )
}

/** The session has not ended, and its user is an operator now. */
export function isOperatorSession(app: App, sessionId: string): Promise<boolean> {
  return lookUp(app.database, { session: sessionId }, async (tx) => {
    const userId = await sql.userOfSession(tx, sessionId)
    if (userId === undefined) return false
    await becomeUser(tx, userId)
    return (await sql.userById(tx, userId))?.superuser === true
  })
}

/** In a transaction about this user: gives the flag to the address that the installation names. */
export async function promoteNamed(app: App, tx: Tx, userId: string): Promise<void> {
  const { operatorEmail } = app.env
  if (operatorEmail !== undefined && (await sql.confirmedWith(tx, operatorEmail)) === userId)
    await sql.setSuperuser(tx, userId, true)
}

/** The address is the user's, about whom the transaction is. */
export async function confirmAddress(app: App, tx: Tx, userId: string): Promise<void> {
  await sql.setEmailVerified(tx, userId, app.clock.now())
  await promoteNamed(app, tx, userId)
}
