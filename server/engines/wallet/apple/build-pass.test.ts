import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FilledCard } from '../../../../card/fill.ts'
import { IMAGE_SLOTS } from '../../../../contract/limits.ts'
import { buildPass, buildPassParts } from './build-pass.ts'
import { PictureRefused, prepareImages, type PreparedImages } from './images.ts'
import { passJson } from './pass-json.ts'
import { openSigner, type Signer } from './signer.ts'
import { createAuthority, issuePassCertificate, type Authority, type IssuedCertificate } from './test-authority.ts'

const card: FilledCard = {
  organisation: 'Kofejna U Mlýna',
  cardName: 'Bonus card',
  programName: 'Mill club',
  colours: { background: '#1a2b3c', text: '#ffffff', title: '#c0ffee' },
  fields: { top: { label: 'BONUS', value: '12.50', changeMessage: 'Bonus: %@' } },
  barcode: { type: 'qr', message: '000412', alt: '000412' },
  back: [{ label: 'Address', value: 'Mlýnská 1' }],
  links: [],
  nfc: null,
  images: { logo: 'set', cover: 'set' },
}
const identity = {
  passTypeIdentifier: 'pass.test.kartoteka.mill',
  teamIdentifier: 'TESTTEAM01',
  serialNumber: 'c0ffee-1',
  authenticationToken: '0123456789abcdef0123',
  webServiceUrl: 'https://cards.example/apple',
  message: null,
}

let folder: string
let authority: Authority
let certificate: IssuedCertificate
let signer: Signer
let prepared: PreparedImages

const picture = (slot: 'icon' | 'logo' | 'cover') =>
  sharp({ create: { ...IMAGE_SLOTS[slot], channels: 4, background: '#884422' } })
    .png()
    .toBuffer()

/** Unpacks the pass into a new folder with the system's unzip. */
function unpack(pass: Buffer, name: string): string {
  const into = join(folder, name)
  writeFileSync(`${into}.pkpass`, pass)
  execFileSync('unzip', ['-q', `${into}.pkpass`, '-d', into])
  return into
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kartoteka-pass-'))
  authority = await createAuthority()
  certificate = await issuePassCertificate(authority, identity)
  signer = openSigner(certificate)
  prepared = await prepareImages({
    icon: await picture('icon'),
    logo: await picture('logo'),
    cover: await picture('cover'),
    background: card.colours.background,
    organisation: card.organisation,
  })
  writeFileSync(join(folder, 'root.pem'), authority.rootPem)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('a built pass', () => {
  it('is a zip that unzip accepts', async () => {
    const path = join(folder, 'plain.pkpass')
    writeFileSync(path, await buildPass(prepared, signer, passJson(card, identity)))
    expect(execFileSync('unzip', ['-t', path], { encoding: 'utf8' })).toContain('No errors detected')
  })

  it('contains the three files of a pass and every picture in three sizes, without a folder around them', async () => {
    const files = readdirSync(unpack(await buildPass(prepared, signer, passJson(card, identity)), 'files')).toSorted()
    const pictures = ['icon', 'logo', 'strip'].flatMap((name) => [`${name}.png`, `${name}@2x.png`, `${name}@3x.png`])
    expect(files).toEqual([...pictures, 'manifest.json', 'pass.json', 'signature'].toSorted())
  })

  it('names the SHA-1 of every file but the manifest and the signature', async () => {
    const into = unpack(await buildPass(prepared, signer, passJson(card, identity)), 'hashes')
    const manifest = JSON.parse(readFileSync(join(into, 'manifest.json'), 'utf8')) as Record<string, string>
    const expected = readdirSync(into)
      .filter((file) => file !== 'manifest.json' && file !== 'signature')
      .map((file) => [
        file,
        createHash('sha1')
          .update(readFileSync(join(into, file)))
          .digest('hex'),
      ])
    expect(manifest).toEqual(Object.fromEntries(expected))
  })

  it("is signed so that both of OpenSSL's readers verify it up to the root", async () => {
    const into = unpack(await buildPass(prepared, signer, passJson(card, identity)), 'signed')
    for (const reader of ['cms', 'smime']) {
      const verify = [
        '-verify',
        '-binary',
        '-inform',
        'DER',
        '-in',
        'signature',
        '-content',
        'manifest.json',
        '-CAfile',
        '../root.pem',
        '-purpose',
        'any',
      ]
      const verified = execFileSync('openssl', [reader, ...verify, '-out', '/dev/null'], { cwd: into, stdio: 'pipe' })
      expect(verified).toBeDefined()
      writeFileSync(join(into, 'changed.json'), `${readFileSync(join(into, 'manifest.json'), 'utf8')} `)
      const forged = verify.map((word) => (word === 'manifest.json' ? 'changed.json' : word))
      expect(() =>
        execFileSync('openssl', [reader, ...forged, '-out', '/dev/null'], { cwd: into, stdio: 'pipe' }),
      ).toThrow()
    }
  })

  it('carries the signing time and both certificates byte for byte', async () => {
    const at = new Date('2031-02-03T04:05:06Z')
    const into = unpack(await buildPass(prepared, signer, passJson(card, identity), at), 'time')
    const signature = readFileSync(join(into, 'signature'))
    for (const pem of [certificate.certificatePem, certificate.intermediatePem]) {
      expect(signature.includes(new X509Certificate(pem).raw)).toBe(true)
    }
    const printed = execFileSync('openssl', ['cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'signature'], {
      cwd: into,
      encoding: 'utf8',
    })
    expect(printed).toContain('UTCTIME:Feb  3 04:05:06 2031 GMT')
    expect(printed).toMatch(/contentType[\s\S]*signingTime[\s\S]*messageDigest/)
    expect(printed).toContain('sha256')
  })

  it('is valid when many are signed at the same time', async () => {
    const passes = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        buildPass(prepared, signer, passJson(card, { ...identity, serialNumber: `many-${number}` })),
      ),
    )
    for (const [number, pass] of passes.entries()) {
      const into = unpack(pass, `many-${number}`)
      expect(JSON.parse(readFileSync(join(into, 'pass.json'), 'utf8'))).toMatchObject({
        serialNumber: `many-${number}`,
      })
      execFileSync(
        'openssl',
        [
          'cms',
          '-verify',
          '-binary',
          '-inform',
          'DER',
          '-in',
          'signature',
          '-content',
          'manifest.json',
          '-CAfile',
          '../root.pem',
          '-purpose',
          'any',
          '-out',
          '/dev/null',
        ],
        { cwd: into, stdio: 'pipe' },
      )
    }
  })

  it('has the same bytes in parts as in one piece', async () => {
    const at = new Date()
    const whole = await buildPass(prepared, signer, passJson(card, identity), at)
    expect(Buffer.concat(await buildPassParts(prepared, signer, passJson(card, identity), at)).equals(whole)).toBe(true)
  })

  it("is only signed by the certificate's own key", async () => {
    const other = await issuePassCertificate(authority, identity)
    expect(() => openSigner({ ...certificate, privateKeyPem: other.privateKeyPem })).toThrow(TypeError)
  })
})

