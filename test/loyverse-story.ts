/** What the stories of a system that is entered by consent share: its owner at the vendor, and on the way back. */
import { integration } from '../contract/business/integration.ts'
import { KEYS, type Loyverse } from '../server/engines/crm/loyverse/emulator/emulator.ts'
import { at, begin, server, shop } from './crm-story.ts'
import type { Answer, Person } from './people.ts'

export const loyverse = () => server.outside.crms.of<Loyverse>('loyverse')
export const customerOf = (tel: string) => [...loyverse().customers.values()].find((one) => one.phone_number === tel)

export const settings = () => ({
  server: `${server.url}/outside/crm/loyverse`,
  clientId: KEYS.clientId,
  clientSecret: KEYS.clientSecret,
})

export type Back = { type: string; state: string; query: Record<string, string> }

/** @returns what the vendor sends back when its owner has pressed the button */
export async function goToVendor(given = settings(), isAllowed = true): Promise<Back> {
  const { url } = await shop.owner.send(integration.beginConsent, {
    params: at(),
    body: { type: 'loyverse', settings: given },
  })
  const page = new URL(url)
  const body = new URLSearchParams({ ...Object.fromEntries(page.searchParams), allow: isAllowed ? 'yes' : 'no' })
  const answered = await fetch(page.origin + page.pathname, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: server.visitor,
  })
  const { state = '', ...query } = Object.fromEntries(new URL(answered.headers.get('location') ?? '').searchParams)
  return { type: 'loyverse', state, query }
}

export const comeBack = ({ type, state, query }: Back, person: Person = shop.owner): Promise<Answer> =>
  person.ask(integration.finishConsent, { body: { type, query: String(new URLSearchParams({ ...query, state })) } })

/** Connects it by consent, and lets the exchange begin. */
export async function connectLoyverse(): Promise<void> {
  const answered = await comeBack(await goToVendor())
  if (answered.status !== 200) throw new Error(JSON.stringify(answered.body))
  await shop.owner.send(integration.activateIntegration, { params: at() })
  await begin()
  await server.drainJobs()
}

/** Until all that the vendor has fired is applied. */
export async function receiveEvents(): Promise<void> {
  await loyverse().gun.settled()
  await server.drainJobs()
}

export function forgetLoyverse(): void {
  const shop = loyverse()
  shop.router.setTroubles({})
  shop.customers.clear()
  shop.webhooks.length = 0
  shop.consents.restore([])
  shop.consents.seconds = 3600
  shop.consents.refreshed = 0
}
