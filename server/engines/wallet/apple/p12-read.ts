/**
 * Opens a .p12 and finds the pass certificate in it. Runs in the thread of p12-worker.ts; a hostile file may make it
 * throw anything. Certificates are kept as raw bytes. node-forge parses the outer BER and supplies RC2, which OpenSSL 3
 * no longer has; every other cipher is Node's.
 */
import {
  createDecipheriv,
  createHmac,
  createPrivateKey,
  pbkdf2Sync,
  timingSafeEqual,
  X509Certificate,
  type KeyObject,
} from 'node:crypto'
import forge from 'node-forge'
import { CertificateRefused } from './certificate-refused.ts'
import { deriveP12Key, KEY_USE, P12_OID, type P12Hash } from './p12-keys.ts'

/** The content of a .p12: raw certificates and private keys. */
export type P12Contents = { certificates: X509Certificate[]; keys: KeyObject[] }

/** Native and fast, so the usual modern limit; the old derivation hashes in JavaScript. */
const PBKDF2_ITERATIONS_MAX = 600_000
const OLD_ITERATIONS_MAX = 100_000
const BAGS_MAX = 10
/** The only one that RFC 7292 knows. */
const VERSION = Buffer.from([3])

const HASH_BY_OID: Record<string, P12Hash> = {
  [P12_OID.sha1]: 'sha1',
  [P12_OID.sha256]: 'sha256',
  [P12_OID.sha384]: 'sha384',
  [P12_OID.sha512]: 'sha512',
}
const PRF_BY_OID: Record<string, P12Hash> = {
  [P12_OID.hmacSha1]: 'sha1',
  [P12_OID.hmacSha256]: 'sha256',
  [P12_OID.hmacSha512]: 'sha512',
}
const CIPHER_BY_OID: Record<string, { name: string; keyBytes: number }> = {
  [P12_OID.aes128]: { name: 'aes-128-cbc', keyBytes: 16 },
  [P12_OID.aes192]: { name: 'aes-192-cbc', keyBytes: 24 },
  [P12_OID.aes256]: { name: 'aes-256-cbc', keyBytes: 32 },
  [P12_OID.des3]: { name: 'des-ede3-cbc', keyBytes: 24 },
}
const OLD_CIPHER_BY_OID: Record<string, { name: 'des-ede3-cbc' | 'des-ede-cbc' | 'rc2'; keyBytes: number }> = {
  [P12_OID.pbeDes3]: { name: 'des-ede3-cbc', keyBytes: 24 },
  [P12_OID.pbeDes2]: { name: 'des-ede-cbc', keyBytes: 16 },
  [P12_OID.pbeRc2of128]: { name: 'rc2', keyBytes: 16 },
  [P12_OID.pbeRc2of40]: { name: 'rc2', keyBytes: 5 },
}

/** @throws CertificateRefused `not_a_p12` or `wrong_password` */
export function openP12(bytes: Buffer, password: string): P12Contents {
  const [version, safe, macData] = parse(bytes)
  if (!safe || !octetsOf(version).equals(VERSION)) throw notAP12('outer structure')
  const content = octetsOf(only(childrenOf(safe)[1]))
  if (oidOf(childrenOf(safe)[0]) !== P12_OID.data) throw notAP12('sealed with a certificate, not a password')
  // There are two encodings of an empty password, and a file does not show which it uses.
  const candidates = password === '' ? ['', null] : [password]
  const opened = candidates.find((candidate) => !macData || sealHolds(childrenOf(macData), content, candidate))
  if (opened === undefined) throw new CertificateRefused('wrong_password', 'the seal does not hold')

  const contents: P12Contents = { certificates: [], keys: [] }
  let bags = 0
  for (const part of limited(parse(content))) {
    for (const bag of limited(parse(plainPart(part, opened)))) {
      if (++bags > BAGS_MAX) throw notAP12('too many bags')
      takeBag(bag, opened, contents)
    }
  }
  return contents
}

function takeBag(bag: forge.asn1.Asn1, password: string | null, contents: P12Contents): void {
  const [type, slot] = childrenOf(bag)
  const kind = oidOf(type)
  const value = only(slot)
  if (kind === P12_OID.certificateBag) {
    const [format, raw] = childrenOf(value)
    if (oidOf(format) === P12_OID.x509) contents.certificates.push(new X509Certificate(octetsOf(only(raw))))
  } else if (kind === P12_OID.keyBag) {
    contents.keys.push(readKey(Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1')))
  } else if (kind === P12_OID.shroudedKeyBag) {
    const [scheme, encrypted] = childrenOf(value)
    contents.keys.push(readKey(decrypt(scheme, octetsOf(encrypted), password)))
  }
}

const readKey = (pkcs8: Buffer): KeyObject => createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })

