/** Users whom the installation itself manages, such as those of the demo: nobody proves an old password. */
import type { App } from '../../base/app.ts'
import { becomeUser, type Tx } from '../../base/db.ts'
import * as sql from './sql.ts'

/** Sessions and links in emails end. The rest of the transaction acts as this user. */
export async function setPassword(app: App, tx: Tx, userId: string, hash: string): Promise<void> {
  await becomeUser(tx, userId)
  await sql.setPasswordHash(tx, userId, hash, app.clock.now())
  await sql.deleteMailTokens(tx, userId, 'reset')
  await sql.deleteMailTokens(tx, userId, 'verify')
  await sql.deleteSessionsOf(tx, userId)
}

/** @param hash of a password that nobody knows */
export async function lockOut(app: App, tx: Tx, userId: string, hash: string): Promise<void> {
  await setPassword(app, tx, userId, hash)
  await sql.setSuperuser(tx, userId, false)
}

export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await becomeUser(tx, userId)
  await sql.deleteUser(tx, userId)
}
