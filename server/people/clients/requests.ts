/** Requests with a key: one that is sent again, because its answer was lost, changes nothing more. */
import { holders as contract } from '../../../contract/reach/holders.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { lockKey } from './change-sql.ts'
import * as sql from './requests-sql.ts'

const refuse = refusals(contract)
const KEPT_MS = 30 * DAY_MS

export type Request = {
  key: string | undefined
  /** All that was asked. */
  asked: object
}
type Done = { clientId: string; eventId: string | null }

/**
 * Two at the same time wait for each other.
 * @param work changes something in the caller's transaction
 * @throws Refusal request_key_reused when the key was used for another question
 */
export async function doOnce(
  db: CabinetDb,
  { key, asked }: Request,
  now: Date,
  work: () => Promise<Done>,
): Promise<Done & { isRepeat: boolean }> {
  if (key === undefined) return { ...(await work()), isRepeat: false }
  const hash = sha256(JSON.stringify(asked))
  await lockKey(db, `request|${key}`)
  const before = await sql.requestByKey(db, key)
  if (before) {
    if (!before.asked.equals(hash)) throw refuse('request_key_reused')
    return { clientId: before.client_id, eventId: before.event_id, isRepeat: true }
  }
  const done = await work()
  await sql.insertRequest(db, {
    key,
    asked: hash,
    client_id: done.clientId,
    event_id: done.eventId,
    created_at: now,
  })
  await sql.dropRequestsBefore(db, new Date(now.getTime() - KEPT_MS))
  return { ...done, isRepeat: false }
}
