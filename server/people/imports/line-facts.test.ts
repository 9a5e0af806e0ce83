import { describe, expect, it } from 'vitest'
import type { ImportTarget } from '../../../contract/people/imports.ts'
import { guessColumns, openQuestions } from './guess-columns.ts'
import { guessReading } from './guess-reading.ts'
import { readLine, type Reading } from './line-facts.ts'
import type { Cell } from './table-file.ts'

const READING = {
  country: 'CZ',
  dates: 'dmy',
  decimal: 'comma',
  today: '2026-11-22',
  templates: [{ id: 't', name: 'Gold' }],
}
const cell = (target: ImportTarget, value: Cell, change: Partial<Reading> = {}) => {
  const reading = { ...READING, ...change, columns: ['cardNumber', target] } as Reading
  const { facts, faults } = readLine({ line: 2, cells: [7, value] }, reading)
  const { card_number: _, ...others } = facts
  return faults.length > 0 ? faults.map(({ code }) => code).join() : others
}

describe('a phone', () => {
  it.each([
    '+420 601 950 001',
    '00420601950001',
    '601950001',
    '420601950001',
    '(601) 950-001',
    'tel. 601 950 001',
    "'+420601950001",
  ])('is the same however it is written: %s', (text) => {
    expect(cell('tel', text)).toEqual({ tel: '+420601950001' })
  })
  it('is read by the country of the business', () => {
    expect(cell('tel', '8 (912) 345-67-89', { country: 'RU' })).toEqual({ tel: '+79123456789' })
    expect(cell('tel', 79123456789, { country: 'RU' })).toEqual({ tel: '+79123456789' })
    expect(cell('tel', '0151 23456789', { country: 'DE' })).toEqual({ tel: '+4915123456789' })
    expect(cell('tel', '601950001', { country: null })).toBe('phone_country')
  })
  it.each(['12345', '+420 111', '4,20602E+11', '4.20601950001E+11', 'none'])('is refused: %s', (text) => {
    expect(cell('tel', text)).toBe('phone')
  })
})

describe('a day', () => {
  it.each([
    ['7.4.1990', '1990-04-07'],
    ['07. 04. 1990', '1990-04-07'],
    ['1990-04-07', '1990-04-07'],
    ['1990-04-07T00:00:00', '1990-04-07'],
    ['07/04/1990', '1990-04-07'],
    ['04/17/1990', '1990-04-17'],
    ['7.4.90', '1990-04-07'],
    ['7.4.05', '2005-04-07'],
    ['32970', '1990-04-07'],
    [32_970, '1990-04-07'],
  ])('%s is %s', (text, day) => {
    expect(cell('birthday', text)).toEqual({ birthday: day })
  })
  it('has its month first where the file does', () => {
    expect(cell('birthday', '07/04/1990', { dates: 'mdy' })).toEqual({ birthday: '1990-07-04' })
    expect(cell('birthday', '07.04.1990', { dates: 'mdy' })).toEqual({ birthday: '1990-04-07' })
  })
  it.each(['31.2.1990', '7.4.1890', '7.4.2027', 'April', '1.1', '0'])('is refused: %s', (text) => {
    expect(cell('birthday', text)).toBe('date')
  })
})

describe('an amount', () => {
  it.each([
    ['1 250,5', 1250_50],
    ['1\u00A0250,50 €', 1250_50],
    ['1.250,50', 1250_50],
    ['1,250.50', 1250_50],
    ['1.250.000', 1_250_000_00],
    ['12.5', 12_50],
    ['12,500', 12_50],
    ['0', 0],
    [12.5, 12_50],
  ])('%s is %s', (text, balance_minor) => {
    expect(cell('balance', text)).toEqual({ balance_minor })
  })
  it('has decimals or thousands as the user says', () => {
    expect(cell('balance', '1,250')).toEqual({ balance_minor: 1_25 })
    expect(cell('balance', '1,250', { decimal: 'point' })).toEqual({ balance_minor: 1250_00 })
  })
  it('is not zero where there is none', () => {
    expect([cell('balance', ''), cell('bonus', ' - '), cell('bonus', '—')]).toEqual([{}, {}, {}])
  })
  it.each(['-5', '1,255', '12,345', '1e9', 'ten', '1.2.3', '99999999999999'])('is refused: %s', (text) => {
    expect(cell('balance', text === '1,255' ? '1,2555' : text)).toBe('amount')
  })
  it('is a percentage of a hundred at most', () => {
    expect([cell('discount', '7,5 %'), cell('discount', '7.5%')]).toEqual([
      { discount_hundredths: 7_50 },
      { discount_hundredths: 7_50 },
    ])
    expect(cell('discount', '101')).toBe('discount')
  })
})

