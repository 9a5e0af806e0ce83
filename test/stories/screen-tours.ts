/** The walk over every screen, as a short tour and as a whole one. */
import type { Browser } from 'playwright-core'
import { LANGUAGES, type Language } from '../../contract/limits.ts'
import { tagOf } from '../../words/words.ts'
import type { Person } from '../people.ts'
import { enterOutside, openContext } from './browser.ts'
import {
  guestScreens,
  operatorScreens,
  outsideScreens,
  phoneScreens,
  emulatedScreens,
  publicScreens,
  type Screen,
  shellScreens,
  supportScreens,
} from './screen-list.ts'
import { bringingScreens, deskScreens } from './screen-desk.ts'
import { askingTillScreens } from './screen-till.ts'
import { cabinetScreens } from './screen-cabinet.ts'
import { operatorOverlays, outsideOverlays, overlayScreens, phoneSheets } from './screen-overlays.ts'
import { failedScreens, memberScreens, stateScreens } from './screen-states.ts'
import { type Fault, type FaultKind, type Look, type Scheme, type Tour, walkThrough, wantedOf } from './screen-walk.ts'
import { rememberIn, type ScreenWorld } from './screen-world.ts'

const LANES = 3
const OTHERS = LANGUAGES.filter((lang) => lang !== 'en')

const EVERY_RULE: readonly string[] = []
/** Dark changes colours and nothing else: where axe has seen a screen in light, these are left. */
const COLOUR_RULES = ['color-contrast']
/** Screens in a row that are seen in the same scheme: to change it draws everything anew. */
const ROW = 6

/** Every screen once: by axe on a desk, its longest texts on a phone, light or dark by turns. */
export const SHORT_TOUR: Tour = {
  looksOf: (lang, place) => {
    const scheme = Math.floor(place / ROW) % 2 === 0 ? 'light' : 'dark'
    return [
      { width: 1440, lang, scheme, isRead: true, axeRules: EVERY_RULE },
      { width: 390, lang: 'de', scheme, isRead: true },
    ]
  },
  isShort: true,
  isFocused: true,
}
/** Pages that take their language from the address. */
const SHORT_OPENED: Tour = {
  looksOf: (lang, place) => SHORT_TOUR.looksOf(lang, place).map((look) => ({ ...look, lang })),
  isShort: true,
}
/** Of these in other languages the texts alone. */
const SHORT_READING: Tour = {
  looksOf: (lang) => [{ width: 390, lang, scheme: 'light', isRead: true }],
  isShort: true,
}

/** Every screen in four languages, light and dark, from 320 to 1440. */
export const WHOLE_TOUR: Tour = {
  looksOf: (lang) => [
    ...wholeLooks(lang, [1440, 768, 390, 320]),
    ...OTHERS.flatMap((other) => wholeLooks(other, [1440, 390])),
  ],
  isShort: false,
}
const WHOLE_OPENED: Tour = { looksOf: (lang) => wholeLooks(lang, [1440, 768, 390, 320]), isShort: false }
const WHOLE_READING: Tour = {
  looksOf: (lang) => [1440, 390].map((width) => ({ width, lang, scheme: 'light', isRead: true })),
  isShort: false,
}

function wholeLooks(lang: Language, widths: readonly number[]): Look[] {
  return widths.flatMap((width): Look[] => {
    const isRead = width === 1440 || width === 390
    const isByAxe = width === 1440 || (width === 390 && lang === 'en')
    return [
      { width, lang, scheme: 'light', isRead, ...(isByAxe && { axeRules: EVERY_RULE }) },
      ...(width === 1440 ? [{ width, lang, scheme: 'dark', axeRules: COLOUR_RULES } as const] : []),
    ]
  })
}

const inLanguage = (screens: Screen[], lang: Language): Screen[] =>
  screens.map((screen) => ({ ...screen, path: `${screen.path}${screen.path.includes('?') ? '&' : '?'}lang=${lang}` }))

