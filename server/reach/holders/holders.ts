/**
 * Holders: clients together with their cards. Every change of a client is made here, and the card follows in the same
 * transaction. No other room may call the verbs that write a client; `test/house-rules.ts` holds that.
 */
import type { ClientInput } from '../../../contract/people/clients.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as change from '../../people/clients/change.ts'
import type { StoredClient } from '../../people/clients/clients.ts'
import { type ClientOfForm, clientOfForm, type FilledForm } from '../../people/clients/from-form.ts'
import type { FromCrm } from '../../people/clients/from-crm.ts'
import { moveCards, updateCardOf, updateCardsOfDefault } from '../passes/passes.ts'

/** Saves a client as somebody has edited him. */
export async function saveClient(
  app: App,
  db: CabinetDb,
  id: string,
  input: ClientInput,
  userId: string,
): Promise<StoredClient> {
  const client = await change.saveClient(db, id, input, userId, app.clock.now())
  await updateCardOf(app, db, client)
  return client
}

/** The client of a filled form: a new one, or a known one in whom blanks are filled in. */
export async function saveFilledForm(app: App, db: CabinetDb, filled: FilledForm): Promise<ClientOfForm | 'full'> {
  const found = await clientOfForm(db, filled, app.clock.now())
  if (found !== 'full' && found.hasChanged) await updateCardOf(app, db, found.client)
  return found
}

/** @returns the client before and after; undefined when nothing changed, or somebody saved him at this moment */
export async function saveFromCrm(app: App, db: CabinetDb, id: string, found: FromCrm) {
  const changed = await change.applyFromCrm(db, id, found, app.clock.now())
  if (changed) await updateCardOf(app, db, changed.after)
  return changed
}

/** Adds points, with a row of history. @param at when the history says it was */
export async function addBonus(app: App, db: CabinetDb, id: string, delta: number, at: Date): Promise<void> {
  const client = await change.addBonus(db, id, delta, at)
  if (client) await updateCardOf(app, db, client)
}

/** Another template for many clients. The caller has locked them. */
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
 * Another default value of a variable that cards of these templates show.
 * @returns how many cards follow: those of clients without a value of their own
 */
export function saveDefault(
  app: App,
  db: CabinetDb,
  templateIds: readonly string[],
  variable: string,
): Promise<number> {
  return updateCardsOfDefault(app, db, templateIds, variable)
}

/** Forgets a variable that was removed. No card changes: one that a template shows cannot be removed. */
export async function forgetVariable(app: App, db: CabinetDb, name: string): Promise<void> {
  await change.forgetVariable(db, name, app.clock.now())
}
