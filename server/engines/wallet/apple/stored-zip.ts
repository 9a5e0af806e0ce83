/**
 * Zip records of files that are stored, not deflated: a PNG does not shrink, and a pass is faster to read.
 * APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. Names are ASCII.
 */
import { crc32 } from 'node:zlib'

export type ZipEntry = { name: string; data: Buffer; crc: number; offset: number }

/** 1980-01-01 00:00, the earliest date of a zip: the same pass then has the same bytes. */
const DOS_DATE = 0x0021
const VERSION = 10

export function zipEntry(name: string, data: Buffer, offset: number): ZipEntry {
  return { name, data, crc: crc32(data), offset }
}

export function localHeader({ name, data, crc }: ZipEntry): Buffer {
  const header = Buffer.alloc(30 + name.length)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(DOS_DATE, 12)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(data.length, 18)
  header.writeUInt32LE(data.length, 22)
  header.writeUInt16LE(name.length, 26)
  header.write(name, 30, 'latin1')
  return header
}

export function centralHeader({ name, data, crc, offset }: ZipEntry): Buffer {
  const header = Buffer.alloc(46 + name.length)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(DOS_DATE, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(data.length, 20)
  header.writeUInt32LE(data.length, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(offset, 42)
  header.write(name, 46, 'latin1')
  return header
}

export function endRecord(entries: number, directoryBytes: number, directoryOffset: number): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(0x06054b50, 0)
  record.writeUInt16LE(entries, 8)
  record.writeUInt16LE(entries, 10)
  record.writeUInt32LE(directoryBytes, 12)
  record.writeUInt32LE(directoryOffset, 16)
  return record
}
