import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FormField } from '../../../contract/people/forms.ts'
import { PHONE_MASKS, type PhoneMask } from '../../../contract/limits.ts'
import { calendarDay, readEntry } from './entry.ts'
import { cpuMsOf } from '../../../test/cpu-time.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const field = (change: Partial<FormField>): FormField => ({
  key: 'f',
  type: 'string',
  label: 'Field',
  variableName: 'name',
  required: false,
  active: true,
  errorMessage: '',
  regularExpression: '',
  values: [],
  checked: false,
  mask: 'world',
  ...change,
})
const read = (change: Partial<FormField>, text: string | undefined) =>
  readEntry(field(change), text === undefined ? {} : { f: text }, NOW)
const readDate = (raw: Record<string, string>, change: Partial<FormField> = {}) =>
  readEntry(field({ type: 'date', ...change }), raw, NOW)

const SPELLINGS: [PhoneMask, string, string[]][] = [
  [
    'ru',
    '+79123456789',
    [
      '8 (912) 345-67-89',
      '+7 912 345 67 89',
      '0079123456789',
      '79123456789',
      '8-912-345-67-89',
      '9123456789',
      '＋７ ９１２ ３４５６７８９',
      ' +7(912)3456789 ',
    ],
  ],
  [
    'cz',
    '+420601123456',
    ['601 123 456', '+420 601 123 456', '00420601123456', '601-123-456', '(601) 123 456', '420601123456'],
  ],
  ['pl', '+48512345678', ['512 345 678', '+48 512-345-678', '0048512345678']],
  ['it', '+393123456789', ['312 345 6789', '+39 312 3456789']],
  ['uae', '+971501234567', ['050 123 4567', '+971 50 123 4567', '501234567']],
  ['tr', '+905321234567', ['0532 123 45 67', '+90 532 123 45 67', '532 123 45 67']],
  ['kz', '+77012345678', ['8 701 234 56 78', '+7 701 234 56 78']],
  ['il', '+972522345678', ['052-234-5678', '+972 52 234 5678']],
  ['world', '+420601123456', ['+420 601 123 456', '00420 601 123 456', '+420601123456']],
]

