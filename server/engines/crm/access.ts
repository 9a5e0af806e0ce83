/**
 * How a system is entered by its owner's consent: OAuth 2 (RFC 6749) with PKCE (RFC 7636). Plain values; who keeps the
 * tokens sees to it that a refresh token is used once.
 */
import { createHash } from 'node:crypto'
import type { CrmHttp } from './crm-http.ts'

type Settings = Readonly<Record<string, string>>

/** Our application at the vendor, of the operator or of the owner. */
export type Application = { clientId: string; clientSecret: string }

export type Tokens = {
  access: string
  /** '' where the vendor gives none: then the consent ends with the access token. */
  refresh: string
  /** null: it does not say, and the token is used until it is refused. */
  expiresInSeconds: number | null
}

export type Asking = { settings: Settings; application: Application; http: CrmHttp }

/** What the vendor sends back to the landing page, beside what we asked it with. */
export type Answered = {
  code: string
  redirectUri: string
  /** Of which `challengeOf` was sent along. */
  verifier: string
  /** Everything of the address: some vendors name the account or its host there. */
  query: Readonly<Record<string, string>>
}

export type Access = {
  /** The page on which the owner consents. */
  authorise(of: Omit<Asking, 'http'>, asked: { redirectUri: string; state: string; challenge: string }): string
  /** @returns the tokens, and settings that only the consent tells */
  exchange(of: Asking, answered: Answered): Promise<{ tokens: Tokens; settings?: Settings }>
  /** @throws Misconfigured `connect_anew` when the vendor does not take it any more */
  refresh(of: Asking, refreshToken: string): Promise<Tokens>
}

/** The tokens of a connection, for its connector. */
export type TokenSource = {
  /** @throws Misconfigured when there is no consent, or none any more */
  access(): Promise<string>
  /** Another one, after the vendor has refused this one. */
  renew(refused: string): Promise<string>
}

/** Method S256. */
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
