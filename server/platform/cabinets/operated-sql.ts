/** Cabinets and their people across the installation: read by the roles of the operator and of the scheduler. */
import { sql, type Expression } from 'kysely'
import { SLOT_CARDS } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../base/db.ts'
import { selectPeople } from '../users/users.ts'
import { tables } from './tables.ts'

export const countCabinetsOf = (db: Db | Tx, userId: Expression<string>) =>
  tables(db)
    .selectFrom('accesses')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('accesses.user_id', '=', userId)

export function cabinetsOfUser(tx: Tx, userId: string) {
  return tables(tx)
    .selectFrom('accesses')
    .innerJoin('cabinets', 'cabinets.id', 'accesses.cabinet_id')
    .select(['cabinets.id', 'cabinets.name', 'cabinets.domain', 'accesses.role'])
    .where('accesses.user_id', '=', userId)
    .orderBy('accesses.created_at', 'desc')
    .limit(200)
    .execute()
}

export function operatedPeople(tx: Tx, cabinetId: number) {
  return tables(tx)
    .selectFrom('accesses')
    .innerJoin(
      selectPeople(tx, ['id', 'name', 'surname', 'email', 'email_verified_at']).as('users'),
      'users.id',
      'accesses.user_id',
    )
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
    .execute()
}

/** The owner; of several the first. */
const ownerOf = (tx: Tx) =>
  tables(tx)
    .selectFrom('accesses')
    .innerJoin(selectPeople(tx, ['id', 'name', 'surname', 'email']).as('users'), 'users.id', 'accesses.user_id')
    .select(['users.id', 'users.name', 'users.surname', 'users.email'])
    .whereRef('accesses.cabinet_id', '=', sql.ref('cabinets.id'))
    .where('accesses.role', '=', 'owner')
    .orderBy('accesses.created_at')
    .limit(1)

export const selectOperatedCabinets = (tx: Tx) =>
  tables(tx)
    .selectFrom('cabinets')
    .leftJoin('tariffs', 'tariffs.key', 'cabinets.tariff_key')
    .leftJoinLateral(ownerOf(tx).as('owner'), (join) => join.onTrue())
    .select([
      'cabinets.id',
      'cabinets.name',
      'cabinets.domain',
      'cabinets.tax_number',
      'cabinets.balance_minor',
      'cabinets.bonus_minor',
      'cabinets.is_agent',
      'cabinets.is_on_test_certificate',
      'cabinets.tariff_key',
      'cabinets.demo_until',
      'cabinets.grace_until',
      'cabinets.cards',
      'cabinets.slots',
      'cabinets.created_at',
      'owner.id as owner_id',
      'owner.name as owner_name',
      'owner.surname as owner_surname',
      'owner.email as owner_email',
    ])
    .select(sql<number>`coalesce(tariffs.cards, 0) + cabinets.slots * ${sql.lit(SLOT_CARDS)}`.as('card_limit'))

/** Names of these cabinets and the address of each owner. */
export async function namesOfOperated(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { name: string; owner: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await tables(tx)
    .selectFrom('cabinets')
    .leftJoinLateral(ownerOf(tx).as('owner'), (join) => join.onTrue())
    .select(['cabinets.id', 'cabinets.name', 'owner.email'])
    .where('cabinets.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name, email }) => [id, { name, owner: email ?? '' }]))
}

/** Runs as the scheduler, which may read only these columns of users and accesses. */
export async function peopleWithoutCabinet(tx: Tx, page: { limit: number; offset: number; d: 'asc' | 'desc' }) {
  const columns = ['id', 'name', 'surname', 'email', 'email_verified_at', 'phone', 'created_at'] as const
  const found = tables(tx)
    .selectFrom(selectPeople(tx, columns).as('users'))
    .where('users.email_verified_at', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('accesses').select('accesses.user_id').whereRef('accesses.user_id', '=', 'users.id'),
        ),
      ),
    )
  const rows = await found
    .select(['users.name', 'users.surname', 'users.email', 'users.phone', 'users.created_at'])
    .orderBy('users.created_at', page.d)
    .orderBy('users.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}
