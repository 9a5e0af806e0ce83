import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../contract/limits.ts'
import { tagOf } from '../../words/words.ts'
import type { Person } from '../people.ts'
import { openBrowser, openContext } from './browser.ts'
import {
  cabinetScreens,
  guestScreens,
  operatorScreens,
  outsideScreens,
  phoneScreens,
  playedScreens,
  publicScreens,
  type Screen,
  shellScreens,
  supportScreens,
} from './screen-list.ts'
import { operatorOverlays, outsideOverlays, overlayScreens, phoneSheets } from './screen-overlays.ts'
import { addShops } from './screen-shops.ts'
import { failedScreens, memberScreens, stateScreens } from './screen-states.ts'
import { examine, type Fault, type FaultKind, walkThrough, wantedOf } from './screen-walk.ts'
import { openScreenWorld, rememberIn, type ScreenWorld } from './screen-world.ts'

const MINUTES_MS = 60_000
const OTHERS = LANGUAGES.filter((lang) => lang !== 'en')
const LANES = 4
const inLanguage = (screens: Screen[], lang: Language): Screen[] =>
  screens.map((screen) => ({ ...screen, path: `${screen.path}${screen.path.includes('?') ? '&' : '?'}lang=${lang}` }))

/** Every screen in four languages, light and dark, from 320 to 1440: what a machine can see of them. */
describe('every screen', () => {
  let world: ScreenWorld
  let browser: Browser
  let faults: Fault[] = []

  const openTab = async (lang: Language, person?: Person) => {
    const { context, complaints } = await openContext(browser, { locale: tagOf(lang) })
    await rememberIn(context, lang, person)
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    return { page, walk: { lang, url: world.server.url, isThorough: lang === 'en', complaints } }
  }
  const walkOnce = async (
    screens: Screen[],
    lang: Language,
    person: Person | undefined,
    alsoIn: readonly Language[],
  ) => {
    const { page, walk } = await openTab(lang, person)
    const found = await walkThrough(page, screens, { ...walk, alsoIn })
    await page.context().close()
    return found
  }
  type Task = () => Promise<Fault[]>
  /** Four browsers at once starve each other on a busy machine: who got lost walks once more, with a fresh browser. */
  const task = (all: Screen[], lang: Language, person?: Person, alsoIn: readonly Language[] = []): Task[] => {
    const screens = wantedOf(all)
    if (screens.length === 0) return []
    return [
      async () => {
        const found = await walkOnce(screens, lang, person, alsoIn)
        return found.some((fault) => fault.kind === 'lost') ? walkOnce(screens, lang, person, alsoIn) : found
      },
    ]
  }
  /**
   * In the cabinet a language is chosen where one stands. What the server says stays as it was said, so such screens
   * are opened in each.
   */
  const inside = (screens: Screen[], person?: Person): Task[] => [
    ...task(screens, 'en', person, OTHERS),
    ...OTHERS.flatMap((lang) =>
      task(
        screens.filter((screen) => screen.isRefused),
        lang,
        person,
      ),
    ),
  ]
  /** Pages that the server draws, or an app of its own. */
  const opened = (listIn: (lang: Language) => Screen[]): Task[] => LANGUAGES.flatMap((lang) => task(listIn(lang), lang))
  const tasks = (): Task[] => {
    const cabinet = cabinetScreens(world)
    const middle = Math.ceil(cabinet.length / 2)
    return [
      ...inside([...overlayScreens(world), ...shellScreens()], world.owner),
      ...inside(cabinet.slice(0, middle), world.owner),
      ...inside(cabinet.slice(middle), world.owner),
      ...inside(stateScreens(), world.owner),
      ...inside([...operatorScreens(world), ...operatorOverlays(world)], world.operator),
      ...inside(failedScreens(world), world.owner),
      ...inside(memberScreens(), world.operator),
      ...inside([...outsideScreens(world), ...outsideOverlays()]),
      ...inside([...phoneSheets(), ...supportScreens(world)], world.owner),
      ...inside(guestScreens(), world.guest),
      ...opened((lang) => inLanguage(publicScreens(world), lang)),
      ...opened(() => phoneScreens(world)),
      ...task(playedScreens(world), 'en'),
    ]
  }
  const walkAll = async (): Promise<Fault[]> => {
    const waiting = tasks()
    const found: Fault[] = []
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) found.push(...(await next()))
      }),
    )
    return found
  }
  const linesOf = (kind: FaultKind, among = faults) =>
    among.filter((fault) => fault.kind === kind).map((fault) => fault.line)

  beforeAll(async () => {
    ;[world, browser] = await Promise.all([openScreenWorld(), openBrowser()])
    await addShops(world)
    faults = await walkAll()
  }, 40 * MINUTES_MS)
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })

  it('can be reached and comes to rest', () => {
    expect(linesOf('lost')).toEqual([])
  })
  it('has nothing that axe knows to be wrong', () => {
    expect(linesOf('axe')).toEqual([])
  })
  it('never scrolls sideways, from 320 to 1440', () => {
    expect(linesOf('sideways')).toEqual([])
  })
  it('shows its texts whole in every language', () => {
    expect(linesOf('clipped')).toEqual([])
  })
  it('has one first heading and one primary action at most', () => {
    expect(linesOf('order')).toEqual([])
  })
  it('leaves no error and no violated policy in the console', () => {
    expect(linesOf('console')).toEqual([])
  })

  it('would be caught with any of these faults: planted ones are found', async () => {
    const { page, walk } = await openTab('en')
    const planted = await examine(
      page,
      { name: 'spoiled', path: '#/login' },
      {
        ...walk,
        alsoIn: ['de'],
        spoil: () =>
          page.evaluate(() => {
            const dress = (element: HTMLElement | null, style: Record<string, string>) => {
              for (const [name, value] of Object.entries(style)) element?.style.setProperty(name, value)
            }
            const button = document.querySelector<HTMLElement>('button[type=submit]')
            dress(button, { width: '60px' })
            button?.after(button.cloneNode(true))
            document.querySelector('label')?.remove()
            document.body.insertAdjacentHTML(
              'beforeend',
              '<h1>Another</h1><div class="wide"></div><p class="framed">Unbreakable</p>',
            )
            dress(document.querySelector('.wide'), { width: '1500px', height: '1px' })
            dress(document.querySelector('.framed'), { width: '30px', border: '1px solid', 'white-space': 'nowrap' })
            console.error('planted')
          }),
      },
    )
    await page.context().close()
    expect(linesOf('axe', planted).join('\n')).toMatch(/spoiled · 1440 light · en: label/)
    expect(linesOf('sideways', planted)).toContainEqual(expect.stringContaining('spoiled · 320 · en: the page is'))
    expect(linesOf('clipped', planted)).toContainEqual(
      expect.stringContaining('en: span.mantine-Button-label “Log in” is cut by'),
    )
    expect(linesOf('clipped', planted)).toContainEqual(
      expect.stringContaining('de: span.mantine-Button-label “Anmelden” is cut by'),
    )
    expect(linesOf('clipped', planted)).toContainEqual(expect.stringContaining('“Unbreakable” sticks out of its frame'))
    expect(linesOf('order', planted)).toEqual(
      expect.arrayContaining(['spoiled · 1440 · en: 2 first headings', expect.stringContaining('2 primary actions')]),
    )
    expect(linesOf('console', planted)).toContainEqual(expect.stringContaining('planted'))
  })
})
