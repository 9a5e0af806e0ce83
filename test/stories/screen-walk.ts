/** Walks through screens with a browser and writes down what is wrong with each. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Language } from '../../contract/limits.ts'
import { tagOf } from '../../words/words.ts'
import { axeFaults } from './axe.ts'
import { findLayoutFaults, settle } from './screen-faults.ts'
import type { Screen } from './screen-list.ts'

const KINDS = ['axe', 'sideways', 'clipped', 'console', 'order', 'lost'] as const
export type FaultKind = (typeof KINDS)[number]
/** `line` reads `screen · width · language: what`. */
export type Fault = { kind: FaultKind; line: string }

/** A folder that keeps a picture of every look, for people to judge, and what was found. */
const PICTURES = process.env['SCREEN_PICTURES']
const PHONE_PX = 390
const TABLET_PX = 768
const DESKTOP_PX = 1440
/** A dialog, a drawer, a popover, a menu, the bar of a selection. */
export const OVER = '[role=dialog], [role=menu], .mantine-ActionBar-root'
/** Dark changes colours and nothing else: where axe has seen a screen in light, these are left. */
export const COLOUR_RULES = ['color-contrast']

export type Scheme = 'light' | 'dark'
/** @param rules axe's own names; left out: all that axe has */
type AxeLook = { width: number; scheme?: Scheme; rules?: string[] }

/** What is looked at, at each screen. */
export type Tour = {
  /** Nothing scrolls sideways at these widths. */
  widths: readonly number[]
  /** At these of them the texts are read too. */
  readWidths: readonly number[]
  /** What the screen of this place in the list is opened in. */
  schemeOf: (place: number) => Scheme
  /** At widths of the tour; without a scheme: as it was opened. */
  axe: readonly AxeLook[]
  /** axe sees the menu and the top bar once in each tab and scheme, and of an overlay only what opened. */
  isShort: boolean
  /** The texts are read in these languages too, each chosen on the screen itself, as a user would. */
  alsoIn: readonly { lang: Language; widths: readonly number[]; axe?: readonly AxeLook[] }[]
}

type Walk = {
  lang: Language
  url: string
  tour: Tour
  /** Where the console of this page is written down. */
  complaints: string[]
  /** Schemes in which axe has seen the menu and the top bar of this tab. */
  framesSeen: Set<Scheme>
  /** Done to a screen before it is examined. */
  spoil?: (page: Page) => Promise<unknown>
}

export const heightOf = (width: number) => (width < 700 ? 844 : 900)

const FAULT = {
  error: {
    code: 'server_error',
    message: 'Something went wrong on our side.',
    requestId: '5f0c1f6e-3b0e-4b7a-9b51-2f8f5a0c7d11',
  },
}

/** From here on the call fails, and what was read before is forgotten with the page. */
async function failCall(page: Page, url: string, call: string): Promise<void> {
  await page.goto(`${url}/favicon.svg`)
  await page.route(call, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(FAULT) })
      : route.continue(),
  )
}

/** Loads a page anew: where only the part behind the hash differs, a browser would stay where it is. */
export async function load(page: Page, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
}

/** Goes to a screen; inside the cabinet without loading it anew. */
async function open(page: Page, screen: Screen, url: string): Promise<void> {
  // Where the last screen was clicked, this one may have something that explains itself under the mouse.
  await page.mouse.move(0, 0)
  const width = screen.isPhoneOnly ? PHONE_PX : DESKTOP_PX
  await page.setViewportSize({ width, height: heightOf(width) })
  if (screen.fails !== undefined) await failCall(page, url, screen.fails)
  const isHash = screen.path.startsWith('#')
  const hash = page.url().includes('#') ? new URL(page.url()).hash : undefined
  if (!isHash) await page.goto(url + screen.path)
  // The same page with another question shows no sign of when it has changed.
  else if (hash === undefined || (hash !== screen.path && hash.split('?')[0] === screen.path.split('?')[0]))
    await load(page, `${url}/${screen.path}`)
  else if (hash !== screen.path) await goWithin(page, screen.path)
  return settle(page)
}

/** A page of the same kind keeps its heading and puts another name in it. */
export async function goWithin(page: Page, hash: string): Promise<void> {
  await page.evaluate((path) => {
    document.querySelector('h1')?.setAttribute('data-seen', document.querySelector('h1')?.textContent ?? '')
    location.hash = path
  }, hash)
  await page.waitForFunction(() =>
    [...document.querySelectorAll('h1[data-seen]')].every(
      (heading) => heading.getAttribute('data-seen') !== heading.textContent,
    ),
  )
}

const isSomethingOver = (page: Page) => page.locator(OVER).filter({ visible: true }).first().isVisible()

async function keepPicture(page: Page, lang: Language, screen: Screen, width: number, scheme: string): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  const name = `${screen.name.replaceAll(/[^\w]+/g, '-')}.${width}.${scheme}.${lang}.png`
  // To see all of a page the browser makes it tiny for a moment, and what is open over it closes.
  await page.screenshot({ path: join(PICTURES, name), fullPage: !(await isSomethingOver(page)) })
}

/** As when another tab has chosen a language. */
async function speak(page: Page, lang: Language): Promise<void> {
  await page.evaluate(
    (newValue) => dispatchEvent(new StorageEvent('storage', { key: 'kartoteka.lang', newValue })),
    lang,
  )
  await page.waitForFunction((tag) => document.documentElement.lang === tag, tagOf(lang))
  await settle(page)
}

