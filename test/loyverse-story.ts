/** What the stories of a system that is entered by consent share: its owner at the vendor, and on the way back. */
import { integration } from '../contract/business/integration.ts'
import type { Loyverse } from '../server/engines/crm/loyverse/emulator/emulator.ts'
import { applicationSettings, askConsent } from './by-consent.ts'
import { at, begin, server, shop } from './crm-story.ts'
import type { Answer, Person } from './people.ts'

export const loyverse = () => server.outside.crms.of<Loyverse>('loyverse')
export const customerOf = (tel: string) => [...loyverse().customers.values()].find((one) => one.phone_number === tel)

export const settings = () => applicationSettings(server)

export type Back = { type: string; state: string; query: Record<string, string> }

/** @returns what the vendor sends back when its owner has pressed the button */
export async function goToVendor(given = settings(), isAllowed = true): Promise<Back> {
  const { state = '', ...query } = Object.fromEntries(await askConsent(server, shop, given, isAllowed))
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
