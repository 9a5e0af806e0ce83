import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changedFields, noticesOf } from './changes.ts'
import { openPackage, type PassJson } from './open-package.ts'
import { makeZip } from '../../test/make-zip.ts'

const PASS = {
  formatVersion: 1,
  passTypeIdentifier: 'pass.test.mila',
  teamIdentifier: 'TESTTEAM01',
  serialNumber: 'c-1',
  organizationName: 'Mila',
  description: 'Bonus card',
  storeCard: {
    headerFields: [{ key: 'top', label: 'Card', value: '000412' }],
    primaryFields: [{ key: 'center', label: 'Bonus', value: '10.00', changeMessage: 'Your bonus is now %@' }],
    backFields: [{ key: 'message', label: 'Message', value: '', changeMessage: '%@' }],
  },
}

let folder: string
const at = (name: string) => join(folder, name)
const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })

/** A root, an intermediate and a pass certificate, as in a vendor's chain. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kartoteka-phone-'))
  writeFileSync(
    at('ca.ext'),
    'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\n',
  )
  writeFileSync(
    at('leaf.ext'),
    'basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=1.2.840.113635.100.4.14\n',
  )
  for (const name of ['root', 'stranger']) {
    openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.pem`,
      '-days',
      '9',
      '-subj',
      `/CN=${name}`,
      '-addext',
      'basicConstraints=critical,CA:TRUE',
      '-addext',
      'keyUsage=critical,keyCertSign',
    )
  }
  const issue = (name: string, subject: string, issuer: string, extensions: string, serial: string) => {
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', subject)
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${issuer}.pem`,
      '-CAkey',
      `${issuer}.key`,
      '-set_serial',
      serial,
      '-days',
      '5',
      '-extfile',
      extensions,
      '-out',
      `${name}.pem`,
    )
  }
  issue('middle', '/CN=Middle/OU=G4', 'root', 'ca.ext', '11')
  issue('leaf', '/UID=pass.test.mila/CN=Pass Type ID: pass.test.mila/OU=TESTTEAM01', 'middle', 'leaf.ext', '12')
})
afterAll(() => rmSync(folder, { recursive: true }))

function filesOf(pass: object): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {
    'pass.json': Buffer.from(JSON.stringify(pass)),
    'icon.png': Buffer.from('icon'),
  }
  const sums = Object.entries(files).map(([name, data]) => [name, createHash('sha1').update(data).digest('hex')])
  files['manifest.json'] = Buffer.from(JSON.stringify(Object.fromEntries(sums)))
  writeFileSync(at('manifest.json'), files['manifest.json'])
  openssl(
    'cms',
    '-sign',
    '-binary',
    '-in',
    'manifest.json',
    '-signer',
    'leaf.pem',
    '-inkey',
    'leaf.key',
    '-certfile',
    'middle.pem',
    '-outform',
    'DER',
    '-out',
    'signature',
  )
  files.signature = readFileSync(at('signature'))
  return files
}

const open = (files: Record<string, Uint8Array | string>, root = 'root', now = new Date()) =>
  openPackage(makeZip(files), { rootPem: readFileSync(at(`${root}.pem`), 'utf8'), at: now })

test('a valid pass opens and shows who signed it', async () => {
  const opened = await open(filesOf(PASS))
  expect(opened.signer).toMatchObject({ passTypeIdentifier: 'pass.test.mila', team: 'TESTTEAM01' })
  expect(opened.json.serialNumber).toBe('c-1')
})

test('a changed pass.json, a missing file and an extra file are named', async () => {
  const files = filesOf(PASS)
  await expect(
    open({ ...files, 'pass.json': JSON.stringify({ ...PASS, description: 'Other' }) }),
  ).rejects.toMatchObject({ fault: 'file_changed', message: 'pass.json' })
  const { 'icon.png': _, ...withoutIcon } = files
  await expect(open(withoutIcon)).rejects.toMatchObject({ fault: 'file_missing', message: 'icon.png' })
  await expect(open({ ...files, 'strip.png': 'x' })).rejects.toMatchObject({
    fault: 'file_not_listed',
    message: 'strip.png',
  })
})

test('a manifest changed after signing is refused by the signature', async () => {
  const files = filesOf(PASS)
  const manifest = `${Buffer.from(files['manifest.json'] as Uint8Array).toString()}\n`
  await expect(open({ ...files, 'manifest.json': manifest })).rejects.toMatchObject({ fault: 'signature_wrong' })
  await expect(open({ ...files, signature: 'no signature' })).rejects.toMatchObject({ fault: 'signature_unreadable' })
})

test('a chain that ends at another root is not trusted', async () => {
  await expect(open(filesOf(PASS), 'stranger')).rejects.toMatchObject({ fault: 'chain_untrusted' })
})

test('a pass signed with a certificate that has ended is refused', async () => {
  await expect(open(filesOf(PASS), 'root', new Date(Date.now() + 6 * 86_400_000))).rejects.toMatchObject({
    fault: 'certificate_expired',
  })
})

test('the pass type and the team must be those of the certificate', async () => {
  await expect(open(filesOf({ ...PASS, passTypeIdentifier: 'pass.other' }))).rejects.toMatchObject({
    fault: 'pass_type_differs',
  })
  await expect(open(filesOf({ ...PASS, teamIdentifier: 'OTHERTEAM1' }))).rejects.toMatchObject({
    fault: 'team_differs',
  })
})

test('NFC data needs a certificate that was approved for it', async () => {
  const nfc = { message: '000412', encryptionPublicKey: 'MDkw' }
  await expect(open(filesOf({ ...PASS, nfc } as typeof PASS))).rejects.toMatchObject({
    fault: 'nfc_not_allowed',
    message: 'pass.test.mila',
  })
})

test('two fields with one key are refused, as on a phone', async () => {
  const twice = {
    ...PASS,
    storeCard: { headerFields: [{ key: 'a', value: '1' }], backFields: [{ key: 'a', value: '2' }] },
  }
  await expect(open(filesOf(twice))).rejects.toMatchObject({ fault: 'pass_json_wrong', message: 'key a' })
})

const json = (center: string, message: string, top = '000412') =>
  ({
    ...PASS,
    storeCard: {
      headerFields: [{ key: 'top', label: 'Card', value: top }],
      primaryFields: [{ ...PASS.storeCard.primaryFields[0], value: center }],
      backFields: [{ ...PASS.storeCard.backFields[0], value: message }],
    },
  }) as unknown as PassJson

test('each changed field with a sentence gives one notice with the new value', () => {
  const changes = changedFields(json('10.00', ''), json('25.00', 'Come on Friday: $& free'), 'en')
  expect(noticesOf(changes)).toEqual(['Your bonus is now 25.00', 'Come on Friday: $& free'])
})

test('a change without a sentence is silent and the same value is no change', () => {
  const changes = changedFields(json('10.00', 'Hi'), json('10.00', 'Hi', '000500'), 'en')
  expect(changes.map((change) => change.key)).toEqual(['top'])
  expect(noticesOf(changes)).toEqual([])
})
