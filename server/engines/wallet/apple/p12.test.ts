import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CertificateRefused } from './certificate-refused.ts'
import { openP12 } from './p12-read.ts'
import { readP12 } from './p12.ts'
import {
  authority,
  certificate,
  folder,
  opensslP12,
  order,
  PASSWORD,
  proveDamagedFiles,
  refusalOf,
  setUpCertificate,
} from '../../../../test/p12-setup.ts'
import { createAuthority, issuePassCertificate, issueServerCertificate, writeP12 } from './test-authority.ts'

setUpCertificate()

describe('a good pass certificate', () => {
  it.each([
    ['modern', () => writeP12(certificate, PASSWORD, { legacy: false })],
    ['old, with RC2-40', () => writeP12(certificate, PASSWORD, { legacy: true })],
    ['from OpenSSL 3', () => opensslP12(PASSWORD)],
    ['from OpenSSL with -legacy, RC2-40', () => opensslP12(PASSWORD, '-legacy')],
    ['from OpenSSL with triple DES', () => opensslP12(PASSWORD, '-legacy', '-descert')],
    ['from OpenSSL without encryption', () => opensslP12(PASSWORD, '-keypbe', 'NONE', '-certpbe', 'NONE')],
    ['from OpenSSL without a seal', () => opensslP12(PASSWORD, '-nomac')],
  ])('%s: tells its pass type, team, owner and end, and brings what signs', async (_, write) => {
    expect(await readP12(write(), PASSWORD)).toMatchObject({
      passTypeIdentifier: order.passTypeIdentifier,
      teamIdentifier: order.teamIdentifier,
      organisation: order.organisation,
      certificatePem: certificate.certificatePem,
      privateKeyPem: certificate.privateKeyPem,
      intermediatePem: certificate.intermediatePem,
      notAfter: expect.any(Date),
    })
  })

  it('with an empty password is read', async () => {
    expect(await readP12(opensslP12(''), '')).toMatchObject({ passTypeIdentifier: order.passTypeIdentifier })
    expect(await readP12(opensslP12('', '-legacy'), '')).toMatchObject({ passTypeIdentifier: order.passTypeIdentifier })
  })

  it('that our own writer wrote is read by OpenSSL too', () => {
    for (const legacy of [false, true]) {
      writeFileSync(join(folder, 'ours.p12'), writeP12(certificate, 'plain', { legacy }))
      const words = ['pkcs12', '-in', 'ours.p12', '-passin', 'pass:plain', '-nodes', ...(legacy ? ['-legacy'] : [])]
      expect(execFileSync('openssl', words, { cwd: folder, encoding: 'utf8', stdio: 'pipe' })).toContain(
        'BEGIN PRIVATE KEY',
      )
    }
  })

  it('without its chain is completed from the known intermediates, and refused when none fits', async () => {
    const alone = writeP12(certificate, PASSWORD, { legacy: false, withoutChain: true })
    const read = await readP12(alone, PASSWORD, { knownIntermediates: [authority.rootPem, authority.intermediatePem] })
    expect(read.intermediatePem).toBe(authority.intermediatePem)
    expect(await refusalOf(readP12(alone, PASSWORD))).toBe('unknown_issuer')
    const stranger = await createAuthority()
    expect(await refusalOf(readP12(alone, PASSWORD, { knownIntermediates: [stranger.intermediatePem] }))).toBe(
      'unknown_issuer',
    )
  })
})

