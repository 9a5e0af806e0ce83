import { describe, expect, it } from 'vitest'
import { IMPORT_LIMITS } from '../../../contract/limits.ts'
import { longestOfParts } from '../../../test/longest-work.ts'
import { makeZip } from '../../../test/make-zip.ts'
import { sheetXml, workbook, workbookParts } from '../../../test/workbooks.ts'
import { guessEncoding } from './decode-text.ts'
import { readUploaded } from './reader.ts'
import { FileRefused, type ReadOptions } from './table-file.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}
/** Windows code pages by the letters that are used here. */
const PAGES = {
  1251: (letter: string) => 0xc0 + letter.charCodeAt(0) - 0x410,
  1250: (letter: string) => ({ š: 0x9a, ž: 0x9e, ř: 0xf8, í: 0xed, ě: 0xec, á: 0xe1 })[letter] ?? 0x3f,
} as const
const inPage = (text: string, page: keyof typeof PAGES) =>
  Uint8Array.from([...text], (letter) => (letter < '\u0080' ? letter.charCodeAt(0) : PAGES[page](letter)))

const read = async (bytes: Uint8Array, options: ReadOptions = {}) => {
  const { titles, sample, ...file } = await readUploaded(bytes, options)
  return { ...file, titles, cells: sample.map(({ cells }) => cells), lines: sample.map(({ line }) => line) }
}
const refusal = (bytes: Uint8Array) =>
  readUploaded(bytes, {}).then(
    () => 'read',
    (error: unknown) => (error instanceof FileRefused ? error.reason : String(error)),
  )

describe('a CSV file', () => {
  it.each([
    ['UTF-8', bytesOf('Имя;Телефон\nАнна;+420601'), 'utf-8'],
    ['UTF-8 with a mark', bytesOf('\uFEFFИмя;Телефон\nАнна;+420601'), 'utf-8'],
    ['UTF-16', utf16('Имя;Телефон\nАнна;+420601'), 'utf-16le'],
    ['UTF-16, the other way round', utf16('Имя;Телефон\nАнна;+420601', true), 'utf-16be'],
    ['Windows-1251', inPage('Имя;Телефон\nАнна;+420601', 1251), 'windows-1251'],
  ])('is read in %s', async (_, bytes, encoding) => {
    const file = await read(bytes)
    expect(file.encoding).toBe(encoding)
    expect([file.titles, ...file.cells]).toEqual([
      ['Имя', 'Телефон'],
      ['Анна', '+420601'],
    ])
  })

  it('is read in Windows-1250, as Excel writes it in Czech', async () => {
    const file = await read(inPage('Příjmení;Město\nDvořáková;Šluknov'.replace('Š', 'š').replace('M', 'm'), 1250))
    expect(file.encoding).toBe('windows-1250')
    expect(file.cells[0]).toEqual(['Dvořáková', 'šluknov'])
  })

  it('is what the user says where the guess is wrong', async () => {
    const bytes = inPage('Имя;Телефон\nАнна;+420601', 1251)
    expect((await read(bytes, { encoding: 'windows-1250' })).titles).not.toEqual(['Имя', 'Телефон'])
    expect((await read(bytesOf('a;b,c\n1;2,3'), { separator: 'comma' })).titles).toEqual(['a;b', 'c'])
  })

  it.each([
    ['comma', 'name,tel\n"Last, First",+420601'],
    ['semicolon', 'name;tel\n"Last, First";+420601'],
    ['tab', 'name\ttel\nLast, First\t+420601'],
    ['semicolon', 'sep=;\nname;tel\nLast, First;+420601'],
  ])('is split at each %s', async (separator, text) => {
    const file = await read(bytesOf(text))
    expect([file.separator, file.titles, ...file.cells]).toEqual([
      separator,
      ['name', 'tel'],
      ['Last, First', '+420601'],
    ])
  })

  it('counts lines as a spreadsheet does, also empty ones', async () => {
    expect((await read(bytesOf('tel,note\n\n+420601,"two\nlines"\n\n+420602,x\n'))).lines).toEqual([3, 5])
  })

  it('has titles of its own where the first line is a client', async () => {
    const file = await read(bytesOf('Anna;+420601950000\nBoris;+420601950001'))
    expect([file.titles, file.rows]).toEqual([['A', 'B'], 2])
  })

  it.each([
    ['damaged', `name,tel\n"Anna,${'+420601\n'.repeat(100_000)}`],
    ['empty', 'name,tel\n'],
    ['empty', '\n\n'],
    ['too_many_rows', `tel\n${'+420601\n'.repeat(IMPORT_LIMITS.rows + 1)}`],
    ['too_many_columns', `${'a,'.repeat(IMPORT_LIMITS.columns + 1)}b\n${'1,'.repeat(IMPORT_LIMITS.columns + 1)}2`],
    ['not_a_table', 'name\u0000\u0001\u0002,tel\u0003\nx'],
  ])('is refused: %s', async (reason, text) => {
    expect(await refusal(bytesOf(text))).toBe(reason)
  })
})

