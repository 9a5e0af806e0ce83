import { sql, type Generated } from 'kysely'
import { SLOT_CARDS } from '../../../contract/limits.ts'
import type { CabinetDb, Db, Tx } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'
import { numberBefore, type Range } from './card-numbers.ts'

export type TariffKey = 'demo' | 'base' | 'advanced' | 'expert'

export type CabinetTables = {
  cabinets: {
    id: number
    name: string
    domain: string
    tax_number: string
    balance_minor: Generated<number>
    is_agent: Generated<boolean>
    is_poll_finished: Generated<boolean>
    is_on_test_certificate: Generated<boolean>
    tariff_key: TariffKey | null
    demo_until: Date | null
    next_card_number: Generated<number>
    first_card_number: Generated<number>
    plastic_from: Generated<number | null>
    plastic_to: Generated<number | null>
    logo_id: Generated<string | null>
    phone: Generated<string | null>
    is_export_allowed: Generated<boolean>
    general_version: Generated<number>
    cards: Generated<number>
    /** Blocks of cards above those of the tariff. */
    slots: Generated<number>
    ledger_no: Generated<number>
    charged_on: Generated<string | null>
    referral_code: Generated<string | null>
    promo_code: Generated<string>
    created_at: Date
  }
  accesses: {
    cabinet_id: number
    id: string
    user_id: string
    role: 'owner' | 'member'
    is_notifications: Generated<boolean>
    created_at: Date
  }
  tariffs: {
    key: TariffKey
    price_minor: number
    cards: number
    templates: number
    forms: number
    segments: number
    triggers: number
    users: number
    position: number
    is_archived: boolean
    slot_price_minor: number | null
    geo_points: number
    beacons: number
    api_per_hour: number
    api_per_second: number
  }
}

const tables = (db: Db | Tx) => db.withTables<CabinetTables>()

/** Cards of the tariff and of its slots. */
const cardLimit = sql<number>`tariffs.cards + cabinets.slots * ${sql.lit(SLOT_CARDS)}`

const withTariff = (db: Db | Tx) =>
  tables(db)
    .selectFrom('accesses')
    .innerJoin('cabinets', 'cabinets.id', 'accesses.cabinet_id')
    .leftJoin('tariffs', 'tariffs.key', 'cabinets.tariff_key')
    .selectAll('cabinets')
    .select([
      'accesses.role',
      cardLimit.as('limit_cards'),
      'tariffs.templates as limit_templates',
      'tariffs.forms as limit_forms',
      'tariffs.segments as limit_segments',
      'tariffs.triggers as limit_triggers',
      'tariffs.is_archived as is_tariff_archived',
    ])

export type CabinetRow = Awaited<ReturnType<ReturnType<typeof withTariff>['execute']>>[number]

