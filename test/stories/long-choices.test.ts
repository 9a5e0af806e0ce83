/**
 * A business with more segments and pushes than a select can hold: what is wanted is found by its name. And with so
 * many clients that the sizes of its segments are estimates.
 */
import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Segment, SegmentCount } from '../../contract/people/segments.ts'
import { pushes } from '../../contract/reach/pushes.ts'
import { triggers } from '../../contract/reach/triggers.ts'
import { query, setPlan } from '../direct-access.ts'
import { newHolder } from '../holders.ts'
import { openShop, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { until } from '../until.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

let server: TestServer
let shop: Shop
let browser: Browser
let page: Page
let complaints: string[]

const COUNT = 130
/** By name it comes behind the hundred that are offered first. */
const LAST = 'Zebra 77'

beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Petra')
  await setPlan(server, shop.c, 'advanced')
  await newHolder(server, shop, 'Ada')
  await query(
    server,
    `insert into segments (cabinet_id, id, name, match, criteria, is_draft, size, counted_at, created_at, updated_at)
     select $1, gen_random_uuid(), case when n = 77 then '${LAST}' else 'Regular ' || n end, 'all',
       '[{"kind":"bonus","operator":"gte","value":0}]', false, 0, now(), now(), now()
     from generate_series(1, ${COUNT}) n`,
    [shop.c],
  )
  await query(
    server,
    `insert into pushes (cabinet_id, id, name, type, message, status, created_at, updated_at)
     select $1, gen_random_uuid(), case when n = 130 then '${LAST}' else 'Push ' || n end, 'text', 'Soup', 'draft',
       now() - n * interval '1 hour', now() from generate_series(1, ${COUNT}) n`,
    [shop.c],
  )
  browser = await openBrowser()
  const opened = await openContext(browser)
  complaints = opened.complaints
  await rememberIn(opened.context, 'en', shop.owner)
  page = await opened.context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

async function pick(field: Locator, name: RegExp | string): Promise<void> {
  await field.click()
  await field.fill('zebra')
  await page.getByRole('option', { name }).click()
}

it('a trigger finds the segment and the push that are behind the first hundred', async () => {
  const made = await shop.owner.send(triggers.createTrigger, { params: { c: shop.c } })
  await page.goto(`${server.url}/#/${shop.domain}/triggers/${made.id}`)
  const segment = page.getByRole('combobox', { name: 'Segment' })
  const push = page.getByRole('combobox', { name: 'Push' })
  await appears(segment)
  await pick(segment, LAST)
  await pick(push, LAST)
  await until(async () => (await segment.inputValue()) === LAST, 'the segment is chosen')
  await appears(page.getByText(new RegExp(LAST)))
  expect(await axeFaults(page)).toEqual([])
  await page.getByLabel('Name').first().fill('Soup')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await appears(page.getByText('Trigger saved'))
  const saved = () => shop.owner.send(triggers.readTrigger, { params: { c: shop.c, triggerUuid: made.id } })
  await until(
    async () => (await saved()).segment?.name === LAST && (await saved()).push?.name === LAST,
    'both are saved',
  )
  await page.reload()
  await until(async () => (await segment.inputValue()) === LAST && (await push.inputValue()) === LAST, 'both are shown')
})

it('so does a push, and what is not there is said', async () => {
  const made = await shop.owner.send(pushes.createPush, {
    params: { c: shop.c, pushType: 'text' },
    body: { name: 'Soup', message: 'Soup', templates: [shop.template] },
  })
  await page.goto(`${server.url}/#/${shop.domain}/pushes/${made.id}`)
  const segment = page.getByRole('combobox', { name: 'Narrow down to a segment' })
  await appears(segment)
  await segment.click()
  await segment.fill('nobody of this name')
  await appears(page.getByRole('option', { name: 'No results' }))
  await segment.fill('')
  await pick(segment, new RegExp(LAST))
  await until(async () => (await segment.inputValue()).startsWith(LAST), 'the segment is chosen')
  await page.getByRole('button', { name: 'Save' }).first().click()
  // Until then the page asks before it is left.
  await appears(page.getByText('Push message saved'))
  const saved = () => shop.owner.send(pushes.readPush, { params: { c: shop.c, pushUuid: made.id } })
  await until(async () => (await saved()).segment?.name === LAST, 'it is saved')
})

it('and the filter of the clients, by keyboard', async () => {
  await page.goto(`${server.url}/#/${shop.domain}/clients`)
  await page.getByRole('button', { name: 'Add filter: Segment' }).click()
  await appears(page.getByRole('radio', { name: 'Regular 1', exact: true }))
  await page.keyboard.type('zebra')
  await appears(page.getByRole('radio', { name: LAST }))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await until(async () => page.url().includes('segment='), 'the filter is in the address')
  await appears(page.getByText(LAST).first())
  expect(complaints).toEqual([])
})

it('says of an estimate that it is about so many, where segments are listed and where one is chosen', async () => {
  await page.route(/\/segments\?/, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: Segment[] }
    const data = reply.data.map((one) => ({ ...one, size: 45_000, isEstimate: true }))
    await route.fulfill({ response, json: { ...reply, data } })
  })
  await page.goto(`${server.url}/#/${shop.domain}/segments?q=Regular+2`)
  // What the stories before have read is no estimate.
  await page.reload()
  await appears(page.getByText('about 45\u202F000 clients'))
  await page.getByRole('button', { name: 'Actions for Regular 2', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete segment' }).click()
  await appears(page.getByRole('dialog').getByText('It has about 45\u202F000 clients now.'))
  await page.keyboard.press('Escape')
  const { data } = await shop.owner.send(pushes.listPushes, { params: { c: shop.c }, query: { q: 'Push 1' } })
  await page.goto(`${server.url}/#/${shop.domain}/pushes/${data[0]?.id}`)
  // Until the segments are read, it is a list without a search.
  const segment = page.getByRole('combobox', { name: 'Narrow down to a segment' }).and(page.locator('input'))
  await segment.click()
  await segment.fill(LAST)
  await appears(page.getByRole('option', { name: /^Zebra 77 \(about 45\s000\)$/ }))
  await page.unroute(/\/segments\?/)
})

type Counted = Pick<SegmentCount, 'size' | 'isEstimate' | 'clients' | 'rows' | 'rowEstimates'>

it('counts exactly what was estimated, when somebody asks for it', async () => {
  const estimate = { isEstimate: true, clients: 370_000, rows: [45_000], rowEstimates: [true] }
  const exact: Counted = { size: 44_812, isEstimate: false, clients: 370_000, rows: [44_812], rowEstimates: [false] }
  /** How the next exact counts end; left out: well. */
  const ends: ((route: Route) => Promise<void>)[] = []
  const answer = async (route: Route, counted: Counted) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: SegmentCount }
    await route.fulfill({ response, json: { data: { ...data, ...counted } } })
  }
  await page.route(/\/segment\/count\?/, async (route) => {
    if (route.request().url().includes('count=exact')) await (ends.shift()?.(route) ?? answer(route, exact))
    else await answer(route, { ...estimate, size: 45_000 })
  })
  const [one] = await query<{ id: string }>(server, `select id from segments where name = 'Regular 2'`)
  await page.goto(`${server.url}/#/${shop.domain}/segments/${one?.id}`)
  const panel = page.getByRole('region', { name: 'Matching clients' })
  const announced = panel.locator('[aria-live=polite]')
  const exactly = panel.getByRole('button', { name: 'Count exactly' })
  await appears(announced.getByText('about 45\u202F000 clients'))
  await appears(announced.getByText('12% of 370\u202F000 clients'))
  await appears(page.getByRole('listitem').getByText('≈\u00A045\u202F000 clients'))
  expect(await axeFaults(page)).toEqual([])

  // It takes a while and fails; the next try does not.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  ends.push(async (route) => {
    await held
    await route.fulfill({ status: 500, contentType: 'application/json', body: '{}' })
  })
  await exactly.press('Enter')
  await appears(panel.getByRole('button', { name: 'Counting' }))
  await expect.poll(() => announced.getAttribute('aria-busy')).toBe('true')
  release()
  await appears(announced.getByText('We couldn’t count clients.'))
  await panel.getByRole('button', { name: 'Try again' }).click()
  await appears(announced.getByText('44\u202F812 clients', { exact: true }))
  await appears(page.getByRole('listitem').getByText('44\u202F812 clients'))
  await expect.poll(() => exactly.count()).toBe(0)

  // Other rules are estimated again.
  await page.getByLabel('Condition 1: value').fill('999999')
  await appears(announced.getByText('about 45\u202F000 clients'))
  await appears(exactly)
  expect(complaints.filter((line) => !/status of 500/.test(line))).toEqual([])
})

