import { expect, test } from 'vitest'
import { readZip, ZipBroken } from './zip.ts'
import { makeZip } from '../../test/make-zip.ts'

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
const letters = 'Kartoteka '.repeat(500)

test.each([
  ['stored', false],
  ['deflated', true],
])('%s files come out as they went in', async (_, deflate) => {
  const files = await readZip(makeZip({ 'pass.json': letters, 'de.lproj/pass.strings': 'ž', 'empty.txt': '' }, deflate))
  expect([...files.keys()]).toEqual(['pass.json', 'de.lproj/pass.strings', 'empty.txt'])
  expect(text(files.get('pass.json'))).toBe(letters)
  expect(text(files.get('de.lproj/pass.strings'))).toBe('ž')
})

test('one flipped bit is found by the checksum', async () => {
  const zip = makeZip({ 'pass.json': letters })
  zip[60] = (zip[60] as number) ^ 1
  await expect(readZip(zip)).rejects.toThrow('pass.json has a wrong checksum')
})

test('a damaged deflate stream is refused', async () => {
  const zip = makeZip({ 'pass.json': letters }, true)
  zip.fill(255, 40, 60)
  await expect(readZip(zip)).rejects.toThrow(ZipBroken)
})

test('a file cut in the middle and a file of another kind are refused without a crash', async () => {
  const zip = makeZip({ 'pass.json': letters })
  await expect(readZip(zip.slice(0, 3000))).rejects.toThrow('this is no zip archive')
  await expect(readZip(new Uint8Array(0))).rejects.toThrow(ZipBroken)
  const lying = makeZip({ a: 'a' })
  new DataView(lying.buffer).setUint32(lying.length - 6, 0xfffffff0, true)
  await expect(readZip(lying)).rejects.toThrow('an address points outside the file')
})
