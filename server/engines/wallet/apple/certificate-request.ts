/** A new key and the request (PKCS #10) for which Apple makes a certificate. WebCrypto leaves the event loop free. */
import { createPrivateKey, X509Certificate } from 'node:crypto'

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}
const OID_NAME = '2.5.4.3'

/** @param name for the reader: Apple puts names of its own into the certificate */
export async function makeCertificateRequest(name: string): Promise<{ requestPem: string; privateKeyPem: string }> {
  const [{ AttributeTypeAndValue, CertificationRequest }, { Utf8String }] = [
    await import('pkijs'),
    await import('asn1js'),
  ]
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const request = new CertificationRequest()
  request.subject.typesAndValues.push(
    new AttributeTypeAndValue({ type: OID_NAME, value: new Utf8String({ value: name }) }),
  )
  await request.subjectPublicKeyInfo.importKey(publicKey)
  await request.sign(privateKey, 'SHA-256')
  return {
    requestPem: pemOf('CERTIFICATE REQUEST', request.toSchema(true).toBER(false)),
    privateKeyPem: pemOf('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', privateKey)),
  }
}

function pemOf(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

export function belongsTo(certificatePem: string, privateKeyPem: string): boolean {
  return new X509Certificate(certificatePem).checkPrivateKey(createPrivateKey(privateKeyPem))
}
