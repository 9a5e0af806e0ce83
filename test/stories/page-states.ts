/** Every page of a business in the states that a page can be in: on its way, failed, cut off, read-only. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { settle } from './screen-faults.ts'
import { goWithin, heightOf, load } from './screen-walk.ts'
import type { ScreenWorld } from './screen-world.ts'

/** A folder that keeps a picture of every page in every state, for people to judge. */
const PICTURES = process.env['SCREEN_PICTURES']
const WIDTHS = [1440, 390] as const
/** Narrows the walk to pages whose names match. */
const ONLY = new RegExp(process.env['SCREEN_NAMES'] ?? '')
/** What the frame reads: without it there is no page. */
const OF_FRAME =
  /^\/api\/(user(\/outside)?|cabinet|auth\/ping|applications(\/[^/]+)?)$|\/(statusbar|jobs|has-unread|stream)$/
const FAULT = {
  error: { code: 'server_error', message: 'Something went wrong on our side.', requestId: '5f0c1f6e-3b0e-4b7a' },
}

export type StatePage = {
  name: string
  path: string
  /** Reads nothing that could be missing: its texts are all there is. */
  isStill?: true
  /** What it sends works in a read-only business too. */
  isOutside?: true
}

/** Pages of the coffee house, each with something on it. */
export function statePages(world: ScreenWorld): StatePage[] {
  const at = '#/coffee-lab'
  const page = (name: string, path: string, more: Partial<StatePage> = {}) => ({ name, path: `${at}${path}`, ...more })
  return [
    page('overview', ''),
    page('cards', '/cards'),
    page('new card', '/cards/create', { isStill: true }),
    page('first card', '/start'),
    page('card', `/cards/${world.template}`),
    page('notifications', '/notifications'),
    page('forms', '/form'),
    page('form', `/form/${world.form}`),
    page('links of a form', `/form/${world.form}/links`),
    page('pushes', '/pushes'),
    page('new push', '/pushes/create'),
    page('push', `/pushes/${world.draftPush}`),
    page('sent push', `/pushes/${world.sentPush}`),
    page('accept cards', '/acceptance'),
    page('triggers', '/triggers'),
    page('trigger', `/triggers/${world.trigger}`),
    page('segments', '/segments'),
    page('segment', `/segments/${world.segment}`),
    page('clients', '/clients'),
    page('clients, chart', '/clients/chart'),
    page('imports', '/clients/import'),
    page('import', `/clients/import/${world.imports.done}`),
    page('client', `/clients/${world.client}`),
    page('client, pushes', `/clients/${world.client}?tab=pushes`),
    page('client, events', `/clients/${world.eventful}?tab=events`),
    page('integration', '/integration'),
    page('plan', '/balance/tariffs'),
    page('plans', '/balance/tariffs-overview'),
    page('agreement', '/balance/offer'),
    page('transactions', '/balance/transactions'),
    page('payments', '/balance/payments', { isOutside: true }),
    page('referral', '/balance/referral'),
    page('partner, information', '/partner/information'),
    page('partner, businesses', '/partner/clients'),
    page('partner, spending', '/partner/spent'),
    page('partner, rewards', '/partner/rewards'),
    page('partner, no business', '/partner/no-apps'),
    page('general', '/settings/general'),
    page('team', '/settings/accesses'),
    page('activity', '/settings/activity'),
    page('certificates', '/settings/certificates'),
    page('SMS', '/settings/sms'),
    page('email', '/settings/email'),
    page('API', '/settings/api'),
    page('variables', '/settings/variables'),
    page('coalition', '/coalition', { isStill: true }),
    page('loyalty', '/loyalty', { isStill: true }),
    page('marketplace', '/marketplace'),
    page('module', '/marketplace/welcome'),
  ].filter(({ name }) => ONLY.test(name))
}

