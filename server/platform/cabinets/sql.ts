/** Cabinets as the people who work in them see them. */
import { sql } from 'kysely'
import { ROLES } from '../../../contract/limits.ts'
import type { CabinetDb, Db, Tx } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'
import { cardLimit, tables, type TariffKey } from './tables.ts'

/** A role that only a newer version knows opens nothing here: that version may allow it less than a member. */
const withTariff = (db: Db | Tx) =>
  tables(db)
    .selectFrom('accesses')
    .where('accesses.role', 'in', ROLES)
    .innerJoin('cabinets', 'cabinets.id', 'accesses.cabinet_id')
    .leftJoin('tariffs', 'tariffs.key', 'cabinets.tariff_key')
    .selectAll('cabinets')
    .select([
      'accesses.role',
      'accesses.rights',
      cardLimit.as('limit_cards'),
      'tariffs.templates as limit_templates',
      'tariffs.forms as limit_forms',
      'tariffs.segments as limit_segments',
      'tariffs.triggers as limit_triggers',
      'tariffs.is_archived as is_tariff_archived',
    ])

export type CabinetRow = Awaited<ReturnType<ReturnType<typeof withTariff>['execute']>>[number]

/** For the rest of a transaction that is about the user: row level security hides cabinets that are not asked for. */
export async function showOwnCabinets(tx: Tx): Promise<void> {
  await sql`select show_own_cabinets()`.execute(tx)
}

/** Cabinets of the user whose id is set in the transaction, by name, domain or both. */
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

/**
 * Cabinets without a paid tariff that the user owns; the same user's next count waits for this transaction. Inside the
 * new cabinet none of the others would be seen.
 */
export async function countUnpaid({ tx }: CabinetDb, userId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cabinets of ${userId}`}, 0))`.execute(tx)
  await showOwnCabinets(tx)
  const row = await tables(tx)
    .selectFrom('accesses')
    .innerJoin('cabinets', 'cabinets.id', 'accesses.cabinet_id')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('accesses.user_id', '=', userId)
    .where('accesses.role', '=', 'owner')
    .where((is) => is.or([is('cabinets.tariff_key', 'is', null), is('cabinets.tariff_key', '=', 'demo')]))
    .executeTakeFirst()
  return row?.count ?? 0
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

/** Who cabinets are; their names and domains are no secret. */
export const selectCabinets = (db: Db | Tx) => tables(db).selectFrom('cabinets').select(['id', 'name', 'domain'])

/** Their numbers alone: all that the scheduler may read of each. */
export const selectCabinetIds = (tx: Tx) => tables(tx).selectFrom('cabinets').select('id')

/** What a public page may show of a cabinet. */
export type DirectoryEntry = { id: number; name: string; domain: string; tariff_key: TariffKey | null }

export function directoryEntry(db: CabinetDb): Promise<DirectoryEntry | undefined> {
  return tables(db.tx)
    .selectFrom('cabinets')
    .select(['id', 'name', 'domain', 'tariff_key'])
    .where('id', '=', db.cabinetId)
    .executeTakeFirst()
}

export async function findCabinet(db: Db | Tx, domain: string): Promise<DirectoryEntry | undefined> {
  return (await sql<DirectoryEntry>`select * from find_cabinet(${domain})`.execute(db)).rows[0]
}

/** The row of the door: who opens a cabinet, and what decides what may be done in it. */
export type DoorRow = Pick<
  CabinetRow,
  | 'id'
  | 'name'
  | 'domain'
  | 'role'
  | 'rights'
  | 'is_agent'
  | 'tariff_key'
  | 'demo_until'
  | 'balance_minor'
  | 'grace_until'
>

/** Opens the cabinet for the rest of the transaction, if the user has access to it. */
export async function openDoor(tx: Tx, userId: string, cabinetId: number): Promise<DoorRow | undefined> {
  const [row] = (await sql<DoorRow>`select * from enter_cabinet(${userId}, ${cabinetId})`.execute(tx)).rows
  return row && ROLES.includes(row.role) ? row : undefined
}

export async function insertCabinet(
  db: CabinetDb,
  cabinet: {
    name: string
    domain: string
    tax_number: string
    tariff_key: TariffKey
    demo_until: Date | null
    promo_code: string
    created_at: Date
  },
  ownerId: string,
): Promise<void> {
  await tables(db.tx)
    .insertInto('cabinets')
    .values({ id: db.cabinetId, ...cabinet })
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
