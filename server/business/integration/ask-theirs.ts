/** What the CRM has of clients of ours: linked ones by their ids, the others by who they are. */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { Found } from '../../engines/crm/connector.ts'
import { Rejected } from '../../engines/crm/troubles.ts'
import { type Match, whoIs } from '../../engines/crm/who-is.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { applyFound } from './apply-found.ts'
import { askAgain } from './ask-again.ts'
import * as rows from './clients-sql.ts'
import { about } from './exchanges.ts'
import type { Crm } from './held.ts'
import { askedNow, changeLink, faultOf, holdLink } from './links-sql.ts'

export const askedIn = (app: App, { cabinetId }: Crm) => openForWork(app, cabinetId, askedNow)

/** One that the CRM refuses holds up nobody. */
export async function readTheirs(crm: Crm, crmIds: readonly string[]): Promise<Found[]> {
  try {
    return await crm.verbs.read(crmIds.map((crmId) => ({ crmId, tel: '', cardNumber: '', email: '' })))
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    if (crmIds.length === 1) return []
    const parts = []
    for (const one of crmIds) parts.push(await readTheirs(crm, [one]))
    return parts.flat()
  }
}

/** Linked ones by their ids, the others by who they are. */
export async function findAll(app: App, crm: Crm, due: readonly rows.ReadableClient[]): Promise<Map<string, Found>> {
  const linked = due.filter(({ crm_id }) => crm_id !== null)
  const found = await readLinked(app, crm, linked)
  for (const unlinked of due.filter(({ crm_id }) => crm_id === null)) {
    const match = await matchOf(crm, unlinked)
    if (match?.kind === 'same') found.set(unlinked.id, match.found)
    if (match?.kind === 'doubt')
      await openForWork(app, crm.cabinetId, async (db) => {
        if (await holdLink(db, unlinked.id, crm.row, null))
          await changeLink(db, unlinked.id, { doubt: match.doubt, match: 'doubt' })
      })
  }
  return found
}

/** One that the CRM refuses holds up nobody: the others are asked for without it. */
async function readLinked(app: App, crm: Crm, linked: readonly rows.ReadableClient[]): Promise<Map<string, Found>> {
  if (linked.length === 0) return new Map()
  try {
    const ask = () => crm.verbs.read(linked.map(rows.knownOf))
    const [only, ...others] = linked
    const all = await (only && others.length === 0 ? about(only.id, ask) : ask())
    return new Map(
      linked.flatMap(({ id, crm_id }) => {
        const one = all.find(({ crmId }) => crmId === crm_id)
        return one ? [[id, one] as const] : []
      }),
    )
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    const [first] = linked
    if (linked.length > 1) {
      const parts = []
      for (const one of linked) parts.push(await readLinked(app, crm, [one]))
      return new Map(parts.flatMap((part) => [...part]))
    }
    if (first) await openForWork(app, crm.cabinetId, (db) => changeLink(db, first.id, faultOf(error)))
    return new Map()
  }
}

async function matchOf(crm: Crm, client: rows.ReadableClient): Promise<Match | undefined> {
  const known = rows.knownOf(client)
  try {
    const search = (tries: number) => about(client.id, () => crm.verbs.search(known), tries)
    return whoIs(known, await askAgain(search))
  } catch (error) {
    if (error instanceof Rejected) return undefined
    throw error
  }
}

/** Those who were asked for; ones that the CRM does not have count as read too. */
export async function applyAll(
  app: App,
  db: CabinetDb,
  crm: Crm,
  { due, found, asked }: { due: readonly rows.ReadableClient[]; found: ReadonlyMap<string, Found>; asked: string },
): Promise<void> {
  const unknown = due.filter(({ id }) => !found.has(id)).map(({ id }) => id)
  await rows.markAsked(db, unknown, app.clock.now())
  await applyFound(app, db, crm, found, asked)
}