async function picture(page: Page, state: string, { name }: StatePage, width: number): Promise<void> {
  if (PICTURES === undefined) return
  mkdirSync(PICTURES, { recursive: true })
  await page.setViewportSize({ width, height: heightOf(width) })
  await page.screenshot({ path: join(PICTURES, `${name.replaceAll(/\W+/g, '-')}.${state}.${width}.png`) })
}

/** Goes there in a tab that has read nothing of the page yet. */
async function openFresh(page: Page, url: string, { path }: StatePage): Promise<void> {
  await load(page, `${url}/${path}`)
}

/** Shapes of what comes, wherever something is on its way; when it comes, nothing jumps. */
export async function faultsWhileLoading(page: Page, url: string, one: StatePage): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    try {
      const { jumped, movers } = await jumpOf(page, url, one, width)
      if (jumped > JUMP_MAX)
        found.push(`jumps by ${jumped.toFixed(3)} at ${width} px when it comes: ${movers.join(', ')}`)
    } catch (error) {
      found.push(`while loading at ${width} px: ${String(error).split('\n')[0]}`)
    }
  }
  return found.map((fault) => `${one.name}: ${fault}`)
}

type Jump = { jumped: number; movers: string[] }

/** How much of the screen moves when what was held back comes, and what it is that moves. */
async function jumpOf(page: Page, url: string, one: StatePage, width: number): Promise<Jump> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const isOfPage = (address: URL) => address.pathname.startsWith('/api/') && !OF_FRAME.test(address.pathname)
  await page.route(isOfPage, async (route) => {
    await held
    await route.fallback().catch(() => undefined)
  })
  try {
    await page.setViewportSize({ width, height: heightOf(width) })
    // Its banners are of the frame, which every page shares.
    const frame = page.waitForResponse((answer) => answer.url().endsWith('/statusbar'))
    await openFresh(page, url, one)
    await frame
    await page.locator('main [data-state=loading], main h1').first().waitFor()
    if (!one.isStill) await page.locator('main [data-state=loading]').first().waitFor({ timeout: 20_000 })
    await picture(page, 'loading', one, width)
    await page.evaluate(() => {
      const seen = globalThis as unknown as { jump: Jump }
      seen.jump = { jumped: 0, movers: [] }
      type Shift = {
        value: number
        hadRecentInput: boolean
        sources?: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      }
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources = [] } of list.getEntries() as unknown as Shift[]) {
          if (hadRecentInput) continue
          seen.jump.jumped += value
          const names = sources.map(({ node, previousRect: from, currentRect: to }) => {
            const name = node instanceof Element ? `${node.tagName}.${node.className}`.slice(0, 30) : ''
            return `${name} ${from.x},${from.y} → ${to.x},${to.y}`
          })
          seen.jump.movers.push(`${value.toFixed(3)} ${names.join('; ')}`)
        }
      }).observe({ type: 'layout-shift' })
    })
    release()
    await settle(page)
    await picture(page, 'loaded', one, width)
    return await page.evaluate(() => (globalThis as unknown as { jump: Jump }).jump)
  } finally {
    release()
    await page.unroute(isOfPage)
  }
}

/** What Google calls good: a tenth of the screen. */
const JUMP_MAX = 0.1

/** Each part that could not be read says so in its place, with another try and the number of the request. */
export async function faultsWhenFailed(page: Page, url: string, one: StatePage): Promise<string[]> {
  const isOfPage = (address: URL) => address.pathname.startsWith('/api/') && !OF_FRAME.test(address.pathname)
  await page.route(isOfPage, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 500, contentType: 'application/json', body: JSON.stringify(FAULT) })
      : route.fallback(),
  )
  const found: string[] = []
  try {
    await page.setViewportSize({ width: WIDTHS[0], height: heightOf(WIDTHS[0]) })
    await openFresh(page, url, one)
    await page.locator('main h1').first().waitFor()
    if (!one.isStill) {
      const panel = page.locator('main [data-state=failed]')
      await panel.first().waitFor({ timeout: 20_000 })
      if ((await panel.getByRole('button', { name: 'Try again' }).count()) === 0) found.push('has no other try')
      if ((await panel.getByText(FAULT.error.requestId).count()) === 0) found.push('hides the number of the request')
    }
    await settle(page)
    for (const width of WIDTHS) await picture(page, 'failed', one, width)
  } catch (error) {
    found.push(`when it failed: ${String(error).split('\n')[0]}`)
    for (const width of WIDTHS) await picture(page, 'failed', one, width)
  } finally {
    await page.unroute(isOfPage)
  }
  return found.map((fault) => `${one.name}: ${fault}`)
}

