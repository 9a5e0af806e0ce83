/** Reads a .cer, as Apple sends it (DER) or as text (PEM). Runs in the thread of p12-worker.ts. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { CertificateRefused } from './certificate-refused.ts'
import type { P12Contents } from './p12-read.ts'

/** @param keyPems private keys, one of which should be the certificate's. @throws CertificateRefused `not_a_cer` */
export function openCer(bytes: Buffer, keyPems: readonly string[]): P12Contents {
  return { certificates: [certificateOf(bytes)], keys: keyPems.map((pem) => createPrivateKey(pem)) }
}

function certificateOf(bytes: Buffer): X509Certificate {
  try {
    return new X509Certificate(bytes)
  } catch {
    throw new CertificateRefused('not_a_cer', 'no certificate')
  }
}
