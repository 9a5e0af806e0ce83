/** What every connector does that is entered by consent: part of the shared suite. */
import { describe, expect, it } from 'vitest'
import { type Access, type Application, challengeOf } from '../server/engines/crm/access.ts'
import type { Settings } from '../server/engines/crm/connector.ts'
import type { CrmHttp } from '../server/engines/crm/crm-http.ts'

export type ConsentVendor = {
  application: Application
  settings(at: string): Settings
  /** The owner allows it on the page at this address. @returns what the vendor sends back */
  allow(address: string): Promise<Record<string, string>>
  /** The owner takes the consent back over there. */
  revoke(): void
}
type Opened = { vendor: ConsentVendor | undefined; http: CrmHttp; at: string }

const REDIRECT = 'https://cards.example.test/integration/vendor'
const VERIFIER = 'v'.repeat(43)
const OVER = { fault: 'connect_anew', field: 'consent' }

export function describeConsent(access: Access, opened: () => Opened): void {
  describe('by consent', () => {
    const open = () => {
      const { vendor, http, at } = opened()
      if (!vendor) throw new Error('its emulator has no consent')
      return { vendor, of: { settings: vendor.settings(at), application: vendor.application, http } }
    }
    const allow = async () => {
      const { vendor, of } = open()
      const asked = { redirectUri: REDIRECT, state: 'a state', challenge: challengeOf(VERIFIER) }
      const { state, ...query } = await vendor.allow(access.authorise(of, asked))
      expect(state).toBe('a state')
      return query
    }
    const exchange = (query: Record<string, string>, verifier = VERIFIER) =>
      access.exchange(open().of, { code: query.code ?? '', redirectUri: REDIRECT, verifier, query })

    it('gives tokens for a code, once', async () => {
      const query = await allow()
      const { tokens } = await exchange(query)
      expect(tokens.access).not.toBe('')
      await expect(exchange(query)).rejects.toMatchObject(OVER)
    })

    it('gives nothing for a code that somebody else has caught', async () => {
      await expect(exchange(await allow(), 'w'.repeat(43))).rejects.toMatchObject(OVER)
      await expect(exchange({ code: 'no code of ours' })).rejects.toMatchObject(OVER)
    })

    it('renews them, and a refresh token that was used ends the consent', async () => {
      const { tokens } = await exchange(await allow())
      const next = await access.refresh(open().of, tokens.refresh)
      expect(next.access).not.toBe(tokens.access)
      if (next.refresh === '' || next.refresh === tokens.refresh) return
      await expect(access.refresh(open().of, tokens.refresh)).rejects.toMatchObject(OVER)
    })

    it('says so when the owner has taken it back', async () => {
      const { tokens } = await exchange(await allow())
      open().vendor.revoke()
      await expect(access.refresh(open().of, tokens.refresh)).rejects.toMatchObject(OVER)
    })
  })
}
