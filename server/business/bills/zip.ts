/** Files together as a zip. They are stored as they are: a PDF does not shrink. Names are ASCII. */
import type { Binary } from '../../../contract/binary.ts'
import { centralHeader, endRecord, localHeader, zipEntry } from '../../engines/wallet/apple/stored-zip.ts'

export function zipOf(files: readonly Binary[]): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const { name, bytes } of files) {
    const entry = zipEntry(name, Buffer.from(bytes), offset)
    const header = localHeader(entry)
    parts.push(header, entry.data)
    directory.push(centralHeader(entry))
    offset += header.length + entry.data.length
  }
  const directoryBytes = directory.reduce((sum, record) => sum + record.length, 0)
  return Buffer.concat([...parts, ...directory, endRecord(files.length, directoryBytes, offset)])
}
