/**
 * Holders: clients together with their cards. Every change of a client is made here, and the card is updated in the
 * same transaction. No other room may call the verbs that write a client; `test/house-rules.ts` checks that.
 */
import type { ClientInput } from '../../../contract/people/clients.ts'
import { type AmountChange, holders as contract } from '../../../contract/reach/holders.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import * as amounts from '../../people/clients/amounts.ts'
import * as change from '../../people/clients/change.ts'
import * as create from '../../people/clients/create.ts'
import * as erase from '../../people/clients/erase.ts'
import * as merge from '../../people/clients/merge.ts'
import { getClient, idsOfPerson, type StoredClient } from '../../people/clients/clients.ts'
import { type ClientOfForm, clientOfForm, type FilledForm, type PhoneProof } from '../../people/clients/from-form.ts'
import type { FromCrm } from '../../people/clients/from-crm.ts'
import { takeBackIssued } from '../../people/growth/growth.ts'
import * as imported from '../../people/clients/from-import.ts'
import {
  issuedDays,
  issuePasses,
  type KnownCard,
  lockCard,
  makeMain,
  moveCards,
  passIdsOf,
  queueCardUpdates,
  readKnownCards,
  updateCardOf,
  updateCardsOf,
  updateCardsOfDefault,
  updateKnownCards,
  voidCards,
  walletsOfClients,
  restoreCard as restorePass,
  withdrawCard as withdrawPass,
} from '../passes/passes.ts'

export type { PhoneProof }

const refuse = refusals(contract)

export async function saveClient(
  app: App,
  db: CabinetDb,
  id: string,
  input: ClientInput,
  by: amounts.By,
): Promise<StoredClient> {
  const client = await change.saveClient(db, id, input, by, app.clock.now())
  await updateCardOf(app, db, client)
  return client
}

/** Creates a client with a card, or says who has the phone. */
export async function createClient(
  app: App,
  db: CabinetDb,
  facts: create.NewFacts,
  by: amounts.By,
): Promise<create.MadeClient> {
  const made = await create.createClient(db, facts, by, app.clock.now())
  if (made.kind === 'made') await updateCardOf(app, db, made.client)
  return made
}

/** Adds, takes or sets an amount; a request that is repeated changes nothing more. */
export async function changeAmount(
  app: App,
  db: CabinetDb,
  id: string,
  asked: AmountChange,
  by: amounts.By,
): Promise<amounts.AmountChanged> {
  const changed = await amounts.changeAmount(db, id, asked, by, app.clock.now())
  if (changed.event && !changed.isRepeat) await updateCardOf(app, db, changed.client)
  return changed
}

type ChangeOne = (id: string, asked: AmountChange, by: amounts.By) => Promise<amounts.AmountChanged>

/** Changes amounts of several clients one by one; their cards follow together, when the work is done. */
export async function changeAmounts<T>(app: App, db: CabinetDb, work: (changeOne: ChangeOne) => Promise<T>) {
  const changed: amounts.AmountChanged['client'][] = []
  const done = await work(async (id, asked, by) => {
    const one = await amounts.changeAmount(db, id, asked, by, app.clock.now())
    if (one.event && !one.isRepeat) changed.push(one.client)
    return one
  })
  await updateCardsOf(app, db, changed)
  return done
}

export type FormOfHolder = Omit<FilledForm, 'besideKnown'> & {
  /** @param cards of the client, among others */
  besideKnown?: (client: StoredClient, cards: readonly KnownCard[]) => Promise<unknown>
}

/** Finds or creates the client of a filled form; of a known one only blanks are filled in. */
export function saveFilledForm(
  app: App,
  db: CabinetDb,
  filled: FormOfHolder,
): Promise<ClientOfForm | 'full' | 'refused'> {
  let cards: readonly KnownCard[] = []
  const following: FilledForm = {
    ...filled,
    async readKnown(people) {
      ;[cards] = await Promise.all([readKnownCards(db, people), filled.readKnown?.(people)])
    },
    besideKnown: (client, hasChanged) =>
      Promise.all([hasChanged && updateKnownCards(app, db, client, cards), filled.besideKnown?.(client, cards)]),
  }
  return clientOfForm(db, following, app.clock.now())
}

