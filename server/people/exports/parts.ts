/** Pieces of a file as they are kept: packed, then sealed for their place. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { ExportRows } from '../../../contract/people/exports.ts'
import type { CabinetDb } from '../../base/db.ts'
import type { App } from '../../base/app.ts'
import type { Chosen } from '../clients/clients.ts'
import { segmentCondition } from '../segments/segments.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

const placeOf = (cabinetId: number, exportId: string, no: number) => ({
  cabinetId,
  table: 'client_export_parts',
  column: 'sealed',
  row: `${exportId}|${no}`,
})

export async function sealPart(
  app: App,
  cabinetId: number,
  exportId: string,
  no: number,
  text: string,
): Promise<Buffer> {
  return app.keys.seal(await pack(text), placeOf(cabinetId, exportId, no))
}

export async function openPart(
  app: App,
  cabinetId: number,
  exportId: string,
  no: number,
  sealed: Buffer,
): Promise<Buffer> {
  return unpack(app.keys.open(sealed, placeOf(cabinetId, exportId, no)))
}

/** The rows that were asked for, as the clients room chooses them. @throws Refusal segment_not_found */
export async function chosenClients(db: CabinetDb, rows: ExportRows, at: Date): Promise<Chosen> {
  if (rows.of === 'filtered') {
    const { segment, ...filters } = rows.filters
    return {
      q: rows.q,
      filters: { ...filters, among: segment === undefined ? undefined : await segmentCondition(db, segment, at) },
    }
  }
  return rows.of === 'selected' ? { q: '', filters: {}, ids: rows.ids } : { q: '', filters: {} }
}
