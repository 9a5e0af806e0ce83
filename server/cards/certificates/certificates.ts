/**
 * The certificates that sign a cabinet's cards. A new cabinet signs with one of the product's own test authority, so
 * that the first card can be made immediately; the owner replaces it with Apple's.
 */
import { certificates as contract, type AppleCertificate } from '../../../contract/cards/certificates.ts'
import { Busy, type Keys } from '../../base/crypto.ts'
import type { CabinetDb, Db, Tx } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { installationSecret } from '../../base/secrets.ts'
import { lockLimits, setOnTestCertificate } from '../../platform/cabinets/cabinets.ts'
import { belongsTo, makeCertificateRequest } from '../../engines/wallet/apple/certificate-request.ts'
import { CertificateRefused, readCer, readP12, type PassCertificate } from '../../engines/wallet/apple/p12.ts'
import { appleIntermediates } from '../../engines/wallet/apple/apple-intermediates.ts'
import { isForNfc } from '../../engines/wallet/apple/pass-certificate.ts'
import { openSigner } from '../../engines/wallet/apple/signer.ts'
import { createAuthority, issuePassCertificate, type Authority } from '../../engines/wallet/apple/test-authority.ts'
import * as requests from './requests.ts'
import * as requestsSql from './requests-sql.ts'
import { placeOf } from './signing.ts'
import * as sql from './sql.ts'

export { certificatesBefore, type Signing, signersOf, signingOf } from './signing.ts'

const refuse = refusals(contract)
const TEST_TEAM = 'KARTOTEST1'

/** The test authority of this installation, made once. */
export async function testAuthority(database: { readonly db: Db | Tx }, keys: Keys): Promise<Authority> {
  return JSON.parse(
    await installationSecret(database, keys, 'test-authority', async () => JSON.stringify(await createAuthority())),
  ) as Authority
}

const testPassType = (db: CabinetDb) => `pass.test.kartoteka.c${db.cabinetId}`

async function keep(
  app: App,
  db: CabinetDb,
  certificate: PassCertificate,
  as: Pick<sql.CertificateRow, 'state' | 'is_test' | 'request_id'>,
): Promise<string> {
  const id = crypto.randomUUID()
  await sql.insertCertificate(db, {
    id,
    ...as,
    pass_type_identifier: certificate.passTypeIdentifier,
    team_identifier: certificate.teamIdentifier,
    organisation: certificate.organisation,
    certificate_pem: certificate.certificatePem,
    intermediate_pem: certificate.intermediatePem,
    sealed_key: app.keys.seal(certificate.privateKeyPem, placeOf(db, id)),
    expires_at: certificate.notAfter,
    created_at: app.clock.now(),
  })
  return id
}

async function keepTestCertificate(app: App, db: CabinetDb): Promise<string> {
  const order = {
    passTypeIdentifier: testPassType(db),
    teamIdentifier: TEST_TEAM,
    organisation: 'Kartoteka Test',
  }
  const issued = await issuePassCertificate(await testAuthority({ db: db.tx }, app.keys), order)
  const notAfter = openSigner(issued).notAfter
  return keep(app, db, { ...order, ...issued, notAfter }, { state: 'active', is_test: true, request_id: null })
}

/** The certificate that signs new cards, or undefined when the owner removed it. It may have expired. */
export function activeCertificate(db: CabinetDb): Promise<sql.CertificateRow | undefined> {
  return sql.certificateInState(db, 'active')
}

/** The pass type of a certificate, as people know it. */
export async function certificateName(db: CabinetDb, id: string): Promise<string | undefined> {
  return (await sql.certificateById(db, id))?.pass_type_identifier
}

/** Whether new cards can be signed: there is a certificate and it has not expired. */
export async function canSign(app: App, db: CabinetDb): Promise<boolean> {
  const active = await activeCertificate(db)
  return active !== undefined && app.clock.now() < active.expires_at
}

/** Certificates of a pass type, replaced ones too. */
export function certificatesOfPassType(db: CabinetDb, passType: string): Promise<string[]> {
  return sql.idsOfPassType(db, passType)
}

