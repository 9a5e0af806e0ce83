/**
 * Clients: the people who hold cards, as they are read. What changes a client is in `change.ts` and `from-form.ts`, and
 * only the holders room calls it: the card has to follow.
 */
import type { CardHolder } from '../../../card/values.ts'
import { clients as contract, type ClientRow } from '../../../contract/people/clients.ts'
import { moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import { metaOf, sliceOf } from '../../base/paging.ts'
import { refusals } from '../../base/refusal.ts'
import { factsOf } from './columns.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

export function rowReply(row: sql.ClientRow): Omit<ClientRow, 'sync'> & ReturnType<typeof factsOf> {
  return {
    ...factsOf(row),
    id: row.id,
    cardNumber: row.card_number,
    template: { id: row.template_id, name: row.template_name },
    installs: row.installs,
    createdAt: row.created_at.toISOString(),
  }
}

/** What a card says of its holder. */
export function holderOf(row: sql.ClientRow): CardHolder {
  return {
    name: row.name,
    surname: row.surname,
    email: row.email,
    tel: row.tel,
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

export type ClientPage = { page: number; limit: number; q: string; o: sql.Sort; d: 'asc' | 'desc' } & sql.Filters

export async function listClients(db: CabinetDb, query: ClientPage, now: Date) {
  const { page, limit, q, o, d, ...filters } = query
  const { rows, total } = await sql.clientPage(db, {
    q,
    filters,
    o,
    d,
    ...sliceOf({ page, limit }),
    today: moscowDay(now),
  })
  return { data: rows.map(rowReply), meta: metaOf(total, { page, limit }) }
}

/** @throws Refusal client_not_found */
export async function getClient(db: CabinetDb, id: string): Promise<sql.ClientRow> {
  const row = await sql.clientById(db, id)
  if (!row) throw refuse('client_not_found')
  return row
}

export const nameOfClient = (row: Pick<sql.ClientRow, 'name' | 'surname'>): string =>
  `${row.name} ${row.surname}`.trim()

export async function balanceHistory(db: CabinetDb, id: string, page: { page: number; limit: number }) {
  await getClient(db, id)
  const { rows, total } = await sql.balanceEvents(db, id, sliceOf(page))
  return {
    data: rows.map((row) => ({
      id: row.id,
      at: row.at.toISOString(),
      kind: row.kind,
      delta: row.delta,
      after: row.after,
      source: row.source,
      by: row.by,
    })),
    meta: metaOf(total, page),
  }
}

export async function issuedByDay(db: CabinetDb, days: number, now: Date) {
  return { days: await sql.clientsByDay(db, days, moscowDay(now)), templates: await sql.clientsByTemplate(db) }
}

/** The page with this token was sent before and has its client. */
export const isSubmitted = async (db: CabinetDb, token: string) =>
  (await sql.submissionByToken(db, token)) !== undefined

export const clientsByIds = sql.clientsByIds
export const countClients = sql.countClients
export const clientByInviteCode = sql.clientByInviteCode
export const countChosen = sql.countChosen
export const clientsAfter = sql.clientsAfter
export const takeTemplates = sql.takeTemplates
export const clientsByDay = sql.clientsByDay
export const countExtraValues = sql.countExtraValues
export const hasExtraValues = sql.hasExtraValues
export const latestCardNumbers = sql.latestCardNumbers
export type StoredClient = sql.ClientRow
export type { Chosen } from './sql.ts'
