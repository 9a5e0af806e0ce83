/**
 * The first step of several clients together: those who have to be searched for are read together, in one
 * transaction. Nothing is noted, so a worker that dies leaves nothing behind, and a client who is changed until the
 * answer is there begins anew.
 */
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { installUrl, mainPassIds } from '../../reach/passes/passes.ts'
import type { Searching } from './exchange.ts'
import { type Crm, lockAll } from './held.ts'
import { sentOf } from './sent.ts'

/** @returns the first step of those who are searched for, by client; the others begin one by one */
export function beginPart(app: App, crm: Crm, ids: readonly string[]): Promise<Map<string, Searching>> {
  return openForWork(app, crm.cabinetId, async (db) => {
    const all = (await lockAll(db, crm, ids)).filter(
      ({ link, exchange }) => exchange.isWritten && link.crm_id === null && link.doubt !== 'phone_taken',
    )
    const cards = await mainPassIds(
      db,
      all.map(({ client }) => client.id),
    )
    return new Map(
      all.flatMap((both) => {
        const card = cards.get(both.client.id)
        if (card === undefined) return []
        const sent = sentOf(both, installUrl(app, crm.domain, crm.cabinetId, card))
        return [[both.client.id, { call: 'search', sent, asked: both.now }] as const]
      }),
    )
  })
}
