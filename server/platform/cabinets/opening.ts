/** The doors to a cabinet: only through them does work see its rows. */
import { cabinets as contract } from '../../../contract/platform/cabinets.ts'
import type { OpenedCabinet, SignedIn } from '../../base/answer.ts'
import { type CabinetDb, insideCabinet, throughDoor } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import { refusals } from '../../base/refusal.ts'
import { rightsOf } from './accesses.ts'
import { isLimited } from './limits.ts'
import * as sql from './sql.ts'
import type { TariffKey } from './tables.ts'

const refuse = refusals(contract)

/** The only way from a user to the rows of a cabinet. @throws Refusal not_found, also for a stranger */
export function openCabinet<T>(
  app: App,
  user: SignedIn,
  cabinetId: number,
  work: (cabinet: OpenedCabinet, db: CabinetDb) => Promise<T>,
): Promise<T> {
  return throughDoor(
    app.database,
    cabinetId,
    (tx) => sql.openDoor(tx, user.userId, cabinetId),
    (db, row) =>
      work(
        {
          id: row.id,
          domain: row.domain,
          name: row.name,
          role: row.role,
          rights: rightsOf(row),
          isAgent: row.is_agent,
          tariff: row.tariff_key,
          isLimited: isLimited(row, app.clock.now()),
        },
        db,
      ),
    () => refuse('not_found'),
  )
}

export type PublicCabinet = { id: number; name: string; domain: string; tariff: TariffKey | null }

/**
 * For clients and phones: the room that opens it decides what they may do.
 * @param by the whole entry, where it was read a moment ago
 * @param of `sharesRows`: strangers wait for each other at its commit, so not for the disk, too
 * @throws Refusal not_found
 */
export async function openForPublic<T>(
  app: App,
  by: { domain: string } | { id: number } | PublicCabinet,
  work: (cabinet: PublicCabinet, db: CabinetDb) => Promise<T>,
  of: { sharesRows?: boolean } = {},
): Promise<T> {
  if ('tariff' in by) return insideCabinet(app.database, by.id, (db) => work(by, db), of)
  const named = 'domain' in by ? await sql.findCabinet(app.database.db, by.domain) : undefined
  const id = 'id' in by ? by.id : named?.id
  if (id === undefined) throw refuse('not_found')
  return insideCabinet(
    app.database,
    id,
    async (db) => {
      const entry = named ?? (await sql.directoryEntry(db))
      if (!entry) throw refuse('not_found')
      return work({ id: entry.id, name: entry.name, domain: entry.domain, tariff: entry.tariff_key }, db)
    },
    of,
  )
}

/** For jobs and the demo: no user acts, the caller names the cabinet. */
export function openForWork<T>(app: App, cabinetId: number, work: (db: CabinetDb) => Promise<T>): Promise<T> {
  return insideCabinet(app.database, cabinetId, work)
}
