import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cabinets } from '../../contract/platform/cabinets.ts'
import { query } from '../direct-access.ts'
import { openShop, PASSWORD } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'

/**
 * Nobody loses work by a click elsewhere: not by the agreement, another language, another account, the way out or a
 * closed tab.
 */
describe('changes that are not saved', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let complaints: string[]
  const at = (hash: string) => `${server.url}/#${hash}`
  const hash = () => new URL(page.url()).hash.slice(1)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name })
  const raiseOffer = () => query(server, 'update users set offer_version = 0')

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    const { owner } = await openShop(server, 'Vera')
    await owner.send(cabinets.createCabinet, {
      body: { name: 'Second shop', domain: 'vera-second', taxNumber: '12345678' },
    })
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    page = await opened.context.newPage()
    await page.goto(at('/login'))
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/select_application/)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const name = () => page.getByRole('region', { name: 'Business' }).getByLabel('Name', { exact: true })
  const change = async (text: string) => {
    await page.goto('about:blank')
    await page.goto(at('/vera-shop/settings/general'))
    await name().fill(text)
  }
  const menu = async (item: string) => {
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  it('stay on the page while the agreement is accepted over it', async () => {
    await change('Vera & daughters')
    await raiseOffer()
    await page.getByRole('region', { name: 'Business' }).getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Agreement' })
    await appears(dialog.getByText('We’ll keep your changes on this page'))
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Accept and continue' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => name().inputValue()).toBe('Vera & daughters')
    await page.getByRole('region', { name: 'Business' }).getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: /Business: Vera & daughters/ }).waitFor()
  })

  it('survive another language, without a reload and without a question', async () => {
    await change('Vera & sons')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitemradio', { name: 'English', checked: true }).waitFor()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await heading('Allgemein').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => page.locator('input[value="Vera & sons"]').count()).toBe(1)
    await page.getByRole('button', { name: /Benutzermenü/ }).click()
    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await heading('General').waitFor()
    await expect.poll(() => name().inputValue()).toBe('Vera & sons')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  it('are asked about before another account, and kept by "Stay"', async () => {
    await change('Vera & nieces')
    await page.getByRole('button', { name: /^Business:/ }).click()
    await page.getByRole('button', { name: /Second shop/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect([hash(), await name().inputValue()]).toEqual(['/vera-shop/settings/general', 'Vera & nieces'])
  })

  it('are named before logging out, and kept by "Cancel"', async () => {
    await change('Vera & uncles')
    await menu('Log out')
    const dialog = page.getByRole('dialog', { name: 'Log out?' })
    await appears(dialog.getByText('You have unsaved changes on this page.', { exact: false }))
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => name().inputValue()).toBe('Vera & uncles')
  })

  it('are asked about by the browser before the tab closes, and not when there are none', async () => {
    const asked: string[] = []
    const tab = await page.context().newPage()
    tab.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await tab.goto(at('/vera-shop/settings/general'))
    const field = tab.getByRole('region', { name: 'Business' }).getByLabel('Name', { exact: true })
    await field.waitFor()
    await tab.reload()
    await field.waitFor()
    expect(asked).toEqual([])
    await field.fill('Vera & cousins')
    await tab.reload()
    await field.waitFor()
    expect(asked).toEqual(['beforeunload'])
    await tab.close()
  })

  it('are given up by logging out all the same', async () => {
    await change('Vera & nobody')
    await menu('Log out')
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL(/#\/login$/)
    // The dialog fades out while the page behind it changes already.
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('leave no error in the console', () => {
    // The browser itself reports what is refused before the agreement and after the logout.
    expect(complaints.filter((line) => !/status of (401|423)/.test(line))).toEqual([])
  })
})
