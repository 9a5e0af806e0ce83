/** Reads a CSV file. */
import { CsvError, parse } from 'csv-parse/sync'
import type { ImportSeparator } from '../../../contract/people/imports.ts'
import { IMPORT_LIMITS } from '../../../contract/limits.ts'
import { decodeText, guessEncoding } from './decode-text.ts'
import { clip, expectRoom, FileRefused, type ReadOptions, type TableFile, withTitles } from './table-file.ts'

const SIGNS: Readonly<Record<ImportSeparator, string>> = { comma: ',', semicolon: ';', tab: '\t' }
const SAMPLE_LINES = 20
const RECORD_MAX = IMPORT_LIMITS.columns * IMPORT_LIMITS.cellLength

/** The sign that splits the first lines into the most parts, outside quotes. */
function guessSeparator(text: string): ImportSeparator {
  const sample = text
    .slice(0, 64 * 1024)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES)
  const least = (sign: string) => Math.min(...sample.map((line) => line.split(sign).length))
  const most = (sign: string) => Math.max(...sample.map((line) => line.split(sign).length))
  // Decimal commas are in most lines and not in the titles, so the least is what counts.
  const score = (sign: string) => (sample.length === 0 ? 0 : least(sign) * 1000 + most(sign))
  const names = Object.keys(SIGNS) as ImportSeparator[]
  return names.reduce((best, name) => (score(SIGNS[name]) > score(SIGNS[best]) ? name : best), 'semicolon')
}

/** Spreadsheets write `sep=;` as the first line, and read it. */
function takeSeparatorLine(text: string): { rest: string; separator: ImportSeparator | undefined; skipped: number } {
  const found = /^sep=([,;\t])\r?\n/i.exec(text)
  const separator = (Object.keys(SIGNS) as ImportSeparator[]).find((name) => SIGNS[name] === found?.[1])
  return { rest: text.slice(found?.[0].length ?? 0), separator, skipped: found ? 1 : 0 }
}

/** @throws FileRefused */
export function readCsv(bytes: Uint8Array, options: ReadOptions): TableFile {
  const encoding = options.encoding ?? guessEncoding(bytes)
  const { rest, separator: named, skipped } = takeSeparatorLine(decodeText(bytes, encoding))
  if (rest.slice(0, 4096).includes('\u0000')) throw new FileRefused('not_a_table')
  const separator = options.separator ?? named ?? guessSeparator(rest)
  const records = readRecords(rest, SIGNS[separator])
  expectRoom(records.length)
  const lines = records.map((cells, place) => ({
    line: place + 1 + skipped,
    cells: cells.map((cell) => clip(cell.trim())),
  }))
  return { kind: 'csv', encoding, separator, sheets: [], sheet: null, ...withTitles(lines) }
}

function readRecords(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: RECORD_MAX,
      // The titles, and one more than there may be.
      to: IMPORT_LIMITS.rows + 2,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : undefined
    throw new FileRefused('damaged', line)
  }
}
