/** Writes a .p12 as Keychain and OpenSSL do, modern or old, so that the reader can be tested with both. RFC 7292. */
import { createCipheriv, createHmac, createPrivateKey, pbkdf2Sync, randomBytes, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { algorithm, der, integer, nothing, octets, oid, sequence } from './der.ts'
import { deriveP12Key, KEY_USE, P12_OID } from './p12-keys.ts'

export type P12Writing = {
  /** RC2-40 for the certificates, triple DES for the key, SHA-1 for the MAC: what OpenSSL 1 and old Keychains wrote. */
  legacy: boolean
  /** Rounds of key derivation; 2048 is the usual number. */
  iterations?: number
  /** Leave the key out, as an export of the certificate only does. */
  withoutKey?: boolean
  /** Leave the intermediate out: then the reader must have it. */
  withoutChain?: boolean
}

export function writeP12(
  certificate: { certificatePem: string; privateKeyPem: string; intermediatePem: string },
  password: string,
  { legacy, iterations = 2048, withoutKey = false, withoutChain = false }: P12Writing,
): Buffer {
  const pems = withoutChain ? [certificate.certificatePem] : [certificate.certificatePem, certificate.intermediatePem]
  const certificateBags = pems.map((pem) =>
    bag(P12_OID.certificateBag, sequence(oid(P12_OID.x509), der(0xa0, octets(new X509Certificate(pem).raw)))),
  )
  const certificates = encrypt(legacy ? 'rc2' : 'aes', sequence(...certificateBags), password, iterations)
  const contents = [
    sequence(
      oid(P12_OID.encryptedData),
      der(0xa0, sequence(integer(0), sequence(oid(P12_OID.data), certificates.scheme, der(0x80, certificates.bytes)))),
    ),
  ]
  if (!withoutKey) {
    const pkcs8 = createPrivateKey(certificate.privateKeyPem).export({ type: 'pkcs8', format: 'der' })
    const key = encrypt(legacy ? 'des3' : 'aes', pkcs8, password, iterations)
    const keyBag = bag(P12_OID.shroudedKeyBag, sequence(key.scheme, octets(key.bytes)))
    contents.push(sequence(oid(P12_OID.data), der(0xa0, octets(sequence(keyBag)))))
  }
  const safe = sequence(...contents)
  return sequence(
    integer(3),
    sequence(oid(P12_OID.data), der(0xa0, octets(safe))),
    seal(legacy ? 'sha1' : 'sha256', safe, password, iterations),
  )
}

const bag = (type: string, value: Buffer): Buffer => sequence(oid(type), der(0xa0, value))

function seal(hashName: 'sha1' | 'sha256', safe: Buffer, password: string, iterations: number): Buffer {
  const salt = randomBytes(8)
  const key = deriveP12Key(password, salt, KEY_USE.seal, iterations, hashName === 'sha1' ? 20 : 32, hashName)
  const digest = createHmac(hashName, key).update(safe).digest()
  return sequence(sequence(algorithm(P12_OID[hashName]), octets(digest)), octets(salt), integer(iterations))
}

function encrypt(kind: 'aes' | 'des3' | 'rc2', plain: Buffer, password: string, iterations: number) {
  const salt = randomBytes(kind === 'aes' ? 16 : 8)
  if (kind === 'aes') {
    const iv = randomBytes(16)
    const cipher = createCipheriv('aes-256-cbc', pbkdf2Sync(password, salt, iterations, 32, 'sha256'), iv)
    const derivation = sequence(
      oid(P12_OID.pbkdf2),
      sequence(octets(salt), integer(iterations), sequence(oid(P12_OID.hmacSha256), nothing())),
    )
    return {
      scheme: sequence(oid(P12_OID.pbes2), sequence(derivation, sequence(oid(P12_OID.aes256), octets(iv)))),
      bytes: Buffer.concat([cipher.update(plain), cipher.final()]),
    }
  }
  const iv = deriveP12Key(password, salt, KEY_USE.iv, iterations, 8, 'sha1')
  const key = deriveP12Key(password, salt, KEY_USE.encryption, iterations, kind === 'des3' ? 24 : 5, 'sha1')
  const scheme = sequence(
    oid(kind === 'des3' ? P12_OID.pbeDes3 : P12_OID.pbeRc2of40),
    sequence(octets(salt), integer(iterations)),
  )
  if (kind === 'des3') {
    const cipher = createCipheriv('des-ede3-cbc', key, iv)
    return { scheme, bytes: Buffer.concat([cipher.update(plain), cipher.final()]) }
  }
  const cipher = forge.rc2.createEncryptionCipher(key.toString('latin1'), 40)
  cipher.start(iv.toString('latin1'))
  cipher.update(forge.util.createBuffer(plain.toString('latin1')))
  cipher.finish()
  return { scheme, bytes: Buffer.from(cipher.output.getBytes(), 'latin1') }
}
