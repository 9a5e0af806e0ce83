/** A table as it was read from a file, whatever the file was. */
import type { ImportEncoding, ImportSeparator, Unreadable } from '../../../contract/people/imports.ts'
import { IMPORT_LIMITS } from '../../../contract/limits.ts'

/** Texts as they were typed; a number only where the file itself says that it is one. Empty cells are `''`. */
export type Cell = string | number
/** `line` as a spreadsheet counts it. */
export type Line = { line: number; cells: Cell[] }

export type TableFile = {
  kind: 'csv' | 'xlsx'
  encoding: ImportEncoding | null
  separator: ImportSeparator | null
  sheets: string[]
  sheet: string | null
  titles: string[]
  lines: Line[]
}
export type ReadOptions = {
  encoding?: ImportEncoding | undefined
  separator?: ImportSeparator | undefined
  sheet?: string | undefined
}

/** The file cannot be read. `line` says where, as far as that is known. */
export class FileRefused extends Error {
  readonly reason: Unreadable
  readonly line: number | undefined
  constructor(reason: Unreadable, line?: number) {
    super(reason)
    this.reason = reason
    this.line = line
  }
}

/** @throws FileRefused when there is no more room for a line */
export function expectRoom(count: number): void {
  // One for the titles.
  if (count > IMPORT_LIMITS.rows + 1) throw new FileRefused('too_many_rows')
}

/** What is longer than a cell may be is cut, one sign later, so that its line is refused. */
export const clip = (text: string): string => text.slice(0, IMPORT_LIMITS.cellLength + 1)

const isEmpty = ({ cells }: Line) => cells.every((cell) => cell === '')
/** A title is no contact of anybody. */
const isContact = (cell: Cell) => /@|^\+?[\d()\s-]{7,}$/.test(String(cell))

/** `A`, `B`, … `AA`, as spreadsheets name columns. */
const letters = (column: number): string =>
  (column >= 26 ? letters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))

/**
 * The first line that is not empty has the titles, unless it has somebody's phone or address in it.
 * @throws FileRefused without any line of a client
 */
export function withTitles(all: readonly Line[]): Pick<TableFile, 'titles' | 'lines'> {
  const lines = all.filter((line) => !isEmpty(line))
  const [first, ...others] = lines
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.findLastIndex((cell) => cell !== '') + 1), 0)
  if (width > IMPORT_LIMITS.columns) throw new FileRefused('too_many_columns')
  if (!first) throw new FileRefused('empty')
  const hasTitles = !first.cells.some(isContact)
  if (hasTitles && others.length === 0) throw new FileRefused('empty')
  const titleOf = (column: number) => (hasTitles ? String(first.cells[column] ?? '').trim() : '')
  return {
    titles: Array.from({ length: width }, (_, column) => titleOf(column).slice(0, 100) || letters(column)),
    lines: (hasTitles ? others : lines).map(({ line, cells }) => ({
      line,
      cells: Array.from({ length: width }, (_, column) => cells[column] ?? ''),
    })),
  }
}
