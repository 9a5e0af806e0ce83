/**
 * Requests for Apple's certificate that were made here. The private key never leaves; it is kept until the certificate
 * that Apple made for it signs cards, so that a second request does not make the first one's certificate useless.
 */
import { certificates as contract } from '../../../contract/cards/certificates.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import * as requestsSql from './requests-sql.ts'

const refuse = refusals(contract)
const REQUESTS_MAX = 3

const placeOf = (db: CabinetDb, id: string) => ({
  cabinetId: db.cabinetId,
  table: 'certificate_requests',
  column: 'sealed_key',
  row: id,
})

/** @throws Refusal certificate_requests_full */
export async function checkRoom(db: CabinetDb): Promise<void> {
  if ((await requestsSql.allRequests(db)).length >= REQUESTS_MAX) throw refuse('certificate_requests_full')
}

export async function keepRequest(
  app: App,
  db: CabinetDb,
  { requestPem, privateKeyPem }: { requestPem: string; privateKeyPem: string },
): Promise<void> {
  const id = crypto.randomUUID()
  await requestsSql.insertRequest(db, {
    id,
    request_pem: requestPem,
    sealed_key: app.keys.seal(privateKeyPem, placeOf(db, id)),
    created_at: app.clock.now(),
  })
}

export async function keysOfRequests(app: App, db: CabinetDb): Promise<{ id: string; keyPem: string }[]> {
  return (await requestsSql.allRequests(db)).map((row) => ({
    id: row.id,
    keyPem: app.keys.open(row.sealed_key, placeOf(db, row.id)).toString(),
  }))
}

/** Those that wait for a certificate. @param answered the request whose certificate is here */
export async function openRequests(db: CabinetDb, answered: string | null | undefined) {
  const rows = await requestsSql.allRequests(db)
  return rows
    .filter((row) => row.id !== answered)
    .map((row) => ({ id: row.id, pem: row.request_pem, createdAt: row.created_at.toISOString() }))
}