/** The first certificate of a new cabinet. A cabinet that has or had any is left alone. */
export async function giveTestCertificate(app: App, db: CabinetDb): Promise<void> {
  if (!(await sql.hasAnyCertificate(db))) await keepTestCertificate(app, db)
}

/** The certificates of a cabinet without the cards that they sign, which rooms above count. */
type OwnCertificates = Omit<AppleCertificate, 'carrying' | 'testCards'>

const factsOf = (row: sql.CertificateRow) => ({
  passTypeIdentifier: row.pass_type_identifier,
  teamIdentifier: row.team_identifier,
  organisation: row.organisation,
  expiresAt: row.expires_at.toISOString(),
})

const NO_FACTS = { passTypeIdentifier: null, teamIdentifier: null, organisation: null, expiresAt: null }

/** How far the business's own certificate is. One that expired while it waited is kept and may not be activated. */
function ownStateOf(
  app: App,
  certificates: { active: Row; pending: Row; isAsked: boolean },
): AppleCertificate['state'] {
  const { active, pending, isAsked } = certificates
  if (active && !active.is_test) return 'activated'
  if (pending) return app.clock.now() < pending.expires_at ? 'allow' : 'configured'
  return isAsked ? 'in_queue' : 'not_configured'
}
type Row = sql.CertificateRow | undefined

export async function readApple(app: App, db: CabinetDb): Promise<OwnCertificates> {
  const [active, pending] = await Promise.all([activeCertificate(db), sql.certificateInState(db, 'pending')])
  const waiting = await requests.openRequests(db, pending?.request_id)
  const ownState = ownStateOf(app, { active, pending, isAsked: waiting.length > 0 })
  return {
    state: active ? 'activated' : ownState,
    ownState,
    requests: waiting,
    isTest: active?.is_test ?? false,
    ...(active ? factsOf(active) : NO_FACTS),
    hasNfc: active !== undefined && isForNfc(active.certificate_pem),
    pending: pending ? { ...factsOf(pending), hasNfc: isForNfc(pending.certificate_pem) } : null,
  }
}

export type ReplacedCertificate = { id: string } & ReturnType<typeof factsOf>

/** Uploaded certificates that were replaced by one of another pass type, the first to end first. */
export async function replacedCertificates(db: CabinetDb): Promise<ReplacedCertificate[]> {
  return (await sql.replacedOnes(db)).map((row) => ({ id: row.id, ...factsOf(row) }))
}

/** Whether cards may have NFC data: the certificate that signs new ones says so. */
export async function isNfcGranted(db: CabinetDb): Promise<boolean> {
  const active = await activeCertificate(db)
  return active !== undefined && isForNfc(active.certificate_pem)
}

/** Uploaded certificates that end between two moments, in all cabinets; asked by the scheduler. */
export function certificatesEnding(app: App, from: Date, to: Date): Promise<{ cabinet_id: number; id: string }[]> {
  return app.database.acrossCabinets((tx) => sql.certificatesEnding(tx, from, to))
}

export function certificateById(db: CabinetDb, id: string): Promise<sql.CertificateRow | undefined> {
  return sql.certificateById(db, id)
}

/** An upload that waits for the reader occupies a database connection, so only a few may wait. */
const UPLOADS_AT_ONCE = 4
let uploads = 0

/** Reads an upload in a separate thread. @throws Busy when too many wait already */
async function inTurn<T>(read: () => Promise<T>): Promise<T> {
  if (uploads >= UPLOADS_AT_ONCE) throw new Busy()
  uploads++
  try {
    return await read()
  } catch (error) {
    if (error instanceof CertificateRefused) throw refuse(error.code, { date: error.detail.slice(0, 40) })
    throw error
  } finally {
    uploads--
  }
}

const readingOf = (app: App) => ({
  now: app.clock.now(),
  knownIntermediates: [...appleIntermediates(), ...app.env.appleIntermediates],
})

async function keepPending(app: App, db: CabinetDb, certificate: PassCertificate, requestId: string | null) {
  await lockLimits(db)
  await sql.deletePending(db)
  await keep(app, db, certificate, { state: 'pending', is_test: false, request_id: requestId })
  return readApple(app, db)
}

