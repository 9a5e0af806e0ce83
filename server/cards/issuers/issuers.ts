/**
 * Issuers at Google Wallet: the operator's, which every cabinet shares, and a cabinet's own with its service account.
 * An issuer that was replaced keeps its key, because cards on phones stay with it (decision 031).
 */
import { z } from 'zod'
import { type GoogleIssuer, issuers as contract, type Review } from '../../../contract/cards/issuers.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { type refuseAny, refusals } from '../../base/refusal.ts'
import { lockLimits } from '../../platform/cabinets/cabinets.ts'
import { notify } from '../../platform/notifications/notifications.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

export { checkGmail, sendGmailCode } from './gmail.ts'

/** What is needed to act for an issuer. */
export type IssuerAccess = { issuerId: string; clientEmail: string; privateKeyPem: string }

const placeOf = (db: CabinetDb, issuerId: string) => ({
  cabinetId: db.cabinetId,
  table: 'google_issuers',
  column: 'sealed_key',
  row: issuerId,
})

const accessOf = (app: App, db: CabinetDb, row: sql.IssuerRow): IssuerAccess => ({
  issuerId: row.issuer_id,
  clientEmail: row.client_email,
  privateKeyPem: app.keys.open(row.sealed_key, placeOf(db, row.issuer_id)).toString(),
})

function sharedAccess(app: App, issuerId: string): IssuerAccess {
  const { clientEmail, privateKeyPem } = app.outside.google
  return { issuerId, clientEmail, privateKeyPem }
}

/** The issuer that makes new cards. */
export async function presentIssuer(app: App, db: CabinetDb): Promise<IssuerAccess> {
  const own = await sql.issuerIn(db, ['active'])
  return own ? accessOf(app, db, own) : sharedAccess(app, app.outside.google.issuerId)
}

/** For cards of this issuer, present or past; one that is not the cabinet's own is the operator's. */
export async function issuerAccess(app: App, db: CabinetDb, issuerId: string): Promise<IssuerAccess> {
  const own = await sql.issuerRow(db, issuerId)
  return own ? accessOf(app, db, own) : sharedAccess(app, issuerId)
}

const ownReply = (row: sql.IssuerRow | undefined): GoogleIssuer['own'] =>
  row
    ? {
        issuerId: row.issuer_id,
        name: row.name,
        serviceAccount: row.client_email,
        gmail: row.gmail,
        isGmailListed: row.is_listed,
        review: row.review,
        checkedAt: row.checked_at.toISOString(),
      }
    : null

/** Without what rooms above count. */
export async function readIssuer(app: App, db: CabinetDb): Promise<Omit<GoogleIssuer, 'isAppleActive' | 'cards'>> {
  const [own, waiting] = [await sql.issuerIn(db, ['active']), await sql.issuerIn(db, ['pending', 'in_queue'])]
  const state = waiting?.state === 'in_queue' ? 'in_queue' : waiting ? 'configured' : 'activated'
  return {
    state,
    source: own ? 'own' : 'shared',
    isTest: app.env.google === undefined,
    issuerId: own?.issuer_id ?? app.outside.google.issuerId,
    own: ownReply(own),
    waiting: ownReply(waiting),
  }
}

const AccountKey = z.object({
  type: z.literal('service_account'),
  client_email: z.string().min(3).max(254),
  private_key: z.string().min(100).max(8_000),
})

/**
 * The service account that was uploaded, or the saved one of this issuer.
 * @throws Refusal google_key_invalid, google_issuer_taken for the operator's own issuer
 */
export async function readAccess(app: App, db: CabinetDb, issuerId: string, keyJson: string): Promise<IssuerAccess> {
  if (issuerId === app.outside.google.issuerId)
    throw refuse('google_issuer_taken', {}, { issuerId: { code: 'google_issuer_taken' } })
  if (keyJson.trim() === '') {
    const saved = await sql.issuerRow(db, issuerId)
    if (!saved) throw refuseKey('google_key_invalid')
    return accessOf(app, db, saved)
  }
  const parsed = AccountKey.safeParse(parseJson(keyJson))
  if (!parsed.success) throw refuseKey('google_key_invalid')
  return { issuerId, clientEmail: parsed.data.client_email, privateKeyPem: parsed.data.private_key }
}

export const refuseKey = (code: 'google_key_invalid' | 'google_key_refused'): ReturnType<typeof refuseAny> =>
  refuse(code, {}, { serviceAccountKey: { code } })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What Google has answered about an issuer. */
export type IssuerFacts = { name: string; isListed: boolean | null }

export async function saveIssuer(
  app: App,
  db: CabinetDb,
  access: IssuerAccess,
  gmail: string,
  facts: IssuerFacts,
): Promise<void> {
  await lockLimits(db)
  const now = app.clock.now()
  const saved = await sql.issuerRow(db, access.issuerId)
  // Of the issuer that makes the cards only the key changes.
  const isActive = saved?.state === 'active'
  await sql.insertIssuer(db, {
    issuer_id: access.issuerId,
    state: isActive ? 'active' : 'pending',
    name: facts.name.slice(0, 200),
    client_email: access.clientEmail,
    sealed_key: app.keys.seal(access.privateKeyPem, placeOf(db, access.issuerId)),
    gmail,
    is_listed: facts.isListed,
    review: isActive ? saved.review : null,
    checked_at: now,
    created_at: saved?.created_at ?? now,
  })
}

/** The own issuer that waits. @throws Refusal nothing_to_activate */
export async function waitingIssuer(app: App, db: CabinetDb): Promise<IssuerAccess> {
  const row = await sql.issuerIn(db, ['pending', 'in_queue'])
  if (!row) throw refuse('nothing_to_activate')
  return accessOf(app, db, row)
}

/**
 * Keeps what Google thinks of the cards, and notifies of what it has decided while the issuer waited.
 * @returns whether the issuer makes the new cards from now on
 */
export async function settleReview(
  app: App,
  db: CabinetDb,
  issuerId: string,
  { review, reason }: { review: Review | null; reason: string },
): Promise<boolean> {
  await lockLimits(db)
  const row = await sql.issuerRow(db, issuerId)
  if (row?.state !== 'pending' && row?.state !== 'in_queue') return false
  const isApproved = review === null || review === 'approved'
  if (isApproved) await sql.replaceActive(db)
  const state = isApproved ? 'active' : 'in_queue'
  const now = app.clock.now()
  await sql.setIssuer(db, issuerId, { state, review, checked_at: now })
  if (row.state === 'in_queue' && row.review !== review && (isApproved || review === 'rejected'))
    await notify(app, db, {
      type: 'google_review',
      detail: { issuer: row.name || issuerId, isApproved, reason },
      onceKey: `google|${issuerId}|${now.toISOString()}`,
    })
  return isApproved
}

/** The operator's issuer makes the new cards again. @throws Refusal nothing_to_activate when it does already */
export async function useSharedIssuer(db: CabinetDb): Promise<void> {
  await lockLimits(db)
  if (!(await sql.issuerIn(db, ['active']))) throw refuse('nothing_to_activate')
  await sql.replaceActive(db)
}
