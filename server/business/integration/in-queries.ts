/** Which clients are in a state in the CRM, as conditions on a row of the table `clients`. */
import { sql } from 'kysely'
import type { CrmFilter } from '../../../contract/business/crm-sync.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { ClientCondition } from '../../people/clients/clients.ts'
import { findIntegration, type IntegrationRow } from './sql.ts'
import { countWaiting, idsOfUntroubled } from './standings-sql.ts'

/** What a client's row says, or what is chosen for all. */
const isOff = ({ is_read, is_write }: IntegrationRow) => {
  const off = (usual: boolean) => (usual ? sql`false` : sql`not true`)
  return sql`(cc.is_read is ${off(is_read)} and cc.is_write is ${off(is_write)})`
}

/** A row that fits is found by an index of its own where few have one. */
export async function clientsInCrmState(db: CabinetDb, state: CrmFilter): Promise<ClientCondition> {
  const integration = await findIntegration(db)
  if (!integration) return sql<boolean>`false`
  const off = isOff(integration)
  const ofCabinet = sql`from crm_clients cc where cc.cabinet_id = ${db.cabinetId}`
  const ofClient = sql`${ofCabinet} and cc.client_id = clients.id`
  const among = (fits: ReturnType<typeof isOff>) =>
    sql<boolean>`clients.id in (select cc.client_id ${ofCabinet} and ${fits})`
  const isOnForAll = integration.is_read || integration.is_write
  const isOut = isOnForAll ? among(off) : sql<boolean>`not exists (select ${ofClient} and not ${off})`
  switch (state) {
    case 'linked':
      return sql<boolean>`exists (select ${ofClient} and cc.crm_id is not null)`
    case 'refused':
      return among(sql`cc.fault is not null and cc.doubt is null and not ${off}`)
    case 'doubt':
      return among(sql`cc.doubt is not null and not ${off}`)
    case 'off':
      return isOut
    case 'waiting':
      return (await fewWaiting(db, integration)) ?? waits(integration, ofClient)
  }
}

/** Of a larger part of all, a page is found sooner by looking at one client after the other. */
const FEW = 5000

/** By their index, where everybody has been looked at and few wait. */
async function fewWaiting(db: CabinetDb, integration: IntegrationRow): Promise<ClientCondition | undefined> {
  if (integration.begun_at === null) return undefined
  const { total, unseen } = await countWaiting(db, integration)
  if (unseen > 0 || total > FEW) return undefined
  return sql<boolean>`clients.id in (${idsOfUntroubled(db, integration.is_write)})`
}

/** How many there are in a state, where that is kept; null: they have to be counted. */
export async function countInCrmState(db: CabinetDb, state: CrmFilter): Promise<number | null> {
  const integration = state === 'waiting' ? await findIntegration(db) : undefined
  if (!integration || integration.begun_at === null) return null
  const { total, failed } = await countWaiting(db, integration)
  return total - failed
}

/** Those who are to be written and are not yet; before the exchange has begun, everybody whom it is for. */
function waits({ begun_at, is_read, is_write }: IntegrationRow, ofClient: ReturnType<typeof isOff>): ClientCondition {
  const reads = sql`coalesce(cc.is_read, ${is_read})`
  const writes = sql`coalesce(cc.is_write, ${is_write})`
  const isInTrouble = sql`cc.fault is not null or cc.doubt is not null`
  const isNever = begun_at === null ? sql`${reads} or ${writes}` : writes
  const isDone = begun_at === null ? sql`false` : sql`coalesce(cc.written_version, 0) >= clients.version`
  const byDefault = begun_at === null ? is_read || is_write : is_write
  return byDefault
    ? sql<boolean>`not exists (select ${ofClient} and (not (${isNever}) or ${isInTrouble} or ${isDone}))`
    : sql<boolean>`exists (select ${ofClient} and (${isNever}) and not (${isInTrouble}) and not (${isDone}))`
}
