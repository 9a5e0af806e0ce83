import i18next from 'i18next'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chooseLanguage, firstLanguage, language, startWords } from './words.ts'

const page = { cookie: 'theme=x; lang=cz', documentElement: { lang: '' } }

let chosenElsewhere: (event: { key: string; newValue: string | null }) => void = () => undefined

beforeEach(() => void vi.stubGlobal('document', page))

beforeAll(async () => {
  vi.stubGlobal('document', page)
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  vi.stubGlobal('addEventListener', (_: 'storage', listener: typeof chosenElsewhere) => {
    chosenElsewhere = listener
  })
  await startWords()
})

afterAll(async () => {
  vi.stubGlobal('document', page)
  await chooseLanguage('en')
})

test('Czech counts by Czech rules although the product calls it cz', () => {
  expect(language()).toBe('cz')
  expect(page.documentElement.lang).toBe('cs')
  const days = (count: number) => i18next.t('shell.banner.demo', { count })
  expect(days(1)).toBe('Demo končí za 1 den.')
  expect(days(2)).toBe('Demo končí za 2 dny.')
  expect(days(5)).toBe('Demo končí za 5 dní.')
  expect(days(1.5)).toBe('Demo končí za 1.5 dne.')
})

test('another language is shown without a reload, with the Russian plurals of 1, 2, 5, 21 and 1.5', async () => {
  await chooseLanguage('ru')
  expect(page.documentElement.lang).toBe('ru')
  const days = (count: number) => i18next.t('cabinets.select.demoDays', { count })
  expect([1, 2, 5, 21, 1.5].map(days)).toEqual(['1 день', '2 дня', '5 дней', '21 день', '1.5 дня'])
})

test('the choice of the user comes before the cookie, the cookie before the browser, English is last', () => {
  expect(firstLanguage('de', 'lang=cz', ['ru'])).toBe('de')
  expect(firstLanguage(null, 'a=1; lang=cz', ['ru'])).toBe('cz')
  expect(firstLanguage('klingon', 'lang=xx', ['cs-CZ', 'de'])).toBe('cz')
  expect(firstLanguage(null, '', ['fr', 'ja'])).toBe('en')
})

test('a language chosen in another tab is used here too, and other stored values are ignored', async () => {
  await chooseLanguage('en')
  for (const [key, newValue] of [
    ['kartoteka.lang', 'fr'],
    ['kartoteka.lang', null],
    ['kartoteka.token', 'ru'],
  ] as const)
    chosenElsewhere({ key, newValue })
  expect(language()).toBe('en')
  chosenElsewhere({ key: 'kartoteka.lang', newValue: 'ru' })
  await vi.waitFor(() => expect(language()).toBe('ru'))
})
