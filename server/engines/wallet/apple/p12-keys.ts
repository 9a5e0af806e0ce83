/** Names and keys of a .p12: the object identifiers it uses and the old key derivation from a password. RFC 7292. */
import { hash } from 'node:crypto'

export const P12_OID = {
  data: '1.2.840.113549.1.7.1',
  encryptedData: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  x509: '1.2.840.113549.1.9.22.1',
  pbeDes3: '1.2.840.113549.1.12.1.3',
  pbeDes2: '1.2.840.113549.1.12.1.4',
  pbeRc2of128: '1.2.840.113549.1.12.1.5',
  pbeRc2of40: '1.2.840.113549.1.12.1.6',
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacSha1: '1.2.840.113549.2.7',
  hmacSha256: '1.2.840.113549.2.9',
  hmacSha512: '1.2.840.113549.2.11',
  aes128: '2.16.840.1.101.3.4.1.2',
  aes192: '2.16.840.1.101.3.4.1.22',
  aes256: '2.16.840.1.101.3.4.1.42',
  des3: '1.2.840.113549.3.7',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const

export type P12Hash = 'sha1' | 'sha256' | 'sha384' | 'sha512'
const HASH_BLOCK_BYTES: Record<P12Hash, number> = { sha1: 64, sha256: 64, sha384: 128, sha512: 128 }
export const KEY_USE = { encryption: 1, iv: 2, seal: 3 } as const

/**
 * Key derivation of RFC 7292, appendix B.2.
 * @param password null: no password at all, which is not the same as an empty one
 */
export function deriveP12Key(
  password: string | null,
  salt: Buffer,
  use: (typeof KEY_USE)[keyof typeof KEY_USE],
  iterations: number,
  size: number,
  hashName: P12Hash,
): Buffer {
  const block = HASH_BLOCK_BYTES[hashName]
  const input = Buffer.concat([repeat(salt, block), repeat(password === null ? Buffer.alloc(0) : bmp(password), block)])
  const key: Buffer[] = []
  for (let made = 0; made < size;) {
    let digest = hash(hashName, Buffer.concat([Buffer.alloc(block, use), input]), 'buffer')
    for (let round = 1; round < iterations; round++) digest = hash(hashName, digest, 'buffer')
    key.push(digest)
    made += digest.length
    addToBlocks(input, Buffer.alloc(block, digest), block)
  }
  return Buffer.concat(key).subarray(0, size)
}

/** Adds `addend + 1` to every block, each as one big-endian number. */
function addToBlocks(input: Buffer, addend: Buffer, block: number): void {
  for (let start = 0; start < input.length; start += block) {
    let carry = 1
    for (let at = block - 1; at >= 0; at--) {
      carry += (input[start + at] as number) + (addend[at] as number)
      input[start + at] = carry & 0xff
      carry >>= 8
    }
  }
}

function repeat(bytes: Buffer, block: number): Buffer {
  return bytes.length === 0 ? bytes : Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes)
}

/** UTF-16, big-endian, with a terminating zero. */
function bmp(password: string): Buffer {
  return Buffer.from(`${password}\0`, 'utf16le').swap16()
}
