/** One client in the CRM: its state, what is exchanged, and whose the amounts are. */
import type { ClientSync, ClientSyncState, SyncFlags } from '../../../contract/business/crm-sync.ts'
import { AMOUNT_KINDS, type AmountKind } from '../../../contract/limits.ts'
import { integration as contract } from '../../../contract/business/integration.ts'
import type { CabinetDb } from '../../base/db.ts'
import { getClient } from '../../people/clients/clients.ts'
import { refusals } from '../../base/refusal.ts'
import { connectorFor, expectIntegration, possibleFlags } from './access.ts'
import * as rows from './clients-sql.ts'
import { type Relink, relinksOf } from './relinks-sql.ts'
import { forgetEventsAbout } from './hooks-sql.ts'
import { forgetInIndex } from './index-sql.ts'
import * as sql from './sql.ts'

const refuse = refusals(contract)

function relinksReply(all: readonly Relink[], crmId: string | null): ClientSync['relinks'] {
  const last = all.find(({ undone_at }) => undone_at === null)
  return all.map((one) => ({
    at: one.at.toISOString(),
    before: one.crm_id_before,
    after: one.crm_id_after,
    undoneAt: one.undone_at?.toISOString() ?? null,
    isLast: one === last && one.crm_id_after === crmId,
  }))
}

const syncReply = (row: rows.ClientSyncRow, relinks: readonly Relink[]): ClientSync => ({
  state: row.state,
  flags: { read: row.is_read, write: row.is_write, rewrite: row.is_rewrite },
  crmId: row.crm_id,
  writtenAt: row.written_at?.toISOString() ?? null,
  readAt: row.read_at?.toISOString() ?? null,
  fault: row.fault,
  reason: row.fault === null ? null : row.fault_reason,
  doubt: row.doubt,
  category: row.category === null ? null : { name: row.category, bonusPercent: row.category_percent },
  relinks: relinksReply(relinks, row.crm_id),
})

export async function clientSyncStates(db: CabinetDb, ids: readonly string[]): Promise<Map<string, ClientSyncState>> {
  return new Map((await rows.clientSyncs(db, ids)).map((row) => [row.id, row.state]))
}

/** The state of the client of a row of the table `clients`, inside the statement of another room. */
export const syncStateInRow = (db: CabinetDb) => rows.stateInRow(db)

/**
 * Amounts of a client that only the CRM changes: a change made here would be lost with its next reading. What we may
 * move there too is changed here, and goes out as an operation.
 */
export async function amountsKeptThere(db: CabinetDb, clientId: string): Promise<ReadonlySet<AmountKind>> {
  const row = await sql.findIntegration(db)
  const [sync] = row?.is_on ? await rows.clientSyncs(db, [clientId]) : []
  if (!row || !sync?.is_read || sync.crm_id === null) return new Set()
  const abilities = connectorFor(row.type).amounts(row.settings, row.categories)
  return new Set(
    AMOUNT_KINDS.filter((kind) => abilities[kind] === 'read' || (abilities[kind] === 'both' && !sync.is_write)),
  )
}

/** Whether the CRM has amounts of one of these clients too: a merge would count them twice. */
export async function shareAmounts(db: CabinetDb, clientIds: readonly string[]): Promise<boolean> {
  const row = await sql.findIntegration(db)
  const syncs = row?.is_on ? await rows.clientSyncs(db, clientIds) : []
  if (!row || syncs.every((sync) => sync.crm_id === null)) return false
  const abilities = connectorFor(row.type).amounts(row.settings, row.categories)
  return AMOUNT_KINDS.some((kind) => abilities[kind] !== 'none')
}

/** Whether anything is kept here about the client in the CRM. */
export const isLinked = (db: CabinetDb, clientId: string): Promise<boolean> => rows.isLinked(db, clientId)

/** Forgets which client of the CRM this was; what the CRM has stays there. */
export async function forgetLinkOf(db: CabinetDb, clientId: string): Promise<boolean> {
  const link = await rows.forgetClient(db, clientId)
  if (typeof link?.crmId === 'string') {
    await forgetInIndex(db, link.crmId)
    await forgetEventsAbout(db, link.crmId)
  }
  return link !== undefined
}

/** @throws Refusal client_not_found */
export async function readClientSync(db: CabinetDb, id: string): Promise<ClientSync | null> {
  await getClient(db, id)
  return clientSyncOf(db, id)
}

/** Of a client who is known to be there; null without a CRM. */
export async function clientSyncOf(db: CabinetDb, id: string): Promise<ClientSync | null> {
  const [[row], relinks] = await Promise.all([rows.clientSyncs(db, [id]), relinksOf(db, id)])
  return row ? syncReply(row, relinks) : null
}

/** @throws Refusal client_not_found, integration_not_configured */
export async function saveClientSync(db: CabinetDb, id: string, flags: SyncFlags): Promise<ClientSync> {
  await getClient(db, id)
  const { type, settings } = await expectIntegration(db)
  await rows.setFlags(db, id, possibleFlags(flags, connectorFor(type), settings))
  const [row] = await rows.clientSyncs(db, [id])
  if (!row) throw refuse('integration_not_configured')
  return syncReply(row, await relinksOf(db, id))
}
