/**
 * The product's own test authority: a root, an intermediate and leaf certificates built like Apple's, with "Kartoteka
 * Test" in their names. With it the product signs passes and the emulator serves TLS until a business has uploaded its
 * own certificate; no iPhone trusts it.
 */
import { constants, generateKeyPair, privateEncrypt, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { DAY_MS } from '../../../../contract/time.ts'

export { writeP12 } from './p12-write.ts'

export type Authority = { rootPem: string; rootKeyPem: string; intermediatePem: string; intermediateKeyPem: string }
export type IssuedCertificate = { certificatePem: string; privateKeyPem: string; intermediatePem: string }

const OID_UID = '0.9.2342.19200300.100.1.1'
/** Extended key usage and marker extension of Apple's pass certificates: Apple, WWDR CPS 4.11. */
const OID_PASS_USAGE = '1.2.840.113635.100.4.14'
const OID_PASS_MARKER = '1.2.840.113635.100.6.1.16'
const OID_NFC = '1.2.840.113635.100.6.1.26'
const UTF8 = 12 as forge.asn1.Class
const NULL_DER = '\x05\x00'

type Attribute = { name?: string; shortName?: string; type?: string; value: string; valueTagClass?: forge.asn1.Class }

const ROOT: Attribute[] = [
  { shortName: 'CN', value: 'Kartoteka Test Root' },
  { shortName: 'O', value: 'Kartoteka Test' },
]
const INTERMEDIATE: Attribute[] = [
  { shortName: 'CN', value: 'Kartoteka Test Wallet Certification Authority' },
  { shortName: 'OU', value: 'G4' },
  { shortName: 'O', value: 'Kartoteka Test' },
]

/** Makes a new authority with new keys. Takes about a second; the keys are made in the thread pool. */
export async function createAuthority(): Promise<Authority> {
  const [root, intermediate] = await Promise.all([newKey(), newKey()])
  return {
    rootPem: certify({
      subject: ROOT,
      publicKeyPem: root.publicKey,
      issuer: ROOT,
      issuerKeyPem: root.privateKey,
      days: 7300,
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
        { name: 'subjectKeyIdentifier' },
      ],
    }),
    rootKeyPem: root.privateKey,
    intermediatePem: certify({
      subject: INTERMEDIATE,
      publicKeyPem: intermediate.publicKey,
      issuer: ROOT,
      issuerKeyPem: root.privateKey,
      days: 3650,
      extensions: [
        { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
        { name: 'subjectKeyIdentifier' },
      ],
    }),
    intermediateKeyPem: intermediate.privateKey,
  }
}

/**
 * A certificate for signing the passes of one pass type, with the same marks as Apple's.
 * @param order `notBefore` and `notAfter` default to now and 395 days later; `marked: false` leaves the pass marks out,
 * `nfc` adds the one that allows NFC data; `publicKeyPem` is that of a request, whose maker has the private key
 */
export async function issuePassCertificate(
  authority: Authority,
  order: {
    passTypeIdentifier: string
    teamIdentifier: string
    organisation?: string
    notBefore?: Date
    notAfter?: Date
    marked?: boolean
    nfc?: boolean
    publicKeyPem?: string
  },
): Promise<IssuedCertificate> {
  const key = order.publicKeyPem ? { publicKey: order.publicKeyPem, privateKey: '' } : await newKey()
  const marker = forge.asn1
    .toDer(forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.UTF8, false, order.passTypeIdentifier))
    .getBytes()
  const marks =
    order.marked === false
      ? [{ name: 'extKeyUsage', clientAuth: true }]
      : [
          { name: 'extKeyUsage', clientAuth: true, [OID_PASS_USAGE]: true },
          { id: OID_PASS_MARKER, critical: false, value: marker },
        ]
  const certificatePem = certify({
    subject: [
      { type: OID_UID, value: order.passTypeIdentifier, valueTagClass: UTF8 },
      { shortName: 'CN', value: `Kartoteka Test Pass Type ID: ${order.passTypeIdentifier}`, valueTagClass: UTF8 },
      { shortName: 'OU', value: order.teamIdentifier, valueTagClass: UTF8 },
      { shortName: 'O', value: order.organisation ?? 'Kartoteka Test', valueTagClass: UTF8 },
    ],
    publicKeyPem: key.publicKey,
    issuer: INTERMEDIATE,
    issuerKeyPem: authority.intermediateKeyPem,
    days: 395,
    ...(order.notBefore && { notBefore: order.notBefore }),
    ...(order.notAfter && { notAfter: order.notAfter }),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      ...marks,
      ...(order.nfc ? [{ id: OID_NFC, critical: false, value: NULL_DER }] : []),
      { name: 'subjectKeyIdentifier' },
    ],
  })
  return { certificatePem, privateKeyPem: key.privateKey, intermediatePem: authority.intermediatePem }
}

/** A TLS certificate for the given host names and addresses. `certificatePem` is the whole chain below the root. */
export async function issueServerCertificate(authority: Authority, hostnames: string[]): Promise<IssuedCertificate> {
  const key = await newKey()
  const certificatePem = certify({
    subject: [
      { shortName: 'CN', value: hostnames[0] ?? 'localhost' },
      { shortName: 'O', value: 'Kartoteka Test' },
    ],
    publicKeyPem: key.publicKey,
    issuer: INTERMEDIATE,
    issuerKeyPem: authority.intermediateKeyPem,
    days: 395,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hostnames.map((host) => (/^[\d.]+$|:/.test(host) ? { type: 7, ip: host } : { type: 2, value: host })),
      },
    ],
  })
  return {
    certificatePem: certificatePem + authority.intermediatePem,
    privateKeyPem: key.privateKey,
    intermediatePem: authority.intermediatePem,
  }
}

function certify(order: {
  subject: Attribute[]
  publicKeyPem: string
  issuer: Attribute[]
  issuerKeyPem: string
  days: number
  notBefore?: Date
  notAfter?: Date
  extensions: object[]
}): string {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(order.publicKeyPem)
  // The first bit stays clear: a serial number is a positive integer of at most 20 bytes.
  certificate.serialNumber = `4${randomBytes(16).toString('hex').slice(1)}`
  // A minute ago, so that a clock which is a little slow accepts it.
  certificate.validity.notBefore = order.notBefore ?? new Date(Date.now() - 60_000)
  certificate.validity.notAfter = order.notAfter ?? new Date(Date.now() + order.days * DAY_MS)
  certificate.setSubject(order.subject)
  certificate.setIssuer(order.issuer)
  certificate.setExtensions(order.extensions)
  certificate.sign(signerOf(order.issuerKeyPem) as unknown as forge.pki.rsa.PrivateKey, forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n')
}

/** The bytes before a SHA-256 digest in a PKCS #1 signature: RFC 8017, 9.2. */
const SHA256_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** forge computes with large numbers in JavaScript: its signature held up the whole process for some 70 ms. */
const signerOf = (keyPem: string) => ({
  sign: (digest: forge.md.MessageDigest) =>
    privateEncrypt(
      { key: keyPem, padding: constants.RSA_PKCS1_PADDING },
      Buffer.concat([SHA256_INFO, Buffer.from(digest.digest().getBytes(), 'binary')]),
    ).toString('binary'),
})

const newKeyPair = promisify(generateKeyPair)

function newKey(): Promise<{ publicKey: string; privateKey: string }> {
  return newKeyPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}
