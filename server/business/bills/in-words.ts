/**
 * An amount of money in the words of four languages, as bookkeepers write it: whole units as words, hundredths as
 * digits. Pure.
 */
import type { Language } from '../../../contract/limits.ts'

type Gender = 'm' | 'f' | 'n' | 'p'
/** Of one, of two to four, of five and more. */
type Forms = readonly [one: string, few: string, many: string]
type Noun = { gender: Gender; forms: Forms }
type Currency = { unit: Noun; cent: Forms }

const n = (gender: Gender, ...forms: Forms): Noun => ({ gender, forms })

const CURRENCIES: Readonly<Record<Language, Readonly<Record<string, Currency>>>> = {
  en: {
    EUR: { unit: n('n', 'euro', 'euros', 'euros'), cent: ['cent', 'cents', 'cents'] },
    CZK: { unit: n('n', 'Czech koruna', 'Czech korunas', 'Czech korunas'), cent: ['haler', 'halers', 'halers'] },
    RUB: {
      unit: n('n', 'Russian rouble', 'Russian roubles', 'Russian roubles'),
      cent: ['kopeck', 'kopecks', 'kopecks'],
    },
  },
  de: {
    EUR: { unit: n('m', 'Euro', 'Euro', 'Euro'), cent: ['Cent', 'Cent', 'Cent'] },
    CZK: {
      unit: n('f', 'tschechische Krone', 'tschechische Kronen', 'tschechische Kronen'),
      cent: ['Heller', 'Heller', 'Heller'],
    },
    RUB: { unit: n('m', 'Rubel', 'Rubel', 'Rubel'), cent: ['Kopeke', 'Kopeken', 'Kopeken'] },
  },
  cz: {
    EUR: { unit: n('n', 'euro', 'eura', 'eur'), cent: ['cent', 'centy', 'centů'] },
    CZK: { unit: n('f', 'koruna česká', 'koruny české', 'korun českých'), cent: ['haléř', 'haléře', 'haléřů'] },
    RUB: { unit: n('m', 'rubl', 'rubly', 'rublů'), cent: ['kopějka', 'kopějky', 'kopějek'] },
  },
  ru: {
    EUR: { unit: n('m', 'евро', 'евро', 'евро'), cent: ['цент', 'цента', 'центов'] },
    CZK: { unit: n('f', 'чешская крона', 'чешские кроны', 'чешских крон'), cent: ['геллер', 'геллера', 'геллеров'] },
    RUB: { unit: n('m', 'рубль', 'рубля', 'рублей'), cent: ['копейка', 'копейки', 'копеек'] },
  },
}

type Tongue = {
  /** Index of the form of a noun after a number. */
  form: (count: number) => 0 | 1 | 2
  /** Words of 1 to 999 before a noun of a gender. */
  below: (count: number, noun: Noun) => string
  thousand: Noun
  million: Noun
  zero: string
  /** One and two at the end of a longer number agree with the noun too. */
  agrees: boolean
  /** Between the thousands and the rest, and inside of what is written as one word. */
  join: (parts: readonly string[]) => string
}

