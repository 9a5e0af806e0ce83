/** Texts about points are in the word of the business, unless there is a reason. */
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../contract/limits.ts'
import { wordsOf } from './say.ts'

const BARE: Readonly<Record<Language, RegExp>> = {
  en: /(?<!\p{L})points?(?!\p{L})/iu,
  cz: /(?<!\p{L})bod(?:y|ů|ům|ech|u)?(?!\p{L})/iu,
  de: /punkte(?!n?\p{L})/iu,
  ru: /(?<!\p{L})балл(?:ы|ов|ам|ами|ах|а)?(?!\p{L})/iu,
}

/** Beginnings of keys, and why their texts say "points". */
const USUAL: readonly [string, string][] = [
  ['common.points.', 'the usual word itself'],
  ['settings.points.', 'the setting in which the word is chosen'],
  ['users.stage.', 'before a business is open'],
  ['support.info.coalition.', 'what other businesses give is not called by the word of this one'],
  ['vendors.', 'what a CRM gives is called as that CRM calls it'],
  ['starters.points', 'for a business without a word of its own: `starter-text.ts`'],
]
/** Other meanings of the same letters. */
const OTHERS: readonly string[] = ['links.poster.usual.steps', 'pages.install.steps', 'refusals.']

const textsOf = (tree: object, path: string): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[path + name, value]] : textsOf(value as object, `${path}${name}.`),
  )

const bareIn = (lang: Language) =>
  textsOf(wordsOf(lang), '')
    .filter(([key]) => ![...USUAL.map(([start]) => start), ...OTHERS].some((start) => key.startsWith(start)))
    .filter(([, text]) => BARE[lang].test(text.replaceAll(/\{\{\w+\}\}/g, '')))
    .map(([key, text]) => `${key}: ${text}`)

describe.each(LANGUAGES)('the texts in %s', (lang) => {
  it('call points as the business does', () => {
    expect(bareIn(lang)).toEqual([])
  })

  it('have a reason where they do not', () => {
    const texts = textsOf(wordsOf(lang), '')
    for (const [start] of USUAL)
      expect(
        texts.some(([key, text]) => key.startsWith(start) && BARE[lang].test(text)),
        start,
      ).toBe(true)
  })
})

it.each([
  ['en', 'Points given'],
  ['cz', 'Připsáno bodů'],
  ['de', 'Willkommenspunkte'],
  ['ru', 'Начислено баллов'],
] as const)('a bare word is seen in %s', (lang, text) => {
  expect(BARE[lang].test(text)).toBe(true)
})
