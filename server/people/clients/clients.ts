/**
 * Clients: the people who hold cards. One phone number is one client; every change of an amount leaves a row of
 * history.
 */
import type { CardHolder } from '../../../card/values.ts'
import { CLIENT_VARIABLES } from '../../../contract/people/forms.ts'
import { clients as contract, type ClientInput, type ClientRow } from '../../../contract/people/clients.ts'
import type { Language } from '../../../contract/limits.ts'
import { moscowDay } from '../../base/clock.ts'
import { sha256 } from '../../base/crypto.ts'
import { type CabinetDb, constraintOf } from '../../base/db.ts'
import { toE164 } from '../../base/phone-number.ts'
import { refusals } from '../../base/refusal.ts'
import { takeCardNumber } from '../../platform/cabinets/cabinets.ts'
import { findTemplate } from '../../cards/templates/templates.ts'
import { firstUnknownName } from '../../cards/variables/variables.ts'
import { isBirthday } from './birthday.ts'
import { columnsOf, factsOf } from './columns.ts'
import { changeOf, type FromCrm } from './from-crm.ts'
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
    limit,
    offset: (page - 1) * limit,
    today: moscowDay(now),
  })
  return { data: rows.map(rowReply), meta: { total, page, limit } }
}

/** @throws Refusal client_not_found */
export async function getClient(db: CabinetDb, id: string): Promise<sql.ClientRow> {
  const row = await sql.clientById(db, id)
  if (!row) throw refuse('client_not_found')
  return row
}

const KINDS = [
  ['balance', 'balance_minor'],
  ['bonus', 'bonus_minor'],
  ['discount', 'discount_hundredths'],
] as const

/** Saves a client as the cabinet sees him. */
export async function saveClient(
  db: CabinetDb,
  id: string,
  input: ClientInput,
  userId: string,
  now: Date,
): Promise<sql.ClientRow> {
  const before = await getClient(db, id)
  const tel = input.tel === '' ? '' : toE164(input.tel)
  if (tel === null) throw refuse('bad_phone', {}, { tel: { code: 'phone' } })
  if (input.birthday !== null && !isBirthday(input.birthday, now))
    throw refuse('invalid_input', {}, { birthday: { code: 'date' } })
  if (!(await findTemplate(db, input.template))) throw refuse('template_not_found')
  const added = Object.keys(input.extra).filter((name) => !Object.hasOwn(before.extra, name))
  const unknown = await firstUnknownName(db, added)
  if (unknown !== undefined) throw refuse('unknown_variable', { name: unknown })
  const change = { ...columnsOf({ ...input, tel }), template_id: input.template, updated_at: now }
  if (tel !== '') await sql.lockKey(db, tel)
  try {
    if (!(await sql.updateClient(db, id, input.version, change))) throw refuse('version_conflict')
  } catch (error) {
    if (constraintOf(error) === 'clients_tel') throw refuse('phone_taken', {}, { tel: { code: 'phone_taken' } })
    throw error
  }
  await sql.insertBalanceEvents(
    db,
    KINDS.filter(([, column]) => change[column] !== before[column]).map(([kind, column]) => ({
      id: crypto.randomUUID(),
      client_id: id,
      at: now,
      kind,
      delta: change[column] - before[column],
      after: change[column],
      source: 'cabinet',
      by_user: userId,
    })),
  )
  return getClient(db, id)
}

/**
 * Takes over what a CRM says of a client.
 * @returns the client before and after; undefined when nothing changed, or somebody saved him at this moment
 */
export async function applyFromCrm(
  db: CabinetDb,
  id: string,
  said: FromCrm,
  now: Date,
): Promise<{ before: sql.ClientRow; after: sql.ClientRow } | undefined> {
  const before = await sql.clientById(db, id)
  const change = before ? changeOf(before, said, now) : {}
  if (!before || Object.keys(change).length === 0) return undefined
  if (!(await sql.updateClient(db, id, before.version, { ...change, crm_updated_at: now, updated_at: now })))
    return undefined
  const after = await getClient(db, id)
  await sql.insertBalanceEvents(
    db,
    KINDS.filter(([, column]) => after[column] !== before[column]).map(([kind, column]) => ({
      id: crypto.randomUUID(),
      client_id: id,
      at: now,
      kind,
      delta: after[column] - before[column],
      after: after[column],
      source: 'crm',
      by_user: null,
    })),
  )
  return { before, after }
}

/**
 * Adds to the bonus with a row of history. The caller lets the card follow.
 * @returns undefined when there is no such client or nothing to add
 */
export async function addBonus(
  db: CabinetDb,
  id: string,
  delta: number,
  now: Date,
): Promise<{ id: string; template_id: string } | undefined> {
  const row = delta === 0 ? undefined : await sql.growBonus(db, id, delta, now)
  if (row)
    await sql.insertBalanceEvents(db, [
      {
        id: crypto.randomUUID(),
        client_id: id,
        at: now,
        kind: 'bonus',
        delta,
        after: row.bonus_minor,
        source: 'promo',
        by_user: null,
      },
    ])
  return row
}

