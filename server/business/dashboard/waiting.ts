/** What waits for the owner, the most urgent first. */
import type { Overview } from '../../../contract/business/overview.ts'
import type { Cabinet } from '../../../contract/platform/cabinets.ts'
import { DAY_MS } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { countUnread } from '../../platform/notifications/notifications.ts'
import { latestPush } from '../../reach/pushes/pushes.ts'
import { integrationTile } from '../integration/integration.ts'
import type { Language } from '../../../contract/limits.ts'

const DEMO_ENDS_WITHIN_DAYS = 5

export type Asked = { app: App; db: CabinetDb; cabinet: Cabinet; userId: string; lang: Language }

export async function waitingFor({ app, db, cabinet, userId, lang }: Asked): Promise<Overview['waiting']> {
  const until = cabinet.tariff?.demoUntil ? Date.parse(cabinet.tariff.demoUntil) : undefined
  const demoDays = until === undefined ? undefined : Math.ceil((until - app.clock.now().getTime()) / DAY_MS)
  const [push, crm, { total: notices }] = await Promise.all([
    latestPush(db),
    integrationTile(db),
    countUnread(db, userId, lang),
  ])
  const isCrmOff = crm.status === 'noActive'
  const found: (Overview['waiting'][number] | false)[] = [
    cabinet.isLimited && { kind: 'money', count: 1, id: null },
    demoDays !== undefined &&
      demoDays <= DEMO_ENDS_WITHIN_DAYS &&
      !cabinet.isLimited && { kind: 'demo', count: Math.max(0, demoDays), id: null },
    push?.status === 'not_sent' && { kind: 'pushNotSent', count: 1, id: push.id },
    (isCrmOff || crm.unsynced > 0) && { kind: 'crm', count: crm.unsynced, id: null },
    cabinet.isOnTestCertificate && { kind: 'testCertificate', count: 1, id: null },
    push?.status === 'draft' && { kind: 'draft', count: 1, id: push.id },
    notices > 0 && { kind: 'notices', count: notices, id: null },
  ]
  return found.filter((one) => one !== false)
}
