import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setPlan } from '../direct-access.ts'
import { newHolder } from '../holders.ts'
import { openShop, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'
import { type Case, CASES, preparedId } from './two-people-cases.ts'

describe('two people who change the same', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let shop: Shop
  let complaints: string[]
  let opened = 0

  beforeAll(async () => {
    server = await startTestServer()
    shop = await openShop(server, 'Dora')
    await setPlan(server, shop.c, 'advanced')
    await newHolder(server, shop, 'Pia')
    browser = await openBrowser()
    const tab = await openContext(browser)
    complaints = tab.complaints
    await rememberIn(tab.context, 'en', shop.owner)
    page = await tab.context.newPage()
    await page.goto(server.url)
    // The empty page before the first one keeps nothing.
    complaints.length = 0
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const bar = () => page.getByRole('region', { name: 'Unsaved changes' })
  const dialog = () => page.getByRole('dialog', { name: 'Someone else saved changes' })
  const edit = async (one: Case) => {
    const path = await one.prepare(shop)
    // Another query: the page is loaded, not only its hash changed.
    await page.goto(`${server.url}/?${++opened}#/${shop.domain}/${path}`)
    await one.type(page)
  }
  const save = async (one: Case) => {
    if (one.press) await one.press(page)
    else await bar().getByRole('button').last().click()
  }

  it.each(CASES)('a $name: nothing is lost, and what both changed is chosen', async (one) => {
    await edit(one)
    await one.save(shop)
    await save(one)
    const choice = dialog().getByRole('radiogroup', { name: one.field })
    await choice.getByRole('radio', { name: /^Yours\s*Mine/, checked: true }).waitFor()
    await expect.poll(() => dialog().getByRole('radiogroup').count()).toBe(1)
    await expect.poll(() => dialog().locator('dl > div').count()).toBeGreaterThan(0)
    expect(await axeFaults(page, { within: '[role="dialog"]' })).toEqual([])
    await choice.getByRole('radio', { name: /^Your colleague’s\s*Theirs/ }).check()
    await dialog().getByRole('button', { name: 'Save both' }).click()
    await dialog().waitFor({ state: 'detached' })
    await bar().waitFor({ state: 'detached' })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await one.read(shop)).toEqual({ ...one.wanted, both: 'Theirs' })
  })

  const [push] = CASES as readonly [Case]

  it('closing the question keeps what was typed, and dropping it loads theirs, which can be undone', async () => {
    await edit(push)
    await push.save(shop)
    await save(push)
    await dialog().getByRole('button', { name: 'Keep editing' }).click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('#push-name').inputValue()).toBe('Mine')
    await save(push)
    await dialog().getByRole('button', { name: 'Discard my changes' }).click()
    await bar().waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('#push-name').inputValue()).toBe('Theirs')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Control+z')
    await bar().waitFor()
    await expect.poll(() => page.locator('#push-name').inputValue()).toBe('Mine')
    await page.keyboard.press('Control+y')
    await bar().waitFor({ state: 'detached' })
  })

  it('a draft that a reload left behind is offered, and asked about where a colleague changed the same', async () => {
    await edit(push)
    await expect
      .poll(() =>
        page.evaluate((key) => sessionStorage.getItem(key) ?? '', `kartoteka.draft.${shop.c}.push.${preparedId()}`),
      )
      .toContain('My words')
    await push.save(shop)
    page.once('dialog', (asked) => void asked.accept())
    await page.reload()
    await appears(page.getByText('You have unsaved changes from', { exact: false }))
    await page.getByRole('button', { name: 'Restore' }).click()
    await dialog()
      .getByRole('radio', { name: /^Yours\s*Mine/, checked: true })
      .waitFor()
    await dialog().getByRole('button', { name: 'Restore' }).click()
    await dialog().waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('#push-name').inputValue()).toBe('Mine')
    await page.keyboard.press('Control+s')
    await bar().waitFor({ state: 'detached' })
    expect(await push.read(shop)).toEqual({ ...push.wanted, both: 'Mine' })
  })

  it('leaves no error in the console', () => {
    // The browser itself reports what is refused as old.
    expect(complaints.filter((line) => !/status of 409/.test(line))).toEqual([])
  })
})
