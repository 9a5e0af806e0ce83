/** The owner's first run: from what a start prints to a card on the test phone, by what can be seen and pressed. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { query } from '../direct-access.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'

const CLICKS_MAX = 12

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startTestServer({ works: true })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** A person with a mouse and a keyboard, whose every press is counted. */
function handOf(page: Page) {
  const counted = { clicks: 0, screens: 0, fields: 0 }
  return {
    counted,
    /** A new screen has come: it is known by its heading. */
    async see(heading: Locator) {
      await appears(heading)
      counted.screens++
    },
    async press(what: Locator) {
      await what.click()
      counted.clicks++
    },
    /** Into the field that has the focus already. */
    async type(field: Locator, text: string) {
      await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true)
      await page.keyboard.type(text)
      counted.fields++
    },
  }
}

it('leads from the login page to a card on the phone in a dozen clicks', { timeout: 240_000 }, async () => {
  const { context, complaints } = await openContext(browser)
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const hand = handOf(page)
  const startedAt = Date.now()
  await page.goto(await server.newOutsideLink())
  await hand.see(page.getByRole('heading', { name: 'Log in' }))
  await hand.press(page.getByRole('link', { name: 'Create account' }))

  await hand.see(page.getByRole('heading', { name: 'Create account' }))
  await hand.type(page.getByLabel('Email'), 'vera@shop.example')
  await hand.press(page.getByLabel('Password', { exact: true }))
  await hand.type(page.getByLabel('Password', { exact: true }), 'Green-tea-77')
  await hand.press(page.getByLabel(/I accept the agreement/))
  await hand.press(page.getByRole('button', { name: 'Create account' }))

  await hand.see(page.getByRole('heading', { name: 'Add business', level: 1 }))
  await hand.type(page.getByLabel('Business name'), 'Tea House')
  await hand.press(page.getByRole('button', { name: 'Add business' }))

  await hand.see(page.getByRole('heading', { name: 'What do you want to offer?' }))
  await appears(page.getByText('Confirm your email address'))
  expect(await axeFaults(page)).toEqual([])
  await hand.press(page.getByRole('button', { name: /^Points/ }))

  await hand.see(page.getByRole('heading', { name: 'Choose a look' }))
  await hand.press(page.getByRole('radio', { name: 'Beauty salon' }))
  await hand.press(page.getByRole('button', { name: 'Save card' }))

  await hand.see(page.getByRole('heading', { name: 'Here is your form' }))
  const iphone = page.frameLocator('aside iframe').getByRole('region', { name: 'iPhone' })
  const form = iphone.frameLocator('iframe')
  await expect.poll(() => form.getByLabel('First name').inputValue()).toBe('Alice')
  expect(await axeFaults(page)).toEqual([])
  await hand.press(form.getByLabel(/I accept the terms/))
  // A robot is recognised by how fast it submits.
  server.passTime(2000)
  await hand.press(form.getByRole('button', { name: 'Get your card' }))
  await hand.press(form.getByRole('link', { name: /Apple Wallet/ }))
  await hand.press(iphone.getByRole('button', { name: 'Add', exact: true }))
  await iphone.getByRole('button', { name: 'Card details' }).waitFor()
  await appears(iphone.getByText('Alice Martin'))

  const { clicks, screens, fields } = hand.counted
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
  process.stdout.write(
    `first card: ${clicks} clicks, ${screens} screens, ${fields} fields, ${seconds} s by a machine\n`,
  )
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX)

  // What comes next is shown, and the questionnaire begins with what is known.
  await appears(page.getByText('Alice Martin has your card'))
  const answers = await query(server, `select loyalty_type as type, activity_area as area from polls`)
  expect(answers).toEqual([{ type: 'bonus', area: 'beauty' }])
  await page.getByRole('link', { name: 'Open the client' }).click()
  await page.getByLabel('Points', { exact: true }).fill('75')
  await page.keyboard.press('Control+s')
  await appears(page.frameLocator('aside iframe').getByText(/You now have 75/))

  // The address is confirmed from the banner: the emulated mailbox has the email.
  const [mailbox] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Open the email' }).click(),
  ])
  await appears(mailbox.getByText('Confirm your email address'))
  expect(complaints).toEqual([])
  await context.close()
})
