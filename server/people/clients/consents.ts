/** What a client agreed to, in which words and when. */
import type { Client } from '../../../contract/people/clients.ts'
import type { CabinetDb } from '../../base/db.ts'
import { type ConsentRow, consentsOf } from './consents-sql.ts'
import * as sql from './sql.ts'

/** What the client agreed to, when and from where; null without a consent. */
export async function consentWithWords(db: CabinetDb, row: sql.ClientRow): Promise<Client['consent']> {
  if (!row.consent_at || !row.consent_text_hash) return null
  return {
    at: row.consent_at.toISOString(),
    text: (await sql.consentText(db, row.consent_text_hash)) ?? null,
    hash: row.consent_text_hash.toString('hex'),
    ip: row.consent_ip ?? '',
  }
}

/**
 * Every wording that the client and those who were merged into it have agreed to, the latest first.
 * @param personIds of `idsOfPerson`
 */
export async function consentHistory(db: CabinetDb, personIds: readonly string[]) {
  const rows = await consentsOf(db, personIds)
  // A merge takes the consent along: it is one, of one person.
  const isFirst = (row: ConsentRow) => rows.find((one) => one.hash.equals(row.hash)) === row
  return rows.filter(isFirst).map((row) => ({
    at: row.at.toISOString(),
    text: row.text,
    hash: row.hash.toString('hex'),
    ip: row.ip ?? '',
    since: row.first_at?.toISOString() ?? null,
    formId: row.form_id,
  }))
}

/** What a client agreed to: the text is kept as a hash, which the text of the form proves. */
export const consentOf = (row: sql.ClientRow) =>
  row.consent_at && {
    at: row.consent_at.toISOString(),
    ip: row.consent_ip,
    textSha256: row.consent_text_hash?.toString('hex') ?? null,
  }
