/** A client and its link, locked for one step of the exchange. */
import { receivesFrom, sendsTo } from '../../../contract/business/integration.ts'
import type { CabinetDb } from '../../base/db.ts'
import { lockClient, lockWholeClients, type StoredClient } from '../../people/clients/clients.ts'
import type { Connector, Verbs } from '../../engines/crm/connector.ts'
import { abilitiesOf } from '../../engines/crm/crm.ts'
import type { Exchange } from './both-sides.ts'
import { type HeldLink, holdLink, holdLinks, type Link } from './links-sql.ts'
import type { IntegrationRow } from './sql.ts'

export type Crm = {
  cabinetId: number
  domain: string
  connector: Connector
  row: IntegrationRow
  verbs: Verbs
}

export type Held = { client: StoredClient; link: Link; exchange: Exchange }
export type Both = Held & {
  /** Whether the client was exchanged since `asked`. */
  isNewer: boolean
  /** The moment by the clock of the database, to the microsecond. */
  now: string
}

function exchangeOf({ connector, row }: Of, client: StoredClient, link: HeldLink): Exchange {
  const abilities = abilitiesOf(connector, row.settings)
  const waits = link.has_begun && link.writes && (link.written_version ?? 0) < client.version
  return {
    abilities: connector.amounts(row.settings, row.categories),
    policy: row.policy,
    isRead: link.reads && receivesFrom(abilities),
    isWritten: link.writes && sendsTo(abilities),
    isRewritten: link.rewrites && !waits,
    fields: row.field_map,
  }
}
type Of = Pick<Crm, 'connector' | 'row'>

/**
 * The client and its link, locked in this order, also when the client is in the archive.
 * @returns undefined when the client is gone, and when the connection was ended or leads elsewhere by now
 */
export async function lockWhole(db: CabinetDb, crm: Of, id: string, asked: string | null = null) {
  const client = await lockClient(db, id)
  const link = client && (await holdLink(db, id, crm.row, asked))
  if (!client || !link) return undefined
  const both: Both = { client, link, exchange: exchangeOf(crm, client, link), isNewer: link.is_newer, now: link.now }
  return both
}

/**
 * Several that are exchanged and have a link: first the clients and then the links, each in the order of their ids.
 * @param asked when the answer was asked for that is to be applied
 */
export async function lockAll(
  db: CabinetDb,
  crm: Of,
  ids: readonly string[],
  asked: string | null = null,
): Promise<Both[]> {
  const clients = new Map((await lockWholeClients(db, ids)).map((client) => [client.id, client]))
  return (await holdLinks(db, [...clients.keys()], crm.row, asked)).flatMap((link) => {
    const client = clients.get(link.client_id)
    if (!client || client.archived_at !== null) return []
    return [{ client, link, exchange: exchangeOf(crm, client, link), isNewer: link.is_newer, now: link.now }]
  })
}

/**
 * The same of a client that is exchanged: nobody of the archive.
 * @param asked when the answer was asked for that is to be applied
 */
export async function lockBoth(db: CabinetDb, crm: Of, id: string, asked: string | null = null) {
  const both = await lockWhole(db, crm, id, asked)
  return both?.client.archived_at === null ? both : undefined
}
