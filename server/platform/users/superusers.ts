/**
 * Who operates the installation. The flag is set here only; nobody can set their own, and at least one user has it.
 */
import { operator as contract } from '../../../contract/business/operator.ts'
import type { SignedIn } from '../../base/answer.ts'
import { inTransaction, type Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import * as sql from './sql.ts'
import { askPassword } from './step-up.ts'

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
  await inTransaction(app.database, async (tx) => {
    const user = await sql.userById(tx, userId)
    if (!user) throw refuse('user_not_found')
    if (isSuperuser && user.email_verified_at === null) throw refuse('person_not_confirmed')
    // Two who take it from each other at the same time must not both succeed, so all who have it are locked before
    // they are counted.
    const others = (await sql.lockSuperusers(tx)).filter((id) => id !== userId)
    if (!isSuperuser && others.length === 0) throw refuse('last_superuser')
    await sql.setSuperuser(tx, userId, isSuperuser)
  })
}

/** Gives the flag to the address that the installation names, once it is confirmed. */
export async function promoteOperator(app: App, tx?: Tx): Promise<void> {
  const { operatorEmail } = app.env
  if (operatorEmail !== undefined) await sql.promoteConfirmed(tx ?? app.database.db, operatorEmail)
}

/** The session has not ended, and its user is an operator now. */
export function isOperatorSession(app: App, sessionId: string): Promise<boolean> {
  return sql.isSuperuserSession(app.database.db, sessionId)
}

/** The address is the user's. */
export async function confirmAddress(app: App, tx: Tx, userId: string): Promise<void> {
  await sql.setEmailVerified(tx, userId, app.clock.now())
  await promoteOperator(app, tx)
}
