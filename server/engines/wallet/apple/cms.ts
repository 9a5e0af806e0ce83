/**
 * The detached CMS signature of a pass. Everything but the time, the digest and the RSA signature is the same for every
 * pass of a signer, so it is built once and patched. Certificates are copied byte for byte: iOS refuses a signature
 * whose certificates were re-encoded, though OpenSSL accepts it.
 * RFC 5652; Apple, "Building a Pass": SHA-1 manifest, signer and intermediate inside, a signing time.
 */
import { algorithm, der, integer, octets, oid, readCertificate, sequence, setOf, TAG } from './der.ts'

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
}
const DIGEST_BYTES = 32
const TIME_BYTES = 13

export type CmsTemplate = {
  /** The whole signature with zeroes in the places that each pass fills. */
  message: Buffer
  /** The signed attributes as a SET, the form that RSA signs. */
  attributes: Buffer
  attributesTimeAt: number
  attributesDigestAt: number
  messageAttributesAt: number
  signatureAt: number
  signatureBytes: number
}

/** @param signatureBytes length of the RSA modulus in bytes */
export function layOutCms(leafDer: Buffer, intermediateDer: Buffer, signatureBytes: number): CmsTemplate {
  const { issuer, serialNumber } = readCertificate(leafDer)
  // Three attributes of rising length: already in the order that DER requires for a SET OF.
  const digestAttribute = sequence(oid(OID.messageDigest), setOf(octets(Buffer.alloc(DIGEST_BYTES))))
  const attributeList = [
    sequence(oid(OID.contentType), setOf(oid(OID.data))),
    sequence(oid(OID.signingTime), setOf(der(TAG.utcTime, Buffer.alloc(TIME_BYTES)))),
    digestAttribute,
  ]
  const attributes = der(TAG.set, ...attributeList)
  const signerInfo = sequence(
    integer(1),
    sequence(issuer, serialNumber),
    algorithm(OID.sha256),
    der(0xa0, ...attributeList),
    algorithm(OID.rsa),
    octets(Buffer.alloc(signatureBytes)),
  )
  const signedData = sequence(
    integer(1),
    setOf(algorithm(OID.sha256)),
    sequence(oid(OID.data)),
    der(0xa0, ...[leafDer, intermediateDer].toSorted((a, b) => a.compare(b))),
    setOf(signerInfo),
  )
  const message = sequence(oid(OID.signedData), der(0xa0, signedData))
  const signatureAt = message.length - signatureBytes
  const signatureHeader = octets(Buffer.alloc(signatureBytes)).length - signatureBytes
  return {
    message,
    attributes,
    attributesTimeAt: attributes.length - digestAttribute.length - TIME_BYTES,
    attributesDigestAt: attributes.length - DIGEST_BYTES,
    messageAttributesAt: signatureAt - signatureHeader - algorithm(OID.rsa).length - attributes.length,
    signatureAt,
    signatureBytes,
  }
}

/**
 * @param digest SHA-256 of the manifest
 * @param time  `YYMMDDhhmmssZ`, see `utcTime`
 * @returns the signed attributes of one pass: RSA signs these bytes
 */
export function fillAttributes(template: CmsTemplate, digest: Buffer, time: string): Buffer {
  const attributes = Buffer.from(template.attributes)
  attributes.write(time, template.attributesTimeAt, TIME_BYTES, 'latin1')
  digest.copy(attributes, template.attributesDigestAt)
  return attributes
}

/** The finished signature file of one pass. */
export function fillCms(template: CmsTemplate, attributes: Buffer, signature: Buffer): Buffer {
  const message = Buffer.from(template.message)
  // The first byte stays: inside the message the same attributes are [0], not SET.
  attributes.copy(message, template.messageAttributesAt + 1, 1)
  signature.copy(message, template.signatureAt)
  return message
}

/** `YYMMDDhhmmssZ` in UTC. UTCTime ends with the year 2049. */
export function utcTime(at: Date): string {
  return `${at.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`
}
