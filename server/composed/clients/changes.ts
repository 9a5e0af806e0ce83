/** Changed clients as programs keep them: with wallets, tags and the state in the CRM. */
import type { ChangedClient, Changes } from '../../../contract/people/changes.ts'
import type { CabinetDb } from '../../base/db.ts'
import { clientSyncStates } from '../../business/integration/integration.ts'
import * as clients from '../../people/clients/clients.ts'
import { type InWallets, walletsOfClients } from '../../reach/passes/passes.ts'

/** What a list and a page say of the wallets of one client. */
export const walletsReply = (held: InWallets | null | undefined) => ({
  installs: held?.installs ?? [],
  removedAt: held?.removedAt?.toISOString() ?? null,
})

/** @throws Refusal changes_forgotten */
export async function listChanges(
  db: CabinetDb,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<Changes> {
  const { ids, ...place } = await clients.changesAfter(db, after, limit)
  return { changes: await changedClients(db, ids), ...place }
}

async function changedClients(db: CabinetDb, ids: readonly string[]): Promise<ChangedClient[]> {
  const rows = new Map((await clients.storedClients(db, ids)).map((row) => [row.id, row]))
  const wallets = await walletsOfClients(db, ids)
  const states = await clientSyncStates(db, ids)
  const tagged = await clients.tagsOfClients(db, ids)
  return ids.map((id) => {
    const row = rows.get(id)
    if (!row || row.erased_at !== null) return { id, state: 'erased', mergedInto: null, client: null }
    if (row.merged_into !== null) return { id, state: 'merged', mergedInto: row.merged_into, client: null }
    return {
      id,
      state: row.archived_at === null ? 'active' : 'archived',
      mergedInto: null,
      client: {
        ...clients.rowReply(row),
        ...walletsReply(wallets.get(id)),
        tags: tagged.get(id) ?? [],
        sync: states.get(id) ?? null,
        version: row.version,
      },
    }
  })
}
