/** The hotel of the demo has a CRM: iiko, emulated on this machine. With a real outside world it has none. */
import { IIKO } from '../emulators/crm/iiko.ts'
import { EMULATED_CRM_KEYS } from '../emulators/crm/crms.ts'
import type { SignedIn } from '../server/base/answer.ts'
import type { App } from '../server/base/app.ts'
import type { CabinetDb } from '../server/base/db.ts'
import * as cabinets from '../server/platform/cabinets/cabinets.ts'
import { CAREFUL_POLICY } from '../contract/business/crm-meeting.ts'
import {
  beginExchange,
  lookUp,
  readMeeting,
  saveIntegration,
  startRun,
  switchIntegration,
} from '../server/business/integration/integration.ts'

const isEmulated = (place: string) => place.endsWith('/outside/crm/')

export async function connectEmulatedCrm(app: App, user: SignedIn, domain: string): Promise<void> {
  const place = app.outside.crm.trustedPlaces.find(isEmulated)
  const id = (await cabinets.readMenu(app, user)).recent.find((one) => one.domain === domain)?.id
  if (!place || id === undefined) return
  const cabinet = await cabinets.openCabinet(app, user, id, async (opened) => opened)
  const ctx = { app, user, cabinet, lang: user.lang, requestId: 'demo', ip: '127.0.0.1', userAgent: '' }
  const settings = {
    server: `${place}iiko`,
    login: EMULATED_CRM_KEYS.iiko,
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
  if (current && status !== 'active') await switchIntegration(ctx, true)
  const inside = <T>(work: (db: CabinetDb) => Promise<T>) => cabinets.openForWork(app, id, work)
  while ((await inside(readMeeting))?.state === 'running') await lookUp.handle(app, { cabinetId: id, tries: 0 })
  const meeting = await inside(readMeeting)
  if (meeting?.state === 'done' && !meeting.isBegun) await inside((db) => beginExchange(app, db, CAREFUL_POLICY))
  await inside((db) => startRun(app, db))
}
