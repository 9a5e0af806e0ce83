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
import { rowsOfClient, rowsOfHolder, type RowsOfPeople } from './in-queries.ts'
import { clientsAmong, type ClientRow } from './sql.ts'
import { insertSubmission } from './submissions-sql.ts'

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
  /** Probably this is one. */
  isSentAgain?: boolean
  proof: PhoneProof
  /** Reads what a new client needs, at once with what else is read. `refused`: nothing may be written. */
  ahead?: () => Promise<NewOfForm | 'refused'>
  /** Reads what is needed of somebody who may be known, also at once with that. */
  readKnown?: (people: RowsOfPeople) => Promise<unknown>
  /** Done beside what changes of a known client, who is given as before. */
  besideKnown?: (client: ClientRow, hasChanged: boolean) => Promise<unknown>
}

/** `isNew`: this submission created the client. `hasChanged`: the card of a known client must be updated. */
export type ClientOfForm = { client: ClientRow; isKnown: boolean; isNew: boolean; hasChanged: boolean }

/**
 * Finds the client whose phone this provably is, or creates one: an unproven number that belongs to a client is only
 * noted as typed, and everything else is as with a number that nobody has (decision 038). Known values are never
 * overwritten, only blanks are filled in.
 * @returns `full` when the tariff allows no more cards. Where others take the last ones at the same time, the commit
 * fails instead: see `hasNoMoreCards`. `refused`: as `ahead` says; nothing was written
 */
export async function clientOfForm(
  db: CabinetDb,
  filled: FilledForm,
  now: Date,
): Promise<ClientOfForm | 'full' | 'refused'> {
  const { birthday = '', sex = '', email = '', tel = '', promo = '' } = filled.values
  const { token, proof, consent } = filled
  const declared = forClientFields((name, field) =>
    valueOfField(field, isGranted(name) ? '' : (filled.values[name] ?? '')),
  ) as ClientFieldValues
  const hash = consent && sha256(consent.text)
  // Without a proof a number makes nobody known.
  const mayBeKnown = tel !== '' && (proof.isCoded || proof.ownIds.length > 0)
  const entry = {
    tel: '',
    ids: [],
    ...(mayBeKnown && { tel, ids: proof.ownIds }),
    token: filled.isSentAgain ? token : '',
  }
  // Sent together, in this order: who reads has the locks.
  const [, { sent, holder }, people, areWordsHeld, source, { used, limit }, ahead] = await Promise.all([
    sql.lockKeys(db, tel === '' ? [token] : [token, tel]),
    sql.clientsOfEntry(db, { token, tel }),
    mayBeKnown || filled.isSentAgain ? readKnown(db, rowsOfHolder(db, entry), filled) : [],
    hash === null || sql.holdConsentText(db, hash),
    sourceOfNew(db, filled, now),
    readCardUse(db),
    filled.ahead?.(),
  ])
  if (ahead === 'refused') return 'refused'
  const agreed: Agreed = { consent_at: hash && now, consent_text_hash: hash, consent_ip: consent?.ip ?? null }
  const keepWords = async () => {
    if (hash && consent && !areWordsHeld) await sql.keepConsentText(db, hash, consent.text, now)
  }
  const knownId = sent ?? provenClient(people, { tel, holder, proof })
  if (knownId !== undefined) {
    const isRead = people.some(({ id, merged_into: into }) => id === knownId && into === null)
    const rows = isRead ? people : await readKnown(db, rowsOfClient(db, knownId), filled)
    const row = rows.find(({ id, erased_at: at }) => id === knownId && at === null) ?? (await getClient(db, knownId))
    const blanks = sent ? {} : blanksOf(row, { ...declared, email, birthday: birthday || null }, filled.values)
    const hasChanged = Object.keys(blanks).length > 0
    const isAgreedAgain = !sent && hash !== null && !(row.consent_at && row.consent_text_hash?.equals(hash))
    if (isAgreedAgain) await keepWords()
    await Promise.all([
      isAgreedAgain && noteConsent(db, row.id, filled, { hash, now }),
      (hasChanged || isAgreedAgain) &&
        sql.updateClient(db, row.id, row.version, { ...blanks, ...(isAgreedAgain && agreed), updated_at: now }),
      filled.besideKnown?.(row, hasChanged),
    ])
    return { client: row, isKnown: !sent, isNew: false, hasChanged }
  }
  if (used >= limit) return 'full'
  await keepWords()
  const id = crypto.randomUUID()
  const { bonuses = [] } = ahead ?? {}
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
    insertSubmission(db, token, id, now),
    recordBonuses(db, id, bonuses, now),
    ahead?.besideRow({ id, template_id: filled.templateId }),
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

type Entry = { tel: string; holder: string | null; proof: PhoneProof }

/** The client of a proven number; else one who typed it in this browser before. @param people read for this number */
function provenClient(people: readonly ClientRow[], { tel, holder, proof }: Entry): string | undefined {
  const { isCoded, ownIds } = proof
  if (holder !== null && (isCoded || ownIds.includes(holder))) return holder
  const typed = people.find((row) => ownIds.includes(row.id) && row.typed_tel === tel)
  return typed && (typed.merged_into ?? typed.id)
}

/** With what else is asked of them. */
async function readKnown(db: CabinetDb, people: RowsOfPeople, filled: FilledForm): Promise<ClientRow[]> {
  const [rows] = await Promise.all([clientsAmong(db, people), filled.readKnown?.(people)])
  return rows
}

const own = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([key, value]) => value !== '' && !(CLIENT_VARIABLES as readonly string[]).includes(key),
    ),
  )

/** The client has the hash of the words, and the words are kept: together they prove what was agreed to. */
type Agreed = { consent_at: Date | null; consent_text_hash: Buffer | null; consent_ip: string | null }

/** A known client who fills in a form agrees to what it says now: the wording is noted, once, and the latest counts. */
const noteConsent = (
  db: CabinetDb,
  clientId: string,
  { consent, formId }: FilledForm,
  { hash, now }: { hash: Buffer; now: Date },
) => insertConsent(db, { client_id: clientId, hash, at: now, ip: consent?.ip ?? '', form_id: formId })

function blanksOf(
  row: ClientRow,
  facts: ClientFieldValues & { email: string; birthday: string | null },
  values: FilledForm['values'],
): sql.ClientChange {
  const change: sql.ClientChange = {}
  for (const key of [...CLIENT_FIELD_NAMES, 'email'] as const)
    if (!row[key] && facts[key]) Object.assign(change, { [key]: facts[key] })
  if (row.birthday === null && facts.birthday) change.birthday = facts.birthday
  const more = Object.entries(own(values)).filter(([key]) => !row.extra[key])
  if (more.length > 0) change.extra = { ...row.extra, ...Object.fromEntries(more) }
  return change
}
