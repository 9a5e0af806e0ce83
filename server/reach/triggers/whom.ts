/** Whom a trigger acts on in a pass, as conditions and statements: no client is read here. */
import { type RawBuilder, sql as kysely } from 'kysely'
import type { Activation } from '../../../contract/reach/triggers.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { type ClientCondition, clientsWhere, hasBirthdayCard, hasBirthdayOn } from '../../people/clients/clients.ts'
import { segmentCondition } from '../../people/segments/segments.ts'
import { hasCardMadeIn } from '../passes/passes.ts'
import { reachedBy } from '../pushes/pushes.ts'
import * as acts from './acts-sql.ts'
import { birthdaysOf, cardsOf, daysToRun, isTooLate, purchasesToLookAt } from './due.ts'
import type { TriggerRow } from './sql.ts'

/** Whom a trigger applies to, as conditions; none: all clients. */
export async function conditionsOf(
  db: CabinetDb,
  { segment, activation }: { segment: string | null; activation: Activation },
  now: Date,
): Promise<ClientCondition[]> {
  return [
    ...(segment === null ? [] : [await segmentCondition(db, segment, now)]),
    ...(activation === 'birthday' ? [hasBirthdayCard(db)] : []),
  ]
}

/** Their ids, as a statement. */
type Clients = RawBuilder<{ id: string }>

/** An occasion, or the purchases of some time. */
type Occasion = {
  /** Who may have it; undefined: any client. */
  candidates?: ClientCondition
  /** For whom it is new; of purchases, each is an occasion of its own. */
  isNew?: ClientCondition
  /** Records that the trigger acts on these clients, as a statement. */
  insert(at: Date, clients: Clients): Clients
}

function occasionsOf(db: CabinetDb, trigger: TriggerRow, begun: Date): Occasion[] {
  const today = moscowDay(begun)
  const of = (occasion: string, candidates?: ClientCondition): Occasion => ({
    ...(candidates && { candidates }),
    isNew: acts.isNewFor(trigger.id, occasion),
    insert: (at, clients) => acts.insertActs(db, { triggerId: trigger.id, at }, occasion, clients),
  })
  switch (trigger.activation) {
    case 'now':
      return [of('now')]
    case 'date':
      return isTooLate(trigger, begun) ? [] : [of(`date|${trigger.day} ${trigger.time}`)]
    case 'input':
      return [of(`input|${today}`, acts.isNoInsider(trigger.id))]
    case 'purchase': {
      const span = purchasesToLookAt(trigger, begun)
      const candidates = acts.hasNewPurchase(db, trigger.id, span)
      const insert: Occasion['insert'] = (at, clients) =>
        acts.insertPurchaseActs(db, { triggerId: trigger.id, at }, span, clients)
      return [{ candidates, insert }]
    }
    case 'birthday':
      return daysToRun(trigger.ran_day, today).map((day) => {
        const { birthday, monthDays } = birthdaysOf(day, trigger.days_to_birthday)
        return of(`birthday|${birthday}`, hasBirthdayOn(monthDays))
      })
    case 'create':
      return daysToRun(trigger.ran_day, today).map((day) =>
        of('create', hasCardMadeIn(cardsOf(day, trigger.days_after_create))),
      )
  }
}

/** One occasion of a pass. */
export type Due = {
  /** Who of a range is due. */
  of(range: acts.Range): Clients
  /** Records that the trigger acts on them, as a statement. */
  insert(at: Date, range: acts.Range): Clients
}

export type Whom = {
  due: readonly Due[]
  /** The clients behind one, among whom those of a part are counted. */
  behind(after: string | null): Clients
  /** The segment, for `input`. */
  inside: readonly ClientCondition[]
  /** Who of a range enters it in this pass. */
  entering(range: acts.Range): Clients
}

/**
 * Without those for whom a trigger placed higher has done the same kind of thing in this pass.
 * @param begun when the pass began, all of whose parts are for that moment
 */
export async function whomOf(
  db: CabinetDb,
  trigger: TriggerRow,
  { since, begun }: { since: Date; begun: Date },
): Promise<Whom> {
  const inside = await conditionsOf(db, { segment: trigger.segment_id, activation: trigger.activation }, begun)
  const untouched = acts.untouchedSince(trigger, since)
  const free = [
    ...inside,
    untouched,
    acts.notYetSince(db, trigger.id, begun),
    ...(trigger.action === 'push'
      ? await reachedBy(db, trigger.push_id ?? '', begun)
      : [acts.heldByNoneAbove(trigger.position)]),
  ]
  const occasions = occasionsOf(db, trigger, begun)
  const candidates = occasions.flatMap((one) => one.candidates ?? [])
  const isCandidate = candidates.length === 0 ? [] : [kysely<boolean>`(${kysely.join(candidates, kysely` or `)})`]
  return {
    due: occasions.map((one) => {
      // Whether somebody was acted on already takes one look: after the first pass nearly everybody was.
      const some = [one.candidates ?? [], one.isNew ?? []].flat()
      const of: Due['of'] = (range) => acts.clientsAmong(db, [acts.isAmong(range), ...some], free)
      return { of, insert: (at, range) => one.insert(at, of(range)) }
    }),
    behind: (after) => clientsWhere(db, [acts.isAmong({ after, upTo: null }), ...isCandidate]),
    inside,
    entering: (range) =>
      acts.clientsAmong(db, [acts.isAmong(range), acts.isNoInsider(trigger.id)], [untouched, ...inside]),
  }
}

/** Who of a range is due for any of these occasions. */
export const dueForAny = (due: readonly Due[], range: acts.Range): Clients =>
  kysely`${kysely.join(
    due.map((one) => one.of(range)),
    kysely` union `,
  )}`
