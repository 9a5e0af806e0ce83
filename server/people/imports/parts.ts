/** Lines of a file as they are stored: packed, then sealed for their row. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import * as sql from './sql.ts'
import type { Line } from './table-file.ts'

const unpack = promisify(gunzip)

const placeOf = (cabinetId: number, id: string, no: number) => ({
  cabinetId,
  table: 'client_import_parts',
  column: 'sealed',
  row: `${id}|${no}`,
})

export const sealParts = (app: App, cabinetId: number, id: string, parts: readonly Uint8Array[]): Buffer[] =>
  parts.map((part, no) => sealPart(app, cabinetId, id, no, part))

export const sealPart = (app: App, cabinetId: number, id: string, no: number, part: Uint8Array): Buffer =>
  app.keys.seal(Buffer.from(part), placeOf(cabinetId, id, no))

/** @returns undefined when the file has been discarded */
export async function readPart(app: App, cabinetId: number, id: string, no: number): Promise<Line[] | undefined> {
  const sealed = await openForWork(app, cabinetId, (db) => sql.partOf(db, id, no))
  if (!sealed) return undefined
  return JSON.parse((await unpack(app.keys.open(sealed, placeOf(cabinetId, id, no)))).toString()) as Line[]
}