/** What is cut off says what still works, and comes when the connection does. */
export async function faultsWhenCutOff(page: Page, url: string, one: StatePage, isBare: boolean): Promise<string[]> {
  const found: string[] = []
  try {
    await page.setViewportSize({ width: WIDTHS[0], height: heightOf(WIDTHS[0]) })
    // Somewhere else first: what has been read already stays readable.
    const before = one.path.endsWith('/settings/general') ? '/coalition' : '/settings/general'
    await load(page, `${url}/#/coffee-lab${before}`)
    await settle(page)
    const isCut = (address: URL) =>
      isBare || address.pathname.startsWith('/api/') || address.pathname === '/favicon.svg'
    await page.route(isCut, (route) => route.abort('internetdisconnected'))
    await goWithin(page, one.path)
    // What reads nothing learns of it from the browser alone.
    if (one.isStill) await page.evaluate(() => dispatchEvent(new Event('offline')))
    await page.locator('[data-state=offline]').first().waitFor({ timeout: 20_000 })
    if (!one.isStill) await page.locator('main [data-state=offline]').first().waitFor({ timeout: 20_000 })
    await settle(page)
    const state = isBare ? 'cut' : 'offline'
    for (const width of WIDTHS) await picture(page, state, one, width)
    const banners = await page.locator('[data-state=offline]:not(main *)').count()
    if (banners !== 1) found.push(`${banners} banners without a connection`)
    if ((await page.locator('main [data-state=failed]').count()) > 0) found.push('calls a lost connection a fault')
    await page.unroute(isCut)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.waitForFunction(() => document.querySelector('[data-state=offline]') === null, undefined, {
      timeout: 20_000,
    })
    await settle(page)
    if ((await page.locator('main [data-state=failed]').count()) > 0) found.push('does not come with the connection')
  } catch (error) {
    found.push(`without a connection: ${String(error).split('\n')[0]}`)
    await picture(page, 'offline', one, WIDTHS[0])
  } finally {
    await page.unrouteAll()
  }
  return found.map((fault) => `${one.name}: ${fault}`)
}

/** All of it can be read, the way out is above it, and what would be refused is off. */
export async function faultsWhileLimited(page: Page, url: string, one: StatePage): Promise<string[]> {
  const found: string[] = []
  try {
    await page.setViewportSize({ width: WIDTHS[0], height: heightOf(WIDTHS[0]) })
    await openFresh(page, url, one)
    await settle(page)
    const way = page.locator('[data-state=limited] a').first()
    await way.waitFor({ timeout: 20_000 })
    for (const width of WIDTHS) await picture(page, 'limited', one, width)
    const live = page.locator('main button[type=submit]:not(:disabled):not([aria-disabled=true]):visible')
    if (!one.isOutside && (await live.count()) > 0)
      found.push(`offers what is refused: ${(await live.allTextContents()).join(', ')}`)
    const making = page.locator('main a[href*="/create"]:visible')
    if ((await making.count()) > 0)
      found.push(`leads to what is refused: ${(await making.allTextContents()).join(', ')}`)
  } catch (error) {
    found.push(`while read-only: ${String(error).split('\n')[0]}`)
  }
  return found.map((fault) => `${one.name}: ${fault}`)
}
