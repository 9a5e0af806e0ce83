/**
 * The service account's access token: JWT bearer grant, kept until a minute before it ends. RFC 7523,
 * developers.google.com/identity/protocols/oauth2/service-account.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Timing } from '../../../base/rate-limiter.ts'
import { GoogleRefused } from './refusals.ts'

export type ServiceAccount = { clientEmail: string; privateKeyPem: string }

const WALLET_SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const RENEW_BEFORE_MS = 60_000

/** Reads a service account's key, PKCS#8 or PKCS#1. @throws GoogleRefused `invalid_key` when it is no private key */
export function readAccountKey(privateKeyPem: string): KeyObject {
  try {
    return createPrivateKey(privateKeyPem)
  } catch {
    throw new GoogleRefused(400, 'invalid_key', 'the service account key is not a private key in PEM form')
  }
}

/** One HTTP exchange; the caller decides about repeating. */
type PostForm = (url: string, form: Record<string, string>) => Promise<{ status: number; body: unknown }>

/**
 * @returns `get()` gives a valid token, with at most one request to Google at a time; `drop(token)` forgets one that
 * was refused
 */
export function keepAccessToken(tokenUrl: string, account: ServiceAccount, post: PostForm, timing: Timing) {
  const key = readAccountKey(account.privateKeyPem)
  let kept: { token: string; untilMs: number } | null = null
  let asking: Promise<string> | null = null

  async function ask(): Promise<string> {
    const issuedAt = Math.floor(timing.now() / 1000)
    const assertion = await new SignJWT({ scope: WALLET_SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.clientEmail)
      .setAudience(tokenUrl)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + 3600)
      .sign(key)
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
    const { status, body } = await post(tokenUrl, form)
    const answer = body as {
      access_token?: unknown
      expires_in?: unknown
      error?: unknown
      error_description?: unknown
    } | null
    if (status !== 200 || typeof answer?.access_token !== 'string') {
      throw new GoogleRefused(
        status,
        text(answer?.error, 'token_refused'),
        text(answer?.error_description, 'no access token'),
      )
    }
    const lifeMs = (typeof answer.expires_in === 'number' ? answer.expires_in : 3600) * 1000
    kept = { token: answer.access_token, untilMs: timing.now() + lifeMs - RENEW_BEFORE_MS }
    return answer.access_token
  }

  return {
    get(): Promise<string> {
      if (kept && timing.now() < kept.untilMs) return Promise.resolve(kept.token)
      return (asking ??= ask().finally(() => {
        asking = null
      }))
    },
    drop(token: string): void {
      if (kept?.token === token) kept = null
    },
  }
}

function text(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}
