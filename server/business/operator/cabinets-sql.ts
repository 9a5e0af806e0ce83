/** What the operator reads and changes of cabinets. Reads run as the operator's role, changes inside one cabinet. */
import { sql, type Generated } from 'kysely'
import type { TariffKey } from '../../../contract/business/finance.ts'
import { SLOT_CARDS } from '../../../contract/limits.ts'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'

export type OperatorTables = {
  cabinets: {
    id: number
    name: string
    domain: string
    tax_number: string
    balance_minor: number
    is_agent: boolean
    is_on_test_certificate: boolean
    tariff_key: TariffKey | null
    demo_until: Date | null
    cards: number
    slots: number
    created_at: Date
  }
  accesses: { cabinet_id: number; user_id: string; role: 'owner' | 'member'; created_at: Date }
  users: {
    id: string
    name: string
    surname: string
    email: string
    email_key: string
    email_verified_at: Date | null
    superuser: Generated<boolean>
    created_at: Date
  }
  tariffs: { key: TariffKey; cards: number; slot_price_minor: number | null }
  invitations: {
    cabinet_id: number
    id: string
    inviter_id: string
    email: string
    state: string
    created_at: Date
    expires_at: Date
  }
}

const tables = (tx: Tx) => tx.withTables<OperatorTables>()

/** The owner; of several the first. */
const owners = (tx: Tx) =>
  tables(tx)
    .selectFrom('accesses')
    .innerJoin('users', 'users.id', 'accesses.user_id')
    .select(['users.id', 'users.name', 'users.surname', 'users.email'])
    .whereRef('accesses.cabinet_id', '=', sql.ref('cabinets.id'))
    .where('accesses.role', '=', 'owner')
    .orderBy('accesses.created_at')
    .limit(1)

const cabinets = (tx: Tx) =>
  tables(tx)
    .selectFrom('cabinets')
    .leftJoin('tariffs', 'tariffs.key', 'cabinets.tariff_key')
    .leftJoinLateral(owners(tx).as('owner'), (join) => join.onTrue())
    .select([
      'cabinets.id',
      'cabinets.name',
      'cabinets.domain',
      'cabinets.tax_number',
      'cabinets.balance_minor',
      'cabinets.is_agent',
      'cabinets.is_on_test_certificate',
      'cabinets.tariff_key',
      'cabinets.demo_until',
      'cabinets.cards',
      'cabinets.slots',
      'cabinets.created_at',
      'owner.id as owner_id',
      'owner.name as owner_name',
      'owner.surname as owner_surname',
      'owner.email as owner_email',
    ])
    .select(sql<number>`coalesce(tariffs.cards, 0) + cabinets.slots * ${sql.lit(SLOT_CARDS)}`.as('card_limit'))
export type OperatedRow = Awaited<ReturnType<ReturnType<typeof cabinets>['execute']>>[number]

export type CabinetPage = {
  q: string
  tariff?: TariffKey | undefined
  o: 'created' | 'name' | 'cards' | 'balance'
  d: 'asc' | 'desc'
  limit: number
  offset: number
}

export async function cabinetPage(tx: Tx, page: CabinetPage): Promise<{ rows: OperatedRow[]; total: number }> {
  const column = {
    created: sql`cabinets.created_at`,
    name: sql`lower(cabinets.name) collate "und-x-icu"`,
    cards: sql`cabinets.cards`,
    balance: sql`cabinets.balance_minor`,
  }[page.o]
  const pattern = likeAnywhere(page.q)
  const found = cabinets(tx)
    .$if(page.tariff !== undefined, (query) => query.where('cabinets.tariff_key', '=', page.tariff as TariffKey))
    .$if(page.q !== '', (query) =>
      query.where((where) =>
        where.or([
          where('cabinets.name', 'ilike', pattern),
          where('cabinets.domain', 'ilike', pattern),
          where('owner.email', 'ilike', pattern),
        ]),
      ),
    )
  const rows = await found
    .orderBy(column, page.d)
    .orderBy('cabinets.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await found
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

export function cabinetById(tx: Tx, id: number): Promise<OperatedRow | undefined> {
  return cabinets(tx).where('cabinets.id', '=', id).executeTakeFirst()
}

const people = (tx: Tx, cabinetId: number) =>
  tables(tx)
    .selectFrom('accesses')
    .innerJoin('users', 'users.id', 'accesses.user_id')
    .select([
      'users.id',
      'users.name',
      'users.surname',
      'users.email',
      'users.email_verified_at',
      'accesses.role',
      'accesses.created_at',
    ])
    .where('accesses.cabinet_id', '=', cabinetId)
    .orderBy(sql`accesses.role = 'owner'`, 'desc')
    .orderBy('accesses.created_at')
    .limit(500)
export type WorkerRow = Awaited<ReturnType<ReturnType<typeof people>['execute']>>[number]

export function peopleOf(tx: Tx, cabinetId: number): Promise<WorkerRow[]> {
  return people(tx, cabinetId).execute()
}

const invitations = (tx: Tx, now: Date) =>
  tables(tx)
    .selectFrom('invitations')
    .innerJoin('cabinets', 'cabinets.id', 'invitations.cabinet_id')
    .innerJoin('users', 'users.id', 'invitations.inviter_id')
    .select([
      'cabinets.id as cabinet_id',
      'cabinets.name as cabinet_name',
      'invitations.email',
      'users.id as inviter_id',
      'users.name',
      'users.surname',
      'users.email as inviter_email',
      'invitations.created_at',
      'invitations.expires_at',
    ])
    .where('invitations.state', '=', 'waiting')
    .where('invitations.expires_at', '>', now)
export type InvitationRow = Awaited<ReturnType<ReturnType<typeof invitations>['execute']>>[number]

export async function invitationPage(
  tx: Tx,
  now: Date,
  page: { q: string; d: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: InvitationRow[]; total: number }> {
  const pattern = likeAnywhere(page.q)
  const found = invitations(tx, now).$if(page.q !== '', (query) =>
    query.where((where) =>
      where.or([
        where('invitations.email', 'ilike', pattern),
        where('cabinets.name', 'ilike', pattern),
        where('cabinets.domain', 'ilike', pattern),
        where('users.email', 'ilike', pattern),
      ]),
    ),
  )
  const rows = await found
    .orderBy('invitations.created_at', page.d)
    .orderBy('invitations.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await found
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

/** The cabinet's own row, locked. */
export function lockCabinet(db: CabinetDb) {
  return tables(db.tx)
    .selectFrom('cabinets')
    .select(['id', 'tariff_key', 'demo_until', 'slots'])
    .where('id', '=', db.cabinetId)
    .forUpdate()
    .executeTakeFirst()
}

export async function slotsAllowed(db: CabinetDb, key: TariffKey): Promise<boolean> {
  const row = await tables(db.tx)
    .selectFrom('tariffs')
    .select('slot_price_minor')
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.slot_price_minor !== null
}

export async function setDemoUntil(db: CabinetDb, until: Date): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set({ demo_until: until }).where('id', '=', db.cabinetId).execute()
}

export async function setAgent(db: CabinetDb, isAgent: boolean): Promise<void> {
  await tables(db.tx).updateTable('cabinets').set({ is_agent: isAgent }).where('id', '=', db.cabinetId).execute()
}