/** Cabinets of the user whose id stands in the transaction, by name, domain or both. */
export async function cabinetsOf(
  tx: Tx,
  userId: string,
  page: { q: string; o: 'name' | 'created' | 'cards' | 'balance'; d: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: CabinetRow[]; total: number }> {
  const column = {
    name: sql`lower(cabinets.name) collate "und-x-icu"`,
    created: sql`cabinets.created_at`,
    cards: sql`cabinets.cards`,
    balance: sql`cabinets.balance_minor`,
  }[page.o]
  const pattern = likeAnywhere(page.q)
  const found = withTariff(tx)
    .where('accesses.user_id', '=', userId)
    .$if(page.q !== '', (query) =>
      query.where((where) =>
        where.or([where('cabinets.name', 'ilike', pattern), where('cabinets.domain', 'ilike', pattern)]),
      ),
    )
  const [rows, count] = [
    await found.orderBy(column, page.d).orderBy('cabinets.id', 'desc').limit(page.limit).offset(page.offset).execute(),
    await found
      .clearSelect()
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirst(),
  ]
  return { rows, total: count?.total ?? 0 }
}

export function latestCabinets(tx: Tx, userId: string): Promise<{ id: number; name: string; domain: string }[]> {
  return tables(tx)
    .selectFrom('accesses')
    .innerJoin('cabinets', 'cabinets.id', 'accesses.cabinet_id')
    .select(['cabinets.id', 'cabinets.name', 'cabinets.domain'])
    .where('accesses.user_id', '=', userId)
    .orderBy('cabinets.id', 'desc')
    .limit(3)
    .execute()
}

export function cabinetByDomain(tx: Tx, userId: string, domain: string): Promise<CabinetRow | undefined> {
  return withTariff(tx).where('accesses.user_id', '=', userId).where('cabinets.domain', '=', domain).executeTakeFirst()
}

export function cabinetForUser(db: CabinetDb, userId: string): Promise<CabinetRow | undefined> {
  return withTariff(db.tx)
    .where('accesses.user_id', '=', userId)
    .where('accesses.cabinet_id', '=', db.cabinetId)
    .executeTakeFirst()
}

/** What a public page may know of a cabinet. */
export function directoryEntry(
  db: Db | Tx,
  by: { domain: string } | { id: number },
): Promise<{ id: number; name: string; domain: string; tariff_key: TariffKey | null } | undefined> {
  const query = tables(db).selectFrom('cabinets').select(['id', 'name', 'domain', 'tariff_key'])
  return ('id' in by ? query.where('id', '=', by.id) : query.where('domain', '=', by.domain)).executeTakeFirst()
}

export async function isDomainTaken(db: Db | Tx, domain: string): Promise<boolean> {
  return (await directoryEntry(db, { domain })) !== undefined
}

export async function insertCabinet(
  db: CabinetDb,
  cabinet: {
    name: string
    domain: string
    tax_number: string
    tariff_key: TariffKey
    demo_until: Date | null
    created_at: Date
  },
  ownerId: string,
): Promise<void> {
  // The code its owner signed up with, folded as codes are.
  const promoCode = sql<string>`coalesce((select upper(users.promo_code) from users where users.id = ${ownerId}), '')`
  await tables(db.tx)
    .insertInto('cabinets')
    .values({ id: db.cabinetId, ...cabinet, promo_code: promoCode })
    .execute()
  await tables(db.tx)
    .insertInto('accesses')
    .values({
      cabinet_id: db.cabinetId,
      id: crypto.randomUUID(),
      user_id: ownerId,
      role: 'owner',
      created_at: cabinet.created_at,
    })
    .execute()
}

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

/** What of the tariff and the money decides whether it may act. */
export function standingOf(
  db: CabinetDb,
): Promise<Pick<CabinetRow, 'tariff_key' | 'demo_until' | 'balance_minor'> | undefined> {
  return tables(db.tx)
    .selectFrom('cabinets')
    .select(['tariff_key', 'demo_until', 'balance_minor'])
    .where('id', '=', db.cabinetId)
    .executeTakeFirst()
}

/** Cabinets whose demo ends in that time. */
export async function demosBetween(db: Db | Tx, from: Date, to: Date): Promise<{ id: number; until: Date }[]> {
  const rows = await tables(db)
    .selectFrom('cabinets')
    .select(['id', 'demo_until'])
    .where('tariff_key', '=', 'demo')
    .where('demo_until', '>=', from)
    .where('demo_until', '<=', to)
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, demo_until: until }) => (until === null ? [] : [{ id, until }]))
}

/** Takes the row of the cabinet for this transaction: limits are counted behind it, so two at once cannot both pass. */
export async function lockCabinet(db: CabinetDb): Promise<void> {
  await tables(db.tx).selectFrom('cabinets').select('id').where('id', '=', db.cabinetId).forUpdate().execute()
}

/**
 * Next free card number; also counts the card. Plastic numbers are jumped over, as `numberAfter` does. The limit is
 * checked behind the lock of the cabinet's row, so that many at once cannot pass it.
 * @returns undefined when the tariff allows no more cards
 */
