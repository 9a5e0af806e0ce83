/** The language of the cabinet: which one, its words as a chunk of their own, and switching without a reload. */
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { initReactI18next } from 'react-i18next'
import { type Language, LANGUAGES } from '../../contract/limits.ts'
import type { front } from '../../words/en/front.ts'
import type { further as furtherWords } from '../../words/en/further.ts'
import type { inside } from '../../words/en/inside.ts'
import { pickLanguage, tagOf } from '../../words/words.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words'
    /** Only what a browser loads: letters and public pages are the server's to say. */
    resources: { words: typeof front & typeof inside & typeof furtherWords }
  }
}

const KEPT = 'kartoteka.lang'

/**
 * The words come in three parts: those before an account is opened, those inside, and the rooms of single pages one by
 * one.
 */
type Load = Readonly<Record<Language, () => Promise<object>>>
const FRONT: Load = {
  en: () => import('../../words/en/front.ts').then((file) => file.front),
  cz: () => import('../../words/cz/front.ts').then((file) => file.front),
  de: () => import('../../words/de/front.ts').then((file) => file.front),
  ru: () => import('../../words/ru/front.ts').then((file) => file.front),
}
const INSIDE: Load = {
  en: () => import('../../words/en/inside.ts').then((file) => file.inside),
  cz: () => import('../../words/cz/inside.ts').then((file) => file.inside),
  de: () => import('../../words/de/inside.ts').then((file) => file.inside),
  ru: () => import('../../words/ru/inside.ts').then((file) => file.inside),
}
const FURTHER = import.meta.glob<object>(
  [
    '../../words/*/*/*.json',
    '!../../words/*/platform/{users,cabinets,support,mails,codes,settings,notifications}.json',
    '!../../words/*/reach/{pages,issuing}.json',
    '!../../words/*/business/{dashboard,poll,finance,partner}.json',
  ],
  { import: 'default' },
)
type FurtherRoom = keyof typeof furtherWords

let current: Language = 'en'
/** Somebody is inside an account, or on the way. */
let isInside = false
/** Rooms whose pages were opened. */
const opened = new Set<FurtherRoom>()
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

async function wordsOfRoom(lang: Language, room: FurtherRoom): Promise<object> {
  const path = Object.keys(FURTHER).find(
    (one) => one.startsWith(`../../words/${lang}/`) && one.endsWith(`/${room}.json`),
  )
  const load = path && FURTHER[path]
  if (!load) throw new Error(`the words of ${room} are not among the further ones`)
  return { [room]: await load() }
}

/** i18next knows a language by its BCP 47 tag: with `cz` it would count plurals in English. */
async function load(lang: Language): Promise<void> {
  const parts = await Promise.all([
    FRONT[lang](),
    ...(isInside ? [INSIDE[lang]()] : []),
    ...[...opened].map((room) => wordsOfRoom(lang, room)),
  ])
  i18next.addResourceBundle(tagOf(lang), 'words', Object.assign({}, ...parts), true, true)
}

async function show(lang: Language): Promise<void> {
  await load(lang)
  await i18next.changeLanguage(tagOf(lang))
  current = lang
  document.documentElement.lang = tagOf(lang)
  for (const listener of listeners) listener()
}

/** Before a page inside an account is drawn: the words of every such page, and those of the rooms it speaks from. */
export async function loadWords(...rooms: FurtherRoom[]): Promise<void> {
  isInside = true
  for (const room of rooms) opened.add(room)
  await load(current)
}

/**
 * A page or dialog that waits for the words of the rooms it speaks from, besides those of all pages inside an account.
 */
export const further =
  <File>(load: () => Promise<File>, ...rooms: FurtherRoom[]) =>
  async (): Promise<File> =>
    (await Promise.all([load(), loadWords(...rooms)]))[0]

/** Loads the first language; the app is drawn after that. */
export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'dev',
    fallbackLng: false,
    defaultNS: 'words',
    ns: ['words'],
    resources: {},
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  })
  await show(firstLanguage(keptChoice(), document.cookie, navigator.languages))
  // Another tab has chosen: all of them speak the same.
  addEventListener('storage', ({ key, newValue }) => {
    const lang = LANGUAGES.find((one) => one === newValue)
    if (key === KEPT && lang !== undefined && lang !== current) void show(lang)
  })
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

/** @returns a function that ends it */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, language)
}
