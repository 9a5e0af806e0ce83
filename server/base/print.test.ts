import { extractText, getDocumentProxy } from 'unpdf'
import { expect, it } from 'vitest'
import { newDocument } from './print.ts'

function print(lines: readonly string[], font: 'plain' | 'bold' = 'plain'): Promise<Buffer> {
  const at = new Date(0)
  const doc = newDocument({ info: { CreationDate: at, ModDate: at } })
  const chunks: Buffer[] = []
  return new Promise((done, fail) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => done(Buffer.concat(chunks)))
    doc.on('error', fail)
    doc.font(font)
    for (const line of lines) doc.text(line)
    doc.end()
  })
}
const textIn = async (pdf: Buffer) =>
  (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text

it('a letter that was only a part of others before is text, and the same text is the same document', async () => {
  for (const font of ['plain', 'bold'] as const) {
    const first = await print(['á ě ё'], font)
    expect(await textIn(first)).toBe('á ě ё')
    expect(await textIn(await print(['a e е'], font))).toBe('a e е')
    expect((await print(['á ě ё'], font)).equals(first)).toBe(true)
  }
})

it('two at the same time do not meet', async () => {
  const pdfs = await Promise.all(Array.from({ length: 8 }, (_, no) => print([`Page ${no} áéí`, 'Вторая'])))
  for (const [no, pdf] of pdfs.entries()) expect(await textIn(pdf)).toBe(`Page ${no} áéí\nВторая`)
})

it('a word that other documents had is set as it was, also where letters are joined or turned around', async () => {
  const texts = ['AVAT office ffi', 'a\u2010b a-b', 'a-b a\u2010b', 'e\u0301 é', 'שלום مرحبا', 'a\u00adb 👍']
  const first = await Promise.all(texts.map((text) => print([text])))
  const again = await Promise.all(texts.toReversed().map((text) => print([text])))
  expect(again.toReversed().map((pdf, no) => pdf.equals(first[no] as Buffer))).toEqual(texts.map(() => true))
})
