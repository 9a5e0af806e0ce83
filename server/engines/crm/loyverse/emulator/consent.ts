/**
 * The consent of an owner at Loyverse: a page that allows it, a code that is good once, and refresh tokens of which
 * the last one alone is good. One that is used twice ends the consent, as if it had been stolen.
 */
import { createHash, randomBytes } from 'node:crypto'
import { escapeHtml, htmlDocument } from '../../../../../emulators/html.ts'
import type { VendorReply, VendorRequest } from '../../../../../emulators/crm/router.ts'

export type Application = { clientId: string; clientSecret: string }
type Code = { redirectUri: string; challenge: string }
type Grant = { refresh: string; used: string[]; access: string; endsAt: number }
export type Consents = {
  page(asked: VendorRequest, prefix: string, merchant: string): VendorReply
  answer(asked: VendorRequest): VendorReply
  token(asked: VendorRequest): VendorReply
  isGood(token: string): boolean
  /** The owner takes it back, as in the vendor's own settings. */
  revoke(): void
  /** Access tokens end now; refresh tokens stay. */
  endAccess(): void
  /** How long an access token lasts. */
  seconds: number
  /** Requests with a refresh token. */
  refreshed: number
  keep(): unknown
  restore(kept: unknown): void
}

const newToken = () => randomBytes(24).toString('base64url')
const refusal = (error: string, status = 400): VendorReply => ({ status, body: { error } })

export function openConsents({ clientId, clientSecret }: Application): Consents {
  const codes = new Map<string, Code>()
  let grants: Grant[] = []

  function give(grant: Grant): VendorReply {
    grant.access = newToken()
    grant.endsAt = Date.now() + consents.seconds * 1000
    grant.refresh = newToken()
    const { access, refresh } = grant
    return {
      status: 200,
      isWrite: true,
      body: { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: consents.seconds },
    }
  }

  function byCode(form: URLSearchParams): VendorReply {
    const code = form.get('code') ?? ''
    const known = codes.get(code)
    codes.delete(code)
    if (known?.redirectUri !== form.get('redirect_uri')) return refusal('invalid_grant')
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    if (known.challenge !== '' && known.challenge !== challenge) return refusal('invalid_grant')
    const grant: Grant = { refresh: '', used: [], access: '', endsAt: 0 }
    grants.push(grant)
    return give(grant)
  }

  function byRefresh(form: URLSearchParams): VendorReply {
    consents.refreshed++
    const refresh = form.get('refresh_token') ?? ''
    const stolen = grants.find(({ used }) => used.includes(refresh))
    if (stolen) grants = grants.filter((one) => one !== stolen)
    const grant = grants.find((one) => one.refresh === refresh)
    if (!grant) return refusal('invalid_grant')
    grant.used.push(refresh)
    return give(grant)
  }

  const consents: Consents = {
    seconds: 3600,
    refreshed: 0,
    page({ query }, prefix, merchant) {
      if (query.get('client_id') !== clientId || query.get('response_type') !== 'code')
        return {
          status: 400,
          body: undefined,
          html: htmlDocument({ title: 'Error', head: '', body: '<h1>Error</h1>' }),
        }
      const kept = ['redirect_uri', 'state', 'code_challenge'].map(
        (name) => `<input type="hidden" name="${name}" value="${escapeHtml(query.get(name) ?? '')}">`,
      )
      const body = `<main><h1>Allow access to ${escapeHtml(merchant)}?</h1>
        <p>${escapeHtml(query.get('scope') ?? '')}</p>
        <form method="post" action="${prefix}/oauth/authorize">${kept.join('')}
        <button name="allow" value="yes">Allow</button> <button name="allow" value="no">Deny</button></form></main>`
      return { status: 200, body: undefined, html: htmlDocument({ title: 'Loyverse', head: '', body }) }
    },
    answer({ body }) {
      const form = new URLSearchParams(body)
      const back = form.get('redirect_uri') ?? ''
      if (!URL.canParse(back)) return refusal('invalid_request')
      const to = new URL(back)
      to.searchParams.set('state', form.get('state') ?? '')
      if (form.get('allow') === 'yes') {
        const code = newToken()
        codes.set(code, { redirectUri: back, challenge: form.get('code_challenge') ?? '' })
        to.searchParams.set('code', code)
      } else to.searchParams.set('error', 'access_denied')
      return { status: 302, body: undefined, headers: { location: to.href } }
    },
    token({ body }) {
      const form = new URLSearchParams(body)
      if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
        return refusal('invalid_client', 401)
      return form.get('grant_type') === 'refresh_token' ? byRefresh(form) : byCode(form)
    },
    isGood: (token) => grants.some(({ access, endsAt }) => access === token && endsAt > Date.now()),
    revoke() {
      grants = []
    },
    endAccess() {
      for (const grant of grants) grant.endsAt = 0
    },
    keep: () => grants,
    restore(kept) {
      grants = (kept as Grant[] | undefined) ?? []
    },
  }
  return consents
}
