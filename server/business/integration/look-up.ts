/**
 * Looks clients up in the CRM before the exchange begins, and changes nothing on either side: what is found is kept for
 * the preview.
 */
import { z } from 'zod'
import type { CabinetDb } from '../../base/db.ts'
import type { App, Job } from '../../base/app.ts'
import { defineJob } from '../../base/jobs.ts'
import { openForPublic, openForWork } from '../../platform/cabinets/cabinets.ts'
import { connectorOf, titleOf } from '../../engines/crm/crm.ts'
import { type Match, whoIs } from '../../engines/crm/who-is.ts'
import { Misconfigured, Rejected, Unreachable } from '../../engines/crm/troubles.ts'
import { withCrm } from './access.ts'
import { askAgain } from './ask-again.ts'
import { baseColumns } from './both-sides.ts'
import { knownOf, type ReadableClient } from './clients-sql.ts'
import type { Crm } from './held.ts'
import { about } from './exchanges.ts'
import { forgetFewFound, forgetFound, forgetLater } from './forget.ts'
import { holdPlace } from './links-sql.ts'
import { gatherLooked, looked } from './looked-sums-sql.ts'
import * as meetings from './meeting-sql.ts'
import { notifyFailed } from './notices.ts'
import * as sql from './sql.ts'

/** Clients in one turn of the job: a worker that dies repeats these at most. */
const TURN = 50
/** Waits between tries while the CRM does not answer. */
const WAITS_S = [5, 15, 60, 300] as const
const FORGETTING_S = 2

const Look = z.object({
  cabinetId: z.int(),
  tries: z.int().default(0),
  /** Those who were added later were looked up. */
  after: z.object({ addedAt: z.string(), id: z.uuid() }).nullable().default(null),
  /** First what was found before is forgotten. */
  isAnew: z.boolean().optional(),
})
type Look = z.infer<typeof Look>

/** Starts over with nothing found. */
export async function startLook(app: App, db: CabinetDb): Promise<void> {
  const isAnew = !(await forgetFewFound(db))
  await sql.setLook(db, { look_state: 'running', looked: 0 })
  await app.jobs.enqueue(
    db.tx,
    lookUp,
    { cabinetId: db.cabinetId, tries: 0, after: null, isAnew },
    { key: String(db.cabinetId) },
  )
}

/** What is known of another place is forgotten first. */
async function waitForForgetting(app: App, look: Look): Promise<boolean> {
  return openForWork(app, look.cabinetId, async (db) => {
    if ((await sql.findIntegration(db))?.forgets?.what !== 'place') return false
    await forgetLater(app, db)
    await app.jobs.enqueue(db.tx, lookUp, look, { afterSeconds: FORGETTING_S })
    return true
  })
}

async function openLook(app: App, cabinetId: number): Promise<Omit<Crm, 'verbs'> | undefined> {
  return openForPublic(app, { id: cabinetId }, async ({ domain }, db) => {
    const row = await sql.findIntegration(db)
    const connector = row && connectorOf(row.type)
    if (!connector || row.look_state !== 'running' || row.begun_at !== null) return undefined
    return { cabinetId, domain, connector, row }
  })
}

/**
 * @param onLook somebody was looked up
 * @returns up to whom everybody was; null when nobody follows
 */
async function lookAtNext(app: App, crm: Crm, after: Look['after'], onLook: () => void): Promise<Look['after']> {
  const { due, last } = await openForWork(app, crm.cabinetId, (db) => meetings.nextToLook(db, after, TURN))
  for (const client of due) {
    const match = await matchOf(crm, client)
    await openForWork(app, crm.cabinetId, async (db) => {
      if (await holdPlace(db, crm.row)) await keep(db, client.id, match)
    })
    onLook()
  }
  return last
}

/** A client that the CRM refuses to search for is as good as one it does not have. */
async function matchOf(crm: Crm, client: ReadableClient): Promise<Match> {
  const known = knownOf(client)
  try {
    const search = (tries: number) => about(client.id, () => crm.verbs.search(known), tries)
    return whoIs(known, await askAgain(search))
  } catch (error) {
    if (error instanceof Rejected) return { kind: 'none', isCardTaken: false }
    throw error
  }
}

function keep(db: CabinetDb, clientId: string, match: Match): Promise<void> {
  const amounts = match.kind === 'same' ? match.found.amounts : {}
  return meetings.keepMatch(db, clientId, {
    match: match.kind,
    doubt: match.kind === 'doubt' ? match.doubt : null,
    ...baseColumns({
      balanceMinor: amounts.balanceMinor ?? null,
      bonusMinor: amounts.bonusMinor ?? null,
      discountHundredths: amounts.discountHundredths ?? null,
    }),
  })
}

const countLooked = async (db: CabinetDb): Promise<number> =>
  (await looked(db)).reduce((sum, { clients }) => sum + clients, 0)

async function waitOrFail(app: App, look: Look, title: string, error: Misconfigured | Unreachable): Promise<void> {
  const isPause = error instanceof Unreachable && error.reason === 'throttled'
  const pause = isPause ? Math.max(1, Math.ceil((error.retryAfterMs ?? 60_000) / 1000)) : undefined
  const afterSeconds = pause ?? (error instanceof Unreachable ? WAITS_S[look.tries] : undefined)
  await openForWork(app, look.cabinetId, async (db) => {
    if (afterSeconds !== undefined)
      return app.jobs.enqueue(
        db.tx,
        lookUp,
        { ...look, tries: isPause ? look.tries : look.tries + 1 },
        { afterSeconds },
      )
    await sql.setLook(db, { look_state: 'failed' })
    await notifyFailed(app, db, title)
  })
}

export const lookUp: Job<Look> = defineJob({
  name: 'look-up-clients',
  shape: Look,
  retry: { limit: 5, delaySeconds: 10 },
  atOnce: 2,
  async handle(app, given) {
    const crm = await openLook(app, given.cabinetId)
    if (!crm || (await waitForForgetting(app, given))) return
    if (given.isAnew) await forgetFound(app, given.cabinetId)
    const look = { ...given, isAnew: false }
    let { tries } = look
    let lookedUp = 0
    // A system that answers for some is not away: the waits begin anew.
    const onLook = () => {
      tries = 0
      lookedUp += 1
    }
    try {
      const after = await withCrm(app, crm, (opened) => lookAtNext(app, opened, look.after, onLook))
      await openForWork(app, look.cabinetId, async (db) => {
        if (!(await holdPlace(db, crm.row))) return
        await gatherLooked(db)
        const isOver = after === null && !(await meetings.isAnybodyLeft(db))
        // Counted at the end: a worker that died did not say whom it had looked up.
        if (isOver) return sql.setLook(db, { look_state: 'done', looked: await countLooked(db) })
        await sql.addLooked(db, lookedUp)
        await app.jobs.enqueue(db.tx, lookUp, { ...look, tries: 0, after })
      })
    } catch (error) {
      if (!(error instanceof Misconfigured || error instanceof Unreachable)) throw error
      await openForWork(app, look.cabinetId, async (db) => {
        if (await holdPlace(db, crm.row)) await sql.addLooked(db, lookedUp)
      })
      await waitOrFail(app, { ...look, tries }, titleOf(crm.connector.name), error)
    }
  },
  giveUp: (app, { cabinetId }) => openForWork(app, cabinetId, (db) => sql.setLook(db, { look_state: 'failed' })),
})
