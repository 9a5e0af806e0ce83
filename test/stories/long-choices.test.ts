/** A business with more segments and pushes than a select can hold: what is wanted is found by its name. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
