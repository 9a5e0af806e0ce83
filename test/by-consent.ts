/** An owner who connects Loyverse with his account there, past the page. */
import { integration } from '../contract/business/integration.ts'
import { KEYS } from '../server/engines/crm/loyverse/emulator/emulator.ts'
import type { Shop } from './people.ts'
import type { TestServer } from './server.ts'

export const applicationSettings = (server: TestServer) => ({
  server: `${server.url}/outside/crm/loyverse`,
  clientId: KEYS.clientId,
  clientSecret: KEYS.clientSecret,
})

/** @returns the query of the address that the vendor leads back to */
export async function askConsent(
  server: TestServer,
  { owner, c }: Shop,
  settings: Record<string, string> = applicationSettings(server),
  isAllowed = true,
): Promise<URLSearchParams> {
  const { url } = await owner.send(integration.beginConsent, { params: { c }, body: { type: 'loyverse', settings } })
  const page = new URL(url)
  const body = new URLSearchParams({ ...Object.fromEntries(page.searchParams), allow: isAllowed ? 'yes' : 'no' })
  const answered = await fetch(page.origin + page.pathname, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: server.visitor,
  })
  return new URL(answered.headers.get('location') ?? '').searchParams
}
