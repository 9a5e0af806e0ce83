/** Takes the person out of a client's row and histories, archives and brings back. Only the holders room calls it. */
import { clients as contract } from '../../../contract/people/clients.ts'
import type { ErasureCounts } from '../../../contract/reach/erasures.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { getClient } from './clients.ts'
import * as sql from './erase-sql.ts'

const refuse = refusals(contract)

/** @throws Refusal client_not_found */
export async function archiveClient(db: CabinetDb, id: string, now: Date): Promise<void> {
  await getClient(db, id)
  await sql.setArchived(db, id, now)
}

/** @throws Refusal client_not_found */
export async function bringBackClient(db: CabinetDb, id: string): Promise<void> {
  if ((await getClient(db, id)).merged_into !== null) throw refuse('client_not_found')
  await sql.setArchived(db, id, null)
}

/**
 * The row stays, so that figures and histories add up, without a person in it.
 * @returns how much there was, and the phone that was the client's
 * @throws Refusal client_not_found
 */
export async function eraseClient(
  db: CabinetDb,
  id: string,
  now: Date,
): Promise<Pick<ErasureCounts, 'history' | 'events' | 'requests'> & { tel: string }> {
  const locked = await sql.lockPresent(db, id)
  if (!locked) throw refuse('client_not_found')
  // The row first: what it has bought is then written with it, and not again when the purchases go.
  const [, { hashes, ...counts }] = await Promise.all([sql.emptyRow(db, id, now), sql.emptyHistories(db, id)])
  for (const hash of hashes) await sql.dropConsentText(db, hash)
  return { ...counts, tel: locked.tel }
}

/** @returns the clients who had typed a number that was the erased one's; their cards have to follow */
export function forgetTypedTel(db: CabinetDb, tel: string, now: Date): Promise<string[]> {
  return tel === '' ? Promise.resolve([]) : sql.forgetTypedTel(db, tel, now)
}
