/**
 * The four languages. The product says `cz`; Intl, dates and `<html lang>` say `cs`: Intl.PluralRules('cz')
 * silently answers in English, so every plural goes through `tagOf`.
 */
import { filledIn } from '../contract/figures.ts'
import { LANGUAGES, type Language } from '../contract/limits.ts'

/** How i18next finds and fills a text, in the cabinet, on the test phones and on the server. */
export const FILLING = {
  defaultNS: 'common',
  nsSeparator: '.',
  load: 'currentOnly',
  fallbackLng: false,
  interpolation: {
    escapeValue: false,
    alwaysFormat: true,
    format: (value: unknown, _format: string | undefined, _lang: string | undefined, options?: object) =>
      filledIn(value, (options as { interpolationkey?: string } | undefined)?.interpolationkey) as string,
  },
  returnEmptyString: false,
} as const

/** BCP 47 tag of a language of ours. */
export function tagOf(lang: Language): string {
  return lang === 'cz' ? 'cs' : lang
}

/** A language as its own speakers call it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  cz: 'Čeština',
  de: 'Deutsch',
  ru: 'Русский',
}

/** First language of ours among tags such as `cs-CZ`, `de`, `cz`; else undefined. */
export function pickLanguage(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const base = tag.trim().toLowerCase().split(/[-_;]/)[0] ?? ''
    const lang = base === 'cs' ? 'cz' : base
    if ((LANGUAGES as readonly string[]).includes(lang)) return lang as Language
  }
  return undefined
}

/** Numbers in the detail of a refusal to which the noun of its sentence belongs, the first that there is. */
const COUNTED = ['total', 'limit', 'max', 'min', 'days'] as const

/** `count` chooses the plural form of a refusal (`template_limit_one`); 0 where nothing is counted. */
export function countIn(detail: Readonly<Record<string, unknown>> = {}): { count: number } {
  const counted = COUNTED.map((name) => detail[name]).find((value) => typeof value === 'number')
  return { count: counted ?? 0 }
}