describe('the pictures of a pass', () => {
  it('have the exact size of each scale', async () => {
    const sizes = await Promise.all(
      prepared.files.map(async ({ name, data }) => {
        const { width, height } = await sharp(data).metadata()
        return [name, `${width}x${height}`]
      }),
    )
    expect(Object.fromEntries(sizes)).toEqual({
      'icon.png': '29x29',
      'icon@2x.png': '58x58',
      'icon@3x.png': '87x87',
      'logo.png': '160x50',
      'logo@2x.png': '320x100',
      'logo@3x.png': '480x150',
      'strip.png': '375x123',
      'strip@2x.png': '750x246',
      'strip@3x.png': '1125x369',
    })
  })

  it('always include an icon: the first letter of the business when the design has none', async () => {
    const { files } = await prepareImages({ background: '#112233', organisation: 'Coffee Lab' })
    expect(files.map(({ name }) => name)).toEqual(['icon.png', 'icon@2x.png', 'icon@3x.png'])
    const { channels } = await sharp(files[2]?.data).stats()
    expect([channels[0]?.min, channels[0]?.max]).toEqual([0x32, 0xff])
    // The letter is whole: nothing of it at the edge.
    const top = await sharp(files[2]?.data).extract({ left: 0, top: 0, width: 87, height: 12 }).toBuffer()
    const edge = await sharp(top).stats()
    expect([edge.channels[0]?.min, edge.channels[0]?.max]).toEqual([0x32, 0x32])
  })

  it('of a wrong size, of another format or damaged are refused', async () => {
    const jpeg = await sharp({ create: { ...IMAGE_SLOTS.logo, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    const damaged = (await picture('logo')).subarray(0, 200)
    const narrow = await sharp(await picture('logo'))
      .resize(479, 150, { fit: 'fill' })
      .png()
      .toBuffer()
    const low = await sharp(await picture('logo'))
      .resize(480, 149, { fit: 'fill' })
      .png()
      .toBuffer()
    for (const logo of [
      await picture('icon'),
      narrow,
      low,
      jpeg,
      damaged,
      Buffer.from('no picture'),
      Buffer.alloc(0),
    ]) {
      await expect(prepareImages({ logo, background: '#000000', organisation: 'Coffee Lab' })).rejects.toBeInstanceOf(
        PictureRefused,
      )
    }
  })
})
