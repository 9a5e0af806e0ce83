/** Adds, changes and removes the clients of an import, many at a time. Only the holders room calls it. */
import type { Language } from '../../../contract/limits.ts'
import type { CabinetDb } from '../../base/db.ts'
import { returnCards, takeCardNumbers } from '../../platform/cabinets/cabinets.ts'
import * as sql from './change-sql.ts'
import { clientsByIds, emptyFields } from './clients.ts'
import { consentMoment, type ImportedColumns, type ImportedFacts } from './import-change.ts'

export type NewImported = { id: string; facts: ImportedFacts }
export type ImportedBatch = {
  templateId: string
  lang: Language
  consentSource: string
  by: string
  asPreorders: boolean
}
/** `version` is the one that was read: a client who was saved since is left alone. */
export type ImportedChange = { id: string; version: number; change: Partial<ImportedColumns> }

const AMOUNTS = { balance: 'balance_minor', bonus: 'bonus_minor', discount: 'discount_hundredths' } as const
const KINDS = ['balance', 'bonus', 'discount'] as const
type Amounts = Record<(typeof AMOUNTS)[keyof typeof AMOUNTS], number>

/** A row of history for each amount that an import has changed. */
const historyOf = (id: string, before: Amounts, after: Amounts, by: string, now: Date) =>
  KINDS.map((kind) => ({ kind, delta: after[AMOUNTS[kind]] - before[AMOUNTS[kind]], after: after[AMOUNTS[kind]] }))
    .filter(({ delta }) => delta !== 0)
    .map((event) => ({
      id: crypto.randomUUID(),
      client_id: id,
      at: now,
      source: 'import' as const,
      by_user: by,
      ...event,
    }))

const NOTHING = { balance_minor: 0, bonus_minor: 0, discount_hundredths: 0 } as const

function rowOf({ id, facts }: NewImported, cardNumber: number, batch: ImportedBatch, now: Date): sql.AddedClient {
  const { consent_on: day, crm: _, ...columns } = facts
  return {
    ...emptyFields(),
    birthday: null,
    sex: null,
    email: '',
    tel: '',
    ...NOTHING,
    promo_code: '',
    extra: {},
    card_track: '',
    template_id: batch.templateId,
    ...columns,
    id,
    card_number: cardNumber,
    lang: batch.lang,
    consent_at: day === undefined ? null : consentMoment(day),
    consent_source: batch.consentSource,
    archived_at: null,
    created_at: now,
    updated_at: now,
  }
}

/**
 * @returns the clients that were added; of others the phone or the card number was taken meanwhile. `full`: the tariff
 * does not allow so many cards
 */
export async function addImported(
  db: CabinetDb,
  clients: readonly NewImported[],
  batch: ImportedBatch,
  now: Date,
): Promise<{ id: string; template_id: string }[] | 'full'> {
  const unnumbered = clients.filter(({ facts }) => facts.card_number === undefined).length
  const numbers = await takeCardNumbers(db, { cards: clients.length, unnumbered })
  if (!numbers) return 'full'
  const free = numbers.values()
  const rows = clients.map((client) =>
    rowOf(client, client.facts.card_number ?? (free.next().value as number), batch, now),
  )
  const added = new Set(await sql.insertClients(db, rows))
  if (added.size < rows.length) await returnCards(db, rows.length - added.size)
  const here = rows.filter(({ id }) => added.has(id))
  await sql.insertBalanceEvents(
    db,
    here.flatMap((row) => historyOf(row.id, NOTHING, row, batch.by, now)),
  )
  return here
}

/** @returns the ids of those that were changed */
export async function changeImported(
  db: CabinetDb,
  changes: readonly ImportedChange[],
  by: string,
  now: Date,
): Promise<string[]> {
  const wanted = new Map(changes.map((one) => [one.id, one]))
  const before = (await clientsByIds(db, [...wanted.keys()])).filter(
    (row) => row.version === wanted.get(row.id)?.version,
  )
  const after = new Map(before.map((row) => [row.id, { ...row, ...wanted.get(row.id)?.change, updated_at: now }]))
  const done = await sql.rewriteClients(db, [...after.values()])
  await sql.insertBalanceEvents(
    db,
    before
      .filter(({ id }) => done.includes(id))
      .flatMap((row) => historyOf(row.id, row, after.get(row.id) ?? row, by, now)),
  )
  return done
}

/** @returns the ids of those that were removed; somebody has changed the others */
export async function removeImported(db: CabinetDb, ids: readonly string[]): Promise<string[]> {
  const removed = await sql.deleteUntouched(db, ids)
  if (removed.length > 0) await returnCards(db, removed.length)
  return removed
}
