/**
 * Reads everybody whom the CRM has into the lines of an import, at the CRM's pace: a page, a transaction. Who dies in
 * between asks for one page again; who meets a CRM that is away waits, and goes on where reading stopped.
 */
import { z } from 'zod'
import { type ImportRow, imports as contract } from '../../../contract/people/imports.ts'
import type { OutsideCtx } from '../../base/answer.ts'
import type { App, Job } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import { defineJob } from '../../base/jobs.ts'
import { refusals } from '../../base/refusal.ts'
import { connectorOf, titleOf } from '../../engines/crm/crm.ts'
import { Misconfigured, Unreachable } from '../../engines/crm/troubles.ts'
import * as imports from '../../people/imports/imports.ts'
import { openForPublic, openForWork } from '../../platform/cabinets/cabinets.ts'
import { withCrm } from './access.ts'
import type { Crm } from './held.ts'
import { pauseSeconds } from './reading.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

/** Pages of one job; the next one goes on from there at once. */
const PAGES = 20
/** Waits between tries while the CRM does not answer; afterwards a person goes on. */
const WAITS_S = [5, 15, 60, 300] as const

const Bringing = z.object({ cabinetId: z.int(), id: z.uuid(), tries: z.int().default(0) })
type Bringing = z.infer<typeof Bringing>

/** @throws Refusal integration_not_configured, integration_not_active, clients_not_listed */
async function expectListing(db: CabinetDb): Promise<{ name: string; title: string }> {
  const row = await sql.findIntegration(db)
  const connector = row && connectorOf(row.type)
  if (!connector) throw refuse('integration_not_configured')
  if (connector.abilities.import === 'none') throw refuse('clients_not_listed', { crm: titleOf(connector.name) })
  if (!row.is_on || row.is_stopped) throw refuse('integration_not_active')
  return { name: connector.name, title: titleOf(connector.name) }
}

const enqueue = (app: App, db: CabinetDb, id: string, tries = 0, afterSeconds = 0) =>
  app.jobs.enqueue(
    db.tx,
    bringClients,
    { cabinetId: db.cabinetId, id, tries },
    afterSeconds > 0 ? { afterSeconds } : undefined,
  )

type Caller = Pick<OutsideCtx, 'app' | 'user' | 'lang'> & { db: CabinetDb }

/** @throws Refusal integration_not_configured, integration_not_active, clients_not_listed */
export async function bringFromCrm({ app, db, user, lang }: Caller): Promise<ImportRow> {
  const system = await expectListing(db)
  const { row, isNew } = await imports.beginStaging(app, db, system, { userId: user.userId, lang })
  if (isNew) await enqueue(app, db, row.id)
  return row
}

/** @throws Refusal import_not_found, import_moved_on, and those of bringFromCrm */
export async function readOnFromCrm({ app, db }: Pick<Caller, 'app' | 'db'>, id: string): Promise<ImportRow> {
  const { name } = await expectListing(db)
  const row = await imports.resumeStaging(app, db, id, name)
  await enqueue(app, db, id)
  return row
}

type Open = { crm: Omit<Crm, 'verbs'>; cursor: string }

/** @returns undefined when nothing is to be read, or cannot be */
async function open(app: App, { cabinetId, id }: Bringing): Promise<Open | undefined> {
  return openForPublic(app, { id: cabinetId }, async ({ domain }, db) => {
    const staging = await imports.stagingOf(db, id)
    if (!staging) return undefined
    const row = await sql.findIntegration(db)
    const connector = row && connectorOf(row.type)
    if (row?.is_on && !row.is_stopped && connector?.name === staging.system)
      return { crm: { cabinetId, domain, connector, row }, cursor: staging.cursor }
    await imports.stopStaging(app, db, id, 'off')
    return undefined
  })
}

/** @returns whether there is more to read */
async function readPages(app: App, crm: Crm, id: string, from: string): Promise<boolean> {
  let cursor = from
  for (let count = 0; count < PAGES; count++) {
    const page = await crm.verbs.all?.(cursor)
    const at = cursor
    const isMore = await openForWork(app, crm.cabinetId, async (db) => {
      if (page) return imports.stagePage(app, db, id, at, page)
      await imports.stopStaging(app, db, id, 'lists_nobody')
      return false
    })
    if (!page || !isMore) return false
    cursor = page.next
  }
  return true
}

async function waitOrStop(
  app: App,
  { cabinetId, id, tries: before }: Bringing,
  from: string,
  error: Misconfigured | Unreachable,
): Promise<void> {
  const at = await openForWork(app, cabinetId, (db) => imports.stagingOf(db, id))
  // A system that has answered since is no longer away.
  const tries = at?.cursor === from ? before : 0
  const isPause = error instanceof Unreachable && error.reason === 'throttled'
  const wait = isPause ? pauseSeconds(error) : error instanceof Unreachable ? WAITS_S[tries] : undefined
  app.log.warn({ cabinetId, tries, error: error.message }, 'a CRM could not be read for an import')
  await openForWork(app, cabinetId, (db) =>
    wait === undefined
      ? imports.stopStaging(app, db, id, error instanceof Misconfigured ? 'access' : 'away')
      : enqueue(app, db, id, isPause ? tries : tries + 1, wait),
  )
}

export const bringClients: Job<Bringing> = defineJob({
  name: 'bring-clients',
  shape: Bringing,
  retry: { limit: 5, delaySeconds: 10 },
  atOnce: 2,
  async handle(app, bringing) {
    const { cabinetId, id } = bringing
    const opened = await open(app, bringing)
    if (!opened) return
    try {
      if (await withCrm(app, opened.crm, (crm) => readPages(app, crm, id, opened.cursor)))
        await openForWork(app, cabinetId, (db) => enqueue(app, db, id))
    } catch (error) {
      if (!(error instanceof Misconfigured || error instanceof Unreachable)) throw error
      await waitOrStop(app, bringing, opened.cursor, error)
    }
  },
  giveUp: (app, { cabinetId, id }) => openForWork(app, cabinetId, (db) => imports.stopStaging(app, db, id, 'away')),
})
