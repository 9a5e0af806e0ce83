/** The thread in which files are read and their lines understood: it may hang or run out of memory alone. */
import { parentPort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { readCsv } from './csv-file.ts'
import { type ReadLine, readLine, type Reading } from './line-facts.ts'
import { FileRefused, type Line, type ReadOptions, type TableFile } from './table-file.ts'
import { readXlsx } from './xlsx-file.ts'

/** One part of a file as it is stored: so little that unpacking it holds up nobody. */
const PART_LINES = 500
const PART_SIGNS = 512 * 1024
const SAMPLE_LINES = 200
const SAMPLE_SIGNS = 100

/** What is kept of a file: the lines packed in parts, and some of them to guess from. */
export type PackedFile = Omit<TableFile, 'lines'> & { rows: number; parts: Uint8Array[]; sample: Line[] }
export type Question = { read: Uint8Array; options: ReadOptions } | { lines: readonly Line[]; reading: Reading }
export type Reply =
  | { file: PackedFile }
  | { read: ReadLine[] }
  | { refused: FileRefused['reason']; line: number | undefined }

const startsWith = (bytes: Uint8Array, ...signature: number[]) => signature.every((sign, at) => bytes[at] === sign)

async function readFile(bytes: Uint8Array, options: ReadOptions): Promise<TableFile> {
  if (bytes.length === 0) throw new FileRefused('empty')
  // The container of old Excel files, and of new ones behind a password.
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new FileRefused('old_excel')
  if (startsWith(bytes, 0x50, 0x4b)) return readXlsx(bytes, options)
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46) || startsWith(bytes, 0x89, 0x50, 0x4e, 0x47))
    throw new FileRefused('not_a_table')
  return readCsv(bytes, options)
}

/** Lines as JSON. */
function* partsOf(lines: readonly Line[]): Generator<string[]> {
  let part: string[] = []
  let signs = 0
  for (const line of lines) {
    const text = JSON.stringify(line)
    if (part.length === PART_LINES || (part.length > 0 && signs + text.length > PART_SIGNS)) {
      yield part
      part = []
      signs = 0
    }
    part.push(text)
    signs += text.length
  }
  if (part.length > 0) yield part
}

const shorten = ({ line, cells }: Line): Line => ({
  line,
  cells: cells.map((cell) => (typeof cell === 'string' ? cell.slice(0, SAMPLE_SIGNS) : cell)),
})

function pack({ lines, ...file }: TableFile): PackedFile {
  const step = Math.max(1, Math.floor(lines.length / SAMPLE_LINES))
  const sample = lines.filter((_, place) => place % step === 0).map(shorten)
  return { ...file, rows: lines.length, parts: [...partsOf(lines)].map((part) => gzipSync(`[${part.join()}]`)), sample }
}

async function replyTo(question: Question): Promise<Reply> {
  if ('lines' in question) return { read: question.lines.map((line) => readLine(line, question.reading)) }
  try {
    return { file: pack(await readFile(question.read, question.options)) }
  } catch (error) {
    if (error instanceof FileRefused) return { refused: error.reason, line: error.line }
    throw error
  }
}

parentPort?.on('message', (question: Question) => {
  void replyTo(question).then((reply) => parentPort?.postMessage(reply))
})
