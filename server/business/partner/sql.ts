import { sql } from 'kysely'
import type { CabinetDb, Db, Tx } from '../../base/db.ts'

type PartnerTables = {
  cabinets: {
    id: number
    name: string
    tariff_key: 'demo' | 'base' | 'advanced' | 'expert' | null
    is_agent: boolean
    referral_code: string | null
    promo_code: string
    created_at: Date
  }
  users: {
    id: string
    name: string
    surname: string
    email: string
    email_verified_at: Date | null
    phone: string
    promo_code: string
    created_at: Date
  }
  accesses: { user_id: string }
  partner_spending: { cabinet_id: number; child_id: number; no: number; amount_minor: number; at: Date }
}
const tables = (db: Db | Tx) => db.withTables<PartnerTables>()

type Page = { limit: number; offset: number; d: 'asc' | 'desc' }

export async function codeOf(db: CabinetDb): Promise<string | null> {
  const row = await tables(db.tx)
    .selectFrom('cabinets')
    .select('referral_code')
    .where('id', '=', db.cabinetId)
    .executeTakeFirst()
  return row?.referral_code ?? null
}

/** The first one to ask makes the code, everybody after gets that one. */
export async function keepCode(db: CabinetDb, code: string): Promise<string> {
  await tables(db.tx)
    .updateTable('cabinets')
    .set({ referral_code: code })
    .where('id', '=', db.cabinetId)
    .where('referral_code', 'is', null)
    .execute()
  return (await codeOf(db)) ?? code
}

export async function hasCode(db: Db, code: string): Promise<boolean> {
  return (
    (await tables(db).selectFrom('cabinets').select('id').where('referral_code', '=', code).executeTakeFirst()) !==
    undefined
  )
}

export async function agentOfCode(db: CabinetDb, code: string): Promise<number | undefined> {
  const row = await tables(db.tx)
    .selectFrom('cabinets')
    .select('id')
    .where('referral_code', '=', code)
    .where('is_agent', '=', true)
    .where('id', '<>', db.cabinetId)
    .executeTakeFirst()
  return row?.id
}

const signedUp = (db: CabinetDb, code: string) =>
  tables(db.tx)
    .selectFrom('users')
    .where(sql<boolean>`upper(promo_code) = ${code}`)
    .where('promo_code', '<>', '')
    .where('email_verified_at', 'is not', null)

export async function countSignedUp(db: CabinetDb, code: string): Promise<number> {
  return (
    (
      await signedUp(db, code)
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirst()
    )?.count ?? 0
  )
}

export function latestSignedUp(
  db: CabinetDb,
  code: string,
  limit: number,
): Promise<{ name: string; surname: string; created_at: Date }[]> {
  return signedUp(db, code)
    .select(['name', 'surname', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

const children = (db: CabinetDb, code: string) =>
  tables(db.tx)
    .selectFrom('cabinets')
    .where('cabinets.promo_code', '=', code)
    .where('cabinets.promo_code', '<>', '')
    .where('cabinets.id', '<>', db.cabinetId)

export async function countChildren(db: CabinetDb, code: string): Promise<number> {
  return (
    (
      await children(db, code)
        .select((of) => of.fn.countAll<number>().as('count'))
        .executeTakeFirst()
    )?.count ?? 0
  )
}

export function childPage(db: CabinetDb, code: string, page: Page) {
  return children(db, code)
    .leftJoin('partner_spending', (join) =>
      join.onRef('partner_spending.child_id', '=', 'cabinets.id').on('partner_spending.cabinet_id', '=', db.cabinetId),
    )
    .select(['cabinets.name', 'cabinets.tariff_key', 'cabinets.created_at'])
    .select((of) => [
      of.fn.coalesce(of.fn.sum<number>('partner_spending.amount_minor'), sql<number>`0`).as('spent'),
      of.fn.max<Date | null>('partner_spending.at').as('last_spent_at'),
    ])
    .groupBy('cabinets.id')
    .orderBy('cabinets.id', page.d)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Written once, however often it is told. */
export async function insertSpending(
  db: CabinetDb,
  row: { child_id: number; no: number; amount_minor: number; at: Date },
): Promise<void> {
  await tables(db.tx)
    .insertInto('partner_spending')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type Span = { from: Date | undefined; until: Date | undefined }

const spending = (db: CabinetDb, { from, until }: Span) =>
  tables(db.tx)
    .selectFrom('partner_spending')
    .where('cabinet_id', '=', db.cabinetId)
    .$if(from !== undefined, (query) => query.where('at', '>=', from as Date))
    .$if(until !== undefined, (query) => query.where('at', '<', until as Date))

export async function spendingPage(db: CabinetDb, span: Span, page: Page) {
  const rows = await spending(db, span)
    .innerJoin('cabinets', 'cabinets.id', 'partner_spending.child_id')
    .select(['cabinets.name', 'amount_minor', 'at'])
    .orderBy('at', page.d)
    .orderBy('child_id', page.d)
    .orderBy('no', page.d)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const count = await spending(db, span)
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirst()
  return { rows, total: count?.total ?? 0 }
}

export async function sumSpending(
  db: CabinetDb,
  span: Span,
): Promise<{ amount: number; charges: number; accounts: number }> {
  const row = await spending(db, span)
    .select([
      sql<number>`coalesce(sum(amount_minor), 0)`.as('amount'),
      sql<number>`count(*)`.as('charges'),
      sql<number>`count(distinct child_id)`.as('accounts'),
    ])
    .executeTakeFirst()
  return row ?? { amount: 0, charges: 0, accounts: 0 }
}

/** Over all cabinets, so it runs as the scheduler, which may read whose access there is and no more of it. */
export async function usersWithoutCabinet(tx: Tx, page: Page) {
  const found = tables(tx)
    .selectFrom('users')
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
