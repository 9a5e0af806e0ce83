/** What imports know of single clients: shown to the client who asks, forgotten with the one who is erased. */
import type { App } from '../../base/app.ts'
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './forget-sql.ts'
import { deleteRemoved, markRemoved } from './remove-sql.ts'
import { dropImport, UNUSED } from './upload.ts'

/** Files of clients that are kept: in any of them an erased client may be. */
export const countImportFiles = (db: CabinetDb): Promise<number> => sql.countFiles(db)

/** So few lines are deleted within the call, as most files are small. */
const FEW = 1_000

/**
 * Those that were not started go as a whole. Of a large one the lines go with the job, behind the commit: nobody sees
 * them from then on.
 */
async function dropUnused(app: App, db: CabinetDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const isFew = (await sql.countLines(db, ids, FEW + 1)) <= FEW
  for (const id of ids) {
    await markRemoved(db, id, app.clock.now())
    if (isFew) await deleteRemoved(db, id)
    else await app.jobs.enqueue(db.tx, dropImport, { cabinetId: db.cabinetId, id })
  }
}

/**
 * Nothing of these clients is left in imports, and none that goes on brings one of them back. The files of all are
 * deleted, those that were not started as a whole: any may have a client in it who is erased. What was imported can
 * still be undone.
 * @returns how many files there were
 */
export async function forgetInImports(app: App, db: CabinetDb, clients: readonly sql.Forgotten[]): Promise<number> {
  const all = await sql.lockImports(db)
  if (all.length === 0) return 0
  const there = all.filter((one) => !one.is_removed)
  const [unused, kept] = [true, false].map((is) =>
    there.filter(({ state }) => UNUSED.includes(state) === is).map(({ id }) => id),
  )
  await sql.dropFiles(db)
  await dropUnused(app, db, unused ?? [])
  if (kept?.length) for (const client of clients) await sql.forgetClient(db, kept, client)
  return all.filter((one) => one.has_file).length
}

/** Imports that named the client: the line as it was understood until it is imported, then what it replaced. */
export async function importsOfClient(db: CabinetDb, clientId: string) {
  const rows = await sql.importsOfClient(db, clientId)
  return rows.map(({ id, file_name: fileName, at, line, verdict, facts, former }) => ({
    importId: id,
    fileName,
    at: at.toISOString(),
    line,
    verdict,
    facts,
    former,
  }))
}
