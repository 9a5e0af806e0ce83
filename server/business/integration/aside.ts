/**
 * Clients whose call broke off again and again in a round of reading. They are asked for again by themselves, one by
 * one, after pauses that grow; nobody waits for the next hour because of one call, and nobody else waits for them.
 */
import { z } from 'zod'
import type { CabinetDb } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForPublic, openForWork } from '../../platform/cabinets/cabinets.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import { Misconfigured, Unreachable } from '../../engines/crm/troubles.ts'
import { withCrm } from './access.ts'
import { applyAll, askedIn, findAll } from './ask-theirs.ts'
import * as rows from './clients-sql.ts'
import type { Crm } from './held.ts'
import { holdPlace } from './links-sql.ts'
import * as sql from './sql.ts'

/** After the last one the round of the hour asks. */
const WAITS_S = [30, 60, 120, 300, 600] as const
/** Clients of one job; more than that are a system that is away. */
const CLIENTS = 100
/** So many in a row that break off are a system that is away. */
const IN_A_ROW = 3

const Aside = z.object({ cabinetId: z.int(), tries: z.int() })
type Aside = z.infer<typeof Aside>

/** A system that asks for a pause gets one; this is about calls that end without a sign. */
export const isBrokenOff = (error: unknown): error is Unreachable =>
  error instanceof Unreachable && error.reason !== 'throttled' && error.reason !== 'unknown_host'

async function enqueue(app: App, db: CabinetDb, tries: number): Promise<void> {
  const afterSeconds = WAITS_S[tries]
  if (afterSeconds === undefined) return
  await app.jobs.enqueue(
    db.tx,
    readAside,
    { cabinetId: db.cabinetId, tries },
    { key: String(db.cabinetId), afterSeconds },
  )
}

export async function setAside(app: App, db: CabinetDb, clients: readonly { id: string }[]): Promise<void> {
  await rows.markStale(
    db,
    clients.map(({ id }) => id),
  )
  await enqueue(app, db, 0)
}

/** @returns whether nobody is left */
async function readEach(app: App, crm: Crm): Promise<boolean> {
  const stale = await openForWork(app, crm.cabinetId, (db) => rows.staleClients(db, CLIENTS))
  let [left, inARow] = [0, 0]
  for (const client of stale) {
    const due = [client]
    const asked = await askedIn(app, crm)
    const found = await findAll(app, crm, due).catch((error: unknown) => {
      if (!isBrokenOff(error)) throw error
      return null
    })
    left += found ? 0 : 1
    inARow = found ? 0 : inARow + 1
    if (inARow === IN_A_ROW) return false
    if (found)
      await openForWork(app, crm.cabinetId, async (db) => {
        if (await holdPlace(db, crm.row)) await applyAll(app, db, crm, { due, found, asked })
      })
  }
  return left === 0 && stale.length < CLIENTS
}

export const readAside: Job<Aside> = defineJob({
  name: 'read-clients-aside',
  shape: Aside,
  retry: { limit: 2, delaySeconds: 60 },
  atOnce: 2,
  async handle(app, { cabinetId, tries }) {
    const { row, domain } = await openForPublic(app, { id: cabinetId }, async (of, db) => ({
      row: await sql.findIntegration(db),
      domain: of.domain,
    }))
    const connector = row && connectorOf(row.type)
    if (!row?.is_on || row.is_stopped || row.begun_at === null || !connector) return
    // What is wrong with the whole of the CRM is noted by the round.
    const isOver = await withCrm(app, { cabinetId, domain, connector, row }, (crm) => readEach(app, crm)).catch(
      (error: unknown) => {
        if (!(error instanceof Misconfigured || error instanceof Unreachable)) throw error
        return error instanceof Misconfigured
      },
    )
    if (!isOver) await openForWork(app, cabinetId, (db) => enqueue(app, db, tries + 1))
  },
})