describe('a certificate is refused', () => {
  it('when it is too large, no .p12 at all, or cut short', async () => {
    const good = writeP12(certificate, PASSWORD, { legacy: false })
    expect(await refusalOf(readP12(Buffer.alloc(64 * 1024 + 1), PASSWORD))).toBe('certificate_too_large')
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('hello'),
      Buffer.from(certificate.certificatePem),
      good.subarray(0, 900),
      Buffer.alloc(60_000, 0x30),
    ]) {
      expect(await refusalOf(readP12(bytes, PASSWORD))).toBe('not_a_p12')
    }
  })

  it('when one bit of what is sealed is wrong; of the frame around it a tag may be, and nothing read changes', () => {
    const good = writeP12(certificate, PASSWORD, { legacy: false, iterations: 1 })
    const sealFrom = good.lastIndexOf(Buffer.from('300d0609', 'hex')) - 4
    const contentFrom = good.indexOf(Buffer.from('a082', 'hex')) + 8
    const contentsOf = (bytes: Buffer) => {
      const { certificates, keys } = openP12(bytes, PASSWORD)
      return [...certificates.map((one) => one.raw), ...keys.map((one) => one.export({ type: 'pkcs8', format: 'der' }))]
    }
    const whole = Buffer.concat(contentsOf(good))
    const read: number[] = []
    for (let bit = 0; bit < good.length * 8; bit++) {
      const bad = Buffer.from(good)
      bad[bit >> 3] = (bad[bit >> 3] as number) ^ (1 << (bit & 7))
      try {
        if (!whole.equals(Buffer.concat(contentsOf(bad)))) throw new Error(`bit ${bit} changes what is read`)
        read.push(bit >> 3)
      } catch (error) {
        if (!(error instanceof CertificateRefused)) throw error
      }
    }
    const inContent = read.filter((at) => at >= contentFrom && at < sealFrom)
    expect([inContent, new Set(read).size]).toEqual([[], 14])
  })

  it('when the password is wrong, old file or new', async () => {
    for (const legacy of [false, true]) {
      expect(await refusalOf(readP12(writeP12(certificate, PASSWORD, { legacy }), 'other'))).toBe('wrong_password')
    }
    expect(await refusalOf(readP12(opensslP12(PASSWORD, '-nomac'), 'other'))).toBe('wrong_password')
  })

  it('when the key is missing or belongs to another certificate', async () => {
    expect(
      await refusalOf(readP12(writeP12(certificate, PASSWORD, { legacy: false, withoutKey: true }), PASSWORD)),
    ).toBe('no_private_key')
    const other = await issuePassCertificate(authority, order)
    const mixed = writeP12({ ...certificate, privateKeyPem: other.privateKeyPem }, PASSWORD, { legacy: false })
    expect(await refusalOf(readP12(mixed, PASSWORD))).toBe('key_mismatch')
  })

  it("when it is not for passes: another UID, no team, no mark, a server's certificate", async () => {
    const wrong = [
      await issuePassCertificate(authority, { ...order, passTypeIdentifier: 'com.example.app' }),
      await issuePassCertificate(authority, { ...order, teamIdentifier: 'short' }),
      await issuePassCertificate(authority, { ...order, marked: false }),
      await issueServerCertificate(authority, ['localhost']),
    ]
    for (const one of wrong) {
      expect(await refusalOf(readP12(writeP12(one, PASSWORD, { legacy: false }), PASSWORD))).toBe(
        'not_a_pass_certificate',
      )
    }
  })

  it('when its time is over or has not come', async () => {
    const p12 = writeP12(certificate, PASSWORD, { legacy: false })
    const day = (offset: number) => new Date(Date.now() + offset * 24 * 60 * 60 * 1000)
    const lives = [
      [-30, -1],
      [1, 30],
    ] as const
    for (const [from, to] of lives) {
      const other = await issuePassCertificate(authority, { ...order, notBefore: day(from), notAfter: day(to) })
      expect(await refusalOf(readP12(writeP12(other, PASSWORD, { legacy: false }), PASSWORD))).toBe(
        'certificate_expired',
      )
    }
    expect(await refusalOf(readP12(p12, PASSWORD, { now: new Date('2060-01-01') }))).toBe('certificate_expired')
  })

  it('when its issuer has ended before it', async () => {
    const long = await issuePassCertificate(authority, { ...order, notAfter: new Date('2049-01-01') })
    const reading = readP12(writeP12(long, PASSWORD, { legacy: false }), PASSWORD, { now: new Date('2045-01-01') })
    const { validToDate } = new X509Certificate(authority.intermediatePem)
    await expect(reading).rejects.toMatchObject({
      code: 'certificate_expired',
      detail: validToDate.toISOString().slice(0, 10),
    })
  })

  it('when its key derivation takes too many rounds', async () => {
    expect(await refusalOf(readP12(opensslP12(PASSWORD, '-iter', '700000'), PASSWORD))).toBe('not_a_p12')
  })

  it('when it takes longer than the limit, and the server does not wait', async () => {
    const slow = opensslP12(PASSWORD, '-iter', '90000')
    expect(await refusalOf(readP12(slow, PASSWORD, { timeLimitMs: 1 }))).toBe('not_a_p12')
  })

  it('with no word of the password or the key in the refusal', async () => {
    const refused = await readP12(writeP12(certificate, PASSWORD, { legacy: false }), 'canary-password').catch(
      (error: unknown) => error,
    )
    expect(JSON.stringify([String(refused), refused])).not.toContain('canary')
  })
})

proveDamagedFiles(20)
