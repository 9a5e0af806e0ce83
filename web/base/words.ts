/** The language of the cabinet: which one, its words room by room, and switching without a reload. */
import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { type Language, LANGUAGES } from '../../contract/limits.ts'
import { FIRST_ROOMS, INSIDE_ROOMS, type Room, type SERVER_ROOMS, type Words } from '../../words/rooms.ts'
import { FILLING, pickLanguage, tagOf } from '../../words/words.ts'
import { createStore, useStore } from './store.ts'

type BrowserRoom = Exclude<Room, (typeof SERVER_ROOMS)[number]>
/** Rooms that a page has to wait for. */
export type LaterRoom = Exclude<BrowserRoom, (typeof FIRST_ROOMS)[number]>

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: readonly ['common', ...BrowserRoom[]]
    nsSeparator: '.'
    resources: Pick<Words, BrowserRoom>
  }
}

const KEPT = 'kartoteka.lang'

type Together = Readonly<Record<Language, () => Promise<{ default: Readonly<Record<string, object>> }>>>
/** The words that every page waits for, in one file; the build joins them. */
const FIRST: Together = {
  en: () => import('virtual:words/en/first'),
  cz: () => import('virtual:words/cz/first'),
  de: () => import('virtual:words/de/first'),
  ru: () => import('virtual:words/ru/first'),
}
const INSIDE: Together = {
  en: () => import('virtual:words/en/inside'),
  cz: () => import('virtual:words/cz/inside'),
  de: () => import('virtual:words/de/inside'),
  ru: () => import('virtual:words/ru/inside'),
}
/** Those of single pages, a file a room. */
const files = import.meta.glob<object>(
  [
    './*/*/*.json',
    '!./*/platform/{cabinets,support,users,codes,notifications,settings,mails}.json',
    '!./*/business/{dashboard,finance,partner,poll}.json',
    '!./*/reach/{issuing,pages}.json',
  ],
  { base: '../../words', import: 'default' },
)
/** By `language/room`. */
const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^\.\/(\w+)\/\w+\/(\w+)\.json$/, '$1/$2'), load] as const),
)

const isAmong = (rooms: readonly string[], room: string) => rooms.includes(room)

/** i18next knows a language by its BCP 47 tag: with `cz` it would count plurals in English. */
const backend: BackendModule = {
  type: 'backend',
  callbackApi: false,
  init: () => undefined,
  async read(tag: string, room: string) {
    const lang = pickLanguage([tag]) ?? 'en'
    if (isAmong(FIRST_ROOMS, room)) return (await FIRST[lang]()).default[room]
    if (isAmong(INSIDE_ROOMS, room)) return (await INSIDE[lang]()).default[room]
    const load = loaders.get(`${lang}/${room}`)
    if (!load) throw new Error(`there are no words of ${room}`)
    return load()
  },
}

const current = createStore<Language>('en')

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

/**
 * Loads what is not there yet, also what failed before: i18next itself would not ask again.
 * @throws when a file does not come
 */
export async function loadWordsIn(lang: Language, rooms: readonly string[]): Promise<void> {
  const missing = rooms.filter((room) => !i18next.hasResourceBundle(tagOf(lang), room))
  if (missing.length === 0) return
  await i18next.reloadResources([tagOf(lang)], missing)
  const lost = missing.filter((room) => !i18next.hasResourceBundle(tagOf(lang), room))
  if (lost.length > 0) throw new Error(`the words of ${lost.join(', ')} did not load`)
}

async function show(lang: Language): Promise<void> {
  // A language that does not load leaves the page in the one before.
  await loadWordsIn(lang, i18next.options.ns as string[])
  await i18next.changeLanguage(tagOf(lang))
  document.documentElement.lang = tagOf(lang)
  current.set(lang)
}

/** Before something is drawn: the words of the rooms that it speaks from. */
export async function loadWords(...rooms: LaterRoom[]): Promise<void> {
  await i18next.loadNamespaces(rooms)
  await loadWordsIn(current.get(), rooms)
}

/** A page or dialog that waits for the words of the rooms it speaks from. */
export const withWords =
  <File>(load: () => Promise<File>, ...rooms: LaterRoom[]) =>
  async (): Promise<File> =>
    (await Promise.all([load(), loadWords(...rooms)]))[0]

/** Loads the first language; the app is drawn after that. */
export async function startWords(): Promise<void> {
  const lang = firstLanguage(keptChoice(), document.cookie, navigator.languages)
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({ ...FILLING, lng: tagOf(lang), ns: [...FIRST_ROOMS] })
  await show(lang)
  // Another tab has chosen: all of them speak the same.
  addEventListener('storage', ({ key, newValue }) => {
    const lang = LANGUAGES.find((one) => one === newValue)
    if (key === KEPT && lang !== undefined && lang !== current.get()) void show(lang)
  })
}

/** The language now, as the product names it (`cz`). */
export const language = current.get

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
  if (keptChoice() === null && lang !== current.get()) await show(lang)
}

/** @returns a function that unsubscribes */
export const onLanguage = current.subscribe

export function useLanguage(): Language {
  return useStore(current)
}
