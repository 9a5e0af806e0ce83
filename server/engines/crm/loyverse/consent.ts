/** Loyverse's OAuth 2: an authorization code, and refresh tokens. */
import { z } from 'zod'
import type { Access, Asking, Tokens } from '../access.ts'
import type { Settings } from '../connector.ts'
import { Misconfigured, Unreachable } from '../troubles.ts'

const SCOPES = 'CUSTOMERS_READ CUSTOMERS_WRITE RECEIPTS_READ MERCHANT_READ STORES_READ'
const API = 'https://api.loyverse.com'
/** Where people log in. */
const PAGES = 'https://cloud.loyverse.com'

const Token = z.object({
  access_token: z.string().min(1).max(4000),
  refresh_token: z.string().max(4000).nullish(),
  expires_in: z.number().positive().nullish(),
})

const baseOf = ({ server = '' }: Settings) => server.replace(/\/+$/, '')
const pageOf = (settings: Settings) => (baseOf(settings) === API ? PAGES : baseOf(settings))

async function ask({ settings, application, http }: Asking, grant: Record<string, string>): Promise<Tokens> {
  const answered = await http.send({
    method: 'POST',
    url: `${baseOf(settings)}/oauth/token`,
    form: { client_id: application.clientId, client_secret: application.clientSecret, ...grant },
  })
  // The application or the grant is refused: nothing but another consent helps.
  if ([400, 401, 403].includes(answered.status)) throw new Misconfigured('connect_anew', 'consent')
  if (answered.status >= 400) throw new Unreachable('unreadable', { detail: String(answered.status) })
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = answered.json(Token)
  return { access, refresh: refresh ?? '', expiresInSeconds: seconds ?? null }
}

export const access: Access = {
  authorise({ settings, application }, { redirectUri, state, challenge }) {
    const query = new URLSearchParams({
      client_id: application.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
    return `${pageOf(settings)}/oauth/authorize?${query}`
  },
  exchange: async (of, { code, redirectUri, verifier }) => ({
    tokens: await ask(of, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  }),
  refresh: (of, refreshToken) => ask(of, { grant_type: 'refresh_token', refresh_token: refreshToken }),
}
