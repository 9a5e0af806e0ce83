import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { templates } from '../../contract/cards/templates.ts'
import { holders } from '../../contract/reach/holders.ts'
import { query, setPlan } from '../direct-access.ts'
import { openShop, type Shop, signIn } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { findLayoutFaults } from './screen-faults.ts'
import { rememberIn } from './screen-world.ts'

/** What stopped the owners who tried the product: each of these was seen in a browser before it was corrected. */
let server: TestServer
let browser: Browser
let page: Page
let shop: Shop
let client: string
beforeAll(async () => {
  server = await startTestServer({ works: true })
  shop = await openShop(server, 'Petra')
  await setPlan(server, shop.c, 'demo')
  const long = 'Maximilian'.repeat(6)
  for (const body of [{ name: 'Ada' }, { name: long, surname: long }])
    client = (await shop.owner.send(holders.createClient, { params: { c: shop.c }, body })).id
  browser = await openBrowser()
  const { context } = await openContext(browser)
  await rememberIn(context, 'en', shop.owner)
  page = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

const open = (section: string) => page.goto(`${server.url}/#/petra-shop/${section}`)
const saveBar = () => page.getByRole('region', { name: 'Unsaved changes' })
/** Does a click on the middle of this button reach it? */
const isReached = async (name: string) => {
  const button = saveBar().getByRole('button', { name })
  await button.waitFor()
  return button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

it('a name of 120 letters stays inside the table, wide and narrow', async () => {
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await open('clients')
    await appears(page.getByText('MaximilianMaximilian').first())
    expect([width, (await findLayoutFaults(page)).sideways]).toEqual([width, []])
    const list = page.locator('table, main ul').filter({ hasText: 'Ada' }).first()
    const fits = await list.evaluate((element) => element.getBoundingClientRect().right <= innerWidth)
    expect([width, fits]).toEqual([width, true])
  }
})

it('the first frame stands until the page can replace it, however late its parts come', async () => {
  const late = Promise.withResolvers<void>()
  await page.route(/\/assets\/frames-/, async (route) => {
    await late.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/\/assets\/frames-/)
  await page.goto(`${server.url}/#/petra-shop/clients`)
  await page.reload()
  await asked
  expect(await page.locator('#root > *').evaluateAll((all) => all.map((one) => one.className))).toEqual(['k-start'])
  late.resolve()
  await appears(page.getByRole('heading', { name: 'Clients' }))
  await page.unroute(/\/assets\/frames-/)
})

it('a phone has room for a finger on tabs, menus and the picture of the user', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(`clients/${client}`)
  await page.getByRole('tab').first().waitFor()
  const small = await page.locator('[role=tab], header button, main .mantine-ActionIcon-root').evaluateAll((all) =>
    all.flatMap((one) => {
      const { width, height } = one.getBoundingClientRect()
      return width === 0 || (width >= 44 && height >= 44) ? [] : [`${one.className} ${width} × ${height}`]
    }),
  )
  expect(small).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})

it('work that is done and toasts leave the buttons of the page free', async () => {
  await shop.owner.send(templates.updateCards, { params: { c: shop.c }, body: { template: shop.template } })
  await open(`clients/${client}`)
  await page.getByLabel('Middle name').fill('Eva')
  await appears(page.getByRole('button', { name: 'Done' }))
  await expect.poll(() => isReached('Save changes')).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => isReached('Save changes')).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => isReached('Save changes')).toBe(true)
  await saveBar().getByRole('button', { name: 'Discard' }).click()
})

it('a card that is in use says by whom before it is deleted', async () => {
  await open('cards')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await appears(page.getByRole('dialog').getByText('2 issued cards'))
  await expect.poll(() => page.getByRole('button', { name: 'Delete card' }).count()).toBe(0)
})

it('the search finds a card by one digit, and a section that the plan lacks has a lock', async () => {
  await open('clients')
  await page.getByRole('button', { name: 'Search and commands' }).click()
  const box = page.getByRole('dialog').getByRole('textbox')
  await box.fill('1')
  await appears(page.getByRole('dialog').getByRole('button', { name: /Ada/ }))
  const others = page.getByRole('dialog').getByRole('button', { name: /Maximilian/ })
  await expect.poll(() => others.count()).toBe(0)
  await box.fill('Segm')
  await appears(page.getByRole('dialog').getByRole('button', { name: /Segments.*On a higher plan/s }))
  await page.keyboard.press('Escape')
})

it('without a connection a section that was not opened yet says so, and comes with the connection', async () => {
  await open('clients')
  await page.getByRole('link', { name: 'Triggers' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Triggers' }).click()
  await appears(page.getByRole('heading', { name: 'You’re offline' }))
  await page.context().setOffline(false)
  await appears(page.getByRole('heading', { level: 1, name: 'Triggers' }))
})

it('an operator without a business begins with the work of an operator', async () => {
  const { context } = await openContext(browser)
  const desk = await signIn(server, 'Desk')
  await query(server, 'update users set superuser = true where email = $1', [desk.email])
  await rememberIn(context, 'en', desk)
  const own = await context.newPage()
  await own.goto(server.url)
  await own.waitForURL(/#\/operator\/cabinets/)
  await context.close()
})

it('a number as it is dialled at home becomes none of another country, and is told so in place', async () => {
  const { context } = await openContext(browser, { width: 390 })
  const visitor = await context.newPage()
  await visitor.goto(shop.formUrl)
  const phone = visitor.getByLabel('Phone')
  await phone.click()
  await visitor.keyboard.type('602334455')
  await visitor.getByLabel('First name').fill('Ada')
  await expect.poll(() => phone.inputValue()).toBe('602 334 455')
  await appears(visitor.getByText('Enter a phone number with the country code.'))
  await visitor.locator('form[data-form] button[type=submit]').click()
  await expect.poll(() => phone.evaluate((field) => field === document.activeElement)).toBe(true)
  await context.close()
})

it('a day is written day first, in the words of the language', async () => {
  const { context } = await openContext(browser)
  await rememberIn(context, 'de', shop.owner)
  const own = await context.newPage()
  await own.goto(`${server.url}/#/petra-shop/clients/${client}`)
  const birthday = own.getByLabel('Geburtstag')
  await birthday.fill('8.4.1990')
  await birthday.press('Enter')
  await own.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect
    .poll(async () => (await query(server, 'select birthday::text from clients where id = $1', [client]))[0])
    .toEqual({ birthday: '1990-04-08' })
  await expect.poll(() => birthday.inputValue()).toBe('08.04.1990')
  await context.close()
})

it('there is something to see before the first script has come', async () => {
  const { context } = await openContext(browser)
  await rememberIn(context, 'en', shop.owner)
  await context.route('**/assets/*.js', (route) => route.abort())
  const early = await context.newPage()
  await early.goto(`${server.url}/#/petra-shop`)
  await appears(early.getByRole('img', { name: 'Kartoteka' }))
  await context.close()
})

it('an account whose demo is over says why nothing can be saved', async () => {
  await query(server, "update cabinets set demo_until = now() - interval '1 day' where id = $1", [shop.c])
  await page.goto('about:blank')
  await open('settings/general')
  const business = page.getByRole('region', { name: 'Business' })
  await appears(business.getByText('Your demo has ended. Choose a plan to save changes.'))
  await expect.poll(() => business.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
})
