/**
 * The public key of an NFC reader as Apple wants it: Base64 of an X.509 SubjectPublicKeyInfo with a compressed point of
 * the curve P-256. Every other form makes an iPhone refuse the card.
 */

/** SEQUENCE { SEQUENCE { ecPublicKey, prime256v1 }, BIT STRING of 33 bytes }: all that comes before the point. */
const COMPRESSED_START = '3039301306072a8648ce3d020106082a8648ce3d030107032200'
const UNCOMPRESSED_START = '3059301306072a8648ce3d020106082a8648ce3d030107034200'
const COORDINATE_HEX = 64

/** The prime of P-256 and the constant of its equation, y² = x³ − 3x + b. */
const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

export function isNfcKey(text: string): boolean {
  const hex = hexOfBase64(text)
  if (hex === null || !hex.startsWith(COMPRESSED_START) || base64OfHex(hex) !== text) return false
  const point = hex.slice(COMPRESSED_START.length)
  return point.length === COORDINATE_HEX + 2 && /^0[23]/.test(point) && isOnCurve(BigInt(`0x${point.slice(2)}`))
}

/**
 * Brings what people copy into this form: takes the lines of a PEM file off, and compresses a key that OpenSSL wrote
 * without `-conv_form compressed`. Anything else is returned as it was typed, without spaces.
 */
export function repairNfcKey(typed: string): string {
  const text = typed.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '')
  const hex = hexOfBase64(text)
  const start = `${UNCOMPRESSED_START}04`
  if (!hex?.startsWith(start) || hex.length !== start.length + 2 * COORDINATE_HEX) return text
  const x = hex.slice(start.length, start.length + COORDINATE_HEX)
  const isOdd = /[13579bdf]$/.test(hex)
  return base64OfHex(`${COMPRESSED_START}${isOdd ? '03' : '02'}${x}`)
}

function isOnCurve(x: bigint): boolean {
  if (x >= P) return false
  const square = (x * x * x - 3n * x + B) % P
  return square === 0n || power(square, (P - 1n) / 2n) === 1n
}

/** `base ** exponent` modulo P. */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let factor = ((base % P) + P) % P, rest = exponent; rest > 0n; rest >>= 1n, factor = (factor * factor) % P)
    if (rest & 1n) result = (result * factor) % P
  return result
}

function hexOfBase64(text: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return null
  return [...atob(text)].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

function base64OfHex(hex: string): string {
  return btoa(hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))))
}
