/** The walk over every screen as a story: one test for each kind of fault. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import { addShops } from './screen-shops.ts'
import { linesOf, walkScreens } from './screen-tours.ts'
import type { Fault, FaultKind } from './screen-walk.ts'
import { openScreenWorld, type ScreenWorld } from './screen-world.ts'

const TITLES: Readonly<Record<FaultKind, string>> = {
  lost: 'can be reached and comes to rest',
  axe: 'has nothing that axe knows to be wrong',
  sideways: 'never scrolls sideways',
  clipped: 'shows its texts whole',
  order: 'has one first heading and one primary action at most',
  touch: 'takes a tap over 44 px on a phone wherever it acts',
  focus: 'shows the focus on all that acts',
  console: 'leaves no error and no violated policy in the console',
}

/** Far above what the whole walk takes. */
const WALK_TIMEOUT_MS = 180 * 60_000

/**
 * @param isWhole every screen in every look, or each of them once
 * @returns the world and the browser, for tests that need them after the walk
 */
export function testScreens(isWhole: boolean): () => { world: ScreenWorld; browser: Browser } {
  let world: ScreenWorld
  let browser: Browser
  let faults: Fault[] = []

  beforeAll(async () => {
    ;[world, browser] = await Promise.all([openScreenWorld(), openBrowser()])
    await addShops(world)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })

  // A test, and no hook: its time counts in the list of the slowest files.
  it(
    'is opened',
    async () => {
      faults = await walkScreens(browser, world, isWhole)
    },
    WALK_TIMEOUT_MS,
  )

  it.each(Object.keys(TITLES).map((kind) => [TITLES[kind as FaultKind], kind as FaultKind] as const))(
    '%s',
    (_title, kind) => {
      expect(linesOf(kind, faults)).toEqual([])
    },
  )
  return () => ({ world, browser })
}
