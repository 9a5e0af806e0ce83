import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Authority, createAuthority, issuePassCertificate } from '../engines/wallet/apple/test-authority.ts'
import { readEnv } from './env.ts'

describe("Apple's own push service", () => {
  const APNS_HOST = 'api.push.apple.com'

  it.each([undefined, 'http://cards.example', 'http://localhost:3000'])('is refused beside PUBLIC_URL=%s', (url) => {
    expect(() => readEnv({ APNS_HOST, PUBLIC_URL: url }, '/')).toThrow('PUBLIC_URL must be an https address')
  })

  it('goes with an address over https; an emulation on this machine goes with any', () => {
    expect(readEnv({ APNS_HOST, PUBLIC_URL: 'https://cards.example' }, '/').apns).toEqual({
      host: APNS_HOST,
      port: 443,
    })
    for (const host of ['127.0.0.1', 'localhost', '::1'])
      expect(readEnv({ APNS_HOST: host, APNS_PORT: '4101' }, '/').apns).toEqual({ host, port: 4101 })
  })
})

describe('APPLE_INTERMEDIATES', () => {
  let folder: string
  let authority: Authority
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kartoteka-intermediates-'))
    authority = await createAuthority()
    writeFileSync(join(folder, 'both.pem'), `a note\n${authority.intermediatePem}${authority.rootPem}`)
    writeFileSync(join(folder, 'issuer.cer'), new X509Certificate(authority.intermediatePem).raw)
    writeFileSync(join(folder, 'text.txt'), 'hello')
    const leaf = await issuePassCertificate(authority, { passTypeIdentifier: 'pass.a', teamIdentifier: 'AAAAAAAAAA' })
    writeFileSync(join(folder, 'leaf.pem'), leaf.certificatePem)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const read = (files: string) => readEnv({ APPLE_INTERMEDIATES: files }, folder).appleIntermediates

  it('reads DER, as Apple offers them, and PEM, several in a file and several files', () => {
    expect(read('issuer.cer')).toEqual([authority.intermediatePem])
    expect(read('both.pem, issuer.cer')).toEqual([
      authority.intermediatePem,
      authority.rootPem,
      authority.intermediatePem,
    ])
    expect(readEnv({}, folder).appleIntermediates).toEqual([])
  })

  it('reads what OpenSSL converts', () => {
    execFileSync('openssl', ['x509', '-inform', 'DER', '-in', 'issuer.cer', '-out', 'converted.pem'], { cwd: folder })
    expect(read('converted.pem')).toEqual([authority.intermediatePem])
  })

  it.each([
    ['missing.pem', 'missing.pem cannot be read'],
    ['text.txt', 'text.txt is not a certificate in DER or PEM'],
    ['both.pem,leaf.pem', 'leaf.pem contains a certificate that is not of an authority'],
  ])('%s stops the start with the name of the file', (files, message) => {
    expect(() => read(files)).toThrow(`APPLE_INTERMEDIATES: ${message}`)
  })
})
