/** The hotel of the demo has a CRM: iiko, emulated on this machine. With a real outside world it has none. */
import type { SignedIn } from '../server/base/answer.ts'
import type { App } from '../server/base/app.ts'
import * as cabinets from '../server/platform/cabinets/cabinets.ts'
import type { CabinetDb } from '../server/base/db.ts'
import { saveIntegration, switchIntegration } from '../server/business/integration/integration.ts'
import type { Settings } from '../server/engines/crm/connector.ts'
import { openCrmHttp } from '../server/engines/crm/crm-http.ts'
import { IIKO, KEYS } from '../server/engines/crm/iiko-transport/emulator/emulator.ts'
import { connector as iikoTransport } from '../server/engines/crm/iiko-transport/iiko-transport.ts'
import { clientsByIds, listClients, type StoredClient } from '../server/people/clients/clients.ts'

/** Clients whom the till knows already. */
const KNOWN_CLIENTS = 6
const NOBODY = {
  crmId: null,
  middlename: '',
  birthday: null,
  sex: null,
  email: '',
  cardNumber: '',
  cardTrack: '',
  promoCode: '',
  cardUrl: '',
} as const

const isEmulated = (place: string) => place.endsWith('/outside/crm/')

export async function connectEmulatedCrm(app: App, user: SignedIn, domain: string): Promise<void> {
  const place = app.outside.crm.trustedPlaces.find(isEmulated)
  const id = (await cabinets.readMenu(app, user)).recent.find((one) => one.domain === domain)?.id
  if (!place || id === undefined) return
  const cabinet = await cabinets.openCabinet(app, user, id, async (opened) => opened)
  const ctx = { app, user, cabinet, lang: user.lang, requestId: 'demo', ip: '127.0.0.1', userAgent: '' }
  const settings = {
    server: `${place}iiko-transport`,
    login: KEYS.apiLogin,
    organizationId: IIKO.organization,
    bonusProgram: IIKO.program,
  }
  const { current, status } = await saveIntegration(ctx, {
    type: 'iiko-transport',
    otherName: '',
    settings,
    flags: { read: true, write: true, rewrite: false },
    categories: [],
    version: 0,
  })
  if (!current || status === 'active') return
  const clients = await cabinets.openForWork(app, id, (db) => someClients(db, app.clock.now()))
  await fillTill(app, clients, settings)
  await switchIntegration(ctx, true)
}

async function someClients(db: CabinetDb, now: Date): Promise<StoredClient[]> {
  const { data } = await listClients(db, { page: 1, limit: KNOWN_CLIENTS, q: '', o: 'created', d: 'desc' }, now)
  return clientsByIds(
    db,
    data.map(({ id }) => id),
  )
}

/**
 * The till knows some of the clients already, with points of its own: the page of the integration shows what the first
 * exchange would do, and waits for the owner to begin it.
 */
async function fillTill(app: App, clients: readonly StoredClient[], settings: Settings): Promise<void> {
  const http = openCrmHttp({ ...app.outside.crm, vendor: iikoTransport.name })
  const till = iikoTransport.open({ settings, http, groups: [] })
  for (const [place, { id, name, surname, tel }] of clients.entries()) {
    if ((await till.search({ crmId: null, tel, cardNumber: '', email: '' })).length > 0) continue
    const guest = { ...NOBODY, id, name, surname, tel }
    const { crmId } = await till.create(guest, { discountHundredths: null }, { id, isRepeat: false })
    await till.adjust?.(crmId, { bonusMinor: (place + 1) * 75_00 }, { id, isRepeat: true })
  }
}