export async function takeCardNumber(db: CabinetDb): Promise<number | undefined> {
  const row = await tables(db.tx)
    .updateTable('cabinets')
    .set((of) => ({
      next_card_number: sql<number>`case when next_card_number + 1 between plastic_from and plastic_to then plastic_to + 1 else next_card_number + 1 end`,
      cards: of('cards', '+', 1),
    }))
    .where('id', '=', db.cabinetId)
    .where(
      sql<boolean>`cards < (select t.cards from tariffs t where t.key = cabinets.tariff_key) + slots * ${sql.lit(SLOT_CARDS)}`,
    )
    .returning(['next_card_number', 'plastic_from', 'plastic_to'])
    .executeTakeFirst()
  return row && numberBefore(row.next_card_number, plasticOf(row))
}

export function plasticOf(row: { plastic_from: number | null; plastic_to: number | null }): Range | null {
  return row.plastic_from === null || row.plastic_to === null ? null : { from: row.plastic_from, to: row.plastic_to }
}

export type GeneralChange = {
  general_version: number
  name: string
  logo_id: string | null
  first_card_number?: number
  next_card_number?: number
  plastic_from?: number | null
  plastic_to?: number | null
}

export async function updateGeneral(db: CabinetDb, change: GeneralChange): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set(change).where('id', '=', db.cabinetId).execute()
}

export async function phoneOf(db: CabinetDb): Promise<string | null> {
  return (
    (await tables(db.tx).selectFrom('cabinets').select('phone').where('id', '=', db.cabinetId).executeTakeFirst())
      ?.phone ?? null
  )
}

export async function setPhone(db: CabinetDb, phone: string): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set({ phone }).where('id', '=', db.cabinetId).execute()
}

export async function setExportAllowed(db: CabinetDb, isAllowed: boolean): Promise<void> {
  await tables(db.tx)
    .updateTable('cabinets')
    .set({ is_export_allowed: isAllowed })
    .where('id', '=', db.cabinetId)
    .execute()
}

export async function isExportAllowed(db: CabinetDb): Promise<boolean> {
  const row = await tables(db.tx)
    .selectFrom('cabinets')
    .select('is_export_allowed')
    .where('id', '=', db.cabinetId)
    .executeTakeFirst()
  return row?.is_export_allowed ?? false
}

export async function markPollFinished(db: CabinetDb): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set({ is_poll_finished: true }).where('id', '=', db.cabinetId).execute()
}

export async function setOnTestCertificate(db: CabinetDb, isTest: boolean): Promise<void> {
  await tables(db.tx)
    .updateTable('cabinets')
    .set({ is_on_test_certificate: isTest })
    .where('id', '=', db.cabinetId)
    .execute()
}

/** @param demoUntil end of a demo; null when the tariff has none */
export async function setTariff(db: CabinetDb, key: TariffKey, demoUntil: Date | null, slots = 0): Promise<void> {
  await tables(db.tx)
    .updateTable('cabinets')
    .set({ tariff_key: key, demo_until: demoUntil, slots })
    .where('id', '=', db.cabinetId)
    .execute()
}

/** Changes the balance and counts the ledger on, in one statement, so that no two movements can miss each other. */
export async function moveBalance(db: CabinetDb, amountMinor: number): Promise<{ no: number; balanceMinor: number }> {
  const row = await tables(db.tx)
    .updateTable('cabinets')
    .set((of) => ({ balance_minor: of('balance_minor', '+', amountMinor), ledger_no: of('ledger_no', '+', 1) }))
    .where('id', '=', db.cabinetId)
    .returning(['ledger_no', 'balance_minor'])
    .executeTakeFirstOrThrow()
  return { no: row.ledger_no, balanceMinor: row.balance_minor }
}

/** Next update tag; the row stays locked until the commit, so phones never see a later tag before an earlier one. */
export async function takeChangeTag(db: CabinetDb): Promise<number> {
  const { rows } = await sql<{
    change_tag: number
  }>`update cabinets set change_tag = change_tag + 1 where id = ${db.cabinetId} returning change_tag`.execute(db.tx)
  return rows[0]?.change_tag ?? 0
}
