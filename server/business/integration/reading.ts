/**
 * Sends changed amounts and reads back what the CRM changed: every hour, and after each writing. Cards follow, and what
 * came from the CRM does not go back to it.
 */
import { receivesFrom } from '../../../contract/business/integration.ts'
import { z } from 'zod'
import type { CabinetDb } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob, Nothing } from '../../base/jobs.ts'
import { openForPublic, openForWork } from '../../platform/cabinets/cabinets.ts'
import { abilitiesOf, connectorOf, titleOf } from '../../engines/crm/crm.ts'
import { Misconfigured, Rejected, Unreachable } from '../../engines/crm/troubles.ts'
import { eachRunning, withCrm } from './access.ts'
import { askAgain } from './ask-again.ts'
import { applyFound, findOurs, noticeStranger } from './apply-found.ts'
import { isBrokenOff, setAside } from './aside.ts'
import { applyAll, askedIn, findAll, readTheirs } from './ask-theirs.ts'
import { checkFields } from './field-check.ts'
import * as rows from './clients-sql.ts'
import { exchangeClient } from './exchange.ts'
import { about } from './exchanges.ts'
import type { Crm } from './held.ts'
import { changeLink, faultOf, holdPlace } from './links-sql.ts'
import { notifyFailed, notifyGivenUp } from './notices.ts'
import { readPurchases } from './purchases.ts'
import * as sql from './sql.ts'

/** Pages of changes, and clients, of one job; the next one goes on from there at once. */
const PAGES = 20
const CLIENTS = 500
/** Clients whose changed amounts are listed at once. */
const PART = 50
/** A CRM that is away for longer is worth a notice. */
const PATIENCE_MS = 2 * 60 * 60_000

/** What was changed here is looked for so often while a long round goes on: it means to look at everybody. */
const SENDING_MS = 5 * 60_000

/** `sentMs`: what was changed here by then was sent. */
const Reading = z.object({ cabinetId: z.int(), sentMs: z.number().optional() })
type Reading = z.infer<typeof Reading>

export async function enqueueReading(app: App, db: CabinetDb, afterSeconds = 0, sentMs?: number): Promise<void> {
  const options = { key: String(db.cabinetId), ...(afterSeconds && { afterSeconds }) }
  const reading = { cabinetId: db.cabinetId, ...(sentMs !== undefined && { sentMs }) }
  await app.jobs.enqueue(db.tx, readClients, reading, options)
}

/** @returns false when this system lists no changes */
async function readChanges(app: App, crm: Crm): Promise<boolean> {
  let from = crm.row.change_cursor
  for (let page = 0; page < PAGES; page++) {
    const asked = await askedIn(app, crm)
    const changes = await crm.verbs.changes?.(from)
    if (!changes) return false
    await openForWork(app, crm.cabinetId, async (db) => {
      if (!(await holdPlace(db, crm.row))) return
      const { ours, strangers } = await findOurs(db, changes.found)
      await applyFound(app, db, crm, ours, asked)
      for (const { tel } of strangers) await noticeStranger(db, tel)
      await sql.markReached(db, { last_read_at: app.clock.now(), change_cursor: changes.next })
    })
    from = changes.next
    if (changes.isEnd) break
  }
  return true
}

/** Looks at people of the CRM who may have changed, as a round does. */
export async function readPeople(app: App, crm: Crm, crmIds: readonly string[]): Promise<void> {
  for (let from = 0; from < crmIds.length; from += crm.connector.readsAtOnce) {
    const asked = await askedIn(app, crm)
    const found = await readTheirs(crm, crmIds.slice(from, from + crm.connector.readsAtOnce))
    await openForWork(app, crm.cabinetId, async (db) => {
      if (!(await holdPlace(db, crm.row))) return
      const { ours, strangers } = await findOurs(db, found)
      await applyFound(app, db, crm, ours, asked)
      let isWaitedFor = false
      for (const { tel } of strangers) isWaitedFor = (await noticeStranger(db, tel)) || isWaitedFor
      if (isWaitedFor) await enqueueReading(app, db)
      await sql.markReached(db, { last_read_at: app.clock.now() })
    })
  }
}

