import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holders } from '../../contract/reach/holders.ts'
import { query, setPlan } from '../direct-access.ts'
import { openShop, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

let server: TestServer
let browser: Browser
let page: Page
let complaints: string[]
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ works: true })
  shop = await openShop(server, 'Petra')
  for (const name of ['Ada', 'Ben', 'Cleo'])
    await shop.owner.send(holders.createClient, { params: { c: shop.c }, body: { name } })
  browser = await openBrowser()
  const owner = await openContext(browser)
  complaints = owner.complaints
  await rememberIn(owner.context, 'en', shop.owner)
  page = await owner.context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const dialog = () => page.getByRole('dialog')
const tick = (name: string) => page.getByRole('checkbox', { name }).check()
async function choose(item: string) {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Counts in the page how often rows fade, as those of another page do. */
const countFading = () =>
  page.evaluate(() => {
    const counted = Object.assign(globalThis, { faded: 0 })
    const look = (found: MutationRecord[]) => {
      for (const { target } of found)
        if (target instanceof HTMLElement && target.className.includes('_old_')) counted.faded++
    }
    new MutationObserver(look).observe(document.body, { subtree: true, attributeFilter: ['class'] })
  })
const fadings = () => page.evaluate(() => (globalThis as unknown as { faded: number }).faded)

it('an owner tags two clients, gives points to all, sees what came of it and takes it back', async () => {
  await page.goto(`${server.url}/#/petra-shop/clients`)
  await tick('Ada')
  await countFading()
  await tick('Ben')
  await choose('Add tags…')
  await dialog().getByRole('combobox', { name: 'Tags' }).fill('Regular')
  await page.keyboard.press('Enter')
  await dialog().getByRole('button', { name: 'Apply to 2 clients' }).click()
  await appears(dialog().getByText('2 clients changed'))
  expect(await axeFaults(page)).toEqual([])
  await dialog().getByRole('button', { name: 'Close' }).click()
  await appears(page.getByRole('row', { name: /Ada/ }).getByText('Regular'))
  // Rows that were only read again stay as they are.
  expect(await fadings()).toBe(0)
  await page.getByRole('searchbox').fill('Cleo')
  await expect.poll(fadings).toBeGreaterThan(0)
  await page.getByRole('searchbox').fill('')
  await appears(page.getByRole('row', { name: /Ada/ }))

  await tick('Cleo')
  await choose('Change an amount…')
  await dialog()
    .getByRole('radio', { name: /All clients who match the filters \(3\)/ })
    .check()
  await dialog().getByLabel('By how much').fill('12')
  await dialog().getByLabel('Reason').fill('Spring gift')
  await dialog().getByRole('button', { name: 'Apply to 3 clients' }).click()
  await appears(dialog().getByText('3 clients changed'))
  await dialog().getByRole('button', { name: 'Undo' }).click()
  await appears(dialog().getByText('Undone for 3 clients'))
  await dialog().getByRole('button', { name: 'All bulk edits' }).click()
  await appears(dialog().getByRole('button', { name: /Points: \+ 12.*Undone/s }))
  await appears(dialog().getByRole('button', { name: /Tags added: Regular.*Done/s }))
  expect(complaints).toEqual([])
})

it('a list that is filtered by a tag that is gone says so, and takes the filter off', async () => {
  await page.goto(`${server.url}/#/petra-shop/clients?tag=${crypto.randomUUID()}`)
  await appears(page.getByText('This list is filtered by a tag that was deleted.'))
  await appears(page.getByRole('button', { name: 'Tag: deleted' }))
  await page.getByRole('button', { name: 'Remove the filter' }).click()
  await appears(page.getByRole('row', { name: /Ada/ }))
  expect(page.url()).not.toContain('tag=')
  await expect.poll(() => page.getByText('This list is filtered by a tag').count()).toBe(0)
})

it('a segment is known as one that is there or was deleted, however many there are', async () => {
  await setPlan(server, shop.c, 'expert')
  await query(
    server,
    `insert into segments (cabinet_id, id, name, is_draft, version, created_at, updated_at)
     select $1, gen_random_uuid(), 'Segment ' || n, false, 1, now(), now() from generate_series(1001, 1102) n`,
    [shop.c],
  )
  const [last] = await query<{ id: string }>(
    server,
    `delete from segments where name = 'Segment 1101' and cabinet_id = $1 returning id`,
    [shop.c],
  )
  const [there] = await query<{ id: string }>(server, `select id from segments where name = 'Segment 1102'`)
  await page.goto(`${server.url}/#/petra-shop/clients?segment=${there?.id}`)
  // The page was opened while the plan had no segments.
  await page.reload()
  await appears(page.getByRole('button', { name: 'Segment: Segment 1102' }))
  await expect.poll(() => page.getByText('This list is filtered by a segment').count()).toBe(0)
  await page.goto(`${server.url}/#/petra-shop/clients?segment=${last?.id}`)
  await appears(page.getByText('This list is filtered by a segment that was deleted.'))
  await appears(page.getByRole('button', { name: 'Segment: deleted' }))
})
