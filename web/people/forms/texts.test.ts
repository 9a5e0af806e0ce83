import { expect, it } from 'vitest'
import { PHONE_MASKS } from '../../../contract/limits.ts'
import { tryExpression } from './expression.ts'
import { countryName } from './phone-countries.ts'
import { foreignTexts, languageOf } from './text-language.ts'

it('finds the language of a text, and none where several match', () => {
  expect(
    ['Ваше имя', 'Příjmení', 'Größe', 'Ihre Stadt', 'Your city', 'Telefon', 'E-mail', 'Café 24'].map(languageOf),
  ).toEqual(['ru', 'cz', 'de', 'de', 'en', null, null, null])
})

it('lists the texts that are in another language than the form', () => {
  const field = {
    key: 'a',
    type: 'string',
    label: 'Geburtsdatum',
    variableName: 'birthday',
    required: false,
    active: true,
    errorMessage: '',
    regularExpression: '',
    values: [],
    checked: false,
    mask: 'world',
  } as const
  const settings = {
    title: 'Получите карту',
    description: '',
    showDescriptionPage: false,
    fields: [
      { ...field, values: [] },
      { ...field, values: [], active: false },
    ],
    agreement: { enabled: false, text: 'The terms' },
    theme: 'day',
    lang: 'ru',
    installText: '',
    isOpen: true,
    smsCheck: false,
  } as const
  expect(
    foreignTexts({
      ...settings,
      fields: settings.fields.map((one) => ({ ...one, values: [] })),
      agreement: { ...settings.agreement },
    }),
  ).toEqual([{ path: 'settings.fields.0.label', text: 'Geburtsdatum', lang: 'de' }])
})

it('every mask has the country’s own name', () => {
  for (const mask of PHONE_MASKS) if (mask !== 'world') expect(countryName(mask, 'en')?.own).toMatch(/\p{L}{3}/u)
  expect(countryName('cz', 'de')).toEqual({ own: 'Česko', read: 'Tschechien' })
  expect(countryName('ru', 'ru')).toEqual({ own: 'Россия', read: null })
  expect(countryName('world', 'en')).toBeNull()
})

it('an expression is matched as a whole, in linear time, and a broken one gives the reason', async () => {
  expect(await tryExpression('[A-Z]{2}\\d{3}', 'AB123')).toEqual({ state: 'matches' })
  expect(await tryExpression('[A-Z]{2}\\d{3}', 'xAB123')).toEqual({ state: 'differs' })
  expect(await tryExpression('(a+)+', `${'a'.repeat(5_000)}!`)).toEqual({ state: 'differs' })
  expect(await tryExpression('(', 'x')).toMatchObject({ state: 'broken' })
})
