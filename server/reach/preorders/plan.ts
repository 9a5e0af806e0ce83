/** By which way each waiting client gets his link, and how many SMS that takes. */
import { CHANNELS, type Channel, type Plan } from '../../../contract/reach/preorders.ts'
import { sha256 } from '../../base/crypto.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { clientsByIds, phoneOf, type StoredClient } from '../../people/clients/clients.ts'
import { type BulkRoute, linkWriter } from '../../people/verification/verification.ts'
import { installUrl, linkPartsCounter } from '../passes/passes.ts'
import { designsOf } from './designs-sql.ts'
import * as sql from './sql.ts'

const BATCH = 500

export const digestOf = (email: string): Buffer => sha256(email.toLowerCase())

type Waiting = Pick<sql.PreorderRow, 'email_digest' | 'sms_failure'>
type Contact = Pick<StoredClient, 'tel' | 'typed_tel' | 'email'>

/**
 * The ways to a client, the preferred one first. An SMS goes to the number that was entered, and reaches the person who
 * has that phone. An email only goes to the address that this client gave.
 */
export function waysTo(client: Contact, row: Waiting, prefers: Channel, route: BulkRoute | null): Channel[] {
  const phone = phoneOf(client)
  const isOpen = {
    sms: phone !== '' && row.sms_failure === null && route !== null && route.canReach(phone),
    email: client.email !== '' && row.email_digest?.equals(digestOf(client.email)) === true,
  }
  return CHANNELS.toSorted((one) => (one === prefers ? -1 : 1)).filter((channel) => isOpen[channel])
}

/** What would be sent now, by the way that is preferred. */
export async function planLinks(
  app: App,
  db: CabinetDb,
  domain: string,
  states: readonly sql.PreorderState[],
  route: BulkRoute | null,
): Promise<{ sms: Plan; email: Plan }> {
  const plans = { sms: emptyPlan(), email: emptyPlan() }
  const write = await linkWriter(db)
  const link = installUrl(app, domain, db.cabinetId, crypto.randomUUID())
  const partsOf = linkPartsCounter(db, link, (client, values) => write(client.lang, { ...values, name: client.name }))
  /** Every card that a client waits for has an SMS of its own. */
  const partsOfAll = async (client: StoredClient, row: sql.PreorderRow, asked: readonly string[]) => {
    const designs = [...(row.design_now === null ? [] : [row.design_now]), ...asked]
    let parts = 0
    for (const design of designs.length === 0 ? [client.template_id] : designs) parts += await partsOf(client, design)
    return parts
  }
  let after: string | null = null
  for (;;) {
    const rows = await sql.preordersIn(db, states, after, BATCH)
    const clients = new Map(
      (
        await clientsByIds(
          db,
          rows.map((row) => row.client_id),
        )
      ).map((one) => [one.id, one]),
    )
    const designs = await designsOf(
      db,
      rows.map((row) => row.client_id),
    )
    for (const row of rows) {
      const client = clients.get(row.client_id)
      if (!client) continue
      // A new run tries SMS again.
      const waiting = { ...row, sms_failure: null }
      for (const prefers of CHANNELS) {
        const [way] = waysTo(client, waiting, prefers, route)
        plans[prefers][way ?? 'nobody'] += 1
        if (way === 'sms') plans[prefers].smsParts += await partsOfAll(client, row, designs.get(client.id) ?? [])
      }
    }
    if (rows.length < BATCH) return plans
    after = rows.at(-1)?.client_id ?? null
  }
}

const emptyPlan = (): Plan => ({ sms: 0, smsParts: 0, email: 0, nobody: 0 })