describe('an XLSX file', () => {
  it('keeps zeros, days, percentages, and the digits of long numbers', async () => {
    const file = await read(
      workbook([
        ['Card', 'Code', 'Birthday', 'Since', 'Discount', 'Phone', 'Sum'],
        [
          '000123',
          { number: 42, style: 3 },
          { number: 33_000, style: 1 },
          { number: 45_000.5, style: 4 },
          { number: 0.075, style: 2 },
          420601950001,
          0.1 + 0.2,
        ],
      ]),
    )
    expect(file.cells).toEqual([['000123', '000042', '1990-05-07', '2023-03-15', '7.5%', 420601950001, 0.3]])
    expect([file.kind, file.sheets, file.sheet]).toEqual(['xlsx', ['Base'], 'Base'])
  })

  it('reads shared texts without their notes, and what formulas came to', async () => {
    const parts = workbookParts(
      '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row>' +
        '<x:row><x:c t="str"><x:f>1+1</x:f><x:v>+420601950000</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c></x:row>' +
        '</x:sheetData></x:worksheet>',
    )
    const texts = '<sst><si><r><t>Pho</t></r><r><t>ne</t></r><rPh><t>fone</t></rPh></si></sst>'
    const file = await read(makeZip({ ...parts, 'xl/sharedStrings.xml': texts }, true))
    expect([file.titles, ...file.cells]).toEqual([['Phone'], ['+420601950000']])
  })

  /** A directory that says less than what comes. */
  const lying = () => {
    const zip = Buffer.from(makeZip(workbookParts(sheetXml([['tel'], [`+${'4'.repeat(100_000)}`]])), true))
    for (let at = zip.indexOf('PK\x01\x02'); at !== -1; at = zip.indexOf('PK\x01\x02', at + 4))
      if (
        zip
          .subarray(at + 46)
          .toString('latin1')
          .startsWith('xl/worksheets')
      )
        zip.writeUInt32LE(100, at + 24)
    return zip
  }
  const entities =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c><v>&b;</v></c></row>' +
    '</sheetData></worksheet>'
  it.each([
    [
      'too_large',
      'unpacks to gigabytes',
      () => makeZip(workbookParts(' '.repeat(IMPORT_LIMITS.unpackedBytes + 1)), true),
    ],
    [
      'too_large',
      'has too many parts',
      () => makeZip(Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`x${n}`, '']))),
    ],
    ['damaged', 'unpacks to more than it says', lying],
    ['damaged', 'declares entities', () => makeZip(workbookParts(entities))],
    ['damaged', 'is cut off', () => workbook([['tel'], ['1']]).subarray(0, 400)],
    ['damaged', 'is no XML', () => makeZip(workbookParts('<worksheet><sheetData><row>'))],
    ['not_a_table', 'is another archive', () => makeZip({ 'readme.txt': 'hello' })],
    ['old_excel', 'is an old Excel file', () => Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['empty', 'has no lines', () => workbook([['tel', 'name']])],
  ])('is refused: %s, as it %s', async (reason, _, bytes) => {
    expect(await refusal(bytes())).toBe(reason)
  })
})

it('reads a large file beside the event loop', async () => {
  const line = 'Anna;Nowak;+420601950000;anna@people.example;7.4.1990;1 250,50\n'
  const bytes = bytesOf(`name;surname;tel;email;birthday;balance\n${line.repeat(60_000)}`)
  const read = async () => expect((await readUploaded(bytes, {})).rows).toBe(60_000)
  expect(await longestOfParts(read)).toBeLessThan(50)
})

it('knows the encoding of a text that is plain ASCII', () => {
  expect(guessEncoding(bytesOf('name;tel'))).toBe('utf-8')
})
