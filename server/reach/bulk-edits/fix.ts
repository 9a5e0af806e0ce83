/**
 * Fixes whom a bulk edit is tried on: a row for each. In a large account the job does that for some clients at a time,
 * each part in a transaction together with how far it is (decision 192), and nobody is changed before all are fixed.
 */
import { MINUTE_MS, moscowDay } from '../../../contract/time.ts'
import { lookUpRows } from '../../base/look-up.ts'
import { chosenAmong, chosenIds, hasBecomeAnother, isAmong, rangeBehind } from '../../people/clients/clients.ts'
import type { Work } from './actions.ts'
import * as sql from './sql.ts'

/** Clients who are looked at in one transaction. */
const PART = 2000
/** A merge that had not ended when the edit was made has ended by then. */
const OPEN_MS = MINUTE_MS

type Place = 'after_client' | 'total'
type Edit<K extends keyof sql.EditRow = never> = Pick<sql.EditRow, 'id' | 'action' | 'asked' | 'created_at' | K>
export type Fixing<K extends keyof sql.EditRow = Place> = Pick<Work, 'db' | 'doors'> & { edit: Edit<K> }

function chosenOf({ db, doors, edit }: Fixing<never>) {
  const { action, asked, created_at: at } = edit
  if (!asked) throw new Error('they are fixed already')
  return doors.chosen(db, asked, at, action.kind)
}

/** All of them, of one moment. @returns how many they are @throws Refusal segment_not_found */
export async function fixAtOnce(fixing: Fixing<never>): Promise<number> {
  const { db, edit } = fixing
  const chosen = await chosenOf(fixing)
  const total = await sql.fixRows(db, edit.id, await chosenIds(db, chosen, moscowDay(edit.created_at)))
  await sql.updateEdit(db, edit.id, { total, asked: null })
  return total
}

/** Those among the next clients of the account. @throws Refusal segment_not_found */
export async function fixNextPart(fixing: Fixing): Promise<void> {
  const { db, edit } = fixing
  const { id, created_at: at } = edit
  const chosen = await chosenOf(fixing)
  await lookUpRows(db)
  const range = await rangeBehind(db, edit.after_client, PART)
  let total = edit.total + (await sql.fixRows(db, id, await chosenAmong(db, chosen, moscowDay(at), isAmong(range))))
  if (range.upTo !== null) return sql.updateEdit(db, id, { total, after_client: range.upTo })
  // Somebody of a later part may have become one with a client of an earlier one, who is chosen by that.
  const changed = hasBecomeAnother(db, new Date(at.getTime() - OPEN_MS))
  total += await sql.fixRows(db, id, await chosenAmong(db, chosen, moscowDay(at), changed))
  return sql.updateEdit(db, id, { total, after_client: null, asked: null })
}
