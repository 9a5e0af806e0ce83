/** Pieces of a file as they are stored: compressed, then encrypted for their row. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { App } from '../../base/app.ts'

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
