/**
 * Issued cards: a main one per client and further ones of other designs, with a version that rises with every change.
 * Code that changes a card calls `queueCardUpdates` in the same transaction; a job notifies the wallets. Changes of
 * clients come through the holders room.
 */
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { isSameSecret } from '../../base/crypto.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import {
  type ClientCondition,
  idsMergedInto,
  type RowsOfPeople,
  sampleOfClients,
} from '../../people/clients/clients.ts'
import { ticketOf } from './addresses.ts'
import { authenticationToken } from './apple-package.ts'
import * as googleSql from './google-sql.ts'
import { issuePass } from './issue.ts'
import { announceChanged, queueCardUpdates } from './queue-updates.ts'
import * as retriesSql from './retries-sql.ts'
import type { KnownCard } from './several-sql.ts'
import * as severalSql from './several-sql.ts'
import * as sql from './sql.ts'
import * as countsSql from './counts-sql.ts'
import * as walletsSql from './wallets-sql.ts'
import type { InWallets, Reach, Recipient, Wallet } from './wallets-sql.ts'

/**
 * Updates the cards of a changed client, the main one also to another template, or creates it.
 * @param personIds of `idsOfPerson`, when somebody has read them already
 */
export async function updateCardOf(
  app: App,
  db: CabinetDb,
  client: { id: string; template_id: string },
  personIds?: readonly string[],
): Promise<void> {
  // The cards of those who were merged into the client show the client, too.
  const merged = personIds?.slice(1) ?? (await idsMergedInto(db, [client.id]))
  const cards = await severalSql.passesOfClient(db, client.id, merged)
  const pass = cards.find((card) => card.client_id === client.id && card.is_main)
  if (!pass) {
    if (await activeCertificate(db)) await issuePass(app, db, client)
    return
  }
  if (pass.template_id !== client.template_id) await severalSql.setDesign(db, [client.id], client.template_id)
  const shown = cards.filter((card) => card.voided_at === null).map((card) => card.id)
  await queueCardUpdates(app, db, shown.toSorted(), true)
}

/** All cards of these people, read before it is known what happens to them. */
export function readKnownCards(db: CabinetDb, people: RowsOfPeople): Promise<KnownCard[]> {
  return severalSql.cardsOfPeople(db, people)
}

/** As `updateCardOf`, without waiting for what has been read. @param cards of the client, among others */
export async function updateKnownCards(
  app: App,
  db: CabinetDb,
  client: { id: string; template_id: string },
  cards: readonly KnownCard[],
): Promise<void> {
  const main = cards.find((card) => card.client_id === client.id && card.is_main)
  if (main?.template_id !== client.template_id) return updateCardOf(app, db, client)
  const shown = cards.filter((card) => card.person === client.id && card.voided_at === null)
  const ids = shown.map((card) => card.id)
  return queueCardUpdates(app, db, ids, true)
}

/** The same for several: with as many statements as for one, and one announcement. */
export async function updateCardsOf(
  app: App,
  db: CabinetDb,
  clients: readonly { id: string; template_id: string }[],
): Promise<void> {
  if (clients.length === 0) return
  const all = clients.map((client) => client.id)
  const designs = new Map((await sql.mainCards(db, all)).map((card) => [card.client_id, card.template_id]))
  const [usual, others] = [true, false].map((isUsual) =>
    clients.filter((client) => (designs.get(client.id) === client.template_id) === isUsual),
  )
  for (const client of others ?? []) await updateCardOf(app, db, client)
  const ids = (usual ?? []).map((client) => client.id)
  if (ids.length === 0) return
  const merged = await idsMergedInto(db, ids)
  await queueCardUpdates(app, db, await sql.passesOfClients(db, [...ids, ...merged]), true)
}

/** Updates the cards of clients whose template was changed. */
export async function moveCards(
  app: App,
  db: CabinetDb,
  clientIds: readonly string[],
  templateId: string,
): Promise<void> {
  await queueCardUpdates(app, db, await severalSql.setDesign(db, clientIds, templateId), true)
}

