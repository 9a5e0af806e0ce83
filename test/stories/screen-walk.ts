/** Walks through screens with a browser and writes down what is wrong with each. */
import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Language } from '../../contract/limits.ts'
import { tagOf } from '../../words/words.ts'
import { axeFaults } from './browser.ts'
import { findLayoutFaults, settle } from './screen-faults.ts'
import type { Screen } from './screen-list.ts'

const KINDS = ['axe', 'sideways', 'clipped', 'console', 'order', 'lost'] as const
export type FaultKind = (typeof KINDS)[number]
/** `line` reads `screen · width · language: what`. */
export type Fault = { kind: FaultKind; line: string }

/** A folder that keeps a picture of every look, for people to judge, and what was found. */
const PICTURES = process.env['SCREEN_PICTURES']
const WIDTHS = [1440, 768, 390, 320] as const
/** Where texts are read; in other languages than English only texts differ. */
const READ_WIDTHS = [1440, 390] as const
const PHONE_PX = 390
const TABLET_PX = 768
/** A dialog, a drawer, a popover, a menu, the bar of a selection. */
export const OVER = '[role=dialog], [role=menu], .mantine-ActionBar-root'
/** Dark changes colours and nothing else. */
const COLOUR_RULES = ['color-contrast']

type Walk = {
  lang: Language
  url: string
  /** At every width, and with axe: light and dark on a desktop, light on a phone. */
  isThorough: boolean
  /** The texts are read in these languages too, each chosen where the screen stands, as somebody would. */
  alsoIn?: readonly Language[]
  /** Where the console of this page is written down. */
  complaints: string[]
  /** Done to a screen before it is examined. */
  spoil?: (page: Page) => Promise<unknown>
}

export const heightOf = (width: number) => (width < 700 ? 844 : 900)

const FAULT = {
  error: {
    code: 'server_error',
    message: 'Something broke on our side.',
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

/** Goes to a screen; inside the cabinet without loading it anew. */
async function open(page: Page, screen: Screen, url: string): Promise<void> {
  // Where the last screen was clicked, this one may have something that explains itself under the mouse.
  await page.mouse.move(0, 0)
  const width = screen.isPhoneOnly ? PHONE_PX : WIDTHS[0]
  await page.setViewportSize({ width, height: heightOf(width) })
  if (screen.fails !== undefined) await failCall(page, url, screen.fails)
  const isInside = screen.path.startsWith('#') && page.url().includes('#')
  if (!isInside) {
    await page.goto(screen.path.startsWith('#') ? `${url}/${screen.path}` : url + screen.path)
    return settle(page)
  }
  const isSamePage = new URL(page.url()).hash.split('?')[0] === screen.path.split('?')[0]
  // A page of the same kind keeps its heading and says another name in it.
  if (!isSamePage)
    await page.evaluate(() =>
      document.querySelector('h1')?.setAttribute('data-seen', document.querySelector('h1')?.textContent ?? ''),
    )
  await page.evaluate((hash) => {
    location.hash = hash
  }, screen.path)
  if (isSamePage) await page.waitForTimeout(150)
  else
    await page.waitForFunction(() =>
      [...document.querySelectorAll('h1[data-seen]')].every(
        (heading) => heading.getAttribute('data-seen') !== heading.textContent,
      ),
    )
  return settle(page)
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

/** Colours may be on their way when the scheme has just changed: what is still wrong a moment later counts. */
async function darkFaults(page: Page, within?: string): Promise<string[]> {
  if ((await axeFaults(page, COLOUR_RULES, within)).length === 0) return []
  await page.waitForTimeout(1000)
  return axeFaults(page, COLOUR_RULES, within)
}

/** @returns everything wrong with one screen in one language */
export async function examine(page: Page, screen: Screen, walk: Walk): Promise<Fault[]> {
  const faults: Fault[] = []
  const { alsoIn = [] } = walk
  const note = (kind: FaultKind, look: string, lines: readonly string[], lang = walk.lang) => {
    for (const what of new Set(lines)) faults.push({ kind, line: `${screen.name} · ${look} · ${lang}: ${what}` })
  }
  const readIn = async (lang: Language, width: number) => {
    await speak(page, lang)
    if (screen.isOver && !(await isSomethingOver(page)))
      note('lost', String(width), ['closed when the language changed'], lang)
    const { sideways, clipped } = await findLayoutFaults(page)
    note('sideways', String(width), sideways, lang)
    note('clipped', String(width), clipped, lang)
    await keepPicture(page, lang, screen, width, 'light')
  }
  const heardBefore = walk.complaints.length
  try {
    await open(page, screen, walk.url)
    await screen.act?.(page, walk.lang)
    await walk.spoil?.(page)
    const widths = (walk.isThorough ? WIDTHS : READ_WIDTHS).filter(
      (width) => !(screen.isPhoneOnly && width > PHONE_PX) && !(screen.isWideOnly && width <= TABLET_PX),
    )
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
      if (!READ_WIDTHS.some((one) => one === width)) continue
      note('clipped', String(width), layout.clipped)
      note('order', String(width), layout.order)
      await keepPicture(page, walk.lang, screen, width, 'light')
      if (walk.isThorough && !screen.isPlain) {
        // What lies under something open has been looked at as a screen of its own.
        const within = screen.isOver ? OVER : undefined
        note('axe', `${width} light`, await axeFaults(page, [], width === widths[0] ? undefined : within))
        if (width === widths[0]) {
          await page.emulateMedia({ colorScheme: 'dark' })
          await settle(page)
          note('axe', `${width} dark`, await darkFaults(page, within))
          await keepPicture(page, walk.lang, screen, width, 'dark')
          await page.emulateMedia({ colorScheme: 'light' })
          await settle(page)
        }
      }
      for (const lang of alsoIn) await readIn(lang, width)
      if (alsoIn.length > 0) await speak(page, walk.lang)
    }
  } catch (error) {
    note('lost', 'anywhere', [error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error)])
    await keepPicture(page, walk.lang, screen, 0, 'lost').catch(() => undefined)
    if (alsoIn.length > 0) await speak(page, walk.lang).catch(() => undefined)
  }
  if (screen.fails !== undefined) await page.unroute(screen.fails)
  const isExpected = (complaint: string) =>
    (screen.isRefused === true && /status of (404|400|409|410|422)/.test(complaint)) ||
    (screen.fails !== undefined && /status of 500/.test(complaint))
  note(
    'console',
    'anywhere',
    walk.complaints.slice(heardBefore).filter((one) => !isExpected(one)),
  )
  if (PICTURES !== undefined)
    appendFileSync(join(PICTURES, 'faults.txt'), faults.map((fault) => `${fault.kind}: ${fault.line}\n`).join(''))
  return faults
}

/** Names of screens (a pattern): the walk over these alone, for whoever works on one of them. */
const ONLY = process.env['SCREEN_NAMES'] === undefined ? null : new RegExp(process.env['SCREEN_NAMES'])

export const wantedOf = (screens: readonly Screen[]): Screen[] =>
  screens.filter((screen) => ONLY === null || ONLY.test(screen.name))

/** One screen after another in the same tab. */
export async function walkThrough(page: Page, screens: readonly Screen[], walk: Walk): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const screen of screens) faults.push(...(await examine(page, screen, walk)))
  return faults
}
