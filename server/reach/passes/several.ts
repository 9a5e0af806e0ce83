/** Further cards of one person: each of another design, with the number and amounts of the main one (decision 056). */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refuseAny } from '../../base/refusal.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { idsOfPerson, lockClient } from '../../people/clients/clients.ts'
import { isValid } from './card.ts'
import { issuePass, makeMainPass } from './issue.ts'
import { queueCardUpdates } from './queue-updates.ts'
import * as severalSql from './several-sql.ts'
import * as sql from './sql.ts'

/** `isNew`: a form makes the client in this transaction. The others are given where they were read. */
type Read = { isNew?: boolean; certificate?: { id: string } | undefined; cards?: readonly sql.PassRow[] }

/**
 * The client's card of a design, issued when there is none; one that was withdrawn stays so. A client without any card
 * gets the main one too.
 * @param read `cards` of the client, among others
 * @throws Refusal not_found without a certificate
 */
export async function issueCardOfDesign(
  app: App,
  db: CabinetDb,
  client: { id: string; template_id: string },
  templateId: string,
  { isNew = false, certificate, cards }: Read = {},
): Promise<{ pass: sql.PassRow; isNew: boolean }> {
  const now = app.clock.now()
  const cardsRead = cards?.filter((card) => card.client_id === client.id)
  const readMain = () => (cardsRead ? cardsRead.find((card) => card.is_main) : sql.passOfClient(db, client.id))
  const known = isNew ? undefined : await readMain()
  const main = known ?? (await makeMainPass(app, db, client, now, isNew ? 1 : 0, certificate))
  if (main.template_id === templateId) return { pass: main, isNew: !known }
  const own = cardsRead && cardAmong(cardsRead, templateId)
  if (own) return { pass: own, isNew: false }
  const signing = certificate ?? (await activeCertificate(db))
  const further = signing && {
    id: crypto.randomUUID(),
    client_id: client.id,
    template_id: templateId,
    certificate_id: signing.id,
    modified_at: new Date(Math.floor(now.getTime() / 1000) * 1000),
    created_at: now,
  }
  // The client is locked, so that two forms at the same time give one card.
  const [, made] = await Promise.all([lockClient(db, client.id), further && severalSql.insertFurtherPass(db, further)])
  const pass = made ?? (await severalSql.passOfDesign(db, client.id, templateId))
  if (!pass) throw refuseAny('not_found')
  return { pass, isNew: made !== undefined }
}

/** As `passOfDesign` finds it. */
const cardAmong = (cards: readonly sql.PassRow[], templateId: string): sql.PassRow | undefined =>
  cards.find((card) => card.template_id === templateId) ?? cards.find((card) => card.issued_for === templateId)

/**
 * The card that a message about a design leads to: the client's own of that design, as long as it can be used, else the
 * main one, which is created when there is none.
 * @throws Refusal not_found without a certificate
 */
export async function cardAbout(
  app: App,
  db: CabinetDb,
  client: { id: string; template_id: string },
  templateId: string,
): Promise<sql.PassRow> {
  const main = await issuePass(app, db, client)
  const own = await severalSql.passOfDesign(db, client.id, templateId)
  return own && isValid(own) ? own : main
}

/**
 * The card whose link somebody sends: one of this person, or the main one, which is created when there is none.
 * @returns undefined when it was withdrawn, is over, or is not one of this person
 * @throws Refusal not_found without a certificate
 */
export async function cardToSend(
  app: App,
  db: CabinetDb,
  client: { id: string; template_id: string },
  cardId: string | undefined,
): Promise<sql.PassRow | undefined> {
  const main = await issuePass(app, db, client)
  const card =
    cardId === undefined || cardId === main.id
      ? main
      : (await passesOfPerson(db, client.id)).find((pass) => pass.id === cardId)
  return card && isValid(card) ? card : undefined
}

/**
 * The cards of a client, the main one first, withdrawn ones too; those of clients who were merged into this one come
 * last: none of them is a main card.
 */
export const passesOfPerson = async (db: CabinetDb, clientId: string): Promise<sql.PassRow[]> =>
  passesOfPersonIn(db, await idsOfPerson(db, clientId))

/** @param personIds of `idsOfPerson` */
export async function passesOfPersonIn(db: CabinetDb, personIds: readonly string[]): Promise<sql.PassRow[]> {
  const [clientId = '', ...merged] = personIds
  const passes = await severalSql.passesOfClient(db, clientId, merged)
  return passes.map((pass) => ({ ...pass, is_main: pass.is_main && pass.client_id === clientId }))
}

/** @returns the card, which nobody else changes now; undefined when it is not one of this person */
export async function lockCard(db: CabinetDb, clientId: string, passId: string): Promise<sql.PassRow | undefined> {
  await severalSql.lockPasses(db, await idsOfPerson(db, clientId))
  return (await passesOfPerson(db, clientId)).find((pass) => pass.id === passId)
}

/** Takes a card back: wallets draw it as void. One that was withdrawn before stays as it is. */
export async function withdrawCard(app: App, db: CabinetDb, pass: sql.PassRow): Promise<void> {
  if (pass.voided_at !== null) return
  await severalSql.withdraw(db, pass.id, app.clock.now())
  await queueCardUpdates(app, db, [pass.id], false)
}

/** Lets a card that was withdrawn be used again. */
export async function restoreCard(app: App, db: CabinetDb, pass: sql.PassRow): Promise<void> {
  if (pass.voided_at === null) return
  await severalSql.giveAgain(db, pass.id)
  await queueCardUpdates(app, db, [pass.id], false)
}

/** Makes a further card the main one. Its client has to get its design. */
export async function makeMain(app: App, db: CabinetDb, next: sql.PassRow): Promise<void> {
  const former = await sql.passOfClient(db, next.client_id)
  if (!former || former.id === next.id) return
  await severalSql.setMain(db, former.id, next.id)
  await queueCardUpdates(app, db, [former.id, next.id], false)
}
