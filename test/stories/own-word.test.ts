/** A business that calls its points beans reads of beans on every page that shows or asks for an amount. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '../direct-access.ts'
import { openBrowser, openContext } from './browser.ts'
import { statePages } from './page-states.ts'
import { settle } from './screen-faults.ts'
import { goWithin, load } from './screen-walk.ts'
import { openScreenWorld, rememberIn, type ScreenWorld } from './screen-world.ts'

const PAGES = new Set([
  'overview',
  'new card',
  'forms',
  'pushes',
  'new push',
  'segments',
  'segment',
  'clients',
  'client',
  'client, events',
  'marketplace',
  'module',
  'team',
  'activity',
  'variables',
])

let world: ScreenWorld
let browser: Browser
let page: Page
beforeAll(async () => {
  ;[world, browser] = await Promise.all([openScreenWorld(), openBrowser()])
  await query(
    world.server,
    `update cabinets set points_name = 'Beans', points_counted = 'beans' where domain = 'coffee-lab'`,
    [],
  )
  // What its owner has written stays as it is.
  await query(world.server, `update pushes set message = 'Hello, {cardholder}'`, [])
  const { context } = await openContext(browser)
  await rememberIn(context, 'en', world.owner)
  page = await context.newPage()
  await load(page, `${world.server.url}/#/coffee-lab/coalition`)
  await settle(page)
})
afterAll(async () => {
  await browser?.close()
  await world?.close()
})

/** Texts and names of what is seen, but for cards and messages, which have the owner's own words. */
const textOf = () =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    const own = '.k-face, .cm-editor, textarea'
    const texts: string[] = []
    const walker = document.createTreeWalker(main ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.parentElement?.closest(own) === null) texts.push(node.textContent ?? '')
    for (const one of main?.querySelectorAll('[aria-label], [placeholder]') ?? [])
      texts.push(one.getAttribute('aria-label') ?? '', one.getAttribute('placeholder') ?? '')
    return texts.filter((text) => text.trim() !== '')
  })

it('on every page with an amount', { timeout: 600_000 }, async () => {
  const found: string[] = []
  let beans = 0
  for (const one of statePages(world).filter(({ name }) => PAGES.has(name))) {
    await goWithin(page, one.path)
    await settle(page)
    const texts = await textOf()
    beans += texts.filter((text) => /beans/i.test(text)).length
    for (const text of texts) if (/\bpoints?\b/i.test(text)) found.push(`${one.name}: ${text.slice(0, 80)}`)
  }
  expect(found).toEqual([])
  expect(beans).toBeGreaterThan(10)
})
