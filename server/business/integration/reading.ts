/**
 * Reads back what the CRM changed: every hour, and after each writing. Cards follow, and what came from the CRM does
 * not go back to it.
 */
import { z } from 'zod'
import type { CabinetDb } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { Connector, Found, Verbs } from '../../engines/crm/connector.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import { Misconfigured, Unreachable } from '../../engines/crm/troubles.ts'
import { saveFromCrm } from '../../reach/holders/holders.ts'
import { eachRunning, openSettings, withVerbs } from './access.ts'
import * as rows from './clients-sql.ts'
import { notifyFailed, notifyGivenUp } from './notices.ts'
import * as sql from './sql.ts'

/** Pages of changes, and clients, of one round; the next round goes on from there. */
const PAGES = 20
const CLIENTS = 500
/** A CRM that is away for longer is worth a notice. */
const PATIENCE_MS = 2 * 60 * 60_000

const Cabinet = z.object({ cabinetId: z.int() })
type Cabinet = z.infer<typeof Cabinet>

export async function enqueueReading(app: App, db: CabinetDb): Promise<void> {
  await app.jobs.enqueue(db.tx, readClients, { cabinetId: db.cabinetId }, { key: String(db.cabinetId) })
}

/** Takes over what the CRM has of one client. */
async function apply(app: App, db: CabinetDb, clientId: string, found: Found): Promise<void> {
  const now = app.clock.now()
  const [sync] = await rows.clientSyncs(db, [clientId])
  if (!sync?.is_read) return
  // A change that was made here and not yet written to the CRM is newer than the CRM's data.
  const rewrites = sync.is_rewrite && !sync.waits
  const { tel: _, ...person } = found.person
  const changed = await saveFromCrm(app, db, clientId, { person, amounts: found.amounts, rewrites })
  await rows.markRead(
    db,
    clientId,
    {
      crmId: found.crmId,
      category: found.category ?? null,
      ...(changed && { versions: { before: changed.before.version, after: changed.after.version } }),
    },
    now,
  )
}

const numberOf = (cardNumber: string) => (/^\d{1,9}$/.test(cardNumber) ? Number(cardNumber) : null)

/** @returns false when this system lists no changes */
async function readChanges(app: App, { cabinetId }: Cabinet, verbs: Verbs, cursor: string): Promise<boolean> {
  let from = cursor
  for (let page = 0; page < PAGES; page++) {
    const changes = await verbs.changes?.(from)
    if (!changes) return false
    await openForWork(app, cabinetId, async (db) => {
      for (const found of changes.found) {
        const clientId = await rows.clientOfCrm(db, {
          crmId: found.crmId,
          tel: found.tel,
          cardNumber: numberOf(found.cardNumber),
        })
        if (clientId) await apply(app, db, clientId, found)
      }
      await sql.markReached(db, { last_read_at: app.clock.now(), change_cursor: changes.next })
    })
    from = changes.next
    if (changes.isEnd) break
  }
  return true
}

async function readOneByOne(app: App, { cabinetId }: Cabinet, verbs: Verbs, connector: Connector): Promise<void> {
  const startedAt = app.clock.now()
  for (let count = 0; count < CLIENTS; count += connector.readsAtOnce) {
    const due = await openForWork(app, cabinetId, (db) => rows.clientsToRead(db, startedAt, connector.readsAtOnce))
    if (due.length === 0) break
    const known = due.map((one) => ({
      crmId: one.crm_id,
      tel: one.tel,
      email: one.email,
      cardNumber: String(one.card_number).padStart(6, '0'),
    }))
    const found = await verbs.read(known)
    await openForWork(app, cabinetId, async (db) => {
      await rows.markAsked(
        db,
        due.map((one) => one.id),
        app.clock.now(),
      )
      for (const one of found) {
        const client = due.find(({ crm_id, tel, card_number }) =>
          crm_id !== null
            ? crm_id === one.crmId
            : (one.tel !== '' && one.tel === tel) || numberOf(one.cardNumber) === card_number,
        )
        if (client) await apply(app, db, client.id, one)
      }
    })
  }
  await openForWork(app, cabinetId, (db) => sql.markReached(db, { last_read_at: app.clock.now() }))
}

async function noteTrouble(
  app: App,
  { cabinetId }: Cabinet,
  title: string,
  error: Misconfigured | Unreachable,
): Promise<void> {
  app.log.warn({ cabinetId, error: error.message }, 'a CRM could not be read')
  await openForWork(app, cabinetId, async (db) => {
    const now = app.clock.now()
    const row = await sql.findIntegration(db)
    if (!row) return
    const isStopped = error instanceof Misconfigured
    if (isStopped || row.fault === null)
      await sql.setFault(
        db,
        { code: isStopped ? error.fault : 'connection_lost', field: isStopped ? error.field : null, isStopped },
        now,
      )
    const isLong = row.fault_at !== null && now.getTime() - row.fault_at.getTime() >= PATIENCE_MS
    if (isStopped || isLong) await notifyFailed(app, db, title)
  })
}

export const readClients: Job<Cabinet> = defineJob({
  name: 'read-clients',
  shape: Cabinet,
  retry: { limit: 2, delaySeconds: 60 },
  atOnce: 2,
  async handle(app, cabinet) {
    const row = await openForWork(app, cabinet.cabinetId, sql.findIntegration)
    const connector = row && connectorOf(row.type)
    if (!row?.is_on || row.is_stopped || !connector?.abilities.reads) return
    try {
      await withVerbs(
        app,
        { connector, settings: openSettings(app, row), categories: row.categories },
        async (verbs) => {
          if (!(verbs.changes && (await readChanges(app, cabinet, verbs, row.change_cursor))))
            await readOneByOne(app, cabinet, verbs, connector)
        },
      )
    } catch (error) {
      if (!(error instanceof Misconfigured || error instanceof Unreachable)) throw error
      await noteTrouble(app, cabinet, connector.title, error)
    }
  },
  giveUp: (app, { cabinetId }) => openForWork(app, cabinetId, (db) => notifyGivenUp(app, db)),
})

export const readAll: Job<Nothing> = defineJob({
  name: 'read-clients-hourly',
  shape: Nothing,
  every: '20 * * * *',
  handle: (app) => eachRunning(app, (db) => enqueueReading(app, db)),
})
