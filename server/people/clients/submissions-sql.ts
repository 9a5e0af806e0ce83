/** Tokens of opened forms: a page that is sent twice finds the client whom it has made. */
import { sql } from 'kysely'
import type { CabinetDb, Tx } from '../../base/db.ts'
import { tables } from './sql.ts'

export function submissionByToken(db: CabinetDb, token: string): Promise<{ client_id: string } | undefined> {
  return tables(db)
    .selectFrom('form_submissions')
    .select('client_id')
    .where('cabinet_id', '=', db.cabinetId)
    .where('token', '=', token)
    .executeTakeFirst()
}

/** @returns false when the token was used already */
export async function insertSubmission(db: CabinetDb, token: string, clientId: string, now: Date): Promise<boolean> {
  const done = await tables(db)
    .insertInto('form_submissions')
    .values({ cabinet_id: db.cabinetId, token, client_id: clientId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @returns how many were deleted, at most `limit` */
export async function dropSubmissionsBefore(db: CabinetDb, before: Date, limit: number): Promise<number> {
  const done = await sql`
    delete from form_submissions where cabinet_id = ${db.cabinetId} and token in (
      select token from form_submissions where cabinet_id = ${db.cabinetId} and created_at < ${before}
      order by created_at limit ${limit})`.execute(db.tx)
  return Number(done.numAffectedRows ?? 0n)
}

/** @param tx of scheduled work over all businesses */
export async function cabinetsWithSubmissionsBefore(
  tx: Tx,
  before: Date,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct cabinet_id as id from form_submissions where created_at < ${before} and cabinet_id > ${after}
    order by cabinet_id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}