it('says that there is hardly anybody, and counts exactly of its own accord', async () => {
  const about: Counted = { size: 0, isEstimate: true, clients: 370_000, rows: [45_000], rowEstimates: [true] }
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.unroute(/\/segment\/count\?/)
  await page.route(/\/segment\/count\?/, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: SegmentCount }
    const isExact = route.request().url().includes('count=exact')
    if (isExact) await held
    const counted = isExact ? { ...about, size: 3, isEstimate: false } : about
    await route.fulfill({ response, json: { data: { ...data, ...counted } } })
  })
  await page.reload()
  const announced = page.getByRole('region', { name: 'Matching clients' }).locator('[aria-live=polite]')
  await appears(announced.getByText('Hardly anybody'))
  await expect.poll(() => announced.getAttribute('aria-busy')).toBe('true')
  release()
  await appears(announced.getByText('3 clients', { exact: true }))

  await page.route(/\/segments\?/, async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: Segment[] }
    const data = reply.data.map((one) => ({ ...one, size: 0, isEstimate: true }))
    await route.fulfill({ response, json: { ...reply, data } })
  })
  await page.goto(`${server.url}/#/${shop.domain}/segments?q=Regular+2`)
  await page.reload()
  await appears(page.getByText('Hardly anybody').first())
  await page.getByRole('button', { name: 'Actions for Regular 2', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete segment' }).click()
  await appears(page.getByRole('dialog').getByText('It has hardly anybody in it now.'))
  await page.unroute(/\/segments\?/)
})
