import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { COMMON_ERRORS } from '../contract/common-errors.ts'
import { LANGUAGES } from '../contract/limits.ts'
import { FIRST_ROOMS, INSIDE_ROOMS, SERVER_ROOMS } from '../words/rooms.ts'
import { say, wordsOf } from '../words/say.ts'
import { readTree } from './imports.ts'
import { ALL_CALLS } from './walk.ts'
import { speechFaults, wordFaults, type AllWords, type Words } from './word-faults.ts'

const all = Object.fromEntries(LANGUAGES.map((lang) => [lang, wordsOf(lang)])) as unknown as AllWords
const speakers = new Map(
  [...readTree()].filter(
    ([file]) => /^(web|pages|phone|server|card|contract)\//.test(file) && !/\.test\.tsx?$/.test(file),
  ),
)
const codes = new Set([
  ...Object.keys(COMMON_ERRORS),
  'server_error',
  ...ALL_CALLS.flatMap(({ one }) => Object.keys(one.errors)),
])

describe('the words', () => {
  it('are the same in every language, form by form and placeholder by placeholder', () => {
    expect(wordFaults(all)).toEqual([])
  })

  it('are all shown somewhere, and everything shown has words', () => {
    expect(speechFaults(all.en, speakers, codes)).toEqual([])
  })

  it.each(LANGUAGES)('of %s are in the files that rooms.ts lists', (lang) => {
    const list = readFileSync(new URL('../words/rooms.ts', import.meta.url), 'utf8')
    const files = readdirSync(new URL(`../words/${lang}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => file.endsWith('.json')).sort()).toEqual(
      [...list.matchAll(/'\.\/en\/(.+\.json)'/g)].map(([, file = '']) => file).sort(),
    )
  })

  it('of single pages are a file a room: what comes together or stays on the server is left out of them', () => {
    const loader = readFileSync(new URL('../web/base/words.ts', import.meta.url), 'utf8')
    const left = [...loader.matchAll(/'!.*\{(.+)\}\.json'/g)].flatMap(([, names = '']) => names.split(','))
    const atTheRoot = ['common', 'refusals', 'shell']
    expect([...left, ...atTheRoot].sort()).toEqual([...FIRST_ROOMS, ...INSIDE_ROOMS, ...SERVER_ROOMS].sort())
  })

  it('are filled with what a person wrote as it is, and a key without words comes back whole', () => {
    const name = '$t(common.close) {{count}} $& <b>'
    expect(say('en', 'mails.invite.subject', { name, cabinet: name, lng: 'ru', ns: 'shell' })).toContain(name)
    expect(say('cz', 'refusals.codes.no_such_code')).toBe('refusals.codes.no_such_code')
    expect([1, 2, 5, 1.5].map((count) => say('cz', 'shell.banner.demo', { count }))).toEqual([
      'Demo končí za 1 den.',
      'Demo končí za 2 dny.',
      'Demo končí za 5 dní.',
      'Demo končí za 1.5 dne.',
    ])
  })
})

describe('the watch over the words', () => {
  const right: AllWords = {
    en: {
      shop: { open: 'Open', cards_one: '{{count}} card', cards_other: '{{count}} cards', hello: 'Hello {{name}}' },
    },
    cz: {
      shop: {
        open: 'Otevřít',
        cards_one: '{{count}} karta',
        cards_few: '{{count}} karty',
        cards_many: '{{count}} karty',
        cards_other: '{{count}} karet',
        hello: 'Dobrý den {{name}}',
      },
    },
    de: {
      shop: { open: 'Öffnen', cards_one: 'eine Karte', cards_other: '{{count}} Karten', hello: 'Guten Tag {{name}}' },
    },
    ru: {
      shop: {
        open: 'Открыть',
        cards_one: '{{count}} карта',
        cards_few: '{{count}} карты',
        cards_many: '{{count}} карт',
        cards_other: '{{count}} карты',
        hello: 'Здравствуйте, {{name}}',
      },
    },
  }
  const change = (lang: keyof AllWords, words: Record<string, string | undefined>): AllWords => ({
    ...right,
    [lang]: {
      shop: Object.fromEntries(
        Object.entries({ ...(right[lang].shop as Words), ...words }).filter(([, text]) => text !== undefined),
      ),
    },
  })

  it('is quiet over right words', () => {
    expect(wordFaults(right)).toEqual([])
  })

  it.each([
    ['de: shop.open is missing', change('de', { open: undefined })],
    ['de: shop.shut is not there in English', change('de', { shut: 'Zu' })],
    ['cz: shop.cards_few is missing', change('cz', { cards_few: undefined })],
    ['ru: shop.cards_many is missing', change('ru', { cards_many: undefined })],
    ['de: shop.cards_few is a form this language does not have', change('de', { cards_few: '{{count}} Karten' })],
    ['ru: shop.cards_few lacks {{count}}', change('ru', { cards_few: 'карты' })],
    ['de: shop.hello lacks {{name}}', change('de', { hello: 'Guten Tag' })],
    [
      'cz: shop.hello has {{nmae}}, which English does not fill',
      change('cz', { hello: 'Dobrý den {{name}} {{nmae}}' }),
    ],
    ['cz: shop.hello has a torn placeholder', change('cz', { hello: 'Dobrý den {{name}} {{name}' })],
    ['ru: shop.open is empty', change('ru', { open: ' ' })],
  ])('cries out: %s', (fault, words) => {
    expect(wordFaults(words)).toEqual([fault])
  })

  it('finds a key that nothing shows, and one that is shown and has no words', () => {
    const faultsOf = (text: string) => speechFaults(right.en, new Map([['web/shop/page.tsx', text]]), new Set())
    expect(faultsOf("t('shop.open'); t('shop.cards', { count }); const key = `shop.${name}`")).toEqual([])
    expect(faultsOf("t('shop.open'); t('shop.cards', { count })")).toEqual(['shop.hello is never shown'])
    expect(faultsOf("t('shop.open'); t('shop.cards', { count }); t('shop.helo'); t('shop.hello')")).toEqual([
      'web/shop/page.tsx shows shop.helo, which has no words',
    ])
  })

  it('finds a refusal that no call declares', () => {
    const words = { refusals: { codes: { gone: 'Gone' }, fields: { odd: 'Odd' } } }
    expect(speechFaults(words, new Map([['contract/a.ts', "const error = 'even'"]]), new Set())).toEqual([
      'refusals.codes.gone is no refusal of any call',
      'refusals.fields.odd is no fault of any field',
    ])
    expect(speechFaults(words, new Map([['contract/a.ts', "const error = 'odd'"]]), new Set(['gone']))).toEqual([])
  })
})
