/**
 * Reading clients, the people who hold cards. What changes a client is in `change.ts` and `from-form.ts`, and only the
 * holders room calls that, because the card has to be updated too.
 */
import type { CardHolder } from '../../../card/values.ts'
import { type ClientInput, clients as contract, type ClientRow } from '../../../contract/people/clients.ts'
import type { AmountKind } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { balanceHistoryOf } from './balance-history.ts'
import { factsOf } from './columns.ts'
import * as count from './count-sql.ts'
import type { ClientCondition } from './in-queries.ts'
import * as merges from './merge-sql.ts'
import { type Question, readList } from './list.ts'
import * as list from './list-sql.ts'
import type { Shown } from './page-sql.ts'
import * as kept from './kept-counts-sql.ts'
import * as sql from './sql.ts'
import { submissionByToken } from './submissions-sql.ts'
import { namesOfTags } from './tags-sql.ts'

const refuse = refusals(contract)

export function rowReply(
  row: sql.ClientRow,
): Omit<ClientRow, 'sync' | 'installs' | 'removedAt' | 'tags'> & ReturnType<typeof factsOf> {
  return {
    ...factsOf(row),
    id: row.id,
    cardNumber: row.card_number,
    template: { id: row.template_id, name: row.template_name },
    createdAt: row.created_at.toISOString(),
  }
}

/** The number that the client gave, proved or not: what is shown to the client must not tell the two apart. */
export const phoneOf = (row: Pick<sql.ClientRow, 'tel' | 'typed_tel'>): string => row.tel || row.typed_tel

/** The values of a client that a card can show. */
export function holderOf(row: sql.ClientRow): CardHolder {
  return {
    name: row.name,
    surname: row.surname,
    email: row.email,
    tel: phoneOf(row),
    balanceMinor: row.balance_minor,
    bonusMinor: row.bonus_minor,
    discountHundredths: row.discount_hundredths,
    promoCode: row.promo_code,
    cardNumber: row.card_number,
    cardTrack: row.card_track,
    crmUpdatedAt: row.crm_updated_at?.toISOString() ?? null,
    inviteCode: row.invite_code,
    extra: row.extra,
  }
}

/** @throws Refusal invalid_input for a place of another list */
export async function listClients(db: CabinetDb, question: Question, now: Date) {
  const { data, meta } = await listClientsWith(db, question, now, {})
  return { data: data.map(({ reply }) => reply), meta }
}

/** @param others what else is shown of each client @throws Refusal invalid_input for a place of another list */
export async function listClientsWith<S extends object>(
  db: CabinetDb,
  question: Question,
  now: Date,
  others: Shown<S>,
) {
  const shown = { ...others, tags: namesOfTags(db) }
  const { rows, meta } = await readList<S & { tags: string[] }>(db, question, now, shown as never)
  return { data: rows.map((row) => ({ reply: { ...rowReply(row), tags: row.tags }, others: row as S })), meta }
}

/** @throws Refusal client_not_found, also for one who was erased */
export async function getClient(db: CabinetDb, id: string): Promise<sql.ClientRow> {
  const row = await sql.clientById(db, id)
  if (!row || row.erased_at !== null) throw refuse('client_not_found')
  return row
}

/**
 * What the cards of these clients show: of an erased one nobody, of one who was merged into another that other one
 * with the number of the card.
 */
export async function rowsOfCards(db: CabinetDb, ids: readonly string[]): Promise<sql.ClientRow[]> {
  const rows = await sql.clientsByIds(db, ids)
  const wanted = new Set(rows.flatMap((row) => row.merged_into ?? []))
  if (wanted.size === 0) return rows
  const kept = new Map((await sql.clientsByIds(db, [...wanted])).map((row) => [row.id, row]))
  return rows.map((row) => {
    const other = kept.get(row.merged_into ?? '')
    return other ? { ...other, id: row.id, card_number: row.card_number } : row
  })
}

