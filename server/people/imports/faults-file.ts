/** The lines that were not imported as a CSV file, each with its reasons: corrected, it is imported as it is. */
import type { Language } from '../../../contract/limits.ts'
import { say } from '../../../words/say.ts'
import type { App } from '../../base/app.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { asText, BOM, csvLines } from '../exports/exports.ts'
import type { FaultOf } from './line-facts.ts'
import { readPart } from './parts.ts'
import * as sql from './sql.ts'
import type { Cell, Line } from './table-file.ts'

function reasonText({ code, column, other }: FaultOf, titles: readonly string[], lang: Language): string {
  const text = say(lang, `imports.faults.${code}`, { line: String(other ?? '') })
  return column === undefined ? text : `${titles[column] ?? ''}: ${text}`
}

/** A number as a spreadsheet of that language reads it. */
const cellText = (cell: Cell, lang: Language): string =>
  typeof cell === 'string' ? asText(cell) : lang === 'en' ? String(cell) : String(cell).replace('.', ',')

async function faultsOf(app: App, cabinetId: number, id: string, lines: readonly Line[]) {
  const afterLine = (lines[0]?.line ?? 1) - 1
  const bad = await openForWork(app, cabinetId, (db) =>
    sql.nextRows(db, id, { verdicts: ['bad', 'doubt'], afterLine, limit: lines.length }),
  )
  return new Map(bad.map(({ line, faults }) => [line, faults]))
}

/** A part of the file at a time, so that a large one is never in memory as a whole. */
export async function* faultyLines(
  app: App,
  cabinetId: number,
  { id, parts, file }: sql.ImportRow,
  lang: Language,
): AsyncGenerator<Buffer> {
  const titles = file.columns.map(({ title }) => title)
  const head = [say(lang, 'imports.file.line'), say(lang, 'imports.file.reason'), ...titles]
  yield Buffer.from(BOM + csvLines([head.map(asText)], lang))
  for (let no = 0; no < parts; no++) {
    const lines = await readPart(app, cabinetId, id, no)
    if (!lines) throw new Error('a part of an import is gone')
    const faults = await faultsOf(app, cabinetId, id, lines)
    const rows = lines.flatMap(({ line, cells }) => {
      const reasons = faults.get(line)?.map((fault) => reasonText(fault, titles, lang))
      return reasons ? [[String(line), asText(reasons.join('; ')), ...cells.map((cell) => cellText(cell, lang))]] : []
    })
    if (rows.length > 0) yield Buffer.from(csvLines(rows, lang))
  }
}
