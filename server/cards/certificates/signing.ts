/** Which certificate signs a card, and with which key. */
import { certificates as contract } from '../../../contract/cards/certificates.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { LRU } from '../../base/lru.ts'
import { refusals } from '../../base/refusal.ts'
import { openSigner, type Signer } from '../../engines/wallet/apple/signer.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

export const placeOf = (db: CabinetDb, id: string) => ({
  cabinetId: db.cabinetId,
  table: 'apple_certificates',
  column: 'sealed_key',
  row: id,
})

export type Signing = {
  signer: Signer
  passTypeIdentifier: string
  teamIdentifier: string
  certificatePem: string
  privateKeyPem: string
}
const signings = new LRU<Signing>(500)

/** Which certificate signs in the place of each of these: the newest of its pass type. */
export async function signersOf(db: CabinetDb, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  return new Map((await sql.signersOf(db, [...new Set(ids)])).map((one) => [one.id, one.signer]))
}

/** Certificates that this one has replaced as the newest of their pass type. */
export function certificatesBefore(db: CabinetDb, id: string): Promise<string[]> {
  return sql.idsBefore(db, id)
}

/** Signer and key of a certificate or of its successor, opened once per process. */
export async function signingOf(app: App, db: CabinetDb, certificateId: string): Promise<Signing> {
  const signerId = (await signersOf(db, [certificateId])).get(certificateId)
  const known = signerId === undefined ? undefined : signings.get(signerId)
  if (known) return known
  const row = signerId === undefined ? undefined : await sql.certificateById(db, signerId)
  if (!row) throw refuse('not_found')
  const privateKeyPem = app.keys.open(row.sealed_key, placeOf(db, row.id)).toString()
  const signing: Signing = {
    signer: openSigner({ certificatePem: row.certificate_pem, privateKeyPem, intermediatePem: row.intermediate_pem }),
    passTypeIdentifier: row.pass_type_identifier,
    teamIdentifier: row.team_identifier,
    certificatePem: row.certificate_pem,
    privateKeyPem,
  }
  signings.set(row.id, signing)
  return signing
}
