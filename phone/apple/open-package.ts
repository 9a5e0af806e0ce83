/**
 * Opens a .pkpass as iOS does: checks the archive, every file against the manifest, the signature against the trusted
 * root, the identifiers against the signer's certificate. Any fault refuses the whole pass.
 */
import type { Signer } from './signature.ts'
import { type SignatureFault, SignatureRefused } from './signature-refused.ts'
import { readZip, ZipBroken } from './zip.ts'

export type PackageFault =
  | 'not_a_package'
  | 'file_missing'
  | 'file_changed'
  | 'file_not_listed'
  | 'pass_json_wrong'
  | 'pass_type_differs'
  | 'team_differs'
  | 'nfc_not_allowed'
  | SignatureFault

/** The pass is not opened; `fault` is our own code, `detail` names the file or the value. */
export class PackageRefused extends Error {
  readonly fault: PackageFault
  constructor(fault: PackageFault, detail: string) {
    super(detail)
    this.fault = fault
  }
}

export type PassJson = Readonly<Record<string, unknown>> & {
  passTypeIdentifier: string
  teamIdentifier: string
  serialNumber: string
  organizationName: string
}

export type PassPackage = { json: PassJson; files: Map<string, Uint8Array<ArrayBuffer>>; signer: Signer }

const REQUIRED = ['pass.json', 'manifest.json', 'signature', 'icon.png'] as const

/** @throws PackageRefused */
export async function openPackage(
  bytes: Uint8Array<ArrayBuffer>,
  trust: { rootPem: string; at: Date },
): Promise<PassPackage> {
  const files = await unpack(bytes)
  for (const name of REQUIRED) {
    if (!files.has(name) && !(name === 'icon.png' && files.has('icon@2x.png')))
      throw new PackageRefused('file_missing', name)
  }
  const file = (name: string) => files.get(name) as Uint8Array<ArrayBuffer>
  await checkManifest(files, file('manifest.json'))
  const { checkSignature } = await import('./signature.ts')
  const signer = await checkSignature(file('signature'), file('manifest.json'), trust.rootPem, trust.at).catch(
    (error: unknown) => {
      throw error instanceof SignatureRefused ? new PackageRefused(error.fault, error.message) : error
    },
  )
  const json = readPassJson(file('pass.json'))
  if (json.passTypeIdentifier !== signer.passTypeIdentifier) {
    throw new PackageRefused('pass_type_differs', `${json.passTypeIdentifier} ≠ ${signer.passTypeIdentifier}`)
  }
  if (json.teamIdentifier !== signer.team)
    throw new PackageRefused('team_differs', `${json.teamIdentifier} ≠ ${signer.team}`)
  if ('nfc' in json && !signer.isForNfc) throw new PackageRefused('nfc_not_allowed', signer.passTypeIdentifier)
  return { json, files, signer }
}

/** The pictures and texts of a package that was checked when it was downloaded; nothing is checked again. */
export async function readPackage(bytes: Uint8Array<ArrayBuffer>): Promise<Omit<PassPackage, 'signer'>> {
  const files = await unpack(bytes)
  return { files, json: readPassJson(files.get('pass.json') ?? new Uint8Array()) }
}

async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  try {
    return await readZip(bytes)
  } catch (error) {
    throw error instanceof ZipBroken ? new PackageRefused('not_a_package', error.message) : error
  }
}

async function checkManifest(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
  manifestBytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const manifest = parseObject(manifestBytes)
  if (!manifest) throw new PackageRefused('file_changed', 'manifest.json')
  for (const [name, expected] of Object.entries(manifest)) {
    const data = files.get(name)
    if (!data) throw new PackageRefused('file_missing', name)
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', data))
    const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    if (hex !== expected) throw new PackageRefused('file_changed', name)
  }
  for (const name of files.keys()) {
    if (name !== 'manifest.json' && name !== 'signature' && !Object.hasOwn(manifest, name))
      throw new PackageRefused('file_not_listed', name)
  }
}

const FIELD_GROUPS = ['headerFields', 'primaryFields', 'secondaryFields', 'auxiliaryFields', 'backFields']
const STYLES = ['storeCard', 'coupon', 'generic', 'eventTicket', 'boardingPass']

function readPassJson(bytes: Uint8Array<ArrayBuffer>): PassJson {
  const json = parseObject(bytes)
  if (!json) throw new PackageRefused('pass_json_wrong', 'not JSON')
  if (json.formatVersion !== 1) throw new PackageRefused('pass_json_wrong', 'formatVersion')
  for (const key of ['passTypeIdentifier', 'teamIdentifier', 'serialNumber', 'organizationName', 'description']) {
    if (typeof json[key] !== 'string' || json[key] === '') throw new PackageRefused('pass_json_wrong', key)
  }
  if (STYLES.filter((style) => style in json).length !== 1)
    throw new PackageRefused('pass_json_wrong', STYLES[0] as string)
  const keys = fieldsOf(json as PassJson).map((field) => field.key)
  const twice = keys.find((key, i) => keys.indexOf(key) !== i)
  if (twice !== undefined) throw new PackageRefused('pass_json_wrong', `key ${twice}`)
  return json as PassJson
}

export type RawField = Readonly<Record<string, unknown>> & { key: string }

/** All fields of all groups, front to back. */
export function fieldsOf(json: PassJson): RawField[] {
  const style = STYLES.map((name) => json[name]).find((value) => typeof value === 'object' && value !== null) ?? {}
  return FIELD_GROUPS.flatMap((group) => ((style as Record<string, unknown>)[group] as RawField[] | undefined) ?? [])
}

function parseObject(bytes: Uint8Array<ArrayBuffer>): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
