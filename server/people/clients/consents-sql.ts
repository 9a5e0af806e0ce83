/** Which wordings clients have agreed to, and when. */
import { sql } from 'kysely'
import type { CabinetDb } from '../../base/db.ts'
import { tables } from './sql.ts'

export type ConsentRow = {
  client_id: string
  hash: Buffer
  at: Date
  ip: string | null
  form_id: string | null
  /** Null: given before the words were kept. */
  text: string | null
  /** When the first client agreed to this wording: the day by which a version is named. */
  first_at: Date | null
}

/** The latest one first. */
export async function consentsOf(db: CabinetDb, clientIds: readonly string[]): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    select c.client_id, c.hash, c.at, c.ip, c.form_id, t.text, t.first_at from client_consents c
    left join consent_texts t on t.cabinet_id = c.cabinet_id and t.hash = c.hash
    where c.cabinet_id = ${db.cabinetId} and c.client_id = any(${[...clientIds]}::uuid[])
    order by c.at desc, c.hash`.execute(db.tx)
  return rows
}

/** Before the client's row: the trigger that keeps every consent would note the form by which the client first came. */
export async function insertConsent(
  db: CabinetDb,
  row: { client_id: string; hash: Buffer; at: Date; ip: string; form_id: string },
): Promise<void> {
  await tables(db)
    .insertInto('client_consents')
    .values({ cabinet_id: db.cabinetId, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['cabinet_id', 'client_id', 'hash'])
        .doUpdateSet({ at: row.at, ip: row.ip, form_id: row.form_id }),
    )
    .execute()
}

/** Of a merge that is undone: what came with it. */
export async function dropConsentAt(db: CabinetDb, clientId: string, at: Date): Promise<void> {
  await tables(db)
    .deleteFrom('client_consents')
    .where('cabinet_id', '=', db.cabinetId)
    .where('client_id', '=', clientId)
    .where('at', '=', at)
    .execute()
}
