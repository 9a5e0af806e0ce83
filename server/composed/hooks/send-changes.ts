/** Sends changed clients to the address of a business, page by page, until it has everything or fails. */
import { createHmac } from 'node:crypto'
import type { Changes } from '../../../contract/people/changes.ts'
import { HOOK_BATCH, HOOK_TIMEOUT_SECONDS } from '../../../contract/business/hooks.ts'
import type { App } from '../../base/app.ts'
import { sha256 } from '../../base/crypto.ts'
import { openOutbound } from '../../base/outbound/outbound.ts'
import { Refusal } from '../../base/refusal.ts'
import { type DueHook, dueHook, noteFailed, noteTaken, placesOf } from '../../business/hooks/hooks.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { listChanges } from '../clients/clients.ts'

/** A business with more than that waiting goes on in the next minute, and others have their turn. */
const PAGES_MAX = 50
const ANSWER_MAX_BYTES = 64 * 1024

type Step = { hook: DueHook; page: Changes | 'forgotten' } | undefined

function readStep(app: App, cabinetId: number): Promise<Step> {
  return openForWork(app, cabinetId, async (db) => {
    const hook = await dueHook(app, db)
    if (!hook) return undefined
    try {
      return { hook, page: await listChanges(db, { after: hook.place, limit: HOOK_BATCH }) }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'changes_forgotten') return { hook, page: 'forgotten' }
      throw error
    }
  })
}

/** @returns the status of the answer; null: there is none */
async function post(app: App, { id, url, secret, place }: DueHook, { changes, next }: Changes): Promise<number | null> {
  const now = app.clock.now()
  // The same changes have the same id, however often they are sent.
  const json = { id: sha256(`${id}|${place}|${next}`).toString('hex').slice(0, 32), at: now.toISOString(), changes }
  const t = Math.floor(now.getTime() / 1000)
  const v1 = createHmac('sha256', secret)
    .update(`${t}.${JSON.stringify(json)}`)
    .digest('hex')
  const outcome = await openOutbound({
    vendor: 'hook',
    places: placesOf(app),
    timeoutMs: HOOK_TIMEOUT_SECONDS * 1000,
    maxBytes: ANSWER_MAX_BYTES,
  }).send({ method: 'POST', url, json, headers: { 'x-signature': `t=${t},v1=${v1}` } })
  return outcome.kind === 'answered' ? outcome.status : null
}

export async function sendChanges(app: App, cabinetId: number): Promise<void> {
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const step = await readStep(app, cabinetId)
    if (!step) return
    const { hook, page } = step
    if (page === 'forgotten')
      return openForWork(app, cabinetId, (db) =>
        noteFailed(app, db, hook, { failure: 'forgotten', status: null, isFinal: true }),
      )
    if (page.changes.length === 0) return
    const status = await post(app, hook, page)
    const isTaken = status !== null && status >= 200 && status < 300
    const goesOn = await openForWork(app, cabinetId, async (db) => {
      if (isTaken) return (await noteTaken(app, db, hook, page.next, page.changes.length)) && page.hasMore
      const failure = status === null ? 'unreachable' : 'refused'
      // 410: the address wants nothing more.
      await noteFailed(app, db, hook, { failure, status, isFinal: status === 410 })
      return false
    })
    if (!goesOn) return
  }
}
