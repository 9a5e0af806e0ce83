/** A client who was linked with the wrong person in the CRM: linked anew, with a way back. */
import { integration as contract } from '../../../contract/business/integration.ts'
import type { ClientSync } from '../../../contract/business/crm-sync.ts'
import type { OutsideCtx } from '../../base/answer.ts'
import type { CabinetDb } from '../../base/db.ts'
import { refusals } from '../../base/refusal.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { amountsChangedHere, getClient, type StoredClient } from '../../people/clients/clients.ts'
import { saveFromCrm } from '../../reach/holders/holders.ts'
import { connectorFor } from './access.ts'
import { readClientSync } from './client-sync.ts'
import { clientOfCrm } from './clients-sql.ts'
import { lockBoth } from './held.ts'
import { changeLink, type Link, settleExchange, UNLINKED } from './links-sql.ts'
import { enqueueReading } from './reading.ts'
import * as rows from './relinks-sql.ts'
import { expectActive } from './writing.ts'

const refuse = refusals(contract)

/**
 * Keeps what was before and forgets the link, so that both sides meet as for the first time. The person who was linked
 * keeps everything in the CRM.
 * @throws Refusal crm_exchange_open
 */
export async function keepAndUnlink(
  db: CabinetDb,
  { client, link }: { client: StoredClient; link: Link },
  crmId: string,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  // What is on its way has arrived or not: nobody knows yet.
  if (link.operation_id !== null) throw refuse('crm_exchange_open')
  if (link.crm_id === null) return
  const { their_tel, their_balance, their_bonus, their_discount, met_at } = link
  await rows.insertRelink(db, {
    id: crypto.randomUUID(),
    client_id: client.id,
    at: now,
    by_user: userId,
    crm_id_before: link.crm_id,
    crm_id_after: crmId,
    link_before: { their_tel, their_balance, their_bonus, their_discount, met_at: met_at?.toISOString() ?? null },
    balance_before: client.balance_minor,
    bonus_before: client.bonus_minor,
    discount_before: client.discount_hundredths,
  })
  await changeLink(db, client.id, UNLINKED)
}

/**
 * Takes the last new link back: the card has what it had before, with what was changed here since, and the exchange
 * goes on with the person from before. What the other person has got in the CRM stays there.
 * @throws Refusal client_not_found, crm_relink_over, crm_exchange_open, crm_client_taken, integration_not_active
 */
export async function undoRelink({ app, cabinet }: OutsideCtx, id: string): Promise<ClientSync> {
  return openForWork(app, cabinet.id, async (db) => {
    await getClient(db, id)
    const row = await expectActive(db)
    const both = await lockBoth(db, { connector: connectorFor(row.type), row }, id)
    const relink = await rows.lastRelink(db, id)
    if (!both || !relink || both.link.crm_id !== relink.crm_id_after) throw refuse('crm_relink_over')
    if (both.link.operation_id !== null) throw refuse('crm_exchange_open')
    const other = await clientOfCrm(db, relink.crm_id_before)
    if (other !== undefined && other !== id) {
      const { name, surname } = await getClient(db, other)
      throw refuse('crm_client_taken', { name: `${name} ${surname}`.trim() })
    }
    const here = await amountsChangedHere(db, id, relink.at)
    await saveFromCrm(app, db, id, {
      person: {},
      amounts: {
        balanceMinor: Math.max(0, relink.balance_before + here.balance),
        bonusMinor: Math.max(0, relink.bonus_before + here.bonus),
        discountHundredths: Math.max(0, relink.discount_before + here.discount),
      },
      rewrites: false,
    })
    const { met_at, ...before } = relink.link_before
    await settleExchange(db, id, {
      ...UNLINKED,
      ...before,
      crm_id: relink.crm_id_before,
      met_at: met_at === null ? null : new Date(met_at),
      match: 'same',
      is_stale: true,
    })
    await rows.setUndone(db, relink.id, app.clock.now())
    await enqueueReading(app, db)
    const sync = await readClientSync(db, id)
    if (!sync) throw refuse('crm_relink_over')
    return sync
  })
}