/**
 * Writes a text onto cards without notifying the wallets: the sender of the message does that and counts.
 * @returns the versions that show the texts; a card that was withdrawn or is over gets none, and is left out
 */
export async function writeMessages(
  app: App,
  db: CabinetDb,
  texts: readonly sql.CardText[],
): Promise<ReadonlyMap<string, number>> {
  return texts.length === 0 ? new Map<string, number>() : sql.writeMessages(db, texts, app.clock.now())
}

/** Withdraws the cards of a client from the phones. */
export async function voidCards(app: App, db: CabinetDb, clientId: string): Promise<void> {
  await announceChanged(app, db, await sql.voidPasses(db, clientId, app.clock.now()), false)
}

/** Of withdrawn cards, the wallets that still have what was there before, by client. */
export function walletsBehind(db: CabinetDb, clientIds: readonly string[]): Promise<Map<string, Wallet[]>> {
  return clientIds.length === 0 ? Promise.resolve(new Map<string, Wallet[]>()) : walletsSql.walletsBehind(db, clientIds)
}

/** @returns the card of a ticket; undefined for a ticket that is not ours. The card may be withdrawn or over. */
export async function passOfTicket(app: App, db: CabinetDb, ticket: string): Promise<sql.PassRow | undefined> {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{22})$/.exec(ticket)
  if (!parts) return undefined
  const id = parts.slice(1, 6).join('-')
  return isSameSecret(ticket, ticketOf(app, db.cabinetId, id)) ? sql.passById(db, id) : undefined
}

/** @returns the card when the token belongs to it; undefined for a wrong token and for an unknown card */
export async function passOfToken(
  app: App,
  db: CabinetDb,
  serial: string,
  token: string,
): Promise<sql.PassRow | undefined> {
  const isRight = isSameSecret(token, authenticationToken(app, db.cabinetId, serial))
  return isRight ? sql.passById(db, serial) : undefined
}

/** The cards of these clients; a client without one is left out. */
export function passIdsOf(db: CabinetDb, clientIds: readonly string[]): Promise<string[]> {
  return sql.passesOfClients(db, clientIds)
}

/** Cards with their clients and templates, in no order; unknown ids are left out. */
export function findPasses(
  db: CabinetDb,
  ids: readonly string[],
): Promise<{ id: string; client_id: string; template_id: string }[]> {
  return sql.passesByIds(db, ids)
}

/** Cards issued, and how many of them are in each wallet. */
export async function countPasses(db: CabinetDb): Promise<{ issued: number; apple: number; google: number }> {
  return { issued: await countsSql.countIssued(db), ...(await countsSql.countInWallets(db)) }
}

/** Cards issued. */
export function countIssued(db: CabinetDb): Promise<number> {
  return countsSql.countIssued(db)
}

/** Wallets that have the cards of these clients; a client without a card is left out. */
export function walletsOfClients(db: CabinetDb, clientIds: readonly string[]): Promise<Map<string, InWallets>> {
  return clientIds.length === 0
    ? Promise.resolve(new Map<string, InWallets>())
    : walletsSql.walletsOfClients(db, clientIds)
}

/**
 * Clients with cards of these templates, by wallet; who has them in both counts for Apple. In a large account about so
 * many, from a part of its clients. @param templateIds null: any card @param holders among these
 */
export async function countReach(
  db: CabinetDb,
  templateIds: readonly string[] | null,
  holders?: ClientCondition,
): Promise<Reach> {
  const sample = await sampleOfClients(db)
  const part = sample && (await walletsSql.countReach(db, templateIds, { holders, sample }))
  if (!part || !sample.isEnough(part.clients)) {
    const { seen: _, ...exact } = await walletsSql.countReach(db, templateIds, { holders })
    return exact
  }
  const about = (found: number) => sample.estimate(found, part.seen)
  const [apple, google, noCard] = [about(part.apple), about(part.google), about(part.noCard)]
  return { clients: apple + google + noCard, apple, google, noCard }
}

