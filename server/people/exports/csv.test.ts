import fc from 'fast-check'
import { type ClientFieldValues, forClientFields, valueOfField } from '../../../contract/people/client-fields.ts'
import { describe, expect, it } from 'vitest'
import { EXPORT_COLUMNS, LANGUAGES } from '../../../contract/limits.ts'
import type { StoredClient } from '../clients/clients.ts'
import { asText, clientLines, headLine, type Layout } from './csv.ts'

const CLIENT = '0b7e1f0a-3c55-4b6d-9f0e-2d1c4a5b6c7d'
const client = (change: Partial<StoredClient> = {}): StoredClient => ({
  cabinet_id: 1,
  id: CLIENT,
  ...(forClientFields((_, field) => valueOfField(field, '')) as ClientFieldValues),
  name: 'Anna',
  surname: 'Schmidt',
  birthday: '1990-05-01',
  sex: 'female',
  email: 'anna@mail.example',
  tel: '+420601700001',
  balance_minor: -125_050,
  bonus_minor: 320_00,
  discount_hundredths: 500,
  promo_code: '',
  extra: { pet: '=cmd' },
  card_number: 412,
  card_track: '',
  template_id: 't',
  template_name: 'Coffee',
  form_id: 'f',
  lang: 'en',
  consent_at: new Date('2026-11-21T21:30:00Z'),
  consent_text_hash: null,
  typed_tel: '',
  consent_ip: null,
  consent_source: '',
  version: 1,
  created_at: new Date('2026-11-21T20:59:00Z'),
  updated_at: new Date('2026-11-21T20:59:00Z'),
  search_text: '',
  digit_keys: [],
  name_order: '',
  invite_code: 'ABCDEFGH',
  source: '',
  utm: null,
  crm_updated_at: null,
  archived_at: null,
  erased_at: null,
  merged_into: null,
  ...change,
})
const layout = (change: Partial<Layout> = {}): Layout => ({
  columns: EXPORT_COLUMNS,
  variables: ['pet'],
  lang: 'en',
  points: { name: '', counted: '' },
  forms: new Map([['f', 'Counter']]),
  tags: new Map([[CLIENT, ['regular', 'wine']]]),
  wallets: new Map([[CLIENT, { installs: ['apple', 'google'] as const, removedAt: null }]]),
  ...change,
})

/** Reads a CSV back as a spreadsheet does. */
function cellsOf(text: string, delimiter = ','): string[] {
  return [...text.replace(/\r\n$/, '').matchAll(/"((?:[^"]|"")*)"(?:([,;])|$)/g)].map(([, cell = '', end]) => {
    if (end !== undefined) expect(end).toBe(delimiter)
    return cell.replaceAll('""', '"')
  })
}

describe('a cell', () => {
  it.each<[string, string]>([
    ['=1+1', "'=1+1"],
    ['+420601', "'+420601"],
    ['+420601700001', '+420601700001'],
    ['+420601700001+1', "'+420601700001+1"],
    ['+420601700001 ', "'+420601700001 "],
    ['+42060170000142060170', "'+42060170000142060170"],
    ['-2', "'-2"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\n=x', "'\n=x"],
    ['  =x', "'  =x"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠a', "'＠a"],
    ['Anna', 'Anna'],
    ['a=b', 'a=b'],
    ['', ''],
    ["'quoted", "'quoted"],
    ['12 - 4', '12 - 4'],
  ])('%j becomes %j', (value, text) => {
    expect(asText(value)).toBe(text)
  })

  it('never begins like a formula', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (value) => !/^\s*[=+\-@](?!\d+$)/u.test(asText(value))))
  })
})

describe('the lines', () => {
  it('have every column in the order of the list, numbers as numbers, phones as they are dialled', () => {
    expect(cellsOf(clientLines([client()], layout()))).toEqual([
      'Anna',
      'Schmidt',
      '',
      '',
      '000412',
      'Coffee',
      '-1250.50',
      '320.00',
      '5.00',
      '+420601700001',
      'anna@mail.example',
      '1990-05-01',
      'Female',
      'regular, wine',
      '',
      'iPhone, Android',
      '',
      'Counter',
      '2026-11-22 00:30',
      '2026-11-21 23:59',
      "'=cmd",
    ])
  })

  it('begin with a byte order mark and have as many titles as cells, in every language', () => {
    for (const lang of LANGUAGES) {
      const head = headLine(layout({ lang }))
      const delimiter = lang === 'en' ? ',' : ';'
      expect([lang, head.startsWith('\uFEFF"')]).toEqual([lang, true])
      expect(cellsOf(head.slice(1), delimiter)).toHaveLength(
        cellsOf(clientLines([client()], layout({ lang })), delimiter).length,
      )
    }
    expect(clientLines([client()], layout({ lang: 'de', columns: ['balance'] }))).toBe('"-1250,50"\r\n')
    const left = new Map([[CLIENT, { installs: [], removedAt: new Date('2026-11-21T21:30:00Z') }]])
    expect(clientLines([client()], layout({ columns: ['installs', 'removed'], wallets: left }))).toBe(
      '"","2026-11-22 00:30"\r\n',
    )
  })

  it('survive quotation marks, delimiters and line breaks', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, surname) => {
        const [first, second] = cellsOf(
          clientLines([client({ name, surname })], layout({ columns: ['name', 'surname'] })),
        )
        expect([first, second]).toEqual([asText(name), asText(surname)])
      }),
    )
    expect(clientLines([], layout())).toBe('')
  })
})
