/**
 * How often passwords are checked. Guessing elsewhere cannot lock an owner out of a place where the owner is signed in:
 * tries from there are counted separately.
 */
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import { asUser } from '../../base/db.ts'
import { forgetTries, returnTry } from '../../base/tries.ts'
import { noteLocked } from './guessed.ts'
import { neighbourhoodOf, networkOf } from '../../base/network.ts'
import * as sql from './sql.ts'
import { mustWait } from './wait.ts'

const QUARTER_MS = 15 * MINUTE_MS
const PER_ACCOUNT = { max: 10, windowMs: QUARTER_MS }
const PER_ACCOUNT_A_DAY = { max: 40, windowMs: DAY_MS }
const PER_PLACE = { max: 30, windowMs: QUARTER_MS }
const PER_NETWORK = { max: 200, windowMs: QUARTER_MS }

/** No user has it: an unknown address causes the same queries as a known one. */
const NOBODY_ID = '00000000-0000-0000-0000-000000000000'

export type CountedTry = {
  /**
   * The password was right: the account's tries are forgotten. The day forgets only this one, or the owner's logins
   * would give a guesser new tries.
   */
  wasRight(): Promise<void>
}

const keysOf = (emailKey: string, home?: string) => {
  const account = `login|account|${emailKey}${home === undefined ? '' : `|${home}`}`
  return { account, day: `${account}|day` }
}

/** Counts a try before the password is checked. @throws Refusal too_many_tries */
export async function countLoginTry(
  app: App,
  emailKey: string,
  userId: string | undefined,
  ip: string,
): Promise<CountedTry> {
  const { db } = app.database
  await mustWait(app, `login|ip|${networkOf(ip)}`, PER_PLACE)
  await mustWait(app, `login|net|${neighbourhoodOf(ip)}`, PER_NETWORK)
  const id = userId ?? NOBODY_ID
  const isHome = await asUser(app.database, id, (tx) => sql.hasSessionFrom(tx, id, ip))
  const { account, day } = keysOf(emailKey, isHome ? ip : undefined)
  try {
    await mustWait(app, account, PER_ACCOUNT)
    await mustWait(app, day, PER_ACCOUNT_A_DAY)
  } catch (refused) {
    await noteLocked(app, emailKey, ip)
    throw refused
  }
  return {
    async wasRight() {
      await forgetTries(db, account)
      await returnTry(db, day)
    },
  }
}

/** After a new password the old guesses no longer count. */
export async function forgetLoginTries(app: App, emailKey: string): Promise<void> {
  const { account, day } = keysOf(emailKey)
  await forgetTries(app.database.counters, account)
  await forgetTries(app.database.counters, day)
}
