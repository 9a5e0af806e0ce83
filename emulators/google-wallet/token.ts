/** The token endpoint: a service account proves itself with a signed assertion (RFC 7523). */
import { createPublicKey, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeJwt, jwtVerify } from 'jose'
import { readBody, sendJson } from './answers.ts'
import type { GoogleWalletState } from './state.ts'

/** A service account as the emulator knows it: the public half of its key and the issuers it may act for. */
export type KnownAccount = {
  clientEmail: string
  publicKeyPem: string
  issuerIds?: readonly string[]
  issuerName?: string
  /** Google accounts that administer its issuers. */
  owners?: readonly string[]
}

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const LIFE_SECONDS = 3600

export async function grantToken(
  req: IncomingMessage,
  res: ServerResponse,
  state: GoogleWalletState,
  accounts: readonly KnownAccount[],
  audiences: string[],
  nowMs: number,
): Promise<void> {
  const form = new URLSearchParams(await readBody(req))
  const refuse = (error: string, text: string) => sendJson(res, 400, { error, error_description: text })
  if (form.get('grant_type') !== GRANT)
    return refuse('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`)
  const assertion = form.get('assertion') ?? ''
  const account = accounts.find(({ clientEmail }) => clientEmail === issuerOf(assertion))
  if (!account) return refuse('invalid_grant', 'Invalid grant: account not found')
  let scope: unknown
  try {
    const { payload } = await jwtVerify(assertion, createPublicKey(account.publicKeyPem), {
      algorithms: ['RS256'],
      audience: audiences,
      currentDate: new Date(nowMs),
      clockTolerance: 60,
      requiredClaims: ['iat', 'exp'],
    })
    if ((payload.exp ?? 0) - (payload.iat ?? 0) > LIFE_SECONDS)
      return refuse('invalid_grant', 'Invalid JWT: Token must be a short-lived token (60 minutes)')
    scope = payload['scope']
  } catch {
    return refuse('invalid_grant', 'Invalid JWT Signature.')
  }
  if (typeof scope !== 'string' || !scope.split(' ').includes(SCOPE))
    return refuse('invalid_scope', 'Invalid OAuth scope or ID token audience provided.')
  const token = `ya29.${randomBytes(32).toString('base64url')}`
  for (const [old, { untilMs }] of Object.entries(state.tokens)) if (untilMs < nowMs) delete state.tokens[old]
  state.tokens[token] = { clientEmail: account.clientEmail, untilMs: nowMs + LIFE_SECONDS * 1000 }
  sendJson(res, 200, { access_token: token, expires_in: LIFE_SECONDS - 1, token_type: 'Bearer' })
}

/** The `iss` an assertion claims, not yet verified. */
export function issuerOf(assertion: string): string | null {
  try {
    return decodeJwt(assertion).iss ?? null
  } catch {
    return null
  }
}
