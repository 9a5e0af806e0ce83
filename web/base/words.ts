/** The language of the interface: choosing it, loading its words room by room, and switching without a reload. */
import i18next, { type BackendModule } from 'i18next'
import { useEffect, useRef } from 'react'
import { initReactI18next } from 'react-i18next'
import { type Language, LANGUAGES } from '../../contract/limits.ts'
import { FIRST_ROOMS, INSIDE_ROOMS, type Room, type SERVER_ROOMS, type Words } from '../../words/rooms.ts'
import { type OwnPoints, pointsForms } from '../../words/points.ts'
import { FILLING, pickLanguage, tagOf } from '../../words/words.ts'
import { createStore, useStore } from './store.ts'

type BrowserRoom = Exclude<Room, (typeof SERVER_ROOMS)[number]>
/** Rooms whose words a page has to wait for. */
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
/** The words that every page needs, joined into one file by the build. */
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
/** The words of every CRM that can be connected. */
const VENDORS: Together = {
  en: () => import('virtual:words/en/vendors'),
  cz: () => import('virtual:words/cz/vendors'),
  de: () => import('virtual:words/de/vendors'),
  ru: () => import('virtual:words/ru/vendors'),
}
/** The words of single pages, one file per room. */
const files = import.meta.glob<object>(
  [
    './*/*/*.json',
    '!./*/platform/{cabinets,users,codes,notifications,settings,mails,notices}.json',
    '!./*/business/{dashboard,finance,papers,partner,poll}.json',
    '!./*/reach/{bot,issuing,pages}.json',
  ],
  { base: '../../words', import: 'default' },
)
/** By `language/room`. */
const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^\.\/(\w+)\/\w+\/(\w+)\.json$/, '$1/$2'), load] as const),
)

const isAmong = (rooms: readonly string[], room: string) => rooms.includes(room)

/** i18next needs the BCP 47 tag: with `cz` it would use the plurals of English. */
const backend: BackendModule = {
  type: 'backend',
  callbackApi: false,
  init: () => undefined,
  async read(tag: string, room: string) {
    const lang = pickLanguage([tag]) ?? 'en'
    if (isAmong(FIRST_ROOMS, room)) return (await FIRST[lang]()).default[room]
    if (isAmong(INSIDE_ROOMS, room)) return (await INSIDE[lang]()).default[room]
    if (room === 'vendors') return (await VENDORS[lang]()).default
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
 * Loads missing words, also those that failed before: i18next would not try again.
 * @throws when a file does not load
 */
export async function loadWordsIn(lang: Language, rooms: readonly string[]): Promise<void> {
  const missing = rooms.filter((room) => !i18next.hasResourceBundle(tagOf(lang), room))
  if (missing.length === 0) return
  await i18next.reloadResources([tagOf(lang)], missing)
  const lost = missing.filter((room) => !i18next.hasResourceBundle(tagOf(lang), room))
  if (lost.length > 0) throw new Error(`the words of ${lost.join(', ')} did not load`)
}

async function show(lang: Language): Promise<void> {
  // If a language does not load, the page keeps the previous one.
  await loadWordsIn(lang, i18next.options.ns as string[])
  await i18next.changeLanguage(tagOf(lang))
  document.documentElement.lang = tagOf(lang)
  current.set(lang)
}

let ownWord: OwnPoints = { name: '', counted: '' }

/** Every text can name points as the business that is open does: `{{Points}}`, `{{somePoints}}`, `{{ofPoints}}`. */
function fillPoints(): void {
  const { t } = i18next
  const usual = {
    Points: t('common.points.name'),
    somePoints: t('common.points.some'),
    ofPoints: t('common.points.of'),
  }
  const lang = pickLanguage([i18next.language]) ?? 'en'
  const { interpolation } = i18next.options
  if (interpolation) interpolation.defaultVariables = pointsForms(lang, usual, ownWord)
}

/** From here on texts call points so. */
function callPoints(own: OwnPoints): void {
  if (ownWord.name === own.name && ownWord.counted === own.counted) return
  ownWord = own
  fillPoints()
}

/** Texts call points as the open business does. */
export function usePointsInTexts(own: OwnPoints): void {
  // Before what is below is drawn with it.
  callPoints(own)
  const drawn = useRef('')
  const word = `${own.name}/${own.counted}`
  useEffect(() => {
    // What was drawn with another word is drawn anew, as for another language.
    if (drawn.current !== '' && drawn.current !== word) i18next.emit('languageChanged', i18next.language)
    drawn.current = word
  }, [word])
}

/** Loads the words of these rooms before something that uses them is shown. */
export async function loadWords(...rooms: LaterRoom[]): Promise<void> {
  await i18next.loadNamespaces(rooms)
  await loadWordsIn(current.get(), rooms)
}

/** A page or dialog that waits for the words of these rooms. */
export const withWords =
  <File>(load: () => Promise<File>, ...rooms: LaterRoom[]) =>
  async (): Promise<File> =>
    (await Promise.all([load(), loadWords(...rooms)]))[0]

/** Loads the first language, before the app is rendered. */
export async function startWords(): Promise<void> {
  const lang = firstLanguage(keptChoice(), document.cookie, navigator.languages)
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({ ...FILLING, lng: tagOf(lang), ns: [...FIRST_ROOMS] })
  i18next.on('languageChanged', fillPoints)
  await show(lang)
  // All tabs use the language that was chosen in one of them.
  addEventListener('storage', ({ key, newValue }) => {
    const lang = LANGUAGES.find((one) => one === newValue)
    if (key === KEPT && lang !== undefined && lang !== current.get()) void show(lang)
  })
}

/** The current language, as the product names it (`cz`). */
export const language = current.get

/** Switches the interface and remembers the choice on this device, in a cookie for the public pages. */
export async function chooseLanguage(lang: Language): Promise<void> {
  await show(lang)
  document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax`
  try {
    localStorage.setItem(KEPT, lang)
  } catch {
    // Storage is switched off: the cookie remembers.
  }
}

/** The interface takes the language of the user's emails, unless one was chosen on this device. */
export async function adoptLanguage(lang: Language): Promise<void> {
  if (keptChoice() === null && lang !== current.get()) await show(lang)
}

/** @returns a function that unsubscribes */
export const onLanguage = current.subscribe

export function useLanguage(): Language {
  return useStore(current)
}