/**
 * Reads the next part of the round. A call that breaks off again and again holds up nobody else: these clients are set
 * aside. Two in a row are a system that is away.
 * @returns whether the round is over
 */
async function readPart(app: App, crm: Crm, isUnreadOnly: boolean): Promise<boolean> {
  let after = crm.row.read_cursor
  let isAside = false
  for (let count = 0; count < CLIENTS; count += crm.connector.readsAtOnce) {
    const from: string | null = after
    const due = await openForWork(app, crm.cabinetId, (db) =>
      rows.readableAfter(db, { after: from, isUnreadOnly }, crm.connector.readsAtOnce),
    )
    const asked = await askedIn(app, crm)
    const found = await findAll(app, crm, due).catch((error: unknown) => {
      if (isAside || !isBrokenOff(error)) throw error
      return null
    })
    isAside = found === null
    after = due.length < crm.connector.readsAtOnce ? null : (due.at(-1)?.id ?? null)
    const cursor = after
    await openForWork(app, crm.cabinetId, async (db) => {
      if (!(await holdPlace(db, crm.row))) return
      if (found) await applyAll(app, db, crm, { due, found, asked })
      else await setAside(app, db, due)
      await sql.setReadCursor(db, cursor)
    })
    if (after === null) {
      await openForWork(app, crm.cabinetId, (db) => sql.markReached(db, { last_read_at: app.clock.now() }))
      return true
    }
  }
  return false
}

/**
 * Sends the amounts that were changed here, of clients that both sides know; people wait for the run of the day.
 * @returns whether all were sent
 */
async function sendChanged(app: App, crm: Crm): Promise<boolean> {
  const { balance, bonus, stepMinor } = crm.connector.amounts(crm.row.settings, crm.row.categories)
  const moved = { balance: balance === 'both', bonus: bonus === 'both', stepMinor }
  if (!crm.verbs.adjust || !crm.row.is_write || (!moved.balance && !moved.bonus)) return true
  let after: string | null = null
  for (let sent = 0; sent < CLIENTS;) {
    const ids: string[] = await openForWork(app, crm.cabinetId, (db) => rows.unsentClients(db, moved, after, PART))
    for (const id of ids) await sendOne(app, crm, id)
    after = ids.at(-1) ?? null
    sent += ids.length
    if (ids.length < PART) return true
  }
  return false
}

async function sendOne(app: App, crm: Crm, id: string): Promise<void> {
  try {
    await askAgain((tries) => about(id, () => exchangeClient(app, crm, id, { isAmountsOnly: true }), tries))
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    await openForWork(app, crm.cabinetId, (db) => changeLink(db, id, faultOf(error)))
  }
}

export async function noteTrouble(
  app: App,
  { cabinetId }: { cabinetId: number },
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

/** The pause that the CRM asks for, or a minute. */
export const pauseSeconds = ({ retryAfterMs = 60_000 }: Unreachable) => Math.max(1, Math.ceil(retryAfterMs / 1000))

export const readClients: Job<Reading> = defineJob({
  name: 'read-clients',
  shape: Reading,
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
      await withCrm(app, { ...cabinet, domain, connector, row }, async (opened) => {
        const crm = await checkFields(app, opened)
        const nowMs = app.clock.now().getTime()
        const isSentLately = cabinet.sentMs !== undefined && nowMs - cabinet.sentMs < SENDING_MS
        const isSent = isSentLately || (await sendChanged(app, crm))
        const sentMs = isSentLately ? cabinet.sentMs : isSent ? nowMs : undefined
        const isRead =
          !receivesFrom(abilitiesOf(connector, row.settings)) || (await readPart(app, crm, await readChanges(app, crm)))
        const areBought = await readPurchases(app, crm)
        if (!isSent || !isRead || !areBought)
          await openForWork(app, cabinet.cabinetId, (db) => enqueueReading(app, db, 0, sentMs))
      })
    } catch (error) {
      if (!(error instanceof Misconfigured || error instanceof Unreachable)) throw error
      if (error instanceof Unreachable && error.reason === 'throttled')
        return openForWork(app, cabinet.cabinetId, (db) => enqueueReading(app, db, pauseSeconds(error)))
      await noteTrouble(app, cabinet, titleOf(connector.name), error)
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
