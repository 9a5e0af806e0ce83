/**
 * Sends changed amounts and reads back what the CRM changed: every hour, and after each writing. Cards follow, and what
 * came from the CRM does not go back to it.
 */
import { z } from 'zod'
import type { CabinetDb } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { openForPublic, openForWork } from '../../platform/cabinets/cabinets.ts'
import type { Found } from '../../engines/crm/connector.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import { Misconfigured, Rejected, Unreachable } from '../../engines/crm/troubles.ts'
import { type Match, whoIs } from '../../engines/crm/who-is.ts'
import { eachRunning, withCrm } from './access.ts'
import { readAgain, takeOver } from './both-sides.ts'
import * as rows from './clients-sql.ts'
import { type Crm, exchangeClient, lockBoth } from './exchange.ts'
import { askedNow, changeLink, isOutOfDate } from './links-sql.ts'
import { notifyFailed, notifyGivenUp } from './notices.ts'
import * as sql from './sql.ts'

/** Pages of changes, and clients, of one round; the next round goes on from there. */
const PAGES = 20
const CLIENTS = 500
/** Clients whose changed amounts are listed at once. */
const PART = 50
/** A CRM that is away for longer is worth a notice. */
const PATIENCE_MS = 2 * 60 * 60_000

const Cabinet = z.object({ cabinetId: z.int() })
type Cabinet = z.infer<typeof Cabinet>

export async function enqueueReading(app: App, db: CabinetDb): Promise<void> {
  await app.jobs.enqueue(db.tx, readClients, { cabinetId: db.cabinetId }, { key: String(db.cabinetId) })
}

/** Takes over what the CRM has of one client, unless the answer is older than the last exchange. */
async function apply(app: App, db: CabinetDb, crm: Crm, clientId: string, found: Found, asked: string): Promise<void> {
  const both = await lockBoth(db, crm, clientId)
  if (!both?.exchange.isRead) return
  // An operation without an answer may be in these amounts or not: read again once it is settled.
  if (both.link.operation_id !== null || (await isOutOfDate(db, clientId, asked))) return readAgain(db, clientId)
  await takeOver(app, db, both, found)
}

const numberOf = (cardNumber: string) => (/^\d{1,9}$/.test(cardNumber) ? Number(cardNumber) : null)
const askedIn = (app: App, { cabinetId }: Crm) => openForWork(app, cabinetId, askedNow)

/** @returns false when this system lists no changes */
async function readChanges(app: App, crm: Crm): Promise<boolean> {
  let from = crm.row.change_cursor
  for (let page = 0; page < PAGES; page++) {
    const asked = await askedIn(app, crm)
    const changes = await crm.verbs.changes?.(from)
    if (!changes) return false
    await openForWork(app, crm.cabinetId, async (db) => {
      for (const found of changes.found) {
        const clientId = await rows.clientOfCrm(db, {
          crmId: found.crmId,
          tel: found.tel,
          cardNumber: numberOf(found.cardNumber),
        })
        if (clientId) await apply(app, db, crm, clientId, found, asked)
      }
      await sql.markReached(db, { last_read_at: app.clock.now(), change_cursor: changes.next })
    })
    from = changes.next
    if (changes.isEnd) break
  }
  return true
}

/** @param since null: only those that the list of changes leaves out */
async function readOneByOne(app: App, crm: Crm, since: Date | null): Promise<void> {
  for (let count = 0; count < CLIENTS; count += crm.connector.readsAtOnce) {
    const due = await openForWork(app, crm.cabinetId, (db) => rows.clientsToRead(db, since, crm.connector.readsAtOnce))
    if (due.length === 0) break
    const asked = await askedIn(app, crm)
    const found = await findAll(crm, due)
    await openForWork(app, crm.cabinetId, async (db) => {
      await rows.markAsked(
        db,
        due.map(({ id }) => id),
        app.clock.now(),
      )
      for (const [clientId, one] of found) await apply(app, db, crm, clientId, one, asked)
    })
  }
  await openForWork(app, crm.cabinetId, (db) => sql.markReached(db, { last_read_at: app.clock.now() }))
}

/** Linked ones by their ids, the others by who they are. One that the CRM refuses holds up nobody. */
async function findAll(crm: Crm, due: readonly rows.ReadableClient[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  const linked = due.filter(({ crm_id }) => crm_id !== null)
  const all = linked.length > 0 ? await crm.verbs.read(linked.map(rows.knownOf)) : []
  for (const { id, crm_id } of linked) {
    const one = all.find(({ crmId }) => crmId === crm_id)
    if (one) found.set(id, one)
  }
  for (const unlinked of due.filter(({ crm_id }) => crm_id === null)) {
    const match = await matchOf(crm, unlinked)
    if (match?.kind === 'same') found.set(unlinked.id, match.found)
  }
  return found
}

async function matchOf(crm: Crm, client: rows.ReadableClient): Promise<Match | undefined> {
  const known = rows.knownOf(client)
  try {
    return whoIs(known, await crm.verbs.search(known))
  } catch (error) {
    if (error instanceof Rejected) return undefined
    throw error
  }
}

/** Sends the amounts that were changed here, of clients that both sides know; people wait for the run of the day. */
async function sendChanged(app: App, crm: Crm): Promise<void> {
  const { balance, bonus, stepMinor } = crm.connector.amounts(crm.row.settings, crm.row.categories)
  const moved = { balance: balance === 'both', bonus: bonus === 'both', stepMinor }
  if (!crm.verbs.adjust || !crm.row.is_write || (!moved.balance && !moved.bonus)) return
  let after: string | null = null
  for (let sent = 0; sent < CLIENTS;) {
    const ids: string[] = await openForWork(app, crm.cabinetId, (db) => rows.unsentClients(db, moved, after, PART))
    for (const id of ids) await sendOne(app, crm, id)
    after = ids.at(-1) ?? null
    sent += ids.length
    if (ids.length < PART) break
  }
}

async function sendOne(app: App, crm: Crm, id: string): Promise<void> {
  try {
    await exchangeClient(app, crm, id, true)
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    await openForWork(app, crm.cabinetId, (db) => changeLink(db, id, { fault: error.message.slice(0, 200) }))
  }
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
    const { row, domain } = await openForPublic(app, { id: cabinet.cabinetId }, async (of, db) => ({
      row: await sql.findIntegration(db),
      domain: of.domain,
    }))
    const connector = row && connectorOf(row.type)
    if (!row?.is_on || row.is_stopped || row.begun_at === null || !connector) return
    try {
      await withCrm(app, { ...cabinet, domain, connector, row }, async (crm) => {
        await sendChanged(app, crm)
        if (!connector.abilities.reads) return
        const isListed = await readChanges(app, crm)
        await readOneByOne(app, crm, isListed ? null : app.clock.now())
      })
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
