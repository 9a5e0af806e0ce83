/** What a reading has found, applied to the clients it is about, in the transaction of a part. */
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { clientByPhone } from '../../people/clients/clients.ts'
import type { Found } from '../../engines/crm/connector.ts'
import { readAgain, takeOverAll } from './both-sides.ts'
import { clientsOfCrm } from './clients-sql.ts'
import { type Crm, lockAll, lockBoth } from './held.ts'
import { lockLink } from './links-sql.ts'

/** Takes over what the CRM has of these clients, where the answer is not older than the last exchange. */
export async function applyFound(
  app: App,
  db: CabinetDb,
  crm: Crm,
  answers: ReadonlyMap<string, Found>,
  asked: string,
): Promise<void> {
  const known = await lockAll(db, crm, [...answers.keys()], asked)
  const isKnown = new Set(known.map(({ client }) => client.id))
  for (const id of answers.keys()) {
    const both = isKnown.has(id) ? undefined : await lockBoth(db, crm, id, asked)
    if (both) known.push(both)
  }
  const due = []
  for (const both of known) {
    const found = answers.get(both.client.id)
    if (!found || !both.exchange.isRead) continue
    // An operation without an answer may be in these amounts or not: read again once it is settled.
    if (both.link.operation_id !== null || both.isNewer) await readAgain(db, both.client.id)
    else due.push({ both, found })
  }
  await takeOverAll(app, db, due)
}

/** Who of them is linked with a client of ours. */
export async function findOurs(db: CabinetDb, found: readonly Found[]) {
  const clientOf = await clientsOfCrm(
    db,
    found.map(({ crmId }) => crmId),
  )
  const ours = new Map<string, Found>()
  for (const one of found) {
    const clientId = clientOf.get(one.crmId)
    if (clientId !== undefined) ours.set(clientId, one)
  }
  return { ours, strangers: found.filter(({ crmId }) => !clientOf.has(crmId)) }
}

/**
 * A client of ours that is not linked yet may be this one: the round asks, and decides who is who.
 * @returns whether there is one
 */
export async function noticeStranger(db: CabinetDb, tel: string): Promise<boolean> {
  const client = tel === '' ? undefined : await clientByPhone(db, tel)
  const isOurs = client !== undefined && (await lockLink(db, client.id)).crm_id === null
  if (isOurs) await readAgain(db, client.id)
  return isOurs
}