const list = (text: string) => text.split(' ')
const present = (parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join(' ')
const split = (count: number) => ({ hundreds: Math.floor(count / 100), rest: count % 100 })

const EN_ONES = list(
  '- one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen',
)
const EN_TENS = list('- - twenty thirty forty fifty sixty seventy eighty ninety')
function englishBelow(count: number): string {
  const { hundreds, rest } = split(count)
  const tail =
    rest < 20
      ? rest > 0 && EN_ONES[rest]
      : `${EN_TENS[Math.floor(rest / 10)]}${rest % 10 > 0 ? `-${EN_ONES[rest % 10]}` : ''}`
  return present([hundreds > 0 && `${EN_ONES[hundreds]} hundred`, tail])
}

const DE_ONES = list(
  '- ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn ' +
    'achtzehn neunzehn',
)
const DE_TENS = list('- - zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig')
function germanBelow(count: number, noun: Noun): string {
  if (count === 1 && noun.gender === 'f') return 'eine'
  const { hundreds, rest } = split(count)
  const ten = DE_TENS[Math.floor(rest / 10)] ?? ''
  const tail = rest < 20 ? (rest > 0 ? DE_ONES[rest] : '') : `${rest % 10 > 0 ? `${DE_ONES[rest % 10]}und` : ''}${ten}`
  return `${hundreds > 0 ? `${DE_ONES[hundreds]}hundert` : ''}${tail ?? ''}`
}

const CZ_ONES = list(
  '- jedna dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct sedmnáct ' +
    'osmnáct devatenáct',
)
const CZ_TENS = list('- - dvacet třicet čtyřicet padesát šedesát sedmdesát osmdesát devadesát')
const CZ_HUNDREDS = list('- sto dvě+stě tři+sta čtyři+sta pět+set šest+set sedm+set osm+set devět+set')
/** Only one and two agree with their noun; inside of a longer number they stay as they are. */
function czechBelow(count: number, { gender }: Noun): string {
  if (count === 1) return { m: 'jeden', f: 'jedna', n: 'jedno', p: 'jedna' }[gender]
  if (count === 2) return gender === 'm' || gender === 'p' ? 'dva' : 'dvě'
  const { hundreds, rest } = split(count)
  return present([
    hundreds > 0 && CZ_HUNDREDS[hundreds]?.replace('+', ' '),
    rest >= 20 && CZ_TENS[Math.floor(rest / 10)],
    (rest < 20 ? rest : rest % 10) > 0 && CZ_ONES[rest < 20 ? rest : rest % 10],
  ])
}

const RU_ONES = list(
  '- один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать ' +
    'пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
)
const RU_TENS = list('- - двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто')
const RU_HUNDREDS = list('- сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот')
function russianBelow(count: number, { gender }: Noun): string {
  const { hundreds, rest } = split(count)
  const last = rest < 20 ? rest : rest % 10
  const one = { m: 'один', f: 'одна', n: 'одно', p: 'один' }[gender]
  return present([
    hundreds > 0 && RU_HUNDREDS[hundreds],
    rest >= 20 && RU_TENS[Math.floor(rest / 10)],
    last > 0 && (last === 1 ? one : last === 2 && gender === 'f' ? 'две' : RU_ONES[last]),
  ])
}

function russianForm(count: number): 0 | 1 | 2 {
  const [tens, ones] = [count % 100, count % 10]
  if (tens >= 11 && tens <= 14) return 2
  return ones === 1 ? 0 : ones >= 2 && ones <= 4 ? 1 : 2
}
const oneOrMore = (count: number) => (count === 1 ? 0 : 2)

const TONGUES: Readonly<Record<Language, Tongue>> = {
  en: {
    form: oneOrMore,
    below: englishBelow,
    thousand: n('n', 'thousand', 'thousand', 'thousand'),
    million: n('n', 'million', 'million', 'million'),
    zero: 'zero',
    agrees: false,
    join: present,
  },
  de: {
    form: oneOrMore,
    below: germanBelow,
    thousand: n('n', 'tausend', 'tausend', 'tausend'),
    million: n('f', 'Million', 'Millionen', 'Millionen'),
    zero: 'null',
    agrees: false,
    // Below a million it is one word.
    join: (parts) => present([parts[0], parts.slice(1).join('').replaceAll(' ', '')]),
  },
  cz: {
    form: (count) => (count === 1 ? 0 : count >= 2 && count <= 4 ? 1 : 2),
    below: czechBelow,
    thousand: n('m', 'tisíc', 'tisíce', 'tisíc'),
    million: n('m', 'milion', 'miliony', 'milionů'),
    zero: 'nula',
    agrees: false,
    join: present,
  },
  ru: {
    form: russianForm,
    below: russianBelow,
    thousand: n('f', 'тысяча', 'тысячи', 'тысяч'),
    million: n('m', 'миллион', 'миллиона', 'миллионов'),
    zero: 'ноль',
    agrees: true,
    join: present,
  },
}

/** Before which one and two are as they are counted: `tisíc jedna`, `eintausendein`. */
const PART: Noun = n('p', '', '', '')

const counted = (tongue: Tongue, count: number, noun: Noun): string =>
  count === 0 ? '' : `${tongue.below(count, noun)} ${noun.forms[tongue.form(count)]}`

/** @param whole 0 to 999 999 999 */
function wordsOf(tongue: Tongue, whole: number, unit: Noun): string {
  if (whole === 0) return tongue.zero
  const rest = whole % 1000
  return tongue.join([
    counted(tongue, Math.floor(whole / 1_000_000), tongue.million),
    counted(tongue, Math.floor(whole / 1000) % 1000, tongue.thousand),
    rest === 0 ? '' : tongue.below(rest, whole === rest || tongue.agrees ? unit : PART),
  ])
}

const MAX_WHOLE = 999_999_999

/**
 * `Two thousand euros 05 cents`, `Две тысячи евро 05 центов`.
 * A currency without words of its own is written as its code.
 * @throws RangeError below zero, above a thousand millions
 */
export function amountInWords(lang: Language, amountMinor: number, currency: string): string {
  const [whole, cents] = [Math.floor(amountMinor / 100), amountMinor % 100]
  if (!Number.isInteger(amountMinor) || amountMinor < 0 || whole > MAX_WHOLE)
    throw new RangeError('an amount is too large for words')
  const tongue = TONGUES[lang]
  const digits = String(cents).padStart(2, '0')
  const named = CURRENCIES[lang][currency]
  const unit = named?.unit ?? n('m', currency, currency, currency)
  const words = wordsOf(tongue, whole, unit)
  const first = `${words.slice(0, 1).toUpperCase()}${words.slice(1)} ${unit.forms[tongue.form(whole)]}`
  return named ? `${first} ${digits} ${named.cent[tongue.form(cents)]}` : `${first} ${digits}/100`
}
