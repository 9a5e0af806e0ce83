import { describe, expect, it, test } from 'vitest'
import { isIban } from '../../../contract/business/billing.ts'
import { camt, clientBank, inWindows1251 } from '../../../test/statements.ts'
import { minorOf } from './incoming.ts'
import { type Candidate, matchOf, numbersIn } from './match.ts'
import { keysOf, readStatement } from './statement.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readStatement(bytes(text))

test.each([
  ['39', 39_00],
  ['39.5', 39_50],
  ['39,05', 39_05],
  ['1234.5600', 1234_56],
  ['0', null],
  ['-5', null],
  ['1e3', null],
  ['1 000', null],
  ['12.345', null],
])('%s is %s in minor units', (text, minor) => expect(minorOf(text)).toBe(minor))

test.each([
  ['CZ6508000000192000145399', true],
  ['CZ6508000000192000145398', false],
  ['DE89370400440532013000', true],
  ['DE8937040044053201300', false],
  ['XX00', false],
])('%s is an IBAN: %s', (text, isOne) => expect(isIban(text)).toBe(isOne))

describe('camt.053', () => {
  it('gives booked credits with who paid, what for and what the bank calls it', () => {
    expect(
      read(camt([{ amount: '120.50', purpose: 'bill 2026-000041', payer: 'Mila & Co', taxNumber: 'CZ1' }])),
    ).toEqual([
      {
        bookedOn: '2026-11-25',
        amountMinor: 120_50,
        currency: 'EUR',
        payer: 'Mila & Co',
        taxNumber: 'CZ1',
        purpose: 'bill 2026-000041',
        reference: 'CZ6508000000192000145399|R0||||',
      },
    ])
  })

  it('leaves out debits, reversals and what is pending, and splits a batch', () => {
    const entry = (indicator: string, state: string, more = '') =>
      `<Ntry><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>${indicator}</CdtDbtInd>${more}<Sts>${state}</Sts>` +
      '<BookgDt><Dt>2026-11-25</Dt></BookgDt></Ntry>'
    const part = (amount: string) => `<TxDtls><Amt Ccy="EUR">${amount}</Amt></TxDtls>`
    const batch =
      '<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-11-25T10:00:00' +
      `</DtTm></BookgDt><NtryDtls>${part('10.00')}${part('20.00')}</NtryDtls></Ntry>`
    const more =
      entry('DBIT', 'BOOK') + entry('CRDT', 'PDNG') + entry('CRDT', 'BOOK', '<RvslInd>true</RvslInd>') + batch
    expect(read(camt([], more))).toMatchObject([{ amountMinor: 10_00 }, { amountMinor: 20_00 }])
  })

  it('may have a prefix at every name', () => {
    const text = camt([{ amount: '5', purpose: 'x' }])
      .replace(/<(\/?)(?=[A-Z])/g, '<$1b:')
      .replace('xmlns=', 'xmlns:b=')
    expect(read(text)).toMatchObject([{ amountMinor: 5_00 }])
  })
})

describe('1C ClientBankExchange', () => {
  const line = {
    amount: '120.50',
    purpose: 'Оплата по счёту № 2026-000041',
    payer: 'ООО «Ёлка»',
    taxNumber: '7701234567',
  }

  it.each([
    ['UTF-8', bytes(clientBank([line]))],
    ['UTF-8 with a mark', bytes(`\uFEFF${clientBank([line])}`)],
    ['windows-1251', inWindows1251(clientBank([line]))],
  ])('is read in %s', (_, file) => {
    expect(readStatement(file)).toMatchObject([
      {
        bookedOn: '2026-11-25',
        amountMinor: 120_50,
        currency: 'EUR',
        payer: 'ООО «Ёлка»',
        taxNumber: '7701234567',
        purpose: line.purpose,
      },
    ])
  })

  it('gives only what comes in', () => {
    const out = clientBank([line]).replace('ПолучательСчет=40702978900000000001', 'ПолучательСчет=40702978900000000009')
    expect(read(out)).toEqual([])
  })

  it.each([
    ['without an end', clientBank([line]).replace('КонецФайла', '')],
    ['with a bad amount', clientBank([{ ...line, amount: 'много' }])],
    ['with a bad day', clientBank([{ ...line, day: '2026-11-25' }])],
  ])('%s is broken', (_, text) => expect(read(text)).toBe('statement_unreadable'))
})

