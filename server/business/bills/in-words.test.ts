import { describe, expect, it, test } from 'vitest'
import { LANGUAGES, type Language } from '../../../contract/limits.ts'
import { tagOf } from '../../../words/words.ts'
import { amountInWords } from './in-words.ts'

test.each([
  ['en', 2123_45, 'EUR', 'Two thousand one hundred twenty-three euros 45 cents'],
  ['en', 1_01, 'EUR', 'One euro 01 cent'],
  ['ru', 2000_00, 'RUB', 'Две тысячи рублей 00 копеек'],
  ['ru', 21_001_02, 'RUB', 'Двадцать одна тысяча один рубль 02 копейки'],
  ['ru', 1_042_11, 'CZK', 'Одна тысяча сорок две чешские кроны 11 геллеров'],
  ['ru', 1_00, 'EUR', 'Один евро 00 центов'],
  ['cz', 2000_00, 'CZK', 'Dva tisíce korun českých 00 haléřů'],
  ['cz', 1_00, 'EUR', 'Jedno euro 00 centů'],
  ['cz', 2_02, 'CZK', 'Dvě koruny české 02 haléře'],
  ['cz', 5_400_00, 'EUR', 'Pět tisíc čtyři sta eur 00 centů'],
  ['de', 1000_00, 'EUR', 'Eintausend Euro 00 Cent'],
  ['de', 1_00, 'CZK', 'Eine tschechische Krone 00 Heller'],
  ['de', 2_117_30, 'EUR', 'Zweitausendeinhundertsiebzehn Euro 30 Cent'],
  ['de', 1_000_000_00, 'EUR', 'Eine Million Euro 00 Cent'],
  ['en', 39_00, 'USD', 'Thirty-nine USD 00/100'],
] as const)('%s: %d %s is %s', (lang, minor, currency, words) => {
  expect(amountInWords(lang, minor, currency)).toBe(words)
})

test.each([-1, 0.5, 1_000_000_000_00])('%d has no words', (minor) => {
  expect(() => amountInWords('en', minor, 'EUR')).toThrow(RangeError)
})

/** Written apart from the code: what each word of a language adds or multiplies by. */
const VALUES: Readonly<Record<Language, string>> = {
  en:
    'zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 ' +
    'fourteen 14 fifteen 15 sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 ' +
    'sixty 60 seventy 70 eighty 80 ninety 90',
  de:
    'ein 1 eine 1 zwei 2 drei 3 vier 4 fünf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwölf 12 dreizehn 13 ' +
    'vierzehn 14 fünfzehn 15 sechzehn 16 siebzehn 17 achtzehn 18 neunzehn 19 zwanzig 20 dreißig 30 vierzig 40 ' +
    'fünfzig 50 sechzig 60 siebzig 70 achtzig 80 neunzig 90',
  cz:
    'jeden 1 jedna 1 jedno 1 dva 2 dvě 2 tři 3 čtyři 4 pět 5 šest 6 sedm 7 osm 8 devět 9 deset 10 jedenáct 11 ' +
    'dvanáct 12 třináct 13 čtrnáct 14 patnáct 15 šestnáct 16 sedmnáct 17 osmnáct 18 devatenáct 19 dvacet 20 ' +
    'třicet 30 čtyřicet 40 padesát 50 šedesát 60 sedmdesát 70 osmdesát 80 devadesát 90',
  ru:
    'один 1 одна 1 два 2 две 2 три 3 четыре 4 пять 5 шесть 6 семь 7 восемь 8 девять 9 десять 10 одиннадцать 11 ' +
    'двенадцать 12 тринадцать 13 четырнадцать 14 пятнадцать 15 шестнадцать 16 семнадцать 17 восемнадцать 18 ' +
    'девятнадцать 19 двадцать 20 тридцать 30 сорок 40 пятьдесят 50 шестьдесят 60 семьдесят 70 восемьдесят 80 ' +
    'девяносто 90 сто 100 двести 200 триста 300 четыреста 400 пятьсот 500 шестьсот 600 семьсот 700 восемьсот 800 ' +
    'девятьсот 900',
}
const HUNDRED = /^(hundred|hundert|sto|sta|stě|set)$/
const THOUSAND = /^(thousand|tausend|tisíce?|тысяч[аи]?)$/

