import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import { addShops } from './screen-shops.ts'
import { linesOf, walkScreens } from './screen-tours.ts'
import type { Fault } from './screen-walk.ts'
import { openScreenWorld, type ScreenWorld } from './screen-world.ts'

/** Every screen in four languages, light and dark, from 320 to 1440. */
describe('every screen in every look', () => {
  let world: ScreenWorld
  let browser: Browser
  let faults: Fault[] = []

  beforeAll(async () => {
    ;[world, browser] = await Promise.all([openScreenWorld(), openBrowser()])
    await addShops(world)
    faults = await walkScreens(browser, world, true)
  })
  afterAll(async () => {
    await browser?.close()
    await world?.close()
  })

  it('can be reached and comes to rest', () => {
    expect(linesOf('lost', faults)).toEqual([])
  })
  it('has nothing that axe knows to be wrong', () => {
    expect(linesOf('axe', faults)).toEqual([])
  })
  it('never scrolls sideways', () => {
    expect(linesOf('sideways', faults)).toEqual([])
  })
  it('shows its texts whole', () => {
    expect(linesOf('clipped', faults)).toEqual([])
  })
  it('has one first heading and one primary action at most', () => {
    expect(linesOf('order', faults)).toEqual([])
  })
  it('leaves no error and no violated policy in the console', () => {
    expect(linesOf('console', faults)).toEqual([])
  })
})
