/** Reads a sheet of an XLSX file. What it unpacks to is known and bounded before anything is unpacked. */
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { IMPORT_LIMITS } from '../../../contract/limits.ts'
import { FileRefused, type ReadOptions, type TableFile, withTitles } from './table-file.ts'
import { readCells, readRelations, readStyles, readTexts, readWorkbook } from './xlsx-parts.ts'

const ENTRIES_MAX = 2000

type Archive = { zip: ZipFile; entries: ReadonlyMap<string, Entry> }

/** The sizes in the directory are what is unpacked at most: yauzl ends a stream that is longer than it says. */
async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    validateEntrySizes: true,
  })
  const entries = new Map<string, Entry>()
  let unpackedBytes = 0
  for await (const entry of zip.eachEntry()) {
    unpackedBytes += entry.uncompressedSize
    if (unpackedBytes > IMPORT_LIMITS.unpackedBytes || entries.size >= ENTRIES_MAX) throw new FileRefused('too_large')
    entries.set(entry.fileName, entry)
  }
  return { zip, entries }
}

async function readPart<T>(
  { zip, entries }: Archive,
  path: string,
  read: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T | undefined> {
  const entry = entries.get(path)
  if (!entry) return undefined
  const stream = await zip.openReadStreamPromise(entry)
  try {
    return await read(stream)
  } finally {
    stream.destroy()
  }
}

/** @throws FileRefused */
export async function readXlsx(bytes: Uint8Array, options: ReadOptions): Promise<TableFile> {
  try {
    return await readSheet(await openArchive(bytes), options)
  } catch (error) {
    if (error instanceof FileRefused) throw error
    // The archive or its XML: both libraries throw plain errors.
    throw new FileRefused('damaged')
  }
}

async function readSheet(archive: Archive, { sheet: wanted }: ReadOptions): Promise<TableFile> {
  const book = await readPart(archive, 'xl/workbook.xml', readWorkbook)
  if (!book) throw new FileRefused('not_a_table')
  const sheet = book.sheets.find(({ name }) => name === wanted) ?? book.sheets[0]
  if (!sheet) throw new FileRefused('empty')
  const relations = await readPart(archive, 'xl/_rels/workbook.xml.rels', readRelations)
  const path = relations?.get(sheet.relation) ?? 'xl/worksheets/sheet1.xml'
  const kinds = (await readPart(archive, 'xl/styles.xml', readStyles)) ?? []
  const texts = (await readPart(archive, 'xl/sharedStrings.xml', readTexts)) ?? []
  const lines = await readPart(archive, path, (part) => readCells(part, { texts, kinds, is1904: book.is1904 }))
  if (!lines) throw new FileRefused('damaged')
  return {
    kind: 'xlsx',
    encoding: null,
    separator: null,
    sheets: book.sheets.map(({ name }) => name),
    sheet: sheet.name,
    ...withTitles(lines),
  }
}