/** Cards with the wallets that a message is sent to, in the order of their ids; unknown ids are left out. */
export function findRecipients(db: CabinetDb, passIds: readonly string[]): Promise<Recipient[]> {
  return walletsSql.recipients(db, passIds)
}

/** Of these cards, those that a retry in this wallet waits for. */
export function passesWithRetries(db: CabinetDb, wallet: Wallet, passIds: readonly string[]): Promise<Set<string>> {
  return retriesSql.passesWithRetries(db, wallet, passIds)
}

/** Stores the time of an announced message, and removes those before `since`. */
export function noteGoogleNotice(db: CabinetDb, id: string, at: Date, since: Date): Promise<void> {
  return googleSql.noteGoogleNotice(db, id, at, since)
}

export { changeCertificate, countCardsOf, followCertificate, lockCertificateChanges } from './certificate-change.ts'
export { devicesOf, removalsOf } from './held-in.ts'
/** Cards of other issuers at Google than this one: on phones, and on none. */
export function countGoogleElsewhere(db: CabinetDb, issuerId: string): Promise<{ held: number; free: number }> {
  return googleSql.countElsewhere(db, issuerId)
}

/** Cards that no phone has follow the issuer that makes new ones from now on. @returns how many */
export function followIssuer(db: CabinetDb, issuerId: string): Promise<number> {
  return googleSql.leaveIssuers(db, issuerId)
}

export { issuePass, queueCardUpdates }
export { installUrl, ticketOf } from './addresses.ts'
export { isValid, valuesOfCards, wholeCard } from './card.ts'
export {
  cardAbout,
  cardToSend,
  issueCardOfDesign,
  lockCard,
  makeMain,
  passesOfPerson,
  passesOfPersonIn,
  restoreCard,
  withdrawCard,
} from './several.ts'
export { linkPartsCounter } from './link-parts.ts'
export { updateCardsOfDefault } from './follow-default.ts'
export { issuedDays, issueMissing, issuePasses, mainPassIds } from './many.ts'
export { announce, announceLater, announceOrder, tryGoogle } from './announce.ts'
export { closeApnsConnections } from './apple-connections.ts'
export { placeChanged } from './order.ts'
export { type OnAnswered, pushToApple, type WalletOutcome } from './notify-apple.ts'
export { claimRetries, dueRetries, endGoogleRetries, oweToWallets, retryApple, retryGoogleLater } from './retries.ts'
export { retryOrder } from './retry-order.ts'
export { googleOf, googleOfObject, reviewDesign, syncGoogle, googleSaveLink, trialSaveLink } from './google-object.ts'
export { type Trial, trialCard, trialPackage } from './trial.ts'
export { readPackage, sendPackage } from './apple-package.ts'
export type { PassRow } from './sql.ts'
export type { KnownCard } from './several-sql.ts'
export { runningUpdates } from './running.ts'
export {
  cardsInWallets,
  cardsOfThese,
  clientBehind,
  hasCardInWallet,
  hasCardMadeIn,
  isHeldIn,
  peopleOfCards,
  walletsInRow,
  wasInNoWallet,
  type ClientRange,
} from './in-queries.ts'
export type { InWallets, Recipient } from './wallets-sql.ts'

/** How many cards each of these templates has. */
export async function countPassesOf(
  db: CabinetDb,
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return templateIds.length === 0 ? new Map() : new Map(await countsSql.countPassesOf(db, templateIds))
}

/** How many cards on iPhones each of these certificates signs; one without any is left out. */
export async function countPassesSigned(
  db: CabinetDb,
  certificateIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return certificateIds.length === 0 ? new Map() : new Map(await walletsSql.countPassesSigned(db, certificateIds))
}
