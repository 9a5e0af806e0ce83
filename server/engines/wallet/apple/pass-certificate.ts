/** Checks the content of a .p12: is it a pass certificate, whose, until when, and which intermediate signed it. */
import { X509Certificate } from 'node:crypto'
import { CertificateRefused, type PassCertificate } from './certificate-refused.ts'
import { readCertificate } from './der.ts'
import type { P12Contents } from './p12-read.ts'

/** Extended key usage and marker extension that Apple gives to pass certificates only. */
const OID_PASS_USAGE = '1.2.840.113635.100.4.14'
const OID_PASS_MARKER = '1.2.840.113635.100.6.1.16'
/** Apple adds it to "Pass Type ID with NFC"; an iPhone refuses a card with NFC data that is signed without it. */
const OID_NFC = '1.2.840.113635.100.6.1.26'
const RSA_BITS = { min: 2048, max: 4096 }

/**
 * @param knownIntermediates PEMs of the issuers that a .p12 may leave out
 * @throws CertificateRefused
 */
export function judgePassCertificate(
  { certificates, keys }: P12Contents,
  knownIntermediates: string[],
  now: Date,
): PassCertificate {
  if (certificates.length === 0) throw new CertificateRefused('not_a_pass_certificate', 'no certificate inside')
  if (keys.length === 0) throw new CertificateRefused('no_private_key', 'only certificates inside')
  const pairs = certificates.flatMap((certificate) => {
    const key = keys.find((candidate) => certificate.checkPrivateKey(candidate))
    return key ? [{ certificate, key }] : []
  })
  const pair = pairs.find(({ certificate }) => subjectOf(certificate).uid.startsWith('pass.')) ?? pairs[0]
  if (!pair) throw new CertificateRefused('key_mismatch', 'no certificate belongs to the key')
  const { certificate, key } = pair
  const { uid, team, organisation } = subjectOf(certificate)
  if (!/^pass\.[A-Za-z0-9.-]{1,250}$/.test(uid))
    throw new CertificateRefused('not_a_pass_certificate', 'its UID is no pass type')
  if (!/^[A-Z0-9]{10}$/.test(team)) throw new CertificateRefused('not_a_pass_certificate', 'its OU is no team')
  if (
    !certificate.keyUsage?.includes(OID_PASS_USAGE) &&
    !readCertificate(certificate.raw).extensions.includes(OID_PASS_MARKER)
  ) {
    throw new CertificateRefused('not_a_pass_certificate', 'not issued for passes')
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa' || bits < RSA_BITS.min || bits > RSA_BITS.max) {
    throw new CertificateRefused('not_a_pass_certificate', 'its key is not RSA of 2048 to 4096 bits')
  }
  if (!isAliveAt(certificate, now)) throw new CertificateRefused('certificate_expired', lastDayOf(certificate))
  const intermediate = findIssuer(
    certificate,
    [...knownIntermediates.map((pem) => new X509Certificate(pem)), ...certificates],
    now,
  )
  return {
    passTypeIdentifier: uid,
    teamIdentifier: team,
    organisation,
    // Once the issuer has ended, an iPhone no longer trusts what it signed.
    notAfter: new Date(Math.min(certificate.validToDate.getTime(), intermediate.validToDate.getTime())),
    certificatePem: certificate.toString(),
    privateKeyPem: key.export({ type: 'pkcs8', format: 'pem' }),
    intermediatePem: intermediate.toString(),
  }
}

/** Whether cards that are signed with this certificate may have NFC data. */
export function isForNfc(certificatePem: string): boolean {
  return readCertificate(new X509Certificate(certificatePem).raw).extensions.includes(OID_NFC)
}

/**
 * The issuer is found by its name and its signature, never by a constant: Apple has several, and each expires some day.
 */
function findIssuer(leaf: X509Certificate, candidates: X509Certificate[], now: Date): X509Certificate {
  const issuers = candidates.filter(
    (candidate) =>
      candidate.ca &&
      candidate.fingerprint256 !== leaf.fingerprint256 &&
      leaf.checkIssued(candidate) &&
      leaf.verify(candidate.publicKey),
  )
  const issuer = issuers.find((candidate) => isAliveAt(candidate, now))
  if (issuer) return issuer
  if (issuers[0]) throw new CertificateRefused('certificate_expired', lastDayOf(issuers[0]))
  const { CN: name, OU: unit } = leaf.toLegacyObject().issuer as { CN?: string; OU?: string }
  throw new CertificateRefused('unknown_issuer', `${name ?? ''} ${unit ?? ''}`.trim())
}

const lastDayOf = (certificate: X509Certificate): string => certificate.validToDate.toISOString().slice(0, 10)

function isAliveAt(certificate: X509Certificate, now: Date): boolean {
  return certificate.validFromDate <= now && now < certificate.validToDate
}

function subjectOf(certificate: X509Certificate): { uid: string; team: string; organisation: string } {
  const subject = certificate.toLegacyObject().subject as unknown as Record<string, string | string[] | undefined>
  const first = (name: string) => [subject[name]].flat()[0] ?? ''
  return { uid: first('UID'), team: first('OU'), organisation: first('O') }
}
