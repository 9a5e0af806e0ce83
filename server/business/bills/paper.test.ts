import { describe, expect, it, test } from 'vitest'
import { LANGUAGES } from '../../../contract/limits.ts'
import { codeInPdf, PAYER, ROUBLE_SUPPLIER, SUPPLIER, textOfPdf } from '../../../test/papers.ts'
import { amountInWords } from './in-words.ts'
import { type ActFacts, type BillFacts, dateText, monthText, paperOf, purposeOf } from './paper.ts'
import { writePaper } from './paper-pdf.ts'

const AT = new Date('2026-11-26T10:00:00Z')
const bill = (change: Partial<BillFacts> = {}): BillFacts => ({
  kind: 'bill',
  number: '2026-000041',
  date: '2026-11-26',
  dueOn: '2026-12-10',
  amountMinor: 2123_45,
  currency: 'EUR',
  supplier: SUPPLIER,
  payer: PAYER,
  business: 'Mila café',
  ...change,
})
const { dueOn: _, ...shared } = bill()
const ACT: ActFacts = { ...shared, kind: 'act', month: '2026-10-01', date: '2026-10-31' }

describe.each(LANGUAGES)('in %s', (lang) => {
  it('a bill has every field as text that can be copied', async () => {
    const facts = bill()
    const text = await textOfPdf(await writePaper(paperOf(facts, lang), AT))
    for (const part of [
      facts.number,
      dateText(lang, facts.date),
      dateText(lang, facts.dueOn),
      purposeOf(facts, lang),
      SUPPLIER.name,
      SUPPLIER.address,
      SUPPLIER.taxNumber,
      SUPPLIER.registrationNumber,
      SUPPLIER.vatNote,
      SUPPLIER.bank,
      'CZ65 0800 0000 1920 0014 5399',
      SUPPLIER.bic,
      SUPPLIER.account,
      SUPPLIER.bankCode,
      PAYER.name,
      PAYER.taxNumber,
      PAYER.address,
      PAYER.bank,
      '2 123.45 EUR',
      amountInWords(lang, facts.amountMinor, 'EUR'),
    ])
      expect(text).toContain(part.replace(/\s+/g, ' '))
  })

  it('an act has its month, its amount and whom it is from', async () => {
    const text = await textOfPdf(await writePaper(paperOf(ACT, lang), AT))
    for (const part of [
      ACT.number,
      dateText(lang, ACT.date),
      monthText(lang, ACT.month),
      purposeOf(ACT, lang),
      SUPPLIER.name,
      PAYER.name,
      '2 123.45 EUR',
      amountInWords(lang, ACT.amountMinor, 'EUR'),
    ])
      expect(text).toContain(part)
    expect(codeInPdf(await writePaper(paperOf(ACT, lang), AT))).toBeNull()
  })

  it('every word of a paper is there', () => {
    for (const facts of [bill(), ACT, bill({ currency: 'RUB', supplier: ROUBLE_SUPPLIER })])
      expect(JSON.stringify(paperOf(facts, lang))).not.toMatch(/papers\.|\{\{|undefined/)
  })
})

test('a code for euros is read back as EPC069-12', async () => {
  expect(codeInPdf(await writePaper(paperOf(bill(), 'en'), AT))).toBe(
    'BCD\n002\n1\nSCT\nGIBACZPX\nKärtchen & Žluťoučký s.r.o.\nCZ6508000000192000145399\nEUR2123.45\n\n\n' +
      'Top-up, bill 2026-000041',
  )
})

test('a code for crowns is read back as SPAYD', async () => {
  expect(codeInPdf(await writePaper(paperOf(bill({ currency: 'CZK' }), 'cz'), AT))).toBe(
    'SPD*1.0*ACC:CZ6508000000192000145399+GIBACZPX*AM:2123.45*CC:CZK*DT:20261210*RN:Kärtchen & Žluťoučký s.r.o.*' +
      'MSG:Dobití, faktura 2026-000041*X-VS:2026000041',
  )
})

test('a code for roubles is read back as ST00012', async () => {
  const facts = bill({ currency: 'RUB', supplier: ROUBLE_SUPPLIER })
  expect(codeInPdf(await writePaper(paperOf(facts, 'ru'), AT))).toBe(
    'ST00012|Name=ООО «Карты и Ёлки»|PersonalAcc=40702810900000000001|BankName=Банк «Пример»|BIC=044525225|' +
      'CorrespAcc=30101810400000000225|PayeeINN=7707083893|KPP=770701001|Sum=212345|' +
      'Purpose=Пополнение баланса по счёту № 2026-000041',
  )
})

test('no name can end a field of a code', () => {
  const codeOf = (currency: string, name: string) =>
    paperOf(bill({ currency, supplier: { ...ROUBLE_SUPPLIER, iban: SUPPLIER.iban, name } }), 'en').code?.text
  expect(codeOf('CZK', 'A*AM:1.00*B')?.match(/\*AM:/g)).toHaveLength(1)
  expect(codeOf('RUB', 'A|Sum=1|B')?.match(/\|Sum=/g)).toHaveLength(1)
  expect(codeOf('EUR', 'A\nB')?.split('\n')[5]).toBe('A B')
  expect(codeOf('USD', 'A')).toBeUndefined()
})

test('the same paper has the same bytes, wherever and whenever it is set', async () => {
  const paper = paperOf(bill(), 'ru')
  const [first, again] = [await writePaper(paper, AT), await writePaper(structuredClone(paper), new Date(AT))]
  expect(first.equals(again)).toBe(true)
})

test('a name of any letters, however long, stays on the page, and hidden signs are left out', async () => {
  const name = `${'Очень длинное название '.repeat(6)}\u202Egnp.exe 😀`
  const text = await textOfPdf(await writePaper(paperOf(bill({ payer: { ...PAYER, name } }), 'ru'), AT))
  expect(text).toContain('gnp.exe')
  expect(text).not.toMatch(/[\u202A-\u202E]/)
})