export const nameOfClient = (row: Pick<sql.ClientRow, 'name' | 'surname'>): string =>
  `${row.name} ${row.surname}`.trim()

export type Consent = { text: string; ip: string } | null
export type FilledForm = {
  /** Values by variable: columns of the client or own variables. */
  values: Readonly<Record<string, string>>
  templateId: string
  formId: string
  lang: Language
  consent: Consent
  /** Makes a second sending of the same page the same client. */
  token: string
}

/** `isNew`: this very sending made the client. `hasChanged`: a known client's card says something new now. */
export type ClientOfForm = { client: sql.ClientRow; isKnown: boolean; isNew: boolean; hasChanged: boolean }

/**
 * The client of a filled form: the one with this phone, or a new one. What is known is never overwritten
 * by a stranger who types a number: only empty facts are filled in.
 * @returns `full` when the tariff allows no more cards
 */
export async function clientOfForm(db: CabinetDb, filled: FilledForm, now: Date): Promise<ClientOfForm | 'full'> {
  const {
    name = '',
    surname = '',
    middlename = '',
    birthday = '',
    sex = '',
    email = '',
    tel = '',
    promo = '',
    ...extra
  } = filled.values
  await sql.lockKey(db, filled.token)
  if (tel !== '') await sql.lockKey(db, tel)
  const sent = await sql.submissionByToken(db, filled.token)
  const known = sent ? { id: sent.client_id } : tel === '' ? undefined : await sql.clientByTel(db, tel)
  if (known) {
    const row = await getClient(db, known.id)
    const hasChanged =
      !sent &&
      (await fillBlanks(
        db,
        row,
        { name, surname, middlename, email, birthday: birthday || null },
        extra,
        filled.consent,
        now,
      ))
    return { client: await getClient(db, known.id), isKnown: !sent, isNew: false, hasChanged }
  }
  const cardNumber = await takeCardNumber(db)
  if (cardNumber === undefined) return 'full'
  const id = crypto.randomUUID()
  await sql.insertClient(db, {
    id,
    name,
    surname,
    middlename,
    birthday: birthday === '' ? null : birthday,
    sex: sex === 'male' || sex === 'female' ? sex : null,
    email,
    tel,
    promo_code: promo,
    balance_minor: 0,
    bonus_minor: 0,
    discount_hundredths: 0,
    card_number: cardNumber,
    extra: own(extra),
    template_id: filled.templateId,
    form_id: filled.formId,
    lang: filled.lang,
    ...consentColumns(filled.consent, now),
    created_at: now,
    updated_at: now,
  })
  await sql.insertSubmission(db, filled.token, id, now)
  return { client: await getClient(db, id), isKnown: false, isNew: true, hasChanged: false }
}

const own = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => value !== '' && !(CLIENT_VARIABLES as readonly string[]).includes(key),
    ),
  )

/** What was agreed to is kept as its hash: with the form's text it proves which words a client saw. */
const consentColumns = (consent: Consent, now: Date) => ({
  consent_at: consent ? now : null,
  consent_text_hash: consent ? sha256(consent.text) : null,
  consent_ip: consent?.ip ?? null,
})

/** @returns whether something was blank and is filled in now */
async function fillBlanks(
  db: CabinetDb,
  row: sql.ClientRow,
  facts: { name: string; surname: string; middlename: string; email: string; birthday: string | null },
  extra: Readonly<Record<string, string>>,
  consent: Consent,
  now: Date,
): Promise<boolean> {
  const change: sql.ClientChange = {}
  for (const key of ['name', 'surname', 'middlename', 'email'] as const)
    if (row[key] === '' && facts[key] !== '') change[key] = facts[key]
  if (row.birthday === null && facts.birthday) change.birthday = facts.birthday
  const more = Object.entries(own(extra)).filter(([key]) => !row.extra[key])
  if (more.length > 0) change.extra = { ...row.extra, ...Object.fromEntries(more) }
  const hasFacts = Object.keys(change).length > 0
  const agreed = row.consent_at === null && consent ? consentColumns(consent, now) : undefined
  if (hasFacts || agreed) await sql.updateClient(db, row.id, row.version, { ...change, ...agreed, updated_at: now })
  return hasFacts
}

export async function balanceHistory(db: CabinetDb, id: string, page: { page: number; limit: number }) {
  await getClient(db, id)
  const { rows, total } = await sql.balanceEvents(db, id, { limit: page.limit, offset: (page.page - 1) * page.limit })
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
    meta: { total, page: page.page, limit: page.limit },
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
export const setTemplate = sql.setTemplate
export const clientsByDay = sql.clientsByDay
export const insertClient = sql.insertClient
export const countExtraValues = sql.countExtraValues
export const hasExtraValues = sql.hasExtraValues
export const dropExtraValues = sql.dropExtraValues
export const latestCardNumbers = sql.latestCardNumbers
export const insertBalanceEvents = sql.insertBalanceEvents
export type StoredClient = sql.ClientRow
export type { Chosen } from './sql.ts'
