/**
 * Builds and signs store cards for Apple Wallet. What a template's passes share is prepared once; each pass costs one
 * JSON text, two hashes and one RSA signature.
 */
import { hash } from 'node:crypto'
import type { PreparedImages } from './images.ts'
import type { PassJson } from './pass-json.ts'
import type { Signer } from './signer.ts'
import { centralHeader, endRecord, localHeader, zipEntry } from './stored-zip.ts'

/** @returns the bytes of a .pkpass file */
export async function buildPass(
  prepared: PreparedImages,
  signer: Signer,
  passJson: PassJson,
  at = new Date(),
): Promise<Buffer> {
  return Buffer.concat(await buildPassParts(prepared, signer, passJson, at))
}

/** The same file in parts for a gathering write: the pictures, most of the bytes, are never copied. */
export async function buildPassParts(
  prepared: PreparedImages,
  signer: Signer,
  passJson: PassJson,
  at = new Date(),
): Promise<Buffer[]> {
  const pass = Buffer.from(JSON.stringify(passJson))
  const manifest = Buffer.from(`${prepared.manifestStart}${hash('sha1', pass)}"}`)
  const signature = await signer.sign(hash('sha256', manifest, 'buffer'), at)

  const parts = [prepared.zipped]
  const directory = [prepared.directory]
  let offset = prepared.zipped.length
  for (const [name, data] of [
    ['pass.json', pass],
    ['manifest.json', manifest],
    ['signature', signature],
  ] as const) {
    const entry = zipEntry(name, data, offset)
    const header = localHeader(entry)
    parts.push(header, data)
    directory.push(centralHeader(entry))
    offset += header.length + data.length
  }
  const directoryBytes = directory.reduce((sum, record) => sum + record.length, 0)
  parts.push(...directory, endRecord(prepared.files.length + 3, directoryBytes, offset))
  return parts
}
