/** Which clients a file has, and what the rooms above know of them and their cards. */
import type { ExportRows } from '../../../contract/people/exports.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { Chosen, ClientCondition } from '../clients/clients.ts'

type Filters = Extract<ExportRows, { of: 'filtered' }>['filters']

/** Passed in by server/composed/exports, because cards are above this room. */
export type CardLookups = {
  /** Conditions of a segment, of a wallet and of the CRM. @throws Refusal segment_not_found */
  conditionsOf: (
    db: CabinetDb,
    filters: Pick<Filters, 'segment' | 'platform' | 'crm'>,
    at: Date,
  ) => Promise<readonly ClientCondition[]>
  walletsOfClients: (db: CabinetDb, ids: readonly string[]) => Promise<ReadonlyMap<string, InWallets>>
}
/** Wallets that a client's card is in, and when it left the last one. */
export type InWallets = { installs: readonly ('apple' | 'google')[]; removedAt: Date | null }

/** The rows that were asked for, as the clients room chooses them. @throws Refusal segment_not_found */
export async function chosenClients(db: CabinetDb, rows: ExportRows, at: Date, cards: CardLookups): Promise<Chosen> {
  if (rows.of === 'filtered') {
    const { segment, platform, crm, ...filters } = rows.filters
    return { q: rows.q, filters: { ...filters, among: await cards.conditionsOf(db, { segment, platform, crm }, at) } }
  }
  return rows.of === 'selected' ? { q: '', filters: {}, ids: rows.ids } : { q: '', filters: {} }
}
