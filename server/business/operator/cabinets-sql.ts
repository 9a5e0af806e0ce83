/** What the operator searches of cabinets and invitations. */
import { sql } from 'kysely'
import type { TariffKey } from '../../../contract/business/finance.ts'
import type { Tx } from '../../base/db.ts'
import { likeAnywhere } from '../../base/like.ts'
import { selectWaitingInvitations } from '../../platform/access/access.ts'
import { selectOperatedCabinets } from '../../platform/cabinets/cabinets.ts'

const cabinets = (tx: Tx) => tx.selectFrom(selectOperatedCabinets(tx).as('cabinets')).selectAll('cabinets')
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
          where('cabinets.owner_email', 'ilike', pattern),
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

export async function namesOfCabinets(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom(selectOperatedCabinets(tx).as('cabinets'))
    .select(['cabinets.id', 'cabinets.name'])
    .where('cabinets.id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

const invitations = (tx: Tx, now: Date) =>
  tx.selectFrom(selectWaitingInvitations(tx, now).as('invitations')).selectAll('invitations')
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
        where('invitations.cabinet_name', 'ilike', pattern),
        where('invitations.cabinet_domain', 'ilike', pattern),
        where('invitations.inviter_email', 'ilike', pattern),
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
