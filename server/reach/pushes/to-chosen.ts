/** One text to many clients who were chosen by hand or by filters: a push of its own, with its figures. */
import { moscowDay } from '../../../contract/time.ts'
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { ClientCondition } from '../../people/clients/clients.ts'
import { cardsInWallets } from '../passes/passes.ts'
import { sendChunk } from './send.ts'
import { newRunId } from './message-ids.ts'
import * as runsSql from './runs-sql.ts'
import * as sql from './sql.ts'

const CHUNK = 1000

/**
 * Makes the push and its run, fixes the cards of these clients and queues the chunks, all in the caller's transaction.
 * @returns its id; undefined when none of them has a card in a wallet, and then nothing is left
 */
export async function sendToChosen(
  app: App,
  db: CabinetDb,
  { name, message, holders }: { name: string; message: string; holders: ClientCondition },
): Promise<string | undefined> {
  const now = app.clock.now()
  const [id, runId] = [crypto.randomUUID(), newRunId(now)]
  await sql.insertPush(db, { id, type: 'text', name, message, segment_id: null, created_at: now, updated_at: now })
  const { chunks } = await runsSql.insertWholeRun(
    db,
    { id: runId, push_id: id, trigger_id: null, moscow_day: moscowDay(now), message, created_at: now },
    cardsInWallets(db, { holders }),
    CHUNK,
  )
  if (chunks === 0) {
    await sql.deletePush(db, id)
    return undefined
  }
  await sql.setStatus(db, id, 'queue')
  for (let no = 0; no < chunks; no++) await app.jobs.enqueue(db.tx, sendChunk, { cabinetId: db.cabinetId, runId, no })
  return id
}
