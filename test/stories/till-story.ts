/** What stories at a till share: the till of the CRM, the back office, and the test phone of somebody with a card. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { setPlan } from '../direct-access.ts'
import { openShop, type Shop } from '../people.ts'
import { takeCard } from '../phones.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { enterOutside, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

export let server: TestServer
export let shop: Shop
export let till: Page
export let phone: Page
export let office: Page
export let complaints: string[]
/** Address of Anna's card. */
export let card: string

/** @param tel Anna's */
export function openTillStory(owner: string, tel: string): void {
  let browser: Browser
  beforeAll(async () => {
    server = await startTestServer({ works: true })
    shop = await openShop(server, owner)
    await setPlan(server, shop.c, 'base')
    card = (await takeCard(server, shop.formUrl, { name: 'Anna', tel })).cardFileUrl
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    await rememberIn(opened.context, 'en', shop.owner)
    await enterOutside(opened.context, server)
    till = await opened.context.newPage()
    phone = await opened.context.newPage()
    office = await opened.context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
}
