import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pushes } from '../../contract/reach/pushes.ts'
import { setPlan } from '../direct-access.ts'
import { newIphone } from '../holders.ts'
import { openShop, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

/** From an empty push to a text on the lock screen of a client nearby, with the mouse and without. */
describe('a geo push', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let shop: Shop
  let complaints: string[]

  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Petra')
    await setPlan(server, shop.c, 'advanced')
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    await rememberIn(opened.context, 'en', shop.owner)
    page = await opened.context.newPage()
    await page.goto(`${server.url}/#/petra-shop/pushes`)
    // The empty page before the first one keeps nothing.
    complaints.length = 0
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const pushOf = async () =>
    (await shop.owner.send(pushes.listPushes, { params: { c: shop.c }, query: { type: 'geo' } })).data[0]
  const primary = (name: string) => page.locator('[data-primary]').getByRole('button', { name })

  it('is chosen from the menu, where types of a higher plan are marked', async () => {
    await page.getByRole('button', { name: 'Create push message' }).click()
    await page.getByRole('menuitem', { name: /iBeacon.*Expert/ }).waitFor()
    await page.getByRole('menuitem', { name: /^Geo/ }).click()
    await page.getByRole('heading', { level: 1, name: 'New geo message' }).waitFor()
  })

  it('names what is missing before it can be switched on', async () => {
    await primary('Turn on').click()
    const list = page.getByRole('alert').filter({ hasText: 'Before you turn it on' })
    await appears(list.getByText('Text written: missing'))
    await appears(list.getByText('At least one location added: missing'))
    await page.locator('#push-name').fill('Around the corner')
    await page.locator('#push-text').fill('Tea is near, {cardholder}')
  })

  it('takes a pasted pair, a pin that the arrow keys move by metres, and gives back what was removed', async () => {
    await page.getByRole('button', { name: 'Add location' }).click()
    const points = page.locator('#push-points')
    await points.getByRole('textbox', { name: 'Name' }).fill('Main Street 5')
    await points.getByLabel('Latitude').fill('95')
    await appears(points.getByText('Enter a number from −90 to 90, such as 50.087465.'))
    await points.getByLabel('Longitude').fill('50.087465, 14.421253')
    expect([
      await points.getByLabel('Latitude').inputValue(),
      await points.getByLabel('Longitude').inputValue(),
    ]).toEqual(['50.087465', '14.421253'])
    const pin = page.getByRole('button', { name: '1. Main Street 5' })
    await pin.focus()
    await page.keyboard.press('Shift+ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect
      .poll(async () => Number(await points.getByLabel('Latitude').inputValue()))
      .toBeCloseTo(50.087465 + 11 / 111_320, 6)
    await points.getByRole('button', { name: 'Done' }).click()
    await points.getByRole('button', { name: 'Remove Main Street 5' }).click()
    await pin.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await pin.waitFor()
  })

  it('takes a link of a map with the name of the place, and explains a short one', async () => {
    await page.getByRole('button', { name: 'Add location' }).click()
    const points = page.locator('#push-points')
    const link = points.getByLabel('Map link or coordinates')
    await link.fill('https://maps.app.goo.gl/Ab12Cd34')
    await appears(points.getByText('This short link hides the coordinates.'))
    await link.fill('https://maps.apple.com/?ll=50.0931,14.4195&q=Tea+House')
    await appears(points.getByText('The location is set.'))
    const fields = [points.getByRole('textbox', { name: 'Name' }), points.getByLabel('Longitude')]
    await expect.poll(() => Promise.all(fields.map((field) => field.inputValue()))).toEqual(['Tea House', '14.4195'])
    await points.getByRole('button', { name: 'Remove Tea House' }).click()
    await page.getByRole('button', { name: '2. Tea House' }).waitFor({ state: 'detached' })
  })

  it('takes another by a click on the map', async () => {
    await page.getByRole('button', { name: 'Add location' }).click()
    await page.locator('#push-points').getByRole('textbox', { name: 'Name' }).fill('Square')
    await appears(page.getByText('Click the location on the map.'))
    await page.getByRole('group', { name: 'Map of locations' }).click({ position: { x: 120, y: 160 } })
    await page.getByRole('button', { name: '2. Square' }).waitFor()
    await appears(page.getByText('2 of 10'))
  })

  it('warns that all cards are updated, is switched on, and is on the phone of a client', async () => {
    const phone = await newIphone(server, shop, 'Pia')
    await primary('Turn on').click()
    const dialog = page.getByRole('dialog', { name: 'Turn on “Around the corner”?' })
    await appears(dialog.getByText('You haven’t used today’s update yet'))
    await dialog.getByRole('button', { name: 'Turn on' }).click()
    await primary('Turn off').waitFor()
    await server.drainJobs()
    await phone.update()
    expect(phone.pass.json.locations).toMatchObject([
      { latitude: expect.closeTo(50.0875638, 5), longitude: 14.421253, relevantText: 'Tea is near, Pia H' },
      { relevantText: 'Tea is near, Pia H' },
    ])
    expect(phone.pass.json.maxDistance).toBe(100)
  })

  it('is switched off in the list, and that waits for the update of tomorrow', async () => {
    await page.goto(`${server.url}/#/petra-shop/pushes?type=geo`)
    const row = page.getByRole('row').filter({ hasText: 'Around the corner' })
    await row.getByRole('switch', { name: 'Around the corner: On' }).click()
    const dialog = page.getByRole('dialog', { name: 'Turn off “Around the corner”?' })
    await appears(dialog.getByText(/You’ve already used today’s update, so this change reaches cards after/))
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await appears(row.getByText('Off', { exact: true }))
    expect(await pushOf()).toMatchObject({ isActive: false, points: 2 })
  })

  it('leaves its places to the next one, where one is added and one forgotten', async () => {
    await page.goto(`${server.url}/#/petra-shop/pushes/create?type=geo`)
    await page.getByRole('button', { name: 'Your locations (2)' }).click()
    const drawer = page.getByRole('dialog', { name: 'Your locations' })
    await drawer.getByRole('button', { name: 'Add Main Street 5' }).click()
    await appears(drawer.getByRole('button', { name: 'Main Street 5 is already in this message' }))
    await drawer.getByRole('button', { name: 'Remove Square' }).click()
    await drawer.getByText('Square', { exact: true }).waitFor({ state: 'detached' })
    await drawer.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: '1. Main Street 5' }).waitFor()
    await appears(page.getByRole('button', { name: 'Your locations (1)' }))
    expect(complaints).toEqual([])
  })
})