/** The key of a .p12 is sealed before it is stored. @throws Busy */
export async function uploadApple(app: App, db: CabinetDb, bytes: Uint8Array, password: string) {
  return keepPending(app, db, await inTurn(() => readP12(bytes, password, readingOf(app))), null)
}

/** A .cer that Apple made for a request of ours. @throws Busy */
export async function uploadIssued(app: App, db: CabinetDb, bytes: Uint8Array): Promise<OwnCertificates> {
  const keys = await requests.keysOfRequests(app, db)
  const keyPems = keys.map((one) => one.keyPem)
  const certificate = await inTurn(() => readCer(bytes, keyPems, readingOf(app)))
  const answered = keys.find((one) => belongsTo(certificate.certificatePem, one.keyPem))
  return keepPending(app, db, certificate, answered?.id ?? null)
}

/** @throws Busy */
export async function makeRequest(app: App, db: CabinetDb): Promise<OwnCertificates> {
  await requests.checkRoom(db)
  const made = await inTurn(() => makeCertificateRequest(`Kartoteka ${db.cabinetId}`))
  await lockLimits(db)
  await requests.checkRoom(db)
  await requests.keepRequest(app, db, made)
  return readApple(app, db)
}

export async function deleteRequest(app: App, db: CabinetDb, id: string): Promise<OwnCertificates> {
  await lockLimits(db)
  if (!(await requestsSql.deleteRequest(db, id))) throw refuse('not_found')
  return readApple(app, db)
}

/**
 * Moves cards to the newest certificate. `renewed`: those of its pass type, in whose place it signs already; `left`:
 * test ones, of any pass type.
 */
type MoveCards = (from: { renewed: readonly string[]; left: readonly string[] }, toId: string) => Promise<void>

/** Test certificates, replaced ones too. */
export function testCertificates(db: CabinetDb): Promise<string[]> {
  return sql.idsOfTest(db, true)
}

/** All other ones, whatever became of them. */
export function realCertificates(db: CabinetDb): Promise<string[]> {
  return sql.idsOfTest(db, false)
}

/** The uploaded certificate signs from now on; cards of the same pass type and test cards move to it. */
export async function activateApple(app: App, db: CabinetDb, moveCards: MoveCards): Promise<OwnCertificates> {
  await lockLimits(db)
  const pending = await sql.certificateInState(db, 'pending')
  if (!pending) throw refuse('nothing_to_activate')
  if (pending.expires_at <= app.clock.now())
    throw refuse('certificate_expired', { date: pending.expires_at.toISOString().slice(0, 10) })
  await sql.setState(db, 'active', 'replaced')
  await sql.setState(db, 'pending', 'active')
  const renewed = await sql.setSuccessor(db, pending)
  await moveCards({ renewed, left: await sql.idsOfTest(db, true) }, pending.id)
  await setOnTestCertificate(db, false)
  if (pending.request_id !== null) await requestsSql.deleteRequest(db, pending.request_id)
  return readApple(app, db)
}

/** The test authority signs from now on; cards that it signed before move to the new certificate. */
export async function activateTest(app: App, db: CabinetDb, moveCards: MoveCards): Promise<OwnCertificates> {
  await lockLimits(db)
  const active = await sql.certificateInState(db, 'active')
  if (!active?.is_test) {
    await sql.setState(db, 'active', 'replaced')
    const id = await keepTestCertificate(app, db)
    const renewed = await sql.setSuccessor(db, { id, pass_type_identifier: testPassType(db) })
    await moveCards({ renewed, left: [] }, id)
    await setOnTestCertificate(db, true)
  }
  return readApple(app, db)
}

export async function removePassType(app: App, db: CabinetDb): Promise<OwnCertificates> {
  await lockLimits(db)
  const active = await sql.certificateInState(db, 'active')
  if (!active?.is_test) throw refuse('not_a_test_certificate')
  await sql.setState(db, 'active', 'replaced')
  await setOnTestCertificate(db, false)
  return readApple(app, db)
}
