import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

let server: TestServer
let browser: Browser
let page: Page
let guest: Page
let complaints: string[]
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ works: true })
  shop = await openShop(server, 'Petra')
  browser = await openBrowser()
  const owner = await openContext(browser)
  complaints = owner.complaints
  await rememberIn(owner.context, 'en', shop.owner)
  page = await owner.context.newPage()
  guest = await (await openContext(browser, { width: 390 })).context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

it('an owner collects preorders, and everybody who waited gets the link', async () => {
  await page.goto(`${server.url}/#/petra-shop/settings/certificates`)
  await page.getByRole('button', { name: 'Collect preorders instead' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Collect preorders' }).click()
  await appears(page.getByText('Your forms collect preorders.'))

  await guest.goto(shop.formUrl)
  await guest.getByLabel('First name').fill('Ada')
  await guest.getByLabel('Phone').fill('+420777400777')
  await guest.getByLabel('Email').fill('ada@example.com')
  await guest.getByRole('checkbox').first().check()
  // A form that is sent too soon is a robot's.
  server.passTime(1000)
  await guest.getByRole('button', { name: 'Reserve your card' }).click()
  await appears(guest.getByRole('heading', { name: 'Your card is reserved' }))
  await appears(guest.getByText('ada@example.com'))
  expect(await axeFaults(guest)).toEqual([])

  await page.reload()
  await appears(page.getByText('1 client is waiting for a card.'))
  await page.getByRole('button', { name: 'Give out cards again' }).click()
  await page.getByRole('button', { name: 'Make and send cards' }).click()
  await appears(page.getByRole('dialog').getByText('1 client by email (free)'))
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await appears(page.getByText('Sent by SMS: 0. By email: 1. Taken at the form: 0.'))
  await appears(page.getByText('Nobody waiting'))
  await expect.poll(() => server.outside.smtp.mailbox.list('ada@example.com').length).toBe(1)
  expect(complaints).toEqual([])
})
