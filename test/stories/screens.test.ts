import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../contract/limits.ts'
import type { Person } from '../people.ts'
import { openBrowser, openContext } from './browser.ts'
import { cabinetScreens, guestScreens, operatorScreens, outsideScreens, phoneScreens, playedScreens, publicScreens, type Screen, shellScreens, supportScreens } from './screen-list.ts'
import { operatorOverlays, outsideOverlays, overlayScreens, phoneSheets } from './screen-overlays.ts'
import { addShops } from './screen-shops.ts'
import { failedScreens, memberScreens, stateScreens } from './screen-states.ts'
import { examine, type Fault, type FaultKind, walkThrough, wantedOf } from './screen-walk.ts'
import { openScreenWorld, rememberIn, type ScreenWorld } from './screen-world.ts'

const MINUTES_MS = 60_000
const inLanguage = (screens: Screen[], lang: Language): Screen[] => screens.map((screen) => ({ ...screen, path: `${screen.path}${screen.path.includes('?') ? '&' : '?'}lang=${lang}` }))

/** Every screen in four languages, light and dark, from 320 to 1440: what a machine can see of them. */
describe('every screen', () => {
  let world: ScreenWorld
  let browser: Browser
  let faults: Fault[] = []

  const openTab = async (lang: Language, person?: Person) => {
    const { context, complaints } = await openContext(browser, { locale: lang === 'cz' ? 'cs' : lang })
    await rememberIn(context, lang, person)
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    return { page, walk: { lang, url: world.server.url, isThorough: lang === 'en', complaints } }
  }
  const walkOnce = async (screens: Screen[], lang: Language, person?: Person) => {
    const { page, walk } = await openTab(lang, person)
    const found = await walkThrough(page, screens, walk)
    await page.context().close()
    return found
  }
  /** Four browsers at once starve each other on a busy machine: who got lost walks once more, with a fresh browser. */
  const walkIn = async (all: Screen[], lang: Language, person?: Person) => {
    const screens = wantedOf(all)
    if (screens.length === 0) return []
    const found = await walkOnce(screens, lang, person)
    return found.some((fault) => fault.kind === 'lost') ? walkOnce(screens, lang, person) : found
  }
  const walkLanguage = async (lang: Language) => [
    ...await walkIn(cabinetScreens(world), lang, world.owner),
    ...await walkIn([...overlayScreens(world), ...shellScreens()], lang, world.owner),
    ...await walkIn(phoneSheets(), lang, world.owner),
    ...await walkIn(stateScreens(), lang, world.owner),
    ...await walkIn(lang === 'en' ? failedScreens(world) : failedScreens(world).filter((_, index) => index % 6 === 0), lang, world.owner),
    ...await walkIn(guestScreens(), lang, world.guest),
    ...await walkIn(memberScreens(), lang, world.operator),
    ...await walkIn([...operatorScreens(world), ...operatorOverlays(world)], lang, world.operator),
    ...await walkIn(supportScreens(world), lang, world.owner),
    ...await walkIn([...outsideScreens(world), ...outsideOverlays()], lang),
    ...await walkIn(inLanguage(publicScreens(world), lang), lang),
    ...await walkIn(phoneScreens(world), lang),
    ...(lang === 'en' ? await walkIn(playedScreens(world), lang) : []),
  ]
  const linesOf = (kind: FaultKind, among = faults) => among.filter((fault) => fault.kind === kind).map((fault) => fault.line)

  beforeAll(async () => {
    [world, browser] = await Promise.all([openScreenWorld(), openBrowser()])
    await addShops(world)
    faults = (await Promise.all(LANGUAGES.map(walkLanguage))).flat()
  }, 60 * MINUTES_MS)
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
    const planted = await examine(page, { name: 'spoiled', path: '#/login' }, {
      ...walk,
      spoil: () => page.evaluate(() => {
        const dress = (element: HTMLElement | null, style: Record<string, string>) => {
          for (const [name, value] of Object.entries(style)) element?.style.setProperty(name, value)
        }
        const button = document.querySelector<HTMLElement>('button[type=submit]')
        dress(button, { width: '60px' })
        button?.after(button.cloneNode(true))
        document.querySelector('label')?.remove()
        document.body.insertAdjacentHTML('beforeend', '<h1>Another</h1><div class="wide"></div><p class="framed">Unbreakable</p>')
        dress(document.querySelector('.wide'), { width: '1500px', height: '1px' })
        dress(document.querySelector('.framed'), { width: '30px', border: '1px solid', 'white-space': 'nowrap' })
        console.error('planted')
      }),
    })
    await page.context().close()
    expect(linesOf('axe', planted).join('\n')).toMatch(/spoiled · 1440 light · en: label/)
    expect(linesOf('sideways', planted)).toContainEqual(expect.stringContaining('spoiled · 320 · en: the page is'))
    expect(linesOf('clipped', planted)).toContainEqual(expect.stringContaining('“Log in” is cut by'))
    expect(linesOf('clipped', planted)).toContainEqual(expect.stringContaining('“Unbreakable” sticks out of its frame'))
    expect(linesOf('order', planted)).toEqual(expect.arrayContaining(['spoiled · 1440 · en: 2 first headings', expect.stringContaining('2 primary actions')]))
    expect(linesOf('console', planted)).toContainEqual(expect.stringContaining('planted'))
  })
})
