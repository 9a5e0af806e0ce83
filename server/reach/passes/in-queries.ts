/** Cards inside the statements of other rooms. A condition is over a row of the table `clients`. */
import { type RawBuilder, sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { type ClientCondition, isClient, mergedClients } from '../../people/clients/clients.ts'
import { IS_IN_WALLET, IS_IN_WALLET_EACH, IS_VALID } from './sql.ts'

const cardOfClient = (condition: RawBuilder<boolean>): ClientCondition =>
  sql`exists (select from passes p
    where p.cabinet_id = clients.cabinet_id and p.client_id = clients.id and ${condition})`

/** The same, or one of a client who was merged into this one. */
const cardOfPerson = (db: CabinetDb, condition: RawBuilder<boolean>): ClientCondition =>
  sql`(${cardOfClient(condition)} or exists (select from (${mergedClients(db)}) merged
    join passes p on p.cabinet_id = clients.cabinet_id and p.client_id = merged.id
    where merged.kept_id = clients.id and ${condition}))`

/**
 * Cards with the person who has them, for `from (…) p`: `person_id` is the client, or the one into whom that client was
 * merged.
 */
export const cardsOfPeople = (db: CabinetDb): RawBuilder<unknown> =>
  sql`select c.*, coalesce(merged.kept_id, c.client_id) as person_id from passes c
    left join (${mergedClients(db)}) merged on merged.id = c.client_id
    where c.cabinet_id = ${db.cabinetId}`

/** Ids of clients, as an array. */
type ClientIds = RawBuilder<readonly string[]>

/** Clients by their ids: behind `after`, up to `upTo`. */
export type ClientRange = { after: string; upTo: string }

/** Cards as `cardsOfPeople`; `is_among`: they are asked for, and not only there for comparison. */
const cardsWhere = (db: CabinetDb, condition: RawBuilder<unknown>, isAmong: boolean): RawBuilder<unknown> => sql`
  select c.cabinet_id, c.id, c.client_id, c.template_id, c.is_main, c.created_at, c.voided_at, c.ended_at,
    c.google_saved_at, coalesce(merged.kept_id, c.client_id) as person_id, ${sql.lit(isAmong)} as is_among
  from passes c left join (${mergedClients(db)}) merged on merged.id = c.client_id
  where c.cabinet_id = ${db.cabinetId} and ${condition}`

/** All cards of these people. `offset 0`: the person is a column then, by which each can be looked up. */
const cardsOfSome = (db: CabinetDb, ids: ClientIds): RawBuilder<unknown> =>
  sql`${cardsWhere(
    db,
    sql`c.client_id = any(array(select merged.id from (${mergedClients(db)}) merged
      where merged.kept_id = any(${ids})) || ${ids})`,
    true,
  )} offset 0`

/**
 * The cards of these clients as `cardsOfPeople`, and for comparison the other ones of their people, where clients were
 * merged: those have `is_among` false.
 */
function cardsOfRange(db: CabinetDb, { after, upTo }: ClientRange): RawBuilder<unknown> {
  const isAmong = (column: string) => sql`(${sql.ref(column)} > ${after}::uuid and ${sql.ref(column)} <= ${upTo}::uuid)`
  const people = sql`select m.kept_id from (${mergedClients(db)}) m
    where ${isAmong('m.id')} or ${isAmong('m.kept_id')}`
  const others = sql`array(select m.id from (${mergedClients(db)}) m where m.kept_id in (${people}) union ${people})`
  return sql`${cardsWhere(db, isAmong('c.client_id'), true)}
    union all ${cardsWhere(db, sql`c.client_id = any(${others}) and not ${isAmong('c.client_id')}`, false)}`
}

/** Which of a person's cards is the better one: those of the client who stays, then the main one, then the oldest. */
export const CARD_ORDER = sql`(p.client_id <> p.person_id), (not p.is_main), p.created_at, p.id`

const walletsSay = (condition: RawBuilder<boolean>): ClientCondition =>
  sql`exists (select from client_wallets w
    where w.cabinet_id = clients.cabinet_id and w.client_id = clients.id and ${condition})`

/** Wallets of the client of a row, and when the last card left the last one, as JSON; null when none ever had one. */
export const walletsInRow = sql<{ installs: ('apple' | 'google')[]; removedAt: string | null } | null>`(
  select jsonb_build_object('installs', array_remove(
      array[case when w.in_apple then 'apple' end, case when w.in_google then 'google' end], null),
    'removedAt', w.removed_at)
  from client_wallets w where w.cabinet_id = clients.cabinet_id and w.client_id = clients.id)`

/** Whether a card of the client is in this wallet now, in none, or was in one and is in none any longer. */
export function isHeldIn(wallet: 'apple' | 'google' | 'none' | 'removed'): ClientCondition {
  if (wallet === 'none') return sql`not ${walletsSay(sql`(w.in_apple or w.in_google)`)}`
  if (wallet === 'removed') return walletsSay(sql`w.removed_at is not null`)
  return walletsSay(wallet === 'apple' ? sql`w.in_apple` : sql`w.in_google`)
}

type OfTemplate = (templateColumn: RawBuilder<string>) => RawBuilder<boolean>
const OF_ANY: OfTemplate = () => sql`true`

/** Whether the client's card is in a wallet. @param isOfTemplate a condition on the template's column */
export const hasCardInWallet = (db: CabinetDb, isOfTemplate = OF_ANY): ClientCondition =>
  cardOfPerson(db, sql`${IS_VALID} and ${IS_IN_WALLET} and ${isOfTemplate(sql`p.template_id`)}`)

/** Of the main card: a further one is no new client. @param isUsable neither withdrawn nor over */
export const hasCardMadeIn = ({ from, to }: { from: Date; to: Date }, isUsable = false): ClientCondition =>
  cardOfClient(
    sql`p.is_main and p.created_at >= ${from} and p.created_at < ${to} ${isUsable ? sql`and ${IS_VALID}` : sql``}`,
  )

/** No card of the client is in a wallet, or was in one. */
export const wasInNoWallet = (): ClientCondition =>
  sql`not ${walletsSay(sql`(w.in_apple or w.in_google or w.removed_at is not null)`)}`

type Chosen = {
  isOfTemplate?: OfTemplate | undefined
  holders?: ClientCondition | undefined
  /** Only the cards of these clients; left out: all. */
  range?: ClientRange | undefined
  /** Only the cards of these people. */
  ids?: ClientIds | undefined
}

/** Those that the choice is made among, and which of them are asked for. */
function cardsOf(db: CabinetDb, { range, ids }: Pick<Chosen, 'range' | 'ids'>) {
  if (ids) return { cards: cardsOfSome(db, ids), isAmong: sql`true`, areSome: true }
  return range
    ? { cards: cardsOfRange(db, range), isAmong: sql`p.is_among`, areSome: true }
    : { cards: cardsOfPeople(db), isAmong: sql`true`, areSome: false }
}

/**
 * Cards that are in a wallet, for `from (…) p`. `is_silent`: a person with several of them is notified on another one,
 * the best one that is among them.
 */
export function cardsInWallets(db: CabinetDb, of: Chosen): RawBuilder<{ id: string; is_silent: boolean }> {
  const { cards, isAmong, areSome } = cardsOf(db, of)
  return sql`select held.id, held.is_silent from (
      select p.id, ${isAmong} as is_among,
        row_number() over (partition by p.person_id order by ${CARD_ORDER}) > 1 as is_silent
      from (${cards}) p
      where ${(of.isOfTemplate ?? OF_ANY)(sql`p.template_id`)} and ${IS_VALID}
        and ${areSome ? IS_IN_WALLET_EACH : IS_IN_WALLET}
        and ${isClient(db, 'p.person_id', of.holders ? [of.holders] : [], areSome)}) held
    where held.is_among`
}

/**
 * One card of each of these people, the best one, in a wallet or not, as `cardsInWallets`.
 * @param people ids of clients, as a sub-select without its brackets
 */
export function cardsOfThese(
  db: CabinetDb,
  of: Omit<Chosen, 'ids'> & { people: RawBuilder<unknown> },
): RawBuilder<{ id: string; is_silent: boolean }> {
  const { cards, isAmong, areSome } = cardsOf(db, { range: of.range })
  return sql`select best.id, false as is_silent from (
      select p.id, ${isAmong} as is_among,
        row_number() over (partition by p.person_id order by ${CARD_ORDER}) as place
      from (${cards}) p
      where ${(of.isOfTemplate ?? OF_ANY)(sql`p.template_id`)} and ${IS_VALID} and p.person_id in (${of.people})
        and ${isClient(db, 'p.person_id', of.holders ? [of.holders] : [], areSome)}) best
    where best.place = 1 and best.is_among`
}

/** Behind these cards' client the next so many cards lie, in the order of their clients; undefined: not so many. */
export async function clientBehind(db: CabinetDb, after: string, cards: number): Promise<string | undefined> {
  const { rows } = await sql<{ client_id: string }>`
    select client_id from passes where cabinet_id = ${db.cabinetId} and client_id > ${after}
    order by client_id offset ${cards - 1} limit 1`.execute(db.tx)
  return rows[0]?.client_id
}

/** Whose cards these are: of clients who were merged, the one who stayed. */
export async function peopleOfCards(db: CabinetDb, passIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; person_id: string }>`
    select p.id, p.person_id from (${cardsOfPeople(db)}) p where p.id = any(${[...passIds]}::uuid[])`.execute(db.tx)
  return new Map(rows.map((row) => [row.id, row.person_id]))
}
