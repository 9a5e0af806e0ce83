import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { appleIntermediates, INTERMEDIATE_FINGERPRINTS, missingIntermediates } from './apple-intermediates.ts'
import { createAuthority } from './test-authority.ts'

it('has the published certificates of Apple, byte for byte', () => {
  const shipped = appleIntermediates().map((pem) => new X509Certificate(pem))
  expect(shipped.map((one) => one.fingerprint256.replaceAll(':', '').toLowerCase())).toEqual(
    Object.values(INTERMEDIATE_FINGERPRINTS),
  )
  for (const one of shipped) {
    expect(one.ca).toBe(true)
    expect(one.issuer).toMatch(/^(C=US\nO=Apple Inc\.|CN=Apple Root CA)/)
    expect(one.subject).toContain('CN=Apple Worldwide Developer Relations Certification Authority')
  }
})

it('uses none of them when one is not the published one, is missing, or came in addition', async () => {
  const [first = '', ...others] = appleIntermediates()
  const { intermediatePem: foreign } = await createAuthority()
  for (const pems of [
    [foreign, ...others],
    others,
    [first, ...others, foreign],
    [first, first, ...others.slice(1)],
    [],
  ])
    expect(() => appleIntermediates(pems.join(''))).toThrow('damaged')
  expect(appleIntermediates([first, ...others].join(''))).toHaveLength(others.length + 1)
})

it('names what ends within half a year, unless the settings know its successor', async () => {
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const generations = (now: Date, configured: string[] = []) =>
    missingIntermediates(configured, now).map((one) => one.generation)
  expect(generations(day('2026-11-22'))).toEqual([])
  expect(generations(day('2029-09-01'))).toEqual(['G3'])
  expect(generations(day('2030-12-11'))).toEqual(['G3', 'G4', 'G5'])
  // The test authority calls its intermediate G4 too, and it is valid for ten years from today.
  const { intermediatePem } = await createAuthority()
  expect(generations(day('2030-12-11'), [intermediatePem])).toEqual(['G3', 'G5'])
})