/** @throws Refusal client_not_found */
export async function rowOfCard(db: CabinetDb, id: string): Promise<sql.ClientRow> {
  const [row] = await rowsOfCards(db, [id])
  if (!row) throw refuse('client_not_found')
  return row
}

/** Clients who were merged into this one. */
export const mergedInto = (db: CabinetDb, id: string) => merges.mergedInto(db, id)

/** Their cards show these clients. */
export const idsMergedInto = (db: CabinetDb, ids: readonly string[]) => merges.idsMergedInto(db, ids)

export const cardNumbersOf = (db: CabinetDb, ids: readonly string[]) => merges.cardNumbersOf(db, ids)

/** The client first, then those who were merged into it. */
export const idsOfPerson = (db: CabinetDb, clientId: string) => merges.idsOfPerson(db, clientId)

/** Amounts that saving this would change. */
export const changedAmounts = (row: sql.ClientRow, input: ClientInput): AmountKind[] => [
  ...(row.balance_minor === input.balanceMinor ? [] : ['balance' as const]),
  ...(row.bonus_minor === input.bonusMinor ? [] : ['bonus' as const]),
  ...(row.discount_hundredths === input.discountHundredths ? [] : ['discount' as const]),
]

/** A card of somebody who was erased is not ours any longer. */
export async function isErased(db: CabinetDb, id: string): Promise<boolean> {
  return (await sql.clientById(db, id))?.erased_at !== null
}

export const nameOfClient = (row: Pick<sql.ClientRow, 'name' | 'surname'>): string =>
  `${row.name} ${row.surname}`.trim()

/** @throws Refusal client_not_found */
export async function balanceHistory(db: CabinetDb, id: string, page: { page: number; limit: number }) {
  await getClient(db, id)
  return balanceHistoryOf(db, await merges.idsOfPerson(db, id), page)
}

/** Whether a form page with this token was sent before. */
export const isSubmitted = async (db: CabinetDb, token: string) => (await submissionByToken(db, token)) !== undefined

/** The client to whom a number belongs; never one that has only typed it. */
export async function clientByPhone(db: CabinetDb, phone: string): Promise<sql.ClientRow | undefined> {
  const found = await sql.clientByTel(db, phone)
  return found && sql.clientById(db, found.id)
}

/** Other clients with the number of this one. */
export async function sameNumber(db: CabinetDb, row: sql.ClientRow) {
  const phone = phoneOf(row)
  if (phone === '') return []
  return (await sql.clientsWithPhone(db, phone, row.id)).map((other) => ({
    id: other.id,
    name: nameOfClient(other),
    cardNumber: other.card_number,
  }))
}

/** Clients in no order; unknown ids are left out. */
export const clientsByIds = (db: CabinetDb, ids: readonly string[]) => sql.clientsByIds(db, ids)

/** Clients out of the archive who came since then. */
export function countPresentSince(db: CabinetDb, since: Date): Promise<number> {
  return count.countPresentSince(db, since)
}

/** Clients with any of these phones, card numbers or tracks, in no order. */
export function clientsByKeys(db: CabinetDb, keys: sql.ClientKeys): Promise<sql.ClientRow[]> {
  return sql.clientsByKeys(db, keys)
}

/** The client whose invitation code this is. */
export const clientByInviteCode = (db: CabinetDb, code: string) => sql.clientByInviteCode(db, code)

/** @param today a day in Moscow, YYYY-MM-DD */
export function countChosen(db: CabinetDb, choice: list.Chosen, today: string): Promise<number> {
  return list.countChosen(db, choice, today)
}

/** The ids of the chosen clients, as a statement inside that of another room. */
export const chosenIds = (db: CabinetDb, choice: list.Chosen, today: string) => list.chosenIds(db, choice, today)

/** The next chosen clients by card number, which is unique. */
export function clientsAfter(
  db: CabinetDb,
  choice: list.Chosen,
  page: { afterCard: number; limit: number; today: string },
): Promise<sql.ClientRow[]> {
  return list.clientsAfter(db, choice, page)
}

