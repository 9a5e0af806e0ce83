/** Guesses which of the four languages a text of the form is in, without a dictionary. Pure. */
import type { FormSettings } from '../../../contract/people/forms.ts'
import type { Language } from '../../../contract/limits.ts'

const LETTERS: readonly (readonly [Language, RegExp])[] = [
  ['ru', /\p{Script=Cyrillic}/u],
  ['cz', /[ěščřžýůťďňáíú]/i],
  ['de', /[äöüß]/i],
]

const wordsOf = (text: string) => new RegExp(`\\b(${text.replaceAll(/\s+/g, '|')})\\b`, 'i')

const COMMON_WORDS: readonly (readonly [Language, RegExp])[] = [
  [
    'en',
    wordsOf('the and your you our of with for first last phone birthday surname city date card get agree members?'),
  ],
  [
    'de',
    wordsOf(
      'und der die das ihre?n? sie mit ich zur zum vorname nachname geburtstag geburtsdatum stadt karte handy ' +
        'telefonnummer stimme',
    ),
  ],
  ['cz', wordsOf('pro vaše kartu? karty datum telefonu mobil ulice souhlas nebo jsem jste')],
]

/** The language of a text, or null if it could be several ("Telefon", "E-mail"). */
export function languageOf(text: string): Language | null {
  const byLetter = LETTERS.find(([, letters]) => letters.test(text))
  if (byLetter) return byLetter[0]
  const byWord = COMMON_WORDS.filter(([, words]) => words.test(text))
  return byWord.length === 1 ? (byWord[0] as readonly [Language, RegExp])[0] : null
}

export type ForeignText = { path: string; text: string; lang: Language }

/** The texts that seem to be in another language than the form, in the order of the page. */
export function foreignTexts(settings: FormSettings): ForeignText[] {
  const texts: [string, string][] = [
    ['settings.title', settings.title],
    ['settings.description', settings.description],
    ...settings.fields.flatMap((field, index): [string, string][] =>
      !field.active
        ? []
        : [
            [`settings.fields.${index}.label`, field.label],
            [`settings.fields.${index}.errorMessage`, field.errorMessage],
            ...(field.type === 'list'
              ? [[`settings.fields.${index}.values`, field.values.join(', ')] as [string, string]]
              : []),
          ],
    ),
    ...(settings.agreement.enabled ? [['settings.agreement.text', settings.agreement.text] as [string, string]] : []),
    ['settings.installText', settings.installText],
  ]
  return texts.flatMap(([path, text]) => {
    const lang = languageOf(text)
    return lang === null || lang === settings.lang ? [] : [{ path, text, lang }]
  })
}