describe('a line', () => {
  it('reads the other fields, in the words of four languages', () => {
    expect([cell('fullName', 'Anna Maria Nowak'), cell('fullName', 'Nowak, Anna')]).toEqual([
      { name: 'Anna', surname: 'Maria Nowak' },
      { name: 'Anna', surname: 'Nowak' },
    ])
    expect(['м', 'Frau', 'žena', 'Male'].map((text) => cell('sex', text))).toEqual([
      { sex: 'male' },
      { sex: 'female' },
      { sex: 'female' },
      { sex: 'male' },
    ])
    expect(cell('template', 'gold')).toEqual({ template_id: 't' })
    expect(cell('cardTrack', '0002200000004121')).toEqual({ card_track: '0002200000004121' })
    expect(cell('extra:motto', 'Hop')).toEqual({ extra: { motto: 'Hop' } })
    expect(cell('email', 'Anna@People.example')).toEqual({ email: 'Anna@People.example' })
  })
  it.each([
    ['formula', 'name', '=HYPERLINK("http://evil.example")'],
    ['formula', 'name', '@SUM(A1)'],
    ['formula', 'surname', '+cmd|/c calc'],
    ['too_long', 'name', 'a'.repeat(61)],
    ['too_long', 'extra:motto', 'a'.repeat(201)],
    ['control_characters', 'name', 'a\u0007b'],
    ['email', 'email', 'anna@'],
    ['sex', 'sex', 'x'],
    ['card_number', 'cardTrack', ''],
    ['template_unknown', 'template', 'Silver'],
  ] as const)('is refused: %s', (fault, target, text) => {
    if (fault === 'card_number') {
      const reading = { ...READING, columns: ['cardNumber'] } as unknown as Reading
      for (const number of ['1000000', '12a', '0', '-4'])
        expect(readLine({ line: 2, cells: [number] }, reading).faults).toMatchObject([{ code: fault }])
      return
    }
    expect(cell(target, text)).toBe(fault)
  })
  it('needs a phone or a card, and names every fault', () => {
    const reading = { ...READING, columns: ['tel', 'email', 'birthday'] } as unknown as Reading
    expect(readLine({ line: 5, cells: ['', 'x', 'y'] }, reading).faults).toEqual([
      { code: 'email', column: 1 },
      { code: 'date', column: 2 },
      { code: 'no_key' },
    ])
  })
})

describe('a guess', () => {
  const guess = (titles: string[], cells: Cell[] = []) => guessColumns(titles, [{ line: 2, cells }], ['motto'])
  it.each([
    [
      ['Имя', 'Фамилия', 'Телефон', 'Дата рождения', 'Баланс', 'Пол'],
      ['name', 'surname', 'tel', 'birthday', 'balance', 'sex'],
    ],
    [
      ['Vorname', 'Name', 'Handy', 'E-Mail', 'Geburtsdatum', 'Punkte'],
      ['name', 'surname', 'tel', 'email', 'birthday', 'bonus'],
    ],
    [
      ['Jméno', 'Příjmení', 'Telefon', 'Datum narození', 'Sleva', 'Body'],
      ['name', 'surname', 'tel', 'birthday', 'discount', 'bonus'],
    ],
    [
      ['First name', 'Last name', 'Phone', 'Promo code', 'Motto'],
      ['name', 'surname', 'tel', 'promoCode', 'extra:motto'],
    ],
    [
      ['ФИО', 'Номер телефона', 'Бонусы'],
      ['fullName', 'tel', 'bonus'],
    ],
    [
      ['Name', 'Phone', 'Mobile'],
      ['fullName', 'tel', 'skip'],
    ],
  ])('knows %s', (titles, targets) => {
    expect(guess(titles)).toEqual(targets)
  })
  it('looks at what is in a column', () => {
    expect(
      guess(
        ['a', 'b', 'c', 'd', 'card'],
        ['x', 'anna@people.example', '+420 601 950 001', '7.4.1990', '0002200000004121'],
      ),
    ).toEqual(['skip', 'email', 'tel', 'birthday', 'cardTrack'])
    expect(guess(['card'], ['000123'])).toEqual(['cardNumber'])
  })
  it('knows the titles of our own export', () => {
    expect(guess(['Card no.', 'Points', 'Card design', 'Consent (Moscow time)'], ['000007'])).toEqual([
      'cardNumber',
      'bonus',
      'template',
      'consent',
    ])
  })
  it('takes country, order of days and decimals from values that leave no doubt', () => {
    const guess = (...rows: [Cell, Cell, Cell][]) =>
      guessReading(
        rows.map((cells, at) => ({ line: at + 2, cells })),
        ['tel', 'birthday', 'balance'],
      )
    expect(guess(['601950001', '03/04/1990', '1,250'], ['x', '', 5])).toEqual({
      country: null,
      dates: null,
      decimal: null,
    })
    expect(guess(['+420601950001', '17/04/1990', '1 250,50'], ['00420601950002', '03/04/1990', '1,250'])).toEqual({
      country: 'CZ',
      dates: 'dmy',
      decimal: 'comma',
    })
    expect(guess(['+4915123456789', '04/17/1990', '$1,250.50'])).toEqual({
      country: 'DE',
      dates: 'mdy',
      decimal: 'point',
    })
    expect(guess(['+420601950001', '17/04/1990', '1,5'], ['+4915123456789', '04/17/1990', '1.5'])).toEqual({
      country: null,
      dates: null,
      decimal: null,
    })
  })
  it('asks only what the file leaves open', () => {
    const ask = (day: Cell, sum: Cell) => openQuestions([{ line: 2, cells: [day, sum] }], ['birthday', 'balance'])
    expect(ask('03/04/1990', '1,250')).toEqual({ dates: true, decimal: true })
    expect(ask('03.04.1990', '1250,5')).toEqual({ dates: false, decimal: false })
    expect(ask('17/04/1990', 1.25)).toEqual({ dates: false, decimal: false })
  })
})
