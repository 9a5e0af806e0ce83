/** The overview: one number a room, each asked at the room's own door. */
import type { Cabinet } from '../../contract/cabinets.ts'
import { moscowDay } from '../base/clock.ts'
import type { CabinetDb } from '../base/db.ts'
import type { Floor } from '../base/floor.ts'
import { activeCertificate } from '../certificates/certificates.ts'
import { clientsByDay, countClients } from '../clients/clients.ts'
import { listForms } from '../forms/forms.ts'
import { countPasses } from '../passes/passes.ts'
import { latestPush } from '../pushes/pushes.ts'
import { templateNames } from '../templates/templates.ts'

const DAY_MS = 86_400_000
const SPARK_DAYS = 14

export function statusBar(cabinet: Cabinet, isEmailVerified: boolean, now: Date) {
  const until = cabinet.tariff?.demoUntil ? Date.parse(cabinet.tariff.demoUntil) : null
  return {
    status: cabinet.tariff && !cabinet.tariff.isDemo && cabinet.balanceMinor <= 0 ? 'isNoBalance' as const : 'ok' as const,
    demoDaysLeft: until === null ? null : Math.max(0, Math.ceil((until - now.getTime()) / DAY_MS)),
    isEmailVerified, isOnTestCertificate: cabinet.isOnTestCertificate,
  }
}

export async function readDashboard(floor: Floor, db: CabinetDb, hasTariff: boolean) {
  const now = floor.clock.now()
  const clients = await countClients(db, new Date(now.getTime() - 7 * DAY_MS))
  const perDay = await clientsByDay(db, SPARK_DAYS, moscowDay(now))
  const cards = await countPasses(db)
  const templates = await templateNames(db)
  const { forms } = await listForms(floor, db, '')
  const push = await latestPush(db)
  const certificate = await activeCertificate(floor, db)
  const first = templates[0]
  const sum = (step: 'opened' | 'filled' | 'installed') => forms.reduce((total, form) => total + form[step], 0)
  return {
    clients: { clients: clients.total, newClients: clients.fresh, perDay: perDay.map((day) => day.clients) },
    cards,
    templates: { total: templates.length, defaultName: first?.name ?? null, defaultId: first?.id ?? null },
    forms: { total: forms.length, opened: sum('opened'), filled: sum('filled'), installed: sum('installed') },
    push: push ? { id: push.id, name: push.name, status: push.status, cards: push.cards ?? 0, sent: push.sent ?? 0, delivered: push.delivered ?? 0 } : null,
    checklist: { tariff: hasTariff, certificate: certificate !== undefined, card: templates.length > 0, form: forms.length > 0, client: clients.total > 0 },
  }
}
