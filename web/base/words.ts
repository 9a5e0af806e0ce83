/** The language of the cabinet: which one, its words as a chunk of their own, and switching without a reload. */
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { initReactI18next } from 'react-i18next'
import { type Language, LANGUAGES } from '../../contract/limits.ts'
import { pickLanguage, tagOf, type Words } from '../../words/words.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words'
    resources: { words: Words }
  }
}

const KEPT = 'kartoteka.lang'

const LOAD: Readonly<Record<Language, () => Promise<object>>> = {
  en: () => import('../../words/en/en.ts').then((file) => file.en),
  cz: () => import('../../words/cz/cz.ts').then((file) => file.cz),
  de: () => import('../../words/de/de.ts').then((file) => file.de),
  ru: () => import('../../words/ru/ru.ts').then((file) => file.ru),
}

let current: Language = 'en'
const listeners = new Set<() => void>()

/** The user's choice, then the cookie, then the browser's languages, then English. */
export function firstLanguage(chosen: string | null, cookie: string, browser: readonly string[]): Language {
  const fromCookie = /(?:^|;\s*)lang=(\w+)/.exec(cookie)?.[1]
  const named = [chosen, fromCookie].find((lang) => (LANGUAGES as readonly string[]).includes(lang ?? ''))
  return (named as Language | undefined) ?? pickLanguage(browser) ?? 'en'
}

function keptChoice(): string | null {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

/** i18next knows a language by its BCP 47 tag: with `cz` it would count plurals in English. */
async function show(lang: Language): Promise<void> {
  const tag = tagOf(lang)
  if (!i18next.hasResourceBundle(tag, 'words')) i18next.addResourceBundle(tag, 'words', await LOAD[lang]())
  await i18next.changeLanguage(tag)
  current = lang
  document.documentElement.lang = tag
  for (const listener of listeners) listener()
}

/** Loads the first language; the app is drawn after that. */
export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'dev', fallbackLng: false, defaultNS: 'words', ns: ['words'], resources: {},
    interpolation: { escapeValue: false }, returnEmptyString: false,
  })
  await show(firstLanguage(keptChoice(), document.cookie, navigator.languages))
}

/** The language now, as the product names it (`cz`). */
export function language(): Language {
  return current
}

/** Switches the interface and remembers the choice on this device, for the public pages by a cookie. */
export async function chooseLanguage(lang: Language): Promise<void> {
  await show(lang)
  document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax`
  try {
    localStorage.setItem(KEPT, lang)
  } catch {
    // Storage is switched off: the cookie remembers.
  }
}

/** The language of the user's mails becomes that of the cabinet, unless one was chosen on this device. */
export async function adoptLanguage(lang: Language): Promise<void> {
  if (keptChoice() === null && lang !== current) await show(lang)
}

export function useLanguage(): Language {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, language)
}
