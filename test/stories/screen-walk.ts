/** Walks through screens with a browser and writes down what is wrong with each. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Language } from '../../contract/limits.ts'
import { tagOf } from '../../words/words.ts'
import { axeFaults } from './axe.ts'
import { findLayoutFaults, settle } from './screen-faults.ts'
import type { Screen } from './screen-list.ts'
import { findSmallTargets } from './screen-touch.ts'
import { focusThrough } from './tab-walk.ts'

const KINDS = ['axe', 'sideways', 'clipped', 'console', 'order', 'touch', 'focus', 'lost'] as const
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
export type Scheme = 'light' | 'dark'

/** How a screen is looked at. Nothing may scroll sideways in any look. */
export type Look = {
  width: number
  lang: Language
  scheme: Scheme
  /** Texts, headings and actions are read too. */
  isRead?: boolean
  /** axe's own names; empty: all that axe has; left out: axe does not look. */
  axeRules?: readonly string[]
}

export type Tour = {
  /** The looks of a screen in the order in which they are cheapest. @param place its place in the list */
  looksOf(lang: Language, place: number): readonly Look[]
  /**
   * Every second screen is looked at in reverse, from where the last one ended. axe sees the menu and the top bar once
   * in each tab and scheme, and of an overlay only what opened.
   */
  isShort: boolean
  /** At the end of a screen everything on it that acts gets the focus once. */
  isFocused?: boolean
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
async function open(page: Page, screen: Screen, url: string, look: Look): Promise<void> {
  // Where the last screen was clicked, this one may have something that explains itself under the mouse.
  await page.mouse.move(0, 0)
  await resize(page, look.width)
  await preferScheme(page, look.scheme)
  if (screen.fails !== undefined) await failCall(page, url, screen.fails)
  const isHash = screen.path.startsWith('#')
  const hash = page.url().includes('#') ? new URL(page.url()).hash : undefined
  if (!isHash) await page.goto(url + screen.path)
  // The same page with another question shows no sign of when it has changed.
  else if (hash === undefined || (hash !== screen.path && hash.split('?')[0] === screen.path.split('?')[0]))
    await load(page, `${url}/${screen.path}`)
  else if (hash !== screen.path) await goWithin(page, screen.path)
  await setScheme(page, look.scheme)
  // What comes now speaks to the app: it must be there.
  await settle(page)
  if (isHash && (await languageOf(page)) !== tagOf(look.lang)) await speak(page, look.lang)
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

const overOf = (page: Page) => page.locator(OVER).filter({ visible: true }).first()
const isSomethingOver = (page: Page) => overOf(page).isVisible()

async function keepPicture(page: Page, lang: Language, screen: Screen, width: number, scheme: string): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  const name = `${screen.name.replaceAll(/[^\w]+/g, '-')}.${width}.${scheme}.${lang}.png`
  // To see all of a page the browser makes it tiny for a moment, and what is open over it closes.
  await page.screenshot({ path: join(PICTURES, name), fullPage: !(await isSomethingOver(page)) })
}

/** What is so already is not set again: the browser would work out every style anew. */
async function resize(page: Page, width: number): Promise<void> {
  if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: heightOf(width) })
}

const preferred = new WeakMap<Page, Scheme>()

async function preferScheme(page: Page, scheme: Scheme): Promise<void> {
  if (preferred.get(page) === scheme) return
  await page.emulateMedia({ colorScheme: scheme })
  preferred.set(page, scheme)
}

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang)

/** As when another tab has chosen a language. */
async function speak(page: Page, lang: Language): Promise<void> {
  await page.evaluate(
    (newValue) => dispatchEvent(new StorageEvent('storage', { key: 'kartoteka.lang', newValue })),
    lang,
  )
  await page.waitForFunction((tag) => document.documentElement.lang === tag, tagOf(lang))
}

/** As when the machine turns dark in the evening. */
async function setScheme(page: Page, scheme: Scheme): Promise<void> {
  await preferScheme(page, scheme)
  await page.waitForFunction((wanted) => {
    const current = document.documentElement.dataset.mantineColorScheme
    return current === undefined || current === wanted
  }, scheme)
}

async function changeLook(page: Page, from: Look, to: Look): Promise<void> {
  if (from === to) return
  await resize(page, to.width)
  if (from.scheme !== to.scheme) await setScheme(page, to.scheme)
  if (from.lang !== to.lang) await speak(page, to.lang)
  await settle(page)
}

