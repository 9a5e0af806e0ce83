/** Finds the client of a filled form by phone, or creates one. Only the holders room calls it. */
import {
  CLIENT_FIELD_NAMES,
  type ClientFieldValues,
  forClientFields,
  isGranted,
  valueOfField,
} from '../../../contract/people/client-fields.ts'
import { CLIENT_VARIABLES } from '../../../contract/people/forms.ts'
import type { Language } from '../../../contract/limits.ts'
import { randomInt } from 'node:crypto'
import { sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { readCardUse } from '../../platform/cabinets/cabinets.ts'
import { sourceOfNew, type Utm } from '../growth/growth.ts'
import { recordAllAmounts } from './amounts.ts'
import * as sql from './change-sql.ts'
import { getClient } from './clients.ts'
import { insertConsent } from './consents-sql.ts'
import { clientsByIds, type ClientRow } from './sql.ts'

export type Consent = { text: string; ip: string } | null
/** What shows that the number is the visitor's own. */
export type PhoneProof = {
  /** By a code that was sent to it. */
  isCoded: boolean
  /** Clients whose cards the visitor's browser got. */
  ownIds: readonly string[]
}
export type NewOfForm = {
  /** Each has a row of its own in the history. */
  bonuses: readonly number[]
  /** Done beside the client's row. */
  besideRow(client: { id: string; template_id: string }): Promise<unknown>
}
export type FilledForm = {
  /** Values by variable: columns of the client, or the cabinet's own variables. */
  values: Readonly<Record<string, string>>
  templateId: string
  formId: string
  lang: Language
  consent: Consent
  utm: Utm | null
  linkId?: string | undefined
  /** A second submission of the same page finds the same client by it. */
  token: string
  proof: PhoneProof
  /** Reads what a new client needs, at once with what else is read. */
  forNew?: () => Promise<NewOfForm>
}

/** `isNew`: this submission created the client. `hasChanged`: the card of a known client must be updated. */
export type ClientOfForm = { client: ClientRow; isKnown: boolean; isNew: boolean; hasChanged: boolean }

/**
 * Finds the client whose phone this provably is, or creates one: an unproven number that belongs to a client is only
 * noted as typed, and everything else is as with a number that nobody has (decision 038). Known values are never
 * overwritten, only blanks are filled in.
 * @returns `full` when the tariff allows no more cards. Where others take the last ones at the same time, the commit
 * fails instead: see `hasNoMoreCards`
 */
export async function clientOfForm(db: CabinetDb, filled: FilledForm, now: Date): Promise<ClientOfForm | 'full'> {
  const { birthday = '', sex = '', email = '', tel = '', promo = '' } = filled.values
  const declared = forClientFields((name, field) =>
    valueOfField(field, isGranted(name) ? '' : (filled.values[name] ?? '')),
  ) as ClientFieldValues
  // Sent together, in this order: who reads has the locks.
  const [, { sent, holder }, agreed, source, { used, limit }, forNew] = await Promise.all([
    sql.lockKeys(db, tel === '' ? [filled.token] : [filled.token, tel]),
    sql.clientsOfEntry(db, { token: filled.token, tel }),
    agree(db, filled.consent, now),
    sourceOfNew(db, filled, now),
    readCardUse(db),
    filled.forNew?.(),
  ])
  const knownId = sent ?? (tel === '' ? undefined : await provenClient(db, tel, holder, filled.proof))
  if (knownId !== undefined) {
    const row = await getClient(db, knownId)
    const facts = { ...declared, email, birthday: birthday || null }
    const hasChanged = !sent && (await fillBlanks(db, row, facts, filled, now))
    return { client: await getClient(db, knownId), isKnown: !sent, isNew: false, hasChanged }
  }
  if (used >= limit) return 'full'
  const id = crypto.randomUUID()
  const { bonuses = [] } = forNew ?? {}
  const inserted = sql.insertClient(db, {
    id,
    ...declared,
    birthday: birthday === '' ? null : birthday,
    sex: sex === 'male' || sex === 'female' ? sex : null,
    email,
    ...(holder ? { tel: '', typed_tel: tel } : { tel, typed_tel: '' }),
    promo_code: promo,
    balance_minor: 0,
    bonus_minor: sumOf(bonuses),
    discount_hundredths: 0,
    card_number: notYet(),
    extra: own(filled.values),
    template_id: filled.templateId,
    form_id: filled.formId,
    lang: filled.lang,
    source,
    utm: filled.utm,
    ...agreed,
    created_at: now,
    updated_at: now,
  })
  const [client] = await Promise.all([
    inserted,
    sql.insertSubmission(db, filled.token, id, now),
    recordBonuses(db, id, bonuses, now),
    forNew?.besideRow({ id, template_id: filled.templateId }),
  ])
  return { client, isKnown: false, isNew: true, hasChanged: false }
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

function recordBonuses(db: CabinetDb, clientId: string, bonuses: readonly number[], at: Date): Promise<unknown> {
  const after = (count: number) => ({
    balance_minor: 0,
    bonus_minor: sumOf(bonuses.slice(0, count)),
    discount_hundredths: 0,
  })
  const changes = bonuses.map((_, place) => ({ clientId, before: after(place), after: after(place + 1) }))
  return recordAllAmounts(db, changes, { at, by: { source: 'promo', userId: null } })
}

/** Until the commit, where the database gives the number and counts the client (0591). */
const notYet = () => -randomInt(1, 2 ** 47)

/** The client of a proven number; else one who typed it in this browser before. */
async function provenClient(
  db: CabinetDb,
  tel: string,
  holder: string | null,
  { isCoded, ownIds }: PhoneProof,
): Promise<string | undefined> {
  if (holder !== null && (isCoded || ownIds.includes(holder))) return holder
  const typed = (await clientsByIds(db, ownIds)).find((row) => row.typed_tel === tel)
  return typed && (typed.merged_into ?? typed.id)
}

const own = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => value !== '' && !(CLIENT_VARIABLES as readonly string[]).includes(key),
    ),
  )