/**
 * @returns the client before and after; undefined when nothing changed, or when somebody saved the client at the same
 * time
 */
export async function saveFromCrm(app: App, db: CabinetDb, id: string, found: FromCrm) {
  const changed = await change.applyFromCrm(db, id, found, app.clock.now())
  if (changed) await updateCardOf(app, db, changed.after)
  return changed
}

/**
 * Applies what `changeFromCrm` found, to clients whom the caller has locked and read: with as many statements as for
 * one, where amounts alone change. @returns the clients afterwards, in the order given
 */
export async function saveAllFromCrm(app: App, db: CabinetDb, changes: readonly change.CrmChange[]) {
  const after = await change.applyAllFromCrm(db, changes, app.clock.now())
  await updateCardsOf(app, db, after)
  return after
}

/** Adds points, with a row of history. @param at the time of the row */
export async function addBonus(app: App, db: CabinetDb, id: string, delta: number, at: Date): Promise<void> {
  const client = await change.addBonus(db, id, delta, at)
  if (client) await updateCardOf(app, db, client)
}

/** The same where the client's cards have been read: nothing that is asked waits for another answer. */
export async function addBonusTo(
  app: App,
  db: CabinetDb,
  { client, cards }: { client: { id: string; template_id: string }; cards: readonly KnownCard[] },
  delta: number,
  at: Date,
): Promise<void> {
  if (delta === 0) return
  await Promise.all([change.addBonus(db, client.id, delta, at), updateKnownCards(app, db, client, cards)])
}

/** Changes the template of many clients, which the caller has locked. */
export async function moveToTemplate(
  app: App,
  db: CabinetDb,
  ids: readonly string[],
  templateId: string,
): Promise<void> {
  if (ids.length === 0) return
  await change.moveClients(db, ids, templateId, app.clock.now())
  await moveCards(app, db, ids, templateId)
}

/**
 * Another card of the client becomes the main one, and the client gets its design.
 * @throws Refusal card_not_found
 */
export async function makeMainCard(app: App, db: CabinetDb, id: string, passId: string): Promise<void> {
  const pass = await lockCard(db, id, passId)
  // A card of a client who was merged into this one stays that one's, or the merge could not be undone.
  if (!pass || pass.voided_at !== null || pass.client_id !== id) throw refuse('card_not_found')
  if (pass.is_main) return
  await change.moveClients(db, [id], pass.template_id, app.clock.now())
  await makeMain(app, db, pass)
}

/** Takes a card back from the phones. @throws Refusal card_not_found */
export async function withdrawCard(app: App, db: CabinetDb, id: string, passId: string): Promise<void> {
  const pass = await lockCard(db, id, passId)
  if (!pass) throw refuse('card_not_found')
  await withdrawPass(app, db, pass)
}

/** Lets a card that was withdrawn be used again. @throws Refusal card_not_found */
export async function restoreCard(app: App, db: CabinetDb, id: string, passId: string): Promise<void> {
  const pass = await lockCard(db, id, passId)
  if (!pass) throw refuse('card_not_found')
  await restorePass(app, db, pass)
}

/**
 * A new default value of a variable that cards of these templates show.
 * @returns how many cards are updated: those of clients without a value of their own
 */
export function saveDefault(
  app: App,
  db: CabinetDb,
  templateIds: readonly string[],
  variable: string,
): Promise<number> {
  return updateCardsOfDefault(app, db, templateIds, variable)
}

/**
 * Removes the values of a variable that was removed. No card changes: a variable that a template shows cannot be
 * removed. @returns false: they may be many, and nothing was done
 */
export function forgetVariable(app: App, db: CabinetDb, name: string): Promise<boolean> {
  return change.forgetVariable(db, name, app.clock.now())
}