/** What is not there at a width is looked at where it is. */
function possibleLooks(screen: Screen, looks: readonly Look[]): Look[] {
  const isThere = ({ width }: Look) =>
    !(screen.isPhoneOnly && width > PHONE_PX) && !(screen.isWideOnly && width <= TABLET_PX)
  const width = screen.isPhoneOnly ? PHONE_PX : DESKTOP_PX
  const placed = looks.map((look) => (isThere(look) ? look : { ...look, width }))
  const nameOf = (look: Look) => [look.width, look.lang, look.scheme].join()
  // Of looks that became the same the first asks for most.
  return placed.filter((look, place) => placed.findIndex((one) => nameOf(one) === nameOf(look)) === place)
}

/** Of what axe does not look at, only the longest texts are looked at: the language need not change in between. */
function looksOf(screen: Screen, { tour, lang }: Walk, place: number): readonly Look[] {
  const looks = tour.looksOf(lang, place)
  const longest = looks.at(-1)?.lang
  if (!tour.isShort || !screen.isPlain || !screen.act || longest === undefined) return looks
  return looks.map((look) => ({ ...look, lang: longest }))
}

/**
 * A short tour begins where the screen before has ended. What is done by hand is done on a wide screen anyway, but its
 * language need not change.
 */
async function shortestWay(page: Page, screen: Screen, { isShort }: Tour, looks: Look[]): Promise<Look[]> {
  const last = looks.at(-1)
  if (!isShort || !last) return looks
  const isThere = screen.act ? (await languageOf(page)) === tagOf(last.lang) : page.viewportSize()?.width === last.width
  return isThere ? looks.toReversed() : looks
}

/** What is done by hand is done on a wide screen, where everything is. */
function startOf(screen: Screen, [first]: readonly Look[], lang: Language): Look {
  const desk: Look = { width: DESKTOP_PX, lang, scheme: 'light' }
  return first && (!screen.act || screen.isPhoneOnly) ? first : { ...desk, ...first, width: DESKTOP_PX }
}

const headOf = (error: unknown) =>
  error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)

/** @returns everything wrong with one screen */
export async function examine(page: Page, screen: Screen, walk: Walk, place = 0): Promise<Fault[]> {
  const faults: Fault[] = []
  const note = (kind: FaultKind, look: string, lines: readonly string[], lang = walk.lang) => {
    for (const what of new Set(lines)) faults.push({ kind, line: `${screen.name} · ${look} · ${lang}: ${what}` })
  }
  const looks = await shortestWay(page, screen, walk.tour, possibleLooks(screen, looksOf(screen, walk, place)))
  const complaintsBefore = walk.complaints.length
  let current = startOf(screen, looks, walk.lang)
  try {
    await open(page, screen, walk.url, current)
    if (screen.act) {
      await settle(page)
      await screen.act(page, current.lang)
    }
    await walk.spoil?.(page)
    // What an address opens comes after its page.
    if (screen.isOver && !screen.act) await overOf(page).waitFor()
    await settle(page)
    for (const look of looks) {
      await changeLook(page, current, look)
      current = look
      await lookAt(page, screen, walk, look, note)
    }
    if (walk.tour.isFocused && !screen.isPlain && !screen.act)
      note('focus', String(current.width), await focusThrough(page), current.lang)
  } catch (error) {
    note('lost', 'anywhere', [headOf(error)], current.lang)
    await keepPicture(page, walk.lang, screen, 0, 'lost').catch(() => undefined)
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

type Note = (kind: FaultKind, look: string, lines: readonly string[], lang: Language) => void

async function lookAt(page: Page, screen: Screen, { tour, framesSeen }: Walk, look: Look, note: Note) {
  const { width, lang, scheme, axeRules } = look
  if (screen.isOver && !(await isSomethingOver(page))) {
    // Some pages are built anew for a phone, and a menu hides when its button is out of sight: it is opened once more.
    await page.keyboard.press('Escape')
    await screen.act?.(page, lang)
    await settle(page)
    if (!(await isSomethingOver(page))) note('lost', String(width), ['is not open any more'], lang)
  }
  const layout = await findLayoutFaults(page)
  note('sideways', String(width), layout.sideways, lang)
  if (look.isRead) {
    note('clipped', String(width), layout.clipped, lang)
    note('order', String(width), layout.order, lang)
  }
  if (width <= PHONE_PX && !screen.isPortrait) note('touch', String(width), await findSmallTargets(page), lang)
  await keepPicture(page, lang, screen, width, scheme)
  if (axeRules === undefined || screen.isPlain) return
  // What is under something open has been looked at as its own screen.
  const isPart = screen.isOver === true && (tour.isShort || !(axeRules.length === 0 && width === DESKTOP_PX))
  const isWithoutFrame = !isPart && tour.isShort && framesSeen.has(scheme)
  const scope = { rules: [...axeRules], isWithoutFrame, ...(isPart && { within: OVER }) }
  note('axe', `${width} ${scheme}`, await axeFaults(page, scope), lang)
  if (!isPart) framesSeen.add(scheme)
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
