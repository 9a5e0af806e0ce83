/** What the tariff allows, and how much of it is used. */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { numberAfter } from './card-numbers.ts'
import { plasticOf } from './settings-sql.ts'
import { cardLimit, type CabinetTables, tables } from './tables.ts'

export type TariffLimits = {
  cards: number
  templates: number
  forms: number
  segments: number
  triggers: number
  users: number
  geoPoints: number
  beacons: number
  apiPerHour: number
  apiPerSecond: number
}

export function limitsOf(db: CabinetDb): Promise<TariffLimits | undefined> {
  return tables(db.tx)
    .selectFrom('cabinets')
    .innerJoin('tariffs', 'tariffs.key', 'cabinets.tariff_key')
    .select([
      cardLimit.as('cards'),
      'tariffs.templates',
      'tariffs.forms',
      'tariffs.segments',
      'tariffs.triggers',
      'tariffs.users',
      'tariffs.geo_points as geoPoints',
      'tariffs.beacons',
      'tariffs.api_per_hour as apiPerHour',
      'tariffs.api_per_second as apiPerSecond',
    ])
    .where('cabinets.id', '=', db.cabinetId)
    .executeTakeFirst()
}

/** Cards issued, and how many the tariff and its slots allow. */
export function cardUse(db: CabinetDb): Promise<{ used: number; limit: number } | undefined> {
  return tables(db.tx)
    .selectFrom('cabinets')
    .innerJoin('tariffs', 'tariffs.key', 'cabinets.tariff_key')
    .select(['cabinets.cards as used', cardLimit.as('limit')])
    .where('cabinets.id', '=', db.cabinetId)
    .executeTakeFirst()
}

export type Standing = Pick<CabinetTables['cabinets'], 'tariff_key' | 'demo_until'> & {
  balance_minor: number
  grace_until: Date | null
}

/** The part of the tariff and the money that decides whether the cabinet is limited. */
export function standingOf(db: CabinetDb): Promise<Standing | undefined> {
  return tables(db.tx)
    .selectFrom('cabinets')
    .select(['tariff_key', 'demo_until', 'balance_minor', 'grace_until'])
    .where('id', '=', db.cabinetId)
    .executeTakeFirst()
}

/** Cabinets whose demo ends in that time. */
export async function demosBetween(tx: Tx, from: Date, to: Date): Promise<{ id: number; until: Date }[]> {
  const rows = await tables(tx)
    .selectFrom('cabinets')
    .select(['id', 'demo_until'])
    .where('tariff_key', '=', 'demo')
    .where('demo_until', '>=', from)
    .where('demo_until', '<=', to)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, demo_until: until }) => (until === null ? [] : [{ id, until }]))
}

/**
 * Locks the cabinet's row: limits are counted behind it, so two at the same time cannot both pass. Who only writes rows
 * that refer to it does not wait.
 */
export async function lockCabinet(db: CabinetDb): Promise<void> {
  await tables(db.tx).selectFrom('cabinets').select('id').where('id', '=', db.cabinetId).forNoKeyUpdate().execute()
}

/**
 * Next free card number; also counts the card (0591). The limit is checked behind the lock of the cabinet's row, so
 * that many at the same time cannot pass it.
 * @returns undefined when the tariff allows no more cards
 */
export async function takeCardNumber(db: CabinetDb): Promise<number | undefined> {
  const { rows } = await sql<{ number: number | null }>`
    select take_card_number(${db.cabinetId}) as number`.execute(db.tx)
  return rows[0]?.number ?? undefined
}

const numbersOf = (db: CabinetDb) =>
  tables(db.tx)
    .selectFrom('cabinets')
    .innerJoin('tariffs', 'tariffs.key', 'cabinets.tariff_key')
    .select(['next_card_number', 'plastic_from', 'plastic_to', 'cabinets.cards as used', cardLimit.as('limit')])
    .where('cabinets.id', '=', db.cabinetId)

/**
 * Counts so many cards, and gives out numbers for those that have none.
 * @returns undefined when the tariff allows fewer
 */
export async function takeCardNumbers(
  db: CabinetDb,
  { cards, unnumbered }: { cards: number; unnumbered: number },
): Promise<number[] | undefined> {
  await lockCabinet(db)
  const row = await numbersOf(db).executeTakeFirst()
  if (!row || row.used + cards > row.limit) return undefined
  const numbers: number[] = []
  let next = row.next_card_number
  for (; numbers.length < unnumbered; next = numberAfter(next, plasticOf(row))) numbers.push(next)
  await tables(db.tx)
    .updateTable('cabinets')
    .set((of) => ({ next_card_number: next, cards: of('cards', '+', cards) }))
    .where('id', '=', db.cabinetId)
    .execute()
  return numbers
}

/** Cards that were never in anybody's hands count no longer. */
export async function returnCards(db: CabinetDb, cards: number): Promise<void> {
  await tables(db.tx)
    .updateTable('cabinets')
    .set((of) => ({ cards: of('cards', '-', cards) }))
    .where('id', '=', db.cabinetId)
    .execute()
}

/**
 * Numbers up to the highest one are never given out, because cards from elsewhere carry them. Plastic ones are not
 * anyway.
 * @param highest of them outside of the plastic ones; null: there is none
 */
export async function passCardNumbers(
  db: CabinetDb,
  highest: (plastic: { from: number; to: number } | null) => Promise<number | null>,
): Promise<void> {
  await lockCabinet(db)
  const row = await numbersOf(db).executeTakeFirst()
  if (!row) return
  const plastic = plasticOf(row)
  const last = (await highest(plastic ?? null)) ?? 0
  if (last < row.next_card_number) return
  const next = numberAfter(last, plastic)
  await tables(db.tx).updateTable('cabinets').set({ next_card_number: next }).where('id', '=', db.cabinetId).execute()
}
