import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '../direct-access.ts'
import { openBrowser, openContext } from './browser.ts'
import {
  faultsWhenCutOff,
  faultsWhenFailed,
  faultsWhileLimited,
  faultsWhileLoading,
  statePages,
  type StatePage,
} from './page-states.ts'
import { openScreenWorld, rememberIn, type ScreenWorld } from './screen-world.ts'

/** One walk over all pages takes a few minutes. */
const WALK_MS = 30 * 60_000

let world: ScreenWorld
let browser: Browser
let page: Page
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openScreenWorld(), openBrowser()])
  const { context } = await openContext(browser)
  await rememberIn(context, 'en', world.owner)
  page = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

type Look = (page: Page, url: string, one: StatePage) => Promise<string[]>
const walk = async (look: Look) => {
  const faults: string[] = []
  for (const one of statePages(world)) {
    const found = await look(page, world.server.url, one)
    // A walk takes minutes: what it finds is seen before its end.
    for (const fault of found) process.stderr.write(`${fault}\n`)
    faults.push(...found)
  }
  return faults
}

it('every page shows the shape of what is on its way, and nothing jumps', { timeout: WALK_MS }, async () => {
  expect(await walk(faultsWhileLoading)).toEqual([])
})

it('every page says what could not be read, with another try', { timeout: WALK_MS }, async () => {
  expect(await walk(faultsWhenFailed)).toEqual([])
})

it('every page says what works without a connection, and comes with it', { timeout: WALK_MS }, async () => {
  expect(await walk((...seen) => faultsWhenCutOff(...seen, false))).toEqual([])
})

it('a page that was never opened comes with the connection', { timeout: WALK_MS }, async () => {
  expect(await walk((...seen) => faultsWhenCutOff(...seen, true))).toEqual([])
})

it('every page of a read-only business names the way out', { timeout: WALK_MS }, async () => {
  await query(world.server, `update cabinets set balance_minor = -1 where domain = 'coffee-lab'`, [])
  expect(await walk(faultsWhileLimited)).toEqual([])
})