/** As when the machine turns dark in the evening. */
async function setScheme(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.waitForFunction((wanted) => {
    const current = document.documentElement.dataset.mantineColorScheme
    return current === undefined || current === wanted
  }, scheme)
  await settle(page)
}

/** @returns everything wrong with one screen in one language */
export async function examine(page: Page, screen: Screen, walk: Walk, place = 0): Promise<Fault[]> {
  const faults: Fault[] = []
  const { tour } = walk
  const at = tour.schemeOf(place)
  const note = (kind: FaultKind, look: string, lines: readonly string[], lang = walk.lang) => {
    for (const what of new Set(lines)) faults.push({ kind, line: `${screen.name} · ${look} · ${lang}: ${what}` })
  }
  const isThere = (width: number) =>
    !(screen.isPhoneOnly && width > PHONE_PX) && !(screen.isWideOnly && width <= TABLET_PX)
  /** Where a screen has no desktop or no phone, the other one is looked at instead. */
  const placed = (looks: readonly AxeLook[]) =>
    looks.map((look) => ({ ...look, width: isThere(look.width) ? look.width : (widths[0] ?? look.width) }))
  const widths = tour.widths.filter(isThere)
  const lookWithAxe = async (looks: readonly AxeLook[], width: number, lang: Language) => {
    for (const { scheme = at, rules } of screen.isPlain ? [] : placed(looks).filter((one) => one.width === width)) {
      if (scheme !== at) await setScheme(page, scheme)
      // What is under something open has been looked at as its own screen.
      const isPart = screen.isOver === true && (tour.isShort || !(scheme === at && width === DESKTOP_PX))
      const isWithoutFrame = !isPart && tour.isShort && walk.framesSeen.has(scheme)
      const scope = { rules: rules ?? [], isWithoutFrame, ...(isPart && { within: OVER }) }
      note('axe', `${width} ${scheme}`, await axeFaults(page, scope), lang)
      if (!isPart) walk.framesSeen.add(scheme)
      await keepPicture(page, lang, screen, width, scheme)
      if (scheme !== at) await setScheme(page, at)
    }
  }
  const readIn = async (lang: Language, width: number) => {
    await speak(page, lang)
    if (screen.isOver && !(await isSomethingOver(page)))
      note('lost', String(width), ['closed when the language changed'], lang)
    const { sideways, clipped } = await findLayoutFaults(page)
    note('sideways', String(width), sideways, lang)
    note('clipped', String(width), clipped, lang)
    await keepPicture(page, lang, screen, width, at)
  }
  const complaintsBefore = walk.complaints.length
  try {
    await page.emulateMedia({ colorScheme: at })
    await open(page, screen, walk.url)
    await screen.act?.(page, walk.lang)
    await walk.spoil?.(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) })
      await settle(page)
      if (screen.isOver && !(await isSomethingOver(page))) {
        // Some pages are built anew for a phone, and a menu hides when its button is out of sight: it is opened once
        // more.
        await page.keyboard.press('Escape')
        await screen.act?.(page, walk.lang)
        await settle(page)
      }
      const layout = await findLayoutFaults(page)
      note('sideways', String(width), layout.sideways)
      if (tour.readWidths.includes(width)) {
        note('clipped', String(width), layout.clipped)
        note('order', String(width), layout.order)
        await keepPicture(page, walk.lang, screen, width, at)
      }
      await lookWithAxe(tour.axe, width, walk.lang)
      for (const { lang, widths: itsWidths, axe = [] } of tour.alsoIn) {
        if (!itsWidths.includes(width) && !(widths.length === 1)) continue
        await readIn(lang, width)
        await lookWithAxe(axe, width, lang)
      }
      if (tour.alsoIn.length > 0) await speak(page, walk.lang)
    }
  } catch (error) {
    note('lost', 'anywhere', [error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)])
    await keepPicture(page, walk.lang, screen, 0, 'lost').catch(() => undefined)
    if (tour.alsoIn.length > 0) await speak(page, walk.lang).catch(() => undefined)
  }
  if (screen.fails !== undefined) await page.unroute(screen.fails)
  const isExpected = (complaint: string) =>
    (screen.isRefused === true && /status of (404|400|409|410|422)/.test(complaint)) ||
    (screen.fails !== undefined && /status of 500/.test(complaint))
  note(
    'console',
    'anywhere',
    walk.complaints.slice(complaintsBefore).filter((one) => !isExpected(one)),
  )
  if (PICTURES !== undefined)
    appendFileSync(join(PICTURES, 'faults.txt'), faults.map((fault) => `${fault.kind}: ${fault.line}\n`).join(''))
  return faults
}

/** Names of screens (a pattern): walks over these alone, while working on one of them. */
const ONLY = process.env['SCREEN_NAMES'] === undefined ? null : new RegExp(process.env['SCREEN_NAMES'])

export const wantedOf = (screens: readonly Screen[]): Screen[] =>
  screens.filter((screen) => ONLY === null || ONLY.test(screen.name))

/** One screen after another in the same tab. */
export async function walkThrough(page: Page, screens: readonly Screen[], walk: Walk): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const [place, screen] of screens.entries()) faults.push(...(await examine(page, screen, walk, place)))
  return faults
}
