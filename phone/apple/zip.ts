/** Reads the files of a zip: stored and deflated entries, each against its CRC-32. */

/** The archive is damaged or of a kind that phones do not open; `detail` names the place. */
export class ZipBroken extends Error {}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const COMMENT_MAX = 65_535
const FILES_MAX = 200
const FILE_MAX_BYTES = 20 * 1024 * 1024

/** @returns the files by their paths, in the order of the archive. @throws ZipBroken */
export async function readZip(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return await readEntries(bytes, view)
  } catch (error) {
    if (error instanceof RangeError) throw new ZipBroken('an address points outside the file')
    throw error
  }
}

async function readEntries(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > FILES_MAX) throw new ZipBroken(`${count} files`)
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  let at = view.getUint32(end + 16, true)
  for (let i = 0; i < count; i++) {
    if (view.getUint32(at, true) !== CENTRAL) throw new ZipBroken('the list of files is damaged')
    const nameBytes = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes))
    const entry = {
      name,
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      fileBytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    if (files.has(name)) throw new ZipBroken(`${name} is there twice`)
    if (!name.endsWith('/')) files.set(name, await readEntry(bytes, view, entry))
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return files
}

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX)
  for (let at = view.byteLength - END_BYTES; at >= lowest; at--) {
    if (view.getUint32(at, true) === END) return at
  }
  throw new ZipBroken('this is no zip archive')
}

type Entry = {
  name: string
  flags: number
  method: number
  crc: number
  packedBytes: number
  fileBytes: number
  offset: number
}

async function readEntry(
  bytes: Uint8Array<ArrayBuffer>,
  view: DataView,
  entry: Entry,
): Promise<Uint8Array<ArrayBuffer>> {
  if (view.getUint32(entry.offset, true) !== LOCAL) throw new ZipBroken(`${entry.name} is not where the list says`)
  if (entry.flags & 1) throw new ZipBroken(`${entry.name} is encrypted`)
  if (entry.fileBytes > FILE_MAX_BYTES) throw new ZipBroken(`${entry.name} is too large`)
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
  const packed = bytes.subarray(start, start + entry.packedBytes)
  if (entry.method !== 0 && entry.method !== 8) throw new ZipBroken(`${entry.name} is packed by method ${entry.method}`)
  const data = entry.method === 0 ? packed : await inflate(packed, entry)
  if (data.length !== entry.fileBytes || crc32(data) !== entry.crc)
    throw new ZipBroken(`${entry.name} has a wrong checksum`)
  return data
}

/** Stops when an entry is longer than declared, so that a small file cannot fill the memory. */
async function inflate(packed: Uint8Array<ArrayBuffer>, entry: Entry): Promise<Uint8Array<ArrayBuffer>> {
  const data = new Uint8Array(entry.fileBytes)
  let length = 0
  try {
    for await (const chunk of new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))) {
      if (length + chunk.length > data.length) throw new ZipBroken(`${entry.name} is longer than it says`)
      data.set(chunk, length)
      length += chunk.length
    }
  } catch (error) {
    throw error instanceof ZipBroken ? error : new ZipBroken(`${entry.name} cannot be unpacked`)
  }
  return data.subarray(0, length)
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
