/** What an owner does every day, with its clicks counted: the fewer, the better, and never more than here. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { clients } from '../../contract/people/clients.ts'
import { pushes } from '../../contract/reach/pushes.ts'
import { newHolder, newIphone } from '../holders.ts'
import { openShop, type Shop } from '../people.ts'
import type { Iphone } from '../phones.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { until } from '../until.ts'
import { setPlan } from '../direct-access.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

let server: TestServer
let shop: Shop
let browser: Browser
let page: Page
let complaints: string[]
let ada: Iphone
let clicks = 0

beforeAll(async () => {
  server = await startTestServer({ works: true })
  shop = await openShop(server, 'Petra')
  await setPlan(server, shop.c, 'base')
  ada = await newIphone(server, shop, 'Ada')
  await newHolder(server, shop, 'Ben')
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
beforeEach(() => {
  clicks = 0
})

/** Clicks as a person does, and counts it. */
async function click(what: Locator): Promise<void> {
  clicks++
  await what.click()
}
const open = (path: string) => page.goto(`${server.url}/#/${shop.domain}${path}`)
const find = async (q: string) =>
  (await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { q } })).data[0]

it('"how are we doing" is answered without a click', async () => {
  await open('')
  await appears(page.getByText('New clients'))
  expect(clicks).toBe(0)
})

it('points at the till: two clicks from anywhere, with a reason, and they can be taken back', async () => {
  const before = await find('Ada')
  await open('/settings/general')
  await appears(page.getByRole('heading', { name: 'General' }))
  await page.keyboard.press('Control+k')
  const search = page.getByRole('textbox', { name: 'Search and commands' })
  await search.fill((before?.tel ?? '').slice(-6))
  await click(page.getByRole('button', { name: /^Ada/ }))
  const points = page.getByRole('region', { name: 'Points' })
  await points.getByLabel('Reason').fill('Birthday')
  await click(points.getByRole('button', { name: '+10' }))
  await appears(page.getByText('Changed to 10 points.', { exact: false }))
  expect(clicks).toBe(2)
  // Before the toast has gone.
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(async () => (await find('Ada'))?.bonusMinor).toBe(0)
  const history = await shop.owner.send(clients.balanceHistory, {
    params: { c: shop.c, id: before?.id ?? '' },
    query: {},
  })
  expect(history.data.at(-1)).toMatchObject({ kind: 'bonus', delta: 10_00, reason: 'Birthday' })
  expect(await axeFaults(page)).toEqual([])
})

it('another number is typed with its sign; a part of a point and too much are refused at the field', async () => {
  await open(`/clients/${(await find('Ada'))?.id}`)
  const points = page.getByRole('region', { name: 'Points' })
  const other = points.getByLabel('Other amount')
  // What was undone has been read again.
  await appears(points.getByText('0', { exact: true }))
  await other.fill('+12.5')
  await other.press('Enter')
  await appears(points.getByText('Points: whole numbers only.', { exact: false }))
  await other.fill('-3')
  await other.press('Enter')
  await appears(points.getByText('There’s only 0.'))
  await other.fill('+25')
  await other.press('Enter')
  await expect.poll(async () => (await find('Ada'))?.bonusMinor).toBe(25_00)
  // The answer is there, too.
  await expect.poll(() => other.inputValue()).toBe('')
  await other.fill('−5')
  await other.press('Enter')
  await expect.poll(async () => (await find('Ada'))?.bonusMinor).toBe(20_00)
})

it('a push: three clicks, to everybody with a card, its name made from its text', async () => {
  await open('')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search and commands' }).fill('push')
  await click(page.getByRole('button', { name: 'Create push message' }))
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello {cardholder}, fresh bread from seven')
  await click(page.getByRole('button', { name: 'Send now' }))
  await click(page.getByRole('dialog').getByRole('button', { name: 'Send now' }))
  await appears(page.getByText('Sending…'))
  expect(clicks).toBe(3)
  await until(async () => (await ada.update()).includes('Hello Ada H, fresh bread from seven'), 'the phone has it')
  const [sent] = (await shop.owner.send(pushes.listPushes, { params: { c: shop.c }, query: {} })).data
  expect(sent).toMatchObject({ name: 'Hello …, fresh bread from seven' })
})

it('a value is typed with a slash, taken with Enter, removed with one Backspace and brought back by undo', async () => {
  await open('/pushes/create')
  const text = page.getByRole('textbox', { name: 'Message' })
  await text.pressSequentially('Hi /na')
  await page.getByRole('option', { name: /^Name/ }).waitFor()
  expect(await axeFaults(page, { within: '[role=listbox]' })).toEqual([])
  await page.keyboard.press('Enter')
  await expect.poll(() => text.textContent()).toBe('Hi Name')
  await page.keyboard.press('Backspace')
  await expect.poll(() => text.textContent()).toBe('Hi ')
  await page.keyboard.press('Control+z')
  await expect.poll(() => text.textContent()).toBe('Hi Name')
  await page.keyboard.press('End')
  await page.keyboard.insertText(' you have {bonus} 1/2')
  await expect.poll(() => text.textContent()).toBe('Hi Name you have Points 1/2')
  await expect.poll(() => page.getByRole('option', { name: /^Name|^Points/ }).count()).toBe(0)
  expect(await axeFaults(page)).toEqual([])
  // The field keeps no shortcut for itself.
  await page.keyboard.press('Control+s')
  await appears(page.getByText('Push message saved', { exact: false }))
  const [saved] = (await shop.owner.send(pushes.listPushes, { params: { c: shop.c }, query: {} })).data
  expect(saved?.message).toBe('Hi {cardholder} you have {bonus} 1/2')
})

it('a push for a day and an hour, every week', async () => {
  await page.getByText('On a day').click()
  await page.getByLabel('Time (MSK)').fill('11:30')
  await page.getByLabel('Repeat').selectOption('week')
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await appears(page.getByText('Scheduled for', { exact: false }))
  await appears(page.getByText('Sent every week, next on', { exact: false }))
  expect(await axeFaults(page)).toEqual([])
  const [saved] = (await shop.owner.send(pushes.listPushes, { params: { c: shop.c }, query: {} })).data
  expect(saved?.schedule).toMatchObject({ repeat: 'week', at: expect.stringMatching(/T08:30:00/) })
})

it('everybody whom the list shows is chosen at once, and a quick filter is a click', async () => {
  await open('/clients')
  await page.getByRole('button', { name: 'No card on a phone' }).click()
  await page.getByRole('row', { name: /Ada/ }).waitFor({ state: 'detached' })
  await appears(page.getByRole('row', { name: /Ben/ }))
  await page.getByRole('button', { name: 'No card on a phone' }).click()
  await page.getByRole('checkbox', { name: /Ada/ }).check()
  await page.getByRole('button', { name: 'Select all 2' }).click()
  await appears(page.getByText('All 2 selected'))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add tags…' }).click()
  await appears(page.getByRole('dialog').getByRole('button', { name: 'Apply to 2 clients' }))
  expect(complaints).toEqual([])
})