export const linesOf = (kind: FaultKind, among: readonly Fault[]) =>
  among.filter((fault) => fault.kind === kind).map((fault) => fault.line)

export async function openTab(browser: Browser, world: ScreenWorld, lang: Language, tour: Tour, person?: Person) {
  const { context, complaints } = await openContext(browser, { locale: tagOf(lang) })
  await rememberIn(context, lang, person)
  await enterOutside(context, world.server)
  const page = await context.newPage()
  return { page, walk: { lang, url: world.server.url, tour, complaints, framesSeen: new Set<Scheme>() } }
}

const SAMPLE_OF_FAILED = 6

/** Each loads the app anew and shows the same panel with another sentence: a sample of them is enough for each run. */
const sampleOfFailed = (world: ScreenWorld): Screen[] =>
  failedScreens(world).filter(({ isPlain }, place) => isPlain !== true || place % SAMPLE_OF_FAILED === 0)

type Task = () => Promise<Fault[]>

function tasksOf(browser: Browser, world: ScreenWorld, isWhole: boolean): Task[] {
  const [tour, openedTour, reading] = isWhole
    ? [WHOLE_TOUR, WHOLE_OPENED, WHOLE_READING]
    : [SHORT_TOUR, SHORT_OPENED, SHORT_READING]
  const task = (all: Screen[], lang: Language, its: Tour, person?: Person): Task[] => {
    const screens = wantedOf(all)
    if (screens.length === 0) return []
    return [
      async () => {
        const { page, walk } = await openTab(browser, world, lang, its, person)
        const found = await walkThrough(page, screens, walk)
        await page.context().close()
        return found
      },
    ]
  }
  /**
   * In the cabinet the language is switched on the screen itself. Texts of the server do not change with it, so screens
   * that show a refusal are opened in each language.
   */
  const inside = (screens: Screen[], person?: Person): Task[] => [
    ...task(screens, 'en', tour, person),
    ...(isWhole ? OTHERS : (['de'] as const)).flatMap((lang) =>
      task(
        screens.filter((screen) => screen.isRefused),
        lang,
        reading,
        person,
      ),
    ),
  ]
  /** Pages that the server draws, or a separate app. */
  const opened = (listIn: (lang: Language) => Screen[]): Task[] => [
    ...task(listIn('en'), 'en', openedTour),
    ...(isWhole ? OTHERS : (['de'] as const)).flatMap((lang) => task(listIn(lang), lang, reading)),
  ]
  const cabinet = cabinetScreens(world)
  const middle = Math.ceil(cabinet.length / 2)
  return [
    ...inside([...overlayScreens(world), ...shellScreens()], world.owner),
    ...inside(cabinet.slice(0, middle), world.owner),
    ...inside(cabinet.slice(middle), world.owner),
    ...inside(stateScreens(), world.owner),
    ...inside([...operatorScreens(world), ...operatorOverlays(world)], world.operator),
    ...inside(isWhole ? failedScreens(world) : sampleOfFailed(world), world.owner),
    ...inside(memberScreens(), world.operator),
    ...inside([...outsideScreens(world), ...outsideOverlays()]),
    ...inside([...phoneSheets(), ...supportScreens(world)], world.owner),
    ...inside(guestScreens(), world.guest),
    ...inside(deskScreens(), world.tillOwner),
    ...(world.bringing ? inside(bringingScreens(world.bringing), world.bringing.shop.owner) : []),
    ...inside(askingTillScreens(), world.askedOwner),
    ...opened((lang) => inLanguage(publicScreens(world), lang)),
    ...opened(() => phoneScreens(world)),
    ...task(emulatedScreens(world), 'en', openedTour),
  ]
}

/** @returns what is wrong with any screen */
export async function walkScreens(browser: Browser, world: ScreenWorld, isWhole: boolean): Promise<Fault[]> {
  const waiting = tasksOf(browser, world, isWhole)
  const found: Fault[] = []
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) found.push(...(await next()))
    }),
  )
  return found
}