test.each([
  ['nothing', '', 'statement_unreadable'],
  ['a picture', '\u0089PNG\u0000', 'statement_unreadable'],
  ['other XML', '<a><b/></a>', 'statement_unreadable'],
  ['torn XML', camt([]).slice(0, -20), 'statement_unreadable'],
  ['an entity bomb', `<!DOCTYPE a [<!ENTITY b "c">]>${camt([])}`, 'statement_unreadable'],
  [
    'a file of the server',
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document>&b;</Document>',
    'statement_unreadable',
  ],
  ['too many lines', camt(Array.from({ length: 5001 }, () => ({ amount: '1', purpose: '' }))), 'statement_unreadable'],
  ['a million of elements', `<Document>${'<a/>'.repeat(1_000_001)}</Document>`, 'statement_unreadable'],
])('%s is refused', (_, text, fault) => expect(read(text)).toBe(fault))

test('the same payment has the same key in another statement, and equal payments have two', () => {
  const [one, other] = [
    { amount: '10', purpose: 'a', reference: 'x' },
    { amount: '10', purpose: 'b', reference: 'y' },
  ]
  const keys = (...lines: Parameters<typeof camt>[0]) => {
    const found = read(camt(lines))
    return Array.isArray(found) ? keysOf(found) : []
  }
  const [first, second] = keys(one, other)
  expect(keys(other, one)).toEqual([second, first])
  const twice = keys(one, one)
  expect([twice[0], new Set(twice).size]).toEqual([first, 2])
})

describe('a payment is matched', () => {
  const line = {
    bookedOn: '2026-11-25',
    amountMinor: 100_00,
    currency: 'EUR',
    payer: 'Mila s.r.o.',
    taxNumber: '',
    purpose: '',
    reference: '',
  }
  const bill = (no: number, change: Partial<Candidate> = {}): Candidate => ({
    number: `2026-${String(no).padStart(6, '0')}`,
    currency: 'EUR',
    amountMinor: 100_00,
    paidMinor: 0,
    isOpen: true,
    payer: { name: 'Mila s.r.o.', taxNumber: '' },
    ...change,
  })

  it.each([
    ['Bill 2026-000041', ['2026-000041']],
    ['VS2026000041', ['2026-000041']],
    ['счёт №2026/000041, 2026-000042', ['2026-000041', '2026-000042']],
    ['12026000041 99', []],
    ['2026-00004', []],
  ])('in %s are the numbers %j', (purpose, numbers) => expect(numbersIn(purpose)).toEqual(numbers))

  it('by its number, whatever the amount and the state', () => {
    const paid = bill(2, { isOpen: false, paidMinor: 100_00, payer: null })
    expect(matchOf({ ...line, purpose: 'x 2026-000002' }, [bill(1), paid])).toEqual({ bill: paid, signs: ['number'] })
    expect(matchOf({ ...line, purpose: '2026-000001' }, [bill(1)]).signs).toEqual(['number', 'amount', 'payer'])
  })

  it('without a number only if amount and payer fit one open bill', () => {
    expect(matchOf(line, [bill(1), bill(2, { amountMinor: 90_00 })]).bill?.number).toBe('2026-000001')
    expect(matchOf(line, [bill(1), bill(2)]).bill).toBeNull()
    expect(matchOf(line, [bill(1, { payer: null })]).bill).toBeNull()
    expect(matchOf(line, [bill(1, { isOpen: false })]).bill).toBeNull()
    const byTax = bill(1, { payer: { name: 'M', taxNumber: 'CZ12345678' } })
    expect(matchOf({ ...line, taxNumber: '12345678' }, [byTax]).signs).toEqual(['amount', 'payer'])
    expect(matchOf({ ...line, taxNumber: '12345679' }, [byTax]).bill).toBeNull()
  })

  it('never in another currency, nor with two bills', () => {
    expect(matchOf({ ...line, currency: 'CZK', purpose: '2026-000001' }, [bill(1)]).bill).toBeNull()
    expect(matchOf({ ...line, purpose: '2026-000001 2026-000002' }, [bill(1), bill(2)]).bill).toBeNull()
    expect(matchOf({ ...line, purpose: '2026-000009' }, [bill(1)]).bill).toBeNull()
  })
})
