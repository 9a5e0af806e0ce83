import type { Generated } from 'kysely'
import type { Review } from '../../../contract/cards/issuers.ts'
import type { CabinetDb } from '../../base/db.ts'

export type IssuerState = 'pending' | 'in_queue' | 'active' | 'replaced'
type Tables = {
  google_issuers: {
    cabinet_id: number
    issuer_id: string
    state: IssuerState
    name: string
    client_email: string
    sealed_key: Buffer
    gmail: string
    is_listed: boolean | null
    review: Review | null
    checked_at: Date
    created_at: Date
  }
  gmail_codes: {
    cabinet_id: number
    email: string
    code_digest: string
    sent_at: Date
    tries: Generated<number>
    verified_at: Date | null
  }
}
export type IssuerRow = Tables['google_issuers']

const tables = (db: CabinetDb) => db.tx.withTables<Tables>()

export function issuerRow(db: CabinetDb, issuerId: string): Promise<IssuerRow | undefined> {
  return tables(db)
    .selectFrom('google_issuers')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('issuer_id', '=', issuerId)
    .executeTakeFirst()
}

export function issuerIn(db: CabinetDb, states: readonly IssuerState[]): Promise<IssuerRow | undefined> {
  return tables(db)
    .selectFrom('google_issuers')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', 'in', [...states])
    .executeTakeFirst()
}

/** Takes the place of another one that waited, whose key is kept: it may have made cards before. */
export async function insertIssuer(db: CabinetDb, row: Omit<IssuerRow, 'cabinet_id'>): Promise<void> {
  await tables(db)
    .updateTable('google_issuers')
    .set({ state: 'replaced' })
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', 'in', ['pending', 'in_queue'])
    .where('issuer_id', '!=', row.issuer_id)
    .execute()
  await tables(db)
    .insertInto('google_issuers')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) => conflict.columns(['cabinet_id', 'issuer_id']).doUpdateSet(row))
    .execute()
}

export async function setIssuer(
  db: CabinetDb,
  issuerId: string,
  change: Partial<Pick<IssuerRow, 'state' | 'review' | 'checked_at'>>,
): Promise<void> {
  await tables(db)
    .updateTable('google_issuers')
    .set(change)
    .where('cabinet_id', '=', db.cabinetId)
    .where('issuer_id', '=', issuerId)
    .execute()
}

/** The present one makes no new cards any more. */
export async function replaceActive(db: CabinetDb): Promise<void> {
  await tables(db)
    .updateTable('google_issuers')
    .set({ state: 'replaced' })
    .where('cabinet_id', '=', db.cabinetId)
    .where('state', '=', 'active')
    .execute()
}

export function codeRow(
  db: CabinetDb,
): Promise<(Omit<Tables['gmail_codes'], 'tries'> & { tries: number }) | undefined> {
  return tables(db)
    .selectFrom('gmail_codes')
    .selectAll()
    .where('cabinet_id', '=', db.cabinetId)
    .forUpdate()
    .executeTakeFirst()
}

export async function saveCode(
  db: CabinetDb,
  row: Pick<Tables['gmail_codes'], 'email' | 'code_digest' | 'sent_at'>,
): Promise<void> {
  const fresh = { ...row, tries: 0, verified_at: null }
  await tables(db)
    .insertInto('gmail_codes')
    .values({ cabinet_id: db.cabinetId, ...fresh })
    .onConflict((conflict) => conflict.column('cabinet_id').doUpdateSet(fresh))
    .execute()
}

export async function updateCode(db: CabinetDb, change: { tries?: number; verified_at?: Date }): Promise<void> {
  await tables(db).updateTable('gmail_codes').set(change).where('cabinet_id', '=', db.cabinetId).execute()
}