/** The client has the hash of the words, and the words are kept: together they prove what was agreed to. */
async function agree(db: CabinetDb, consent: Consent, now: Date) {
  if (!consent) return { consent_at: null, consent_text_hash: null, consent_ip: null }
  const hash = sha256(consent.text)
  await sql.keepConsentText(db, hash, consent.text, now)
  return { consent_at: now, consent_text_hash: hash, consent_ip: consent.ip }
}

/**
 * A known client who fills in a form agrees to what it says now: the wording is noted, once, and the latest one counts.
 * @returns nothing when he has agreed to just that
 */
async function agreeAgain(
  db: CabinetDb,
  row: ClientRow,
  { consent, formId }: { consent: NonNullable<Consent>; formId: string },
  now: Date,
) {
  const hash = sha256(consent.text)
  if (row.consent_at !== null && row.consent_text_hash?.equals(hash)) return undefined
  const agreed = await agree(db, consent, now)
  await insertConsent(db, { client_id: row.id, hash, at: now, ip: consent.ip, form_id: formId })
  return agreed
}

/** @returns whether a blank was filled in */
async function fillBlanks(
  db: CabinetDb,
  row: ClientRow,
  facts: ClientFieldValues & { email: string; birthday: string | null },
  { values, consent, formId }: FilledForm,
  now: Date,
): Promise<boolean> {
  const change: sql.ClientChange = {}
  for (const key of [...CLIENT_FIELD_NAMES, 'email'] as const)
    if (!row[key] && facts[key]) Object.assign(change, { [key]: facts[key] })
  if (row.birthday === null && facts.birthday) change.birthday = facts.birthday
  const more = Object.entries(own(values)).filter(([key]) => !row.extra[key])
  if (more.length > 0) change.extra = { ...row.extra, ...Object.fromEntries(more) }
  const hasFacts = Object.keys(change).length > 0
  const agreed = consent ? await agreeAgain(db, row, { consent, formId }, now) : undefined
  if (hasFacts || agreed) await sql.updateClient(db, row.id, row.version, { ...change, ...agreed, updated_at: now })
  return hasFacts
}