describe('a phone number', () => {
  it.each(SPELLINGS)('of the mask %s is %s in every spelling', (mask, number, spellings) => {
    for (const text of spellings) expect([text, read({ type: 'tel', mask }, text)]).toEqual([text, { value: number }])
  })

  it.each(['601 123 456', '12', 'phone', '+420', '+420 601 123 45', '+999 123456789', '+420 601 123 456 or so'])(
    'is not %s in any country',
    (text) => {
      expect(read({ type: 'tel', mask: 'world' }, text)).toEqual({ fault: 'phone' })
    },
  )

  it('is a complete number in E.164 or a fault, for any input and every mask', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PHONE_MASKS),
        fc.oneof(fc.string(), fc.stringMatching(/^[+0-9 ().-]{1,24}$/)),
        (mask, text) => {
          const entry = read({ type: 'tel', mask }, text)
          if ('value' in entry && entry.value !== '') {
            expect(entry.value).toMatch(/^\+[1-9]\d{6,14}$/)
            // A stored value is read the same again, with any mask.
            expect(read({ type: 'tel', mask: 'world' }, entry.value)).toEqual(entry)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('a date', () => {
  it.each([
    [{ f_d: '29', f_m: '2', f_y: '2024' }, { value: '2024-02-29' }],
    [{ f: '1990-05-07' }, { value: '1990-05-07' }],
    [{ f_d: '1', f_m: '1', f_y: '1900' }, { value: '1900-01-01' }],
    [{ f_d: '21', f_m: '11', f_y: '2026' }, { value: '2026-11-21' }],
    [{ f_d: '29', f_m: '2', f_y: '2023' }, { fault: 'date' }],
    [{ f_d: '31', f_m: '4', f_y: '2000' }, { fault: 'date' }],
    [{ f_d: '22', f_m: '11', f_y: '2026' }, { value: '2026-11-22' }],
    [{ f_d: '1', f_m: '1', f_y: '2200' }, { fault: 'date' }],
    [{ f_d: '31', f_m: '12', f_y: '1899' }, { fault: 'date' }],
    [{ f_d: '1', f_m: '1', f_y: '90' }, { fault: 'date' }],
    [{ f_d: '1', f_m: '', f_y: '2000' }, { fault: 'date' }],
    [{ f_d: 'x', f_m: 'y', f_y: 'z' }, { fault: 'date' }],
    [{ f: '0000-01-01' }, { fault: 'date' }],
    [{ f_d: '', f_m: '', f_y: '' }, { value: '' }],
    [{}, { value: '' }],
  ])('%j gives %j', (raw, entry) => {
    expect(readDate(raw as Record<string, string>)).toEqual(entry)
  })

  it('of a birthday is never to come, counted by the Moscow day, and the fault says so', () => {
    const born = (day: string) => readDate({ f: day }, { variableName: 'birthday' })
    expect(born('2026-11-21')).toEqual({ value: '2026-11-21' })
    expect(born('2026-11-22')).toEqual({ fault: 'date_to_come' })
    expect(born('2026-11-31')).toEqual({ fault: 'date' })
  })

  it('can be required', () => {
    expect(readDate({}, { required: true })).toEqual({ fault: 'required' })
  })

  it('is an existing day between 1900 and 2199, or a fault', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -10, max: 3000 }),
        fc.integer({ min: -1, max: 14 }),
        fc.integer({ min: -1, max: 33 }),
        (year, month, day) => {
          const found = calendarDay(year, month, day)
          const twoDigits = (part: number) => String(part).padStart(2, '0')
          const text = `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
          const isReal =
            /^\d{4}-\d\d-\d\d$/.test(text) &&
            !Number.isNaN(Date.parse(text)) &&
            new Date(text).toISOString().startsWith(text)
          expect(found).toBe(isReal && year >= 1900 && year <= 2199 ? text : null)
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('a regular expression of the owner', () => {
  it('that would never end elsewhere ends here immediately', async () => {
    for (const [expression, text] of [
      ['(a+)+$', `${'a'.repeat(199)}!`],
      ['(a|aa)+$', `${'a'.repeat(199)}!`],
      ['(.*a){20}', 'a'.repeat(200)],
      ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(200)],
    ] as const) {
      const cpuMs = await cpuMsOf(() => read({ type: 'regex', regularExpression: expression }, text))
      expect([expression, cpuMs < 1000]).toEqual([expression, true])
    }
  })

  it.each([
    ['[A-Z]{2}\\d{4}', 'AB1234', true],
    ['[A-Z]{2}\\d{4}', 'xAB1234', false],
    ['[A-Z]{2}\\d{4}', 'AB12345', false],
    ['a|b', 'ab', false],
    ['a|b', 'b', true],
    ['\\p{L}+', 'Žluťoučký', true],
  ])('%s is asked for the whole of %s: %s', (source, text, is) => {
    expect('value' in read({ type: 'regex', regularExpression: source }, text)).toBe(is)
  })
})

describe('other entries', () => {
  it.each<[string, Partial<FormField>, string | undefined, ReturnType<typeof readEntry>]>([
    ['a text is trimmed', { type: 'string' }, '  Anna  ', { value: 'Anna' }],
    ['a text in parts of letters is composed', { type: 'string' }, 'Ji\u0159i\u0301', { value: 'Ji\u0159\u00ed' }],
    ['an empty text may stay away', { type: 'string' }, '   ', { value: '' }],
    ['a required text may not', { type: 'string', required: true }, '   ', { fault: 'required' }],
    ['a missing one is an empty one', { type: 'string', required: true }, undefined, { fault: 'required' }],
    ['a tag is no name', { type: 'string' }, '<script>', { fault: 'control_characters' }],
    ['nor is a variable', { type: 'string' }, '{balance}', { fault: 'control_characters' }],
    ['a line break is not taken', { type: 'string' }, 'a\nb', { fault: 'control_characters' }],
    ['a zero byte is not taken', { type: 'regex', regularExpression: '.*' }, 'a\0b', { fault: 'control_characters' }],
    ['two hundred letters are', { type: 'string' }, 'a'.repeat(200), { value: 'a'.repeat(200) }],
    ['one more is not', { type: 'string' }, 'a'.repeat(201), { fault: 'too_long' }],
    ['an address', { type: 'email' }, 'Anna@Mail.example', { value: 'Anna@Mail.example' }],
    ['no address', { type: 'email' }, 'anna@mail', { fault: 'email' }],
    ['two addresses', { type: 'email' }, 'a@b.example,c@d.example', { fault: 'email' }],
    ['one of a list', { type: 'list', values: ['Tea', 'Coffee'] }, 'Coffee', { value: 'Coffee' }],
    ['none of a list', { type: 'list', values: ['Tea', 'Coffee'] }, 'Cocoa', { fault: 'invalid' }],
    [
      'one of a list that was typed in parts of letters',
      { type: 'list', values: ['Cafe\u0301'] },
      'Cafe\u0301',
      { value: 'Caf\u00e9' },
    ],
    ['a ticked box', { type: 'checkbox' }, 'on', { value: '1' }],
    ['an empty box', { type: 'checkbox' }, undefined, { value: '' }],
    ['a box that must be ticked', { type: 'checkbox', required: true }, '0', { fault: 'required' }],
  ])('%s', (_, change, text, entry) => {
    expect(read(change, text)).toEqual(entry)
  })

  it('never throw, and a stored value is stored the same again', () => {
    const types = ['string', 'tel', 'checkbox', 'date', 'list', 'email', 'regex'] as const
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.boolean(), fc.string({ unit: 'binary' }), (type, required, text) => {
        const change = { type, required, values: ['A', 'B'], regularExpression: '\\w+' }
        const entry = read(change, text)
        if ('value' in entry) expect(read({ ...change, required: false }, entry.value)).toEqual(entry)
      }),
      { numRuns: 500 },
    )
  })
})
