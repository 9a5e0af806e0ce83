/** What imports know of single clients: shown to the client who asks, forgotten with the one who is erased. */
import type { CabinetDb } from '../../base/db.ts'
import * as sql from './forget-sql.ts'

/** Files of clients that are kept: in any of them an erased client may be. */
export const countImportFiles = (db: CabinetDb): Promise<number> => sql.countFiles(db)

/**
 * Deletes the files of all imports, those that were not started as a whole: any of them may have a client in it who
 * was erased. What was imported can still be undone.
 */
export const dropImportFiles = (db: CabinetDb): Promise<void> => sql.dropFiles(db)

/** Nothing of the client is left in the lines of imports, and no import that goes on brings the client back. */
export const forgetInImports = (db: CabinetDb, client: sql.Forgotten): Promise<void> => sql.forgetClient(db, client)

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
