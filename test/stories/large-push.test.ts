import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fillAccount } from '../account-of-many.ts'
import { query } from '../direct-access.ts'
import { makePush } from '../holders.ts'
import { openShop, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

/** A push to more cards than are fixed at once, while no worker is there. */
describe('a push to many', () => {
  let server: TestServer
  let browser: Browser
  let shop: Shop
  let page: Page
  let push: string
  let complaints: string[]

  beforeAll(async () => {
    server = await startTestServer()
    browser = await openBrowser()
    shop = await openShop(server, 'Otto')
    await fillAccount(server, shop, 2_500)
    push = await makePush(shop)
    const opened = await openContext(browser)
    complaints = opened.complaints
    await rememberIn(opened.context, 'en', shop.owner)
    page = await opened.context.newPage()
    await page.goto(`${server.url}/#/${shop.domain}/pushes/${push}`)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  it('shows that its recipients are found, and cannot be changed meanwhile', async () => {
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await appears(page.getByText(/Finding recipients: 2.000 so far/))
    await appears(page.getByRole('button', { name: 'Send now', disabled: true }))
    await page.getByRole('button', { name: '1 in progress' }).click()
    await appears(page.getByText('Preparing', { exact: true }))
    expect(await axeFaults(page)).toEqual([])
  })

  it('says why it was not sent when nobody is found', async () => {
    await query(server, 'delete from registrations where cabinet_id = $1', [shop.c])
    await query(server, 'delete from push_chunks where cabinet_id = $1', [shop.c])
    await query(server, 'update push_audiences set cards = 0 where cabinet_id = $1', [shop.c])
    await server.drainJobs()
    await page.reload()
    await appears(page.getByText('nobody in the audience has the card on their phone.'))
    await appears(page.getByRole('button', { name: 'Send now', disabled: false }))
    expect(complaints).toEqual([])
  })
})
