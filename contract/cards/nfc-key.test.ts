import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { isNfcKey, repairNfcKey } from './nfc-key.ts'

/** Published in a guide to passes with NFC. */
const PUBLISHED = 'MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACJSSx/wk8yJFezle8j14BEN5cso4ZvvyfJBLWLKX4Yro='

const der = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'der', type: 'spki' })
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const bytesOf = (text: string) => Buffer.from(text, 'base64')

describe('a key of an NFC reader', () => {
  it('is P-256 with a compressed point, as OpenSSL writes it', () => {
    expect(isNfcKey(PUBLISHED)).toBe(true)
    for (let i = 0; i < 20; i++) {
      const written = execFileSync(
        'openssl',
        ['ec', '-pubin', '-inform', 'DER', '-pubout', '-conv_form', 'compressed'],
        {
          input: der('prime256v1'),
          stdio: ['pipe', 'pipe', 'pipe'],
        },
      )
      expect(isNfcKey(repairNfcKey(written.toString()))).toBe(true)
    }
  })

  it.each<[string, () => string]>([
    ['nothing', () => ''],
    ['letters', () => 'a'.repeat(80)],
    ['an uncompressed point', () => base64(der('prime256v1'))],
    ['another curve', () => base64(der('secp256k1'))],
    ['a longer curve', () => base64(der('secp384r1'))],
    [
      'RSA',
      () =>
        base64(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'der', type: 'spki' })),
    ],
    ['a byte too many', () => base64(Buffer.concat([bytesOf(PUBLISHED), Buffer.from([0])]))],
    ['a byte too few', () => base64(bytesOf(PUBLISHED).subarray(0, -1))],
    ['a point that is neither even nor odd', () => base64(withByte(26, 4))],
    [
      'a coordinate beyond the field',
      () => base64(Buffer.concat([bytesOf(PUBLISHED).subarray(0, 27), Buffer.alloc(32, 255)])),
    ],
    ['no padding', () => PUBLISHED.replace('=', '')],
    ['the alphabet of addresses', () => PUBLISHED.replaceAll('/', '_')],
    ['spare bits in the last sign', () => PUBLISHED.replace('o=', 'p=')],
    ['a line break', () => `${PUBLISHED.slice(0, 40)}\n${PUBLISHED.slice(40)}`],
  ])('is not %s', (_, make) => expect(isNfcKey(make())).toBe(false))

  it('has a point on the curve: about half of all coordinates have none, as OpenSSL agrees', () => {
    let off = 0
    for (let i = 0; i < 40; i++) {
      const bytes = withByte(58, i)
      const isOn = isNfcKey(base64(bytes))
      if (!isOn) off++
      expect(isOn).toBe(isReadable(bytes))
    }
    expect(off).toBeGreaterThan(5)
  })
})

describe('what people copy', () => {
  it('is compressed, and the lines of a file are taken off', () => {
    for (let i = 0; i < 20; i++) {
      const spki = der('prime256v1')
      const repaired = repairNfcKey(
        createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ format: 'pem', type: 'spki' }).toString(),
      )
      expect(isNfcKey(repaired)).toBe(true)
      const again = createPublicKey({ key: bytesOf(repaired), format: 'der', type: 'spki' })
      expect(again.export({ format: 'jwk' })).toEqual(
        createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ format: 'jwk' }),
      )
    }
  })

  it.each(['', 'no key', PUBLISHED])('%j stays as it is, but for spaces', (text) =>
    expect(repairNfcKey(` ${text}\n`)).toBe(text.replaceAll(' ', '')),
  )
})

function withByte(at: number, value: number): Buffer {
  const bytes = bytesOf(PUBLISHED)
  bytes[at] = value
  return bytes
}

function isReadable(bytes: Buffer): boolean {
  try {
    createPublicKey({ key: bytes, format: 'der', type: 'spki' })
    return true
  } catch {
    return false
  }
}