/** How many clients have a value of each of the cabinet's variables, by the variable's name. */
export function countExtraValues(db: CabinetDb): Promise<Map<string, number>> {
  return kept.countExtraValues(db)
}

/** Whether any client has a value of a variable. */
export async function hasExtraValues(db: CabinetDb, name: string): Promise<boolean> {
  return ((await kept.countExtraValues(db)).get(name) ?? 0) > 0
}

export type { Countable } from './count-sql.ts'
export {
  countAll,
  type Estimable,
  type Estimated,
  estimateEach,
  type Few,
  fewOf,
  type Seek,
  type Size,
} from './estimates.ts'
export { unseenOf } from './unseen.ts'
export { newestOf, someOf } from './examples.ts'
export type { Sample } from './count-sql.ts'

/** How many clients fit all of these conditions. */
export function countWhere(db: CabinetDb, conditions: readonly ClientCondition[]): Promise<number> {
  return count.countWhere(db, conditions)
}

/** The highest card numbers of the cabinet, in descending order. */
export function latestCardNumbers(db: CabinetDb, limit: number): Promise<number[]> {
  return sql.latestCardNumbers(db, limit)
}

export type StoredClient = sql.ClientRow
export { lockClient, lockClients, lockWholeClients } from './locks.ts'
export { changeOf as changeFromCrm } from './from-crm.ts'
/** Those that are there, erased and merged ones too. */
export const storedClients = (db: CabinetDb, ids: readonly string[]) => sql.clientsByIds(db, ids)
export { balanceHistoryOf } from './balance-history.ts'
export { clientOfCode } from './by-code.ts'
export { changesAfter } from './changes.ts'
export { viewsFilteredBy } from './views.ts'
export { consentHistory, consentOf, consentWithWords } from './consents.ts'
export { emptyFields } from './columns.ts'
export { countErasable, countTypedBy, listErasures, recordErasure } from './erasures.ts'
export { addEvent, allEvents, readEvent } from './external-events.ts'
export * as documents from './purchases.ts'
export { amountsChangedHere } from './own-changes.ts'
export { mergedFacts, readPair } from './merged-facts.ts'
export { addTags, dropTags, existingTags, removeTag, tagsNamed, tagsNamedWithin, tagsOfClients } from './tags.ts'
export { HAS_NEVER_BOUGHT, hasBought, hasLastBought, hasNotBoughtSince } from './bought-in-queries.ts'
export {
  type BuyerCondition,
  buyersInOrder,
  type Figure,
  isBuyer,
  buyersWithPlaces,
  isBuyerAmongFew,
  isJoinedBuyer,
  isPresentBuyer,
  joinBought,
  presentBuyers,
} from './bought-in-queries.ts'
export type { Chosen } from './list-sql.ts'
export {
  cameByForm,
  type ClientCondition,
  clientsWhere,
  HAS_ADDRESS,
  HAS_AGREED,
  hasBirthdayCard,
  hasAnyTag,
  hasAnyTagAmongFew,
  hasAnyTagUpTo,
  hasBirthdayOn,
  hasBecomeAnother,
  hasNoValue,
  havePeopleChanged,
  isClient,
  isHolder,
  isOneOf,
  mergedClients,
  newPurchases,
  rowsOfInviter,
  type RowsOfPeople,
  rowsOfPerson,
  withTagOfEach,
} from './in-queries.ts'

/** Clients out of the archive. */
export { countAbout, countListAbout, type ClientSample, sampleOfClients } from './list-count.ts'
export const countPresent = (db: CabinetDb): Promise<number> => count.countPresent(db)
export const hasMoreClients = (db: CabinetDb, than: number): Promise<boolean> => count.hasMoreClients(db, than)
/** What a CRM exchange needs of every client of the cabinet, as a sub-select. */
export const selectExchangeable = (db: CabinetDb) => sql.selectExchangeable(db)
export { birthdaysOn } from './birthdays.ts'
export { removedTags } from './clear-tag.ts'
export { chosenAmong, isAmong, isOfRange, type Range, rangeBehind } from './ranges.ts'
