/** Asks Google about an issuer, and turns what it refuses into our refusals. */
import { issuers as contract } from '../../../contract/cards/issuers.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { type IssuerAccess, type IssuerFacts, refuseKey } from '../../cards/issuers/issuers.ts'
import { GoogleRefused, GoogleUnreachable } from '../../engines/wallet/google/refusals.ts'
import { googleOf } from '../../reach/passes/passes.ts'

const refuse = refusals(contract)

/** @throws Refusal google_issuer_refused, google_key_refused, google_unreachable */
export async function withGoogle<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof GoogleUnreachable) throw refuse('google_unreachable')
    if (!(error instanceof GoogleRefused)) throw error
    if (error.reason === 'invalid_key') throw refuseKey('google_key_invalid')
    if (error.status === 403 || error.status === 404) throw refuseIssuer()
    throw refuseKey('google_key_refused')
  }
}

const refuseIssuer = () => refuse('google_issuer_refused', {}, { issuerId: { code: 'google_issuer_refused' } })

/** @throws Refusal google_issuer_refused when the service account is no user of the issuer */
export function askIssuer(app: App, access: IssuerAccess, gmail: string): Promise<IssuerFacts> {
  return withGoogle(async () => {
    const google = googleOf(app, access)
    const issuer = await google.getIssuer(access.issuerId)
    if (!issuer) throw refuseIssuer()
    const users = await google.getIssuerUsers(access.issuerId)
    return { name: issuer.name, isListed: users && users.includes(gmail.toLowerCase()) }
  })
}