function sealHolds([digestInfo, salt, rounds]: forge.asn1.Asn1[], content: Buffer, password: string | null): boolean {
  const [algorithm, digest] = childrenOf(digestInfo)
  const hashName = HASH_BY_OID[oidOf(childrenOf(algorithm)[0])]
  if (!hashName) throw notAP12('unknown seal')
  const iterations = rounds ? iterationsOf(rounds, OLD_ITERATIONS_MAX) : 1
  const expected = octetsOf(digest)
  const key = deriveP12Key(password, octetsOf(salt), KEY_USE.seal, iterations, expected.length, hashName)
  const actual = createHmac(hashName, key).update(content).digest()
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** The bags of one part, decrypted if it is encrypted. */
function plainPart(part: forge.asn1.Asn1, password: string | null): Buffer {
  const [type, slot] = childrenOf(part)
  const value = only(slot)
  if (oidOf(type) === P12_OID.data) return octetsOf(value)
  if (oidOf(type) !== P12_OID.encryptedData) throw notAP12('unknown part')
  const [, scheme, encrypted] = childrenOf(childrenOf(value)[1])
  return decrypt(scheme, octetsOf(encrypted), password)
}

function decrypt(scheme: forge.asn1.Asn1 | undefined, encrypted: Buffer, password: string | null): Buffer {
  const [name, parameters] = childrenOf(scheme)
  const old = OLD_CIPHER_BY_OID[oidOf(name)]
  try {
    if (oidOf(name) === P12_OID.pbes2) return decryptPbes2(childrenOf(parameters), encrypted, password ?? '')
    if (!old) throw notAP12('unknown cipher')
    const [saltValue, rounds] = childrenOf(parameters)
    const salt = octetsOf(saltValue)
    const iterations = iterationsOf(rounds, OLD_ITERATIONS_MAX)
    const key = deriveP12Key(password, salt, KEY_USE.encryption, iterations, old.keyBytes, 'sha1')
    const iv = deriveP12Key(password, salt, KEY_USE.iv, iterations, 8, 'sha1')
    if (old.name === 'rc2') return decryptRc2(key, iv, encrypted)
    // Two-key triple DES is the three-key one with the first key again at the end.
    const fullKey = old.name === 'des-ede-cbc' ? Buffer.concat([key, key.subarray(0, 8)]) : key
    return decipher('des-ede3-cbc', fullKey, iv, encrypted)
  } catch (error) {
    if (error instanceof CertificateRefused) throw error
    throw new CertificateRefused('wrong_password', 'a part cannot be decrypted')
  }
}

function decryptPbes2([derivation, cipher]: forge.asn1.Asn1[], encrypted: Buffer, password: string): Buffer {
  const [derivationName, derivationParameters] = childrenOf(derivation)
  const [cipherName, iv] = childrenOf(cipher)
  const known = CIPHER_BY_OID[oidOf(cipherName)]
  if (oidOf(derivationName) !== P12_OID.pbkdf2 || !known) throw notAP12('unknown cipher')
  const [salt, rounds, ...optional] = childrenOf(derivationParameters)
  const prf = optional.find((member) => member.type === forge.asn1.Type.SEQUENCE)
  const hashName = prf ? PRF_BY_OID[oidOf(childrenOf(prf)[0])] : 'sha1'
  if (!hashName) throw notAP12('unknown key derivation')
  const key = pbkdf2Sync(
    password,
    octetsOf(salt),
    iterationsOf(rounds, PBKDF2_ITERATIONS_MAX),
    known.keyBytes,
    hashName,
  )
  return decipher(known.name, key, octetsOf(iv), encrypted)
}

function decipher(name: string, key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  const cipher = createDecipheriv(name, key, iv)
  return Buffer.concat([cipher.update(encrypted), cipher.final()])
}

function decryptRc2(key: Buffer, iv: Buffer, encrypted: Buffer): Buffer {
  const cipher = forge.rc2.createDecryptionCipher(key.toString('latin1'), key.length * 8)
  cipher.start(iv.toString('latin1'))
  cipher.update(forge.util.createBuffer(encrypted.toString('latin1')))
  if (!cipher.finish()) throw new CertificateRefused('wrong_password', 'a part cannot be decrypted')
  return Buffer.from(cipher.output.getBytes(), 'latin1')
}

/** The members of the one element that `bytes` hold. */
function parse(bytes: Buffer): forge.asn1.Asn1[] {
  try {
    return childrenOf(forge.asn1.fromDer(bytes.toString('latin1')))
  } catch (error) {
    if (error instanceof CertificateRefused) throw error
    throw notAP12('not DER')
  }
}

function childrenOf(element: forge.asn1.Asn1 | undefined): forge.asn1.Asn1[] {
  if (!element || !Array.isArray(element.value)) throw notAP12('a list was expected')
  return element.value
}

function only(element: forge.asn1.Asn1 | undefined): forge.asn1.Asn1 {
  const [child] = childrenOf(element)
  if (!child) throw notAP12('a value was expected')
  return child
}

/** An octet string; BER may cut it into several. */
function octetsOf(element: forge.asn1.Asn1 | undefined): Buffer {
  if (!element) throw notAP12('bytes were expected')
  if (Array.isArray(element.value)) return Buffer.concat(element.value.map(octetsOf))
  return Buffer.from(element.value as string, 'latin1')
}

function oidOf(element: forge.asn1.Asn1 | undefined): string {
  if (element?.type !== forge.asn1.Type.OID || typeof element.value !== 'string') throw notAP12('a name was expected')
  return forge.asn1.derToOid(element.value)
}

function iterationsOf(element: forge.asn1.Asn1 | undefined, max: number): number {
  const bytes = octetsOf(element)
  const iterations = bytes.length >= 1 && bytes.length <= 4 ? bytes.readUIntBE(0, bytes.length) : 0
  if (iterations < 1 || iterations > max) throw notAP12('a key derivation of too many rounds')
  return iterations
}

function limited(members: forge.asn1.Asn1[]): forge.asn1.Asn1[] {
  if (members.length > BAGS_MAX) throw notAP12('too many parts')
  return members
}

const notAP12 = (what: string): CertificateRefused => new CertificateRefused('not_a_p12', what)