/** The same for some clients. @returns behind whom to go on; null: there is nobody else */
export const forgetVariableBehind = (app: App, db: CabinetDb, name: string, after: string | null) =>
  change.forgetVariableBehind(db, name, after, app.clock.now())

/** Takes the person out of everything here, and the card from the phones. @returns how much there was of each */
export async function eraseClient(app: App, db: CabinetDb, id: string) {
  const { tel, ...counts } = await erase.eraseClient(db, id, app.clock.now())
  const [typing] = await Promise.all([erase.forgetTypedTel(db, tel, app.clock.now()), voidCards(app, db, id)])
  for (const other of typing) await updateCardOf(app, db, await getClient(db, other))
  return { ...counts, typed: typing.length }
}

/** The card of the one who is gone shows the one who stays, who is returned with all ids. The caller locked both. */
export async function mergeClients(app: App, db: CabinetDb, pair: merge.Pair, by: amounts.By) {
  await merge.mergeClients(db, pair, by, app.clock.now())
  const { id } = pair.kept
  const [client, personIds] = await Promise.all([getClient(db, id), idsOfPerson(db, id)])
  await updateCardOf(app, db, client, personIds)
  return { client, personIds }
}

export async function undoMerge(app: App, db: CabinetDb, keptId: string, goneId: string, by: amounts.By) {
  await merge.undoMerge(db, keptId, goneId, by, app.clock.now())
  for (const id of [keptId, goneId]) await updateCardOf(app, db, await getClient(db, id))
}

/** Out of the daily work. The card stays as it is. */
export function archiveClient(app: App, db: CabinetDb, id: string): Promise<void> {
  return erase.archiveClient(db, id, app.clock.now())
}

export function bringBackClient(_: App, db: CabinetDb, id: string): Promise<void> {
  return erase.bringBackClient(db, id)
}

/** Adds clients of an import with their cards. @returns the ids of those that were added, or `full` */
export async function addImported(
  app: App,
  db: CabinetDb,
  clients: readonly imported.NewImported[],
  batch: imported.ImportedBatch,
): Promise<string[] | 'full'> {
  const added = await imported.addImported(db, clients, batch, app.clock.now())
  if (added === 'full') return added
  // Preorders get their cards with the link.
  if (!batch.asPreorders) await issuePasses(app, db, added)
  return added.map(({ id }) => id)
}

/** Changes clients as an import says, or back. @returns the ids of those that were changed */
export async function changeImported(
  app: App,
  db: CabinetDb,
  changes: readonly imported.ImportedChange[],
  by: string,
): Promise<string[]> {
  const changed = await imported.changeImported(db, changes, by, app.clock.now())
  await queueCardUpdates(app, db, await passIdsOf(db, changed), true)
  return changed
}

/** Removes clients that an import has added. @returns the ids of those that nobody has changed or put on a phone */
export async function removeImported(db: CabinetDb, ids: readonly string[]): Promise<string[]> {
  const wallets = await walletsOfClients(db, ids)
  const wasOnPhone = (id: string) => {
    const held = wallets.get(id)
    return held !== undefined && (held.installs.length > 0 || held.removedAt !== null)
  }
  const issued = await issuedDays(db, ids)
  const cardsOf = Map.groupBy(issued, ({ clientId }) => clientId)
  // Who has got a further card by a form since is there for another reason, too.
  const removable = ids.filter((id) => !wasOnPhone(id) && (cardsOf.get(id)?.length ?? 0) < 2)
  const removed = new Set(await imported.removeImported(db, removable))
  await takeBackIssued(
    db,
    issued.filter(({ clientId }) => removed.has(clientId)),
  )
  return [...removed]
}

export { holdByPhone, type NewFacts } from '../../people/clients/create.ts'
export type { By } from '../../people/clients/amounts.ts'
export { forgetForm, hasMoreOfForm } from '../../people/clients/change.ts'
export { queueCardEmail } from './email-card.ts'
export { doOnce } from '../../people/clients/requests.ts'