function valuesOf(lang: Language): Map<string, number> {
  const parts = VALUES[lang].split(' ')
  return new Map(parts.flatMap((word, i) => (i % 2 === 0 ? [[word, Number(parts[i + 1])] as const] : [])))
}

/** German words of a number, apart. */
const apart = (lang: Language, text: string) =>
  lang === 'de'
    ? text
        .replace(/tausend/g, ' tausend ')
        .replace(/hundert/g, ' hundert ')
        .replace(/(?<!h)und/g, ' ')
    : text.replace(/-/g, ' ')

/** The number and what follows it. */
function readBack(lang: Language, text: string): { whole: number; rest: string } {
  const values = valuesOf(lang)
  const words = apart(lang, text.toLowerCase()).split(/\s+/)
  let [total, part, used] = [0, 0, 0]
  for (const word of words) {
    const value = values.get(word)
    if (value !== undefined) part += value
    else if (HUNDRED.test(word)) part = Math.floor(part / 100) * 100 + Math.max(1, part % 100) * 100
    else if (THOUSAND.test(word)) [total, part] = [total + part * 1000, 0]
    else break
    used++
  }
  return { whole: total + part, rest: words.slice(used).join(' ') }
}

/** Forms by the rules of CLDR, which know every language but nothing of ours. */
const FORMS: Readonly<Record<Language, Readonly<Record<string, readonly string[]>>>> = {
  en: { EUR: ['euro', 'euros', 'euros'], CZK: ['czech koruna', 'czech korunas', 'czech korunas'] },
  de: { EUR: ['euro', 'euro', 'euro'], CZK: ['tschechische krone', 'tschechische kronen', 'tschechische kronen'] },
  cz: { EUR: ['euro', 'eura', 'eur'], CZK: ['koruna česká', 'koruny české', 'korun českých'] },
  ru: {
    EUR: ['евро', 'евро', 'евро'],
    RUB: ['рубль', 'рубля', 'рублей'],
    CZK: ['чешская крона', 'чешские кроны', 'чешских крон'],
  },
}
function formOf(lang: Language, currency: string, whole: number): string {
  const rule = new Intl.PluralRules(tagOf(lang)).select(whole)
  const at = rule === 'one' ? 0 : rule === 'few' ? 1 : 2
  return FORMS[lang][currency]?.[at] ?? ''
}

/** Two hundred amounts, the same in every run: all small numbers that are special, then anything up to the highest. */
const SAMPLES = [
  ...Array.from({ length: 40 }, (_, i) => (i + 1) * 100),
  ...[101, 102, 111, 112, 121, 122, 199, 200, 211, 300, 999, 1000, 1001, 1002, 1011, 1021].map((one) => one * 100),
  ...Array.from({ length: 144 }, (_, i) => ((i * 7_919 + 131) * 6_947) % 1_000_000),
].map((minor, i) => minor + (minor % 100 === 0 ? (i % 23) + 0 : 0))

describe.each(LANGUAGES)('in %s', (lang) => {
  it('reads back as the same number, with the right form of the noun, for 200 amounts', () => {
    expect(SAMPLES.length).toBe(200)
    for (const currency of Object.keys(FORMS[lang]))
      for (const minor of SAMPLES) {
        if (minor < 100) continue
        const text = amountInWords(lang, minor, currency)
        const { whole, rest } = readBack(lang, text)
        const cents = String(minor % 100).padStart(2, '0')
        expect([text, whole, rest.startsWith(`${formOf(lang, currency, Math.floor(minor / 100))} ${cents} `)]).toEqual([
          text,
          Math.floor(minor / 100),
          true,
        ])
      }
  })
})

it('agrees in Russian with the noun at the end of any number', () => {
  for (let whole = 1; whole <= 9_999; whole += 7) {
    const [roubles, crowns] = [amountInWords('ru', whole * 100, 'RUB'), amountInWords('ru', whole * 100, 'CZK')]
    const isTeen = [11, 12].includes(whole % 100)
    if (whole % 10 === 1 && !isTeen)
      expect([/один рубль/i.test(roubles), /одна чешская/i.test(crowns)]).toEqual([true, true])
    if (whole % 10 === 2 && !isTeen)
      expect([/два рубля/i.test(roubles), /две чешские/i.test(crowns)]).toEqual([true, true])
  }
})
