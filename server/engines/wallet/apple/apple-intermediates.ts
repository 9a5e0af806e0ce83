/**
 * Apple's public intermediates, so that an export of the pass certificate alone is enough. They are facts, so each must
 * have the fingerprint under which it is published (www.apple.com/certificateauthority, read 2026-11).
 */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DAY_MS } from '../../../../contract/time.ts'

/** SHA-256 by generation. Pass certificates come from G4 today; the others are here in case that changes. */
export const INTERMEDIATE_FINGERPRINTS: Readonly<Record<string, string>> = {
  G3: 'dcf21878c77f4198e4b4614f03d696d89c66c66008d4244e1b99161aac91601f',
  G4: 'ea4757885538dd8cb59ff4556f676087d83c85e70902c122e42c0808b5bce14c',
  G5: '53fd008278e5a595fe1e908ae9c5e5675f26243264a5a6438c023e3ce2870760',
  G6: 'bdd4ed6e74691f0c2bfd01be0296197af1379e0418e2d300efa9c3bef642ca30',
}
const FILE = new URL('./apple-intermediates.pem', import.meta.url)
/** A pass certificate is valid for about a year, and one that outlives its issuer is of no use. */
const WARN_BEFORE_MS = 180 * DAY_MS

/** PEM of each. @throws Error when the file of this release was damaged */
export function appleIntermediates(text = readFileSync(FILE, 'utf8')): string[] {
  const pems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n/g) ?? []
  const known = new Set(Object.values(INTERMEDIATE_FINGERPRINTS))
  const found = new Set(pems.map(fingerprintOf).filter((fingerprint) => known.has(fingerprint)))
  if (found.size !== known.size || pems.length !== known.size)
    throw new Error("The file with Apple's intermediate certificates is damaged")
  return pems
}

const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()

/** Generation in the name of an intermediate, `G4`; the common name where it has none. */
const generationOf = (certificate: X509Certificate): string => {
  const { OU: unit, CN: name } = certificate.toLegacyObject().subject as { OU?: string; CN?: string }
  return unit ?? name ?? ''
}

/**
 * Intermediates of which no certificate is known that stays valid: an operator must add Apple's next one.
 * @param configured PEMs from the settings
 */
export function missingIntermediates(configured: readonly string[], now: Date): { generation: string; endsAt: Date }[] {
  const latest = new Map<string, Date>()
  for (const pem of [...appleIntermediates(), ...configured]) {
    const certificate = new X509Certificate(pem)
    const generation = generationOf(certificate)
    const before = latest.get(generation)
    if (!before || before < certificate.validToDate) latest.set(generation, certificate.validToDate)
  }
  return [...latest]
    .filter(([, endsAt]) => endsAt.getTime() - now.getTime() < WARN_BEFORE_MS)
    .map(([generation, endsAt]) => ({ generation, endsAt }))
}
