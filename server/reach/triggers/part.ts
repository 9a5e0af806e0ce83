/**
 * One part of a trigger's pass: some clients, in the order of their ids (decision 192). How far the pass is, the
 * trigger's row says, which is locked; in a small account the first part is the last one.
 */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { lookUpRows } from '../../base/look-up.ts'
import { addPeople, beginTriggerRun, finishRun } from '../pushes/pushes.ts'
import * as acts from './acts-sql.ts'
import { changeCards } from './change-cards.ts'
import * as sql from './sql.ts'
import { dueForAny, type Whom, whomOf } from './whom.ts'

/** Clients of one transaction: those who are looked at, and how many get a message or another card. */
export type Sizes = { clients: number; people: number; cards: number }
export const SIZES: Sizes = { clients: 2000, people: 250, cards: 50 }

/** When a pass began, and its time; a pass that was interrupted goes on as the same one. */
export type Pass = { since: Date; now: Date }

/** Where the pass of a trigger is. */
type Place = { begun: Date; after: string | null; clients: number; run: string | null }
type Part = { db: CabinetDb; trigger: sql.TriggerRow; whom: Whom; range: acts.Range; at: Date }

export const placeOf = (trigger: sql.TriggerRow, now: Date): Place => ({
  begun: trigger.pass_at ?? now,
  after: trigger.pass_after,
  clients: trigger.pass_clients ?? 0,
  run: trigger.pass_run,
})

const NO_PASS = { pass_at: null, pass_after: null, pass_clients: null, pass_run: null }

/** No client passes through the process: the same statement records them and adds their cards to the run. */
async function addToRun(app: App, { db, trigger, whom, range, at }: Part, before: string | null) {
  let [run, clients] = [before, 0]
  for (const { of, insert } of whom.due) {
    if (!(await acts.isAnybody(db, of(range)))) continue
    run ??= await beginTriggerRun(app, db, { pushId: trigger.push_id ?? '', triggerId: trigger.id })
    clients += await addPeople(db, run, insert(at, range))
  }
  return { run, clients }
}

async function changeCardsOf(app: App, { db, trigger, whom, range, at }: Part, begun: Date): Promise<number> {
  const ids = new Set<string>()
  for (const { insert } of whom.due) for (const { id } of (await insert(at, range).execute(db.tx)).rows) ids.add(id)
  if (ids.size > 0) await changeCards(app, db, trigger, [...ids], begun)
  return ids.size
}

/** Behind `after`, and no further than to the last one of so many who are due. */
async function nextRange(db: CabinetDb, trigger: sql.TriggerRow, whom: Whom, after: string | null, sizes: Sizes) {
  const upTo = await acts.lastOfFirst(db, sizes.clients, whom.behind(after))
  const range = { after, upTo }
  const size = trigger.action === 'push' ? sizes.people : sizes.cards
  const last = await acts.lastOfFirst(db, size, dueForAny(whom.due, range))
  return { after, upTo: last ?? upTo }
}

/**
 * Acts on the clients of the next part and remembers how far that is, in the caller's transaction.
 * @returns where the pass is when that was the last part; undefined when there is more
 */
export async function actOnNext(
  app: App,
  db: CabinetDb,
  trigger: sql.TriggerRow,
  { since, now }: Pass,
  sizes: Sizes,
): Promise<Place | undefined> {
  const place = placeOf(trigger, now)
  const whom = await whomOf(db, trigger, { since, begun: place.begun })
  if (whom.due.length === 0) return place
  await lookUpRows(db)
  const range = await nextRange(db, trigger, whom, place.after, sizes)
  // Clocks differ: what this pass has done is what was done since it began.
  const at = now > place.begun ? now : place.begun
  const part = { db, trigger, whom, range, at }
  if (trigger.activation === 'input') await acts.deleteLeft(db, trigger.id, range, whom.inside)
  const done =
    trigger.action === 'push'
      ? await addToRun(app, part, place.run)
      : { run: null, clients: await changeCardsOf(app, part, place.begun) }
  if (trigger.activation === 'input') await acts.insertInsiders(db, trigger.id, whom.entering(range))
  const after = { ...place, after: range.upTo, clients: place.clients + done.clients, run: done.run }
  if (range.upTo === null) return after
  await sql.updateTrigger(db, trigger.id, {
    pass_at: after.begun,
    pass_after: after.after,
    pass_clients: after.clients,
    pass_run: after.run,
  })
  return undefined
}

/** Sends what the pass has gathered. */
export async function endPass(
  app: App,
  db: CabinetDb,
  trigger: sql.TriggerRow,
  run: string | null,
  change: sql.TriggerChange,
): Promise<void> {
  if (run !== null) await finishRun(app, db, run)
  await sql.updateTrigger(db, trigger.id, { ...change, ...NO_PASS })
}

/**
 * Somebody changes the trigger or turns it off before its pass has ended: whom it has acted on by then gets the message
 * that it had.
 * @returns whether it was in a pass
 */
export async function breakOff(app: App, db: CabinetDb, trigger: sql.TriggerRow): Promise<boolean> {
  if (!trigger.pass_at) return false
  const { begun, clients, run } = placeOf(trigger, trigger.pass_at)
  await endPass(app, db, trigger, run, clients > 0 ? { last_run_at: begun, last_run_clients: clients } : {})
  return true
}
