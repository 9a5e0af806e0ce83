/** The parts of DER that a CMS signature, a certificate and a .p12 need. */

export const TAG = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  nothing: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const

/** One element with its header. `tag` is the whole identifier octet: `0xa0` is a constructed [0]. */
export function der(tag: number, ...content: Buffer[]): Buffer {
  const length = content.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([Buffer.from([tag]), lengthOctets(length), ...content])
}

export const sequence = (...content: Buffer[]): Buffer => der(TAG.sequence, ...content)

/** SET OF: DER requires the members in the order of their encodings. */
export const setOf = (...content: Buffer[]): Buffer => der(TAG.set, ...content.toSorted((a, b) => a.compare(b)))

export const octets = (content: Buffer): Buffer => der(TAG.octetString, content)

export const nothing = (): Buffer => der(TAG.nothing)

/** A non-negative integer below 2^31. */
export function integer(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff)
  if (bytes.length === 0 || (bytes[0] as number) > 0x7f) bytes.unshift(0)
  return der(TAG.integer, Buffer.from(bytes))
}

/** `1.2.840.113549` as an OBJECT IDENTIFIER. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(TAG.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** `algorithm` with NULL parameters, as OpenSSL writes SHA-2 and RSA. */
export const algorithm = (dotted: string): Buffer => sequence(oid(dotted), nothing())

type DerElement = {
  tag: number
  /** Offsets in the bytes read: of the tag, of the content, and just past the content. */
  start: number
  contentStart: number
  end: number
}

/**
 * Reads the header of the element at `start`.
 * @throws RangeError when the bytes end early or the length is not definite
 */
function readElement(bytes: Buffer, start: number): DerElement {
  const tag = bytes[start]
  const short = bytes[start + 1]
  if (tag === undefined || short === undefined) throw new RangeError('DER ends early')
  const lengthSize = short & 0x80 ? short & 0x7f : 0
  if (short === 0x80 || lengthSize > 4 || start + 2 + lengthSize > bytes.length)
    throw new RangeError('DER length is not readable')
  const length = lengthSize === 0 ? short : bytes.readUIntBE(start + 2, lengthSize)
  const contentStart = start + 2 + lengthSize
  if (contentStart + length > bytes.length) throw new RangeError('DER ends early')
  return { tag, start, contentStart, end: contentStart + length }
}

/** The members of a constructed element, in order. */
function membersOf(bytes: Buffer, parent: DerElement): DerElement[] {
  const members: DerElement[] = []
  for (let at = parent.contentStart; at < parent.end;) {
    const member = readElement(bytes, at)
    if (member.end > parent.end) throw new RangeError('DER member is longer than its parent')
    members.push(member)
    at = member.end
  }
  return members
}

export type CertificateParts = {
  serialNumber: Buffer
  issuer: Buffer
  /** Object identifiers of the extensions, dotted. */
  extensions: string[]
}

/** Cuts the raw issuer, serial number and extension names out of a certificate, byte for byte. */
export function readCertificate(raw: Buffer): CertificateParts {
  const [tbs] = membersOf(raw, readElement(raw, 0))
  if (!tbs) throw new RangeError('DER is not a certificate')
  const members = membersOf(raw, tbs)
  const versioned = members[0]?.tag === 0xa0 ? 1 : 0
  const serialNumber = members[versioned]
  const issuer = members[versioned + 2]
  if (!serialNumber || !issuer) throw new RangeError('DER is not a certificate')
  const slot = members.find((member) => member.tag === 0xa3)
  const list = slot && membersOf(raw, slot)[0]
  const extensions = (list ? membersOf(raw, list) : []).map((extension) => {
    const name = membersOf(raw, extension)[0]
    return name ? dottedOf(raw.subarray(name.contentStart, name.end)) : ''
  })
  return {
    serialNumber: raw.subarray(serialNumber.start, serialNumber.end),
    issuer: raw.subarray(issuer.start, issuer.end),
    extensions,
  }
}

function lengthOctets(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

function base128(value: number): number[] {
  const bytes = [value % 128]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) | 0x80)
  return bytes
}

function dottedOf(content: Buffer): string {
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    if (arcs.length === 0) arcs.push(Math.min(2, Math.floor(arc / 40)), arc - 40 * Math.min(2, Math.floor(arc / 40)))
    else arcs.push(arc)
    arc = 0
  }
  return arcs.join('.')
}
