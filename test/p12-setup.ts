/** Files with a pass certificate, written by OpenSSL and by us, whole and damaged. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
// Loaded while a damaged key is read, it would stay half loaded for the whole process.
import 'node:tls'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CERTIFICATE_REFUSALS, CertificateRefused, readP12 } from '../server/engines/wallet/apple/p12.ts'
import { openP12 } from '../server/engines/wallet/apple/p12-read.ts'
import { judgePassCertificate } from '../server/engines/wallet/apple/pass-certificate.ts'
import {
  type Authority,
  createAuthority,
  type IssuedCertificate,
  issuePassCertificate,
  writeP12,
} from '../server/engines/wallet/apple/test-authority.ts'

export const PASSWORD = 'heslo – пароль'
export const order = {
  passTypeIdentifier: 'pass.test.kartoteka.p12',
  teamIdentifier: 'TESTTEAM01',
  organisation: 'Kofejna U Mlýna',
}
export let folder: string
export let authority: Authority
export let certificate: IssuedCertificate

/** Call it at the top of a test file: makes a certificate before its tests and removes it after them. */
export function setUpCertificate(): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kartoteka-p12-'))
    authority = await createAuthority()
    certificate = await issuePassCertificate(authority, order)
    writeFileSync(join(folder, 'leaf.pem'), certificate.certificatePem)
    writeFileSync(join(folder, 'key.pem'), certificate.privateKeyPem)
    writeFileSync(join(folder, 'chain.pem'), certificate.intermediatePem)
  })
  afterAll(() => rmSync(folder, { recursive: true }))
}

/** What OpenSSL writes: the reader must read more than the output of our own writer. */
export function opensslP12(password: string, ...options: string[]): Buffer {
  const words = [
    'pkcs12',
    '-export',
    '-inkey',
    'key.pem',
    '-in',
    'leaf.pem',
    '-certfile',
    'chain.pem',
    '-passout',
    `pass:${password}`,
    '-out',
    'o.p12',
  ]
  execFileSync('openssl', [...words, ...options], { cwd: folder, stdio: 'pipe' })
  return readFileSync(join(folder, 'o.p12'))
}

export const refusalOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'none',
    (error: unknown) => (error instanceof CertificateRefused ? error.code : `crash: ${String(error)}`),
  )

/** Numbers from 0 to 1, always the same for a seed. */
function* seeded(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

/** @param count of files, a fifth of them through the thread */
export function proveDamagedFiles(count: number): void {
  describe(`${count} damaged files`, () => {
    const damage = (good: Buffer, random: Generator<number>): Buffer => {
      const next = (below: number) => Math.floor((random.next().value as number) * below)
      const bytes = Buffer.from(good)
      for (let hits = 1 + next(6); hits > 0; hits--) bytes[next(bytes.length)] = next(256)
      if (next(5) === 0) return bytes.subarray(0, next(bytes.length))
      if (next(5) === 0)
        return Buffer.concat([bytes.subarray(0, next(bytes.length)), bytes.subarray(next(bytes.length))])
      return bytes
    }

    it('are read or refused by name, never anything else', () => {
      const random = seeded(20261121)
      const plain = opensslP12(PASSWORD, '-nomac', '-keypbe', 'NONE', '-certpbe', 'NONE')
      const sources = [
        writeP12(certificate, PASSWORD, { legacy: true }),
        writeP12(certificate, PASSWORD, { legacy: false }),
        plain,
      ]
      const seen = new Set<string>()
      for (let round = 0; round < count; round++) {
        try {
          judgePassCertificate(
            openP12(damage(sources[round % 3] as Buffer, random), PASSWORD),
            [authority.intermediatePem],
            new Date(),
          )
          seen.add('read')
        } catch (error) {
          // Node's own refusals of a damaged key or certificate: the thread turns them into not_a_p12.
          seen.add(error instanceof CertificateRefused ? error.code : 'damaged')
        }
      }
      for (const outcome of seen) expect(['read', 'damaged', ...CERTIFICATE_REFUSALS]).toContain(outcome)
    })

    it('through the thread always give an answer, and the event loop keeps turning', async () => {
      const random = seeded(7)
      const source = opensslP12(PASSWORD, '-nomac', '-keypbe', 'NONE', '-certpbe', 'NONE')
      const files = Array.from({ length: count / 5 }, () => damage(source, random))
      let turns = 0
      let turning = setImmediate(function turn() {
        turns++
        turning = setImmediate(turn)
      })
      const answers = await Promise.all(files.map((file) => refusalOf(readP12(file, PASSWORD))))
      clearImmediate(turning)
      for (const answer of answers) expect(['none', ...CERTIFICATE_REFUSALS]).toContain(answer)
      // Read in this thread, each file would leave the loop a turn or two.
      expect(turns).toBeGreaterThan(files.length * 10)
    })
  })
}
