/** The overview: figures of many rooms, each from the room's own door. */
import { sql } from 'kysely'
import { type Cabinet, TileName, type Tiles } from '../../../contract/platform/cabinets.ts'
import { addDays, DAY_MS, moscowDay } from '../../../contract/time.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { activeCertificate } from '../../cards/certificates/certificates.ts'
import { countPresent, countPresentSince } from '../../people/clients/clients.ts'
import { readBalance } from '../finance/finance.ts'
import { readFigures } from '../../people/figures/figures.ts'
import { listForms } from '../../people/forms/forms.ts'
import { activeModules } from '../../reach/marketplace/marketplace.ts'
import { integrationTile } from '../integration/integration.ts'
import { countPartner } from '../partner/partner.ts'
import { countPasses } from '../../reach/passes/passes.ts'
import { countsOf, latestPush, includedIn } from '../../reach/pushes/pushes.ts'
import { countSegments } from '../../people/segments/segments.ts'
import { templateNames } from '../../cards/templates/templates.ts'
import { countTriggers } from '../../reach/triggers/triggers.ts'

const SPARK_DAYS = 14

export function statusBar(cabinet: Cabinet, isEmailVerified: boolean, now: Date) {
  const until = cabinet.tariff?.demoUntil ? Date.parse(cabinet.tariff.demoUntil) : null
  return {
    status: cabinet.isLimited ? ('isNoBalance' as const) : ('ok' as const),
    demoDaysLeft: until === null ? null : Math.max(0, Math.ceil((until - now.getTime()) / DAY_MS)),
    isEmailVerified,
    isOnTestCertificate: cabinet.isOnTestCertificate,
  }
}

type Asked = { app: App; db: CabinetDb; tariff: string | null }

/** How each tile is counted. */
const COUNTS: { [Name in TileName]: (asked: Asked) => Promise<Tiles[Name]> } = {
  async clients({ app, db }) {
    const now = app.clock.now()
    const days = Array.from({ length: SPARK_DAYS }, (_, n) => addDays(moscowDay(now), n + 1 - SPARK_DAYS))
    const [figures, clients, newClients] = await Promise.all([
      readFigures(db, { from: days[0] ?? '', to: days.at(-1) ?? '' }, ['joined']),
      countPresent(db),
      countPresentSince(db, new Date(now.getTime() - 7 * DAY_MS)),
    ])
    const joined = (day: string) =>
      figures.reduce((sum, one) => sum + (one.name === 'joined' && one.day === day ? one.count : 0), 0)
    return { clients, newClients, perDay: days.map(joined) }
  },
  cards: ({ db }) => countPasses(db),
  async templates({ db }) {
    const names = await templateNames(db)
    return { total: names.length, defaultName: names[0]?.name ?? null, defaultId: names[0]?.id ?? null }
  },
  async forms({ app, db }) {
    const { forms } = await listForms(app, db, '')
    const sum = (step: 'opened' | 'filled' | 'installed') => forms.reduce((total, form) => total + form[step], 0)
    return { total: forms.length, opened: sum('opened'), filled: sum('filled'), installed: sum('installed') }
  },
  async push({ db, tariff }) {
    const push = await latestPush(db)
    const counts = push && includedIn(tariff).hasStatistics ? countsOf(push) : null
    return { last: push ? { id: push.id, name: push.name, status: push.status, counts } : null }
  },
  async automation({ db }) {
    const [{ total, active }, segments] = await Promise.all([countTriggers(db), countSegments(db)])
    return { segments, triggersOn: active, triggers: total }
  },
  async finances({ app, db }) {
    const { key, ...line } = (await readBalance(app, db)).line
    return { tariff: key, ...line }
  },
  integration: ({ db }) => integrationTile(db),
  partner: ({ app, db }) => countPartner(db, app.clock.now()),
  marketplace: async ({ db }) => ({ active: await activeModules(db) }),
  async checklist({ app, db, tariff }) {
    const [templates, { forms }, certificate, clients] = await Promise.all([
      templateNames(db),
      listForms(app, db, ''),
      activeCertificate(db),
      countPresent(db),
    ])
    return {
      tariff: tariff !== null,
      certificate: certificate !== undefined,
      card: templates.length > 0,
      form: forms.length > 0,
      client: clients > 0,
    }
  },
}

/** A tile that cannot be counted is empty; the transaction goes on for the others. */
async function countAlone<Name extends TileName>(asked: Asked, name: Name): Promise<Tiles[Name] | null> {
  const { tx } = asked.db
  await sql`savepoint tile`.execute(tx)
  try {
    return await COUNTS[name](asked)
  } catch (error) {
    await sql`rollback to savepoint tile`.execute(tx)
    asked.app.log.error(
      { tile: name, error: error instanceof Error ? error.stack : String(error) },
      'a tile could not be counted',
    )
    return null
  }
}

/** @returns nothing when one cannot be counted: what is asked together fails together */
async function countTogether(asked: Asked, names: readonly TileName[]): Promise<Partial<Tiles> | undefined> {
  const { tx } = asked.db
  const [, ...counted] = await Promise.allSettled([
    sql`savepoint tiles`.execute(tx),
    ...names.map(async (name) => [name, await COUNTS[name](asked)] as const),
  ])
  const found = counted.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (found.length === names.length) return Object.fromEntries(found)
  await sql`rollback to savepoint tiles`.execute(tx)
  return undefined
}

/** @param tile only this one */
export async function readDashboard(asked: Asked, tile?: TileName): Promise<Partial<Tiles>> {
  const names = tile ? [tile] : TileName.options
  const together = await countTogether(asked, names)
  if (together) return together
  const counted: Partial<Record<TileName, unknown>> = {}
  for (const name of names) counted[name] = await countAlone(asked, name)
  return counted as Partial<Tiles>
}
