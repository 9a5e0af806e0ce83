/** Why a pass certificate cannot be used: shared by the thread that reads it and the one that asks. */

export const CERTIFICATE_REFUSALS = [
  'not_a_p12',
  'wrong_password',
  'no_private_key',
  'key_mismatch',
  'not_a_pass_certificate',
  'certificate_expired',
  'certificate_too_large',
  'unknown_issuer',
  'not_a_cer',
  'no_request_for_it',
  'issuer_not_apple',
] as const
export type CertificateRefusal = (typeof CERTIFICATE_REFUSALS)[number]

export class CertificateRefused extends Error {
  readonly code: CertificateRefusal
  /**
   * What was found, never a secret. With `certificate_expired` the last day as `YYYY-MM-DD`, the issuer's if that ended
   * first.
   */
  readonly detail: string
  constructor(code: CertificateRefusal, detail: string) {
    super(`${code}: ${detail}`)
    this.name = 'CertificateRefused'
    this.code = code
    this.detail = detail
  }
}

/** The content of a pass certificate, with the three PEMs that sign passes and connect to Apple's push service. */
export type PassCertificate = {
  passTypeIdentifier: string
  teamIdentifier: string
  organisation: string
  notAfter: Date
  certificatePem: string
  privateKeyPem: string
  intermediatePem: string
}
