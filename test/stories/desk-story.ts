/** What stories on the page of a connected CRM share: a business whose CRM knows clients, some of them in trouble. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { cabinets } from '../../contract/platform/cabinets.ts'
import type { Person } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { openBrowser, openContext } from './browser.ts'
import { addDesk } from './screen-desk.ts'
import { rememberIn } from './screen-world.ts'

export let server: TestServer
export let page: Page
export let owner: Person
export let c: number
export let complaints: string[]

export function openDeskStory(): void {
  let browser: Browser
  beforeAll(async () => {
    server = await startTestServer({ works: true })
    owner = await addDesk(server)
    c = (await owner.send(cabinets.openCabinet, { params: { domain: 'tilda-shop' } })).id
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    await rememberIn(opened.context, 'en', owner)
    page = await opened.context.newPage()
    await page.goto(`${server.url}/#/tilda-shop/integration`)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
}
