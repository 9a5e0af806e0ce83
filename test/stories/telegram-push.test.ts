import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, PASSWORD } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { newClient, newLinked, openTelegramShop, type TelegramShop } from '../telegram-shop.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'

/** A business writes to its clients in Telegram: composed, sent, read in the chat, counted. */
describe('a push by Telegram', () => {
  let server: TestServer
  let browser: Browser
  let shop: TelegramShop
  let page: Page
  let complaints: string[]

  const at = (path: string) => `${server.url}/#/${shop.domain}${path}`

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    browser = await openBrowser()
    shop = await openTelegramShop(server, 'Tina')
    for (const name of ['Ann', 'Bob']) await newLinked(server, shop, name)
    await newClient(server, shop, 'Cid')
    const opened = await openContext(browser)
    complaints = opened.complaints
    page = await opened.context.newPage()
    await page.goto(`${server.url}/#/login`)
    await page.getByLabel('Email').fill(shop.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/select_application|tina-shop/)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  it('is composed with a bubble beside it, and says how many have linked Telegram', async () => {
    await page.goto(at('/pushes'))
    await page.getByRole('button', { name: 'Create push message' }).click()
    await page.getByRole('menuitem', { name: 'Telegram' }).click()
    await page.getByRole('heading', { name: 'New Telegram message' }).waitFor()
    const text = page.getByRole('textbox', { name: 'Message' })
    await text.click()
    await text.pressSequentially('Fresh beans today')
    await appears(page.getByRole('group', { name: 'Message in Telegram' }).getByText('Fresh beans today'))
    await appears(page.getByText('≈ 2 clients will get it'))
    await appears(page.getByText('of 3 in the audience'))
    // Without a card it is for the holders of any.
    await page.getByRole('checkbox').first().uncheck()
    await appears(page.getByText('If you choose none, clients with any card get it.'))
    // Faint while it is counted again.
    await page.getByRole('region', { name: 'Reach' }).locator('[aria-busy=false]').waitFor()
    await appears(page.getByText('≈ 2 clients will get it'))
    expect(await axeFaults(page)).toEqual([])
  })

  it('is sent, shown in the chat of the client, and counted', async () => {
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await appears(page.getByText('From audience to chat').or(page.getByRole('list', { name: 'From audience to chat' })))
    const sent = page.getByRole('listitem').filter({ hasText: 'Sent' })
    await appears(sent.filter({ hasText: '100% of those linked' }))
    expect(await axeFaults(page)).toEqual([])
    const { messages } = server.outside.telegramService.chat(shop.bot, 'Ann')
    expect(messages.filter(({ text }) => text === 'Fresh beans today')).toHaveLength(1)
    await page.goto(at('/pushes?type=telegram'))
    await appears(page.getByText('Telegram: 2 of 2 sent'))
    expect(complaints).toEqual([])
  })

  it('without a bot is locked in the menu, with the way to the module', async () => {
    const bare = await openShop(server, 'Bare')
    const { context } = await openContext(browser)
    const other = await context.newPage()
    await other.goto(`${server.url}/#/login`)
    await other.getByLabel('Email').fill(bare.owner.email)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Log in' }).click()
    await other.waitForURL(/select_application|bare-shop/)
    await other.goto(`${server.url}/#/${bare.domain}/pushes/create?type=telegram`)
    await appears(other.getByText('Your Telegram bot isn’t connected', { exact: false }))
    await appears(other.getByText('≈ 0 clients will get it'))
    await other.goto(`${server.url}/#/${bare.domain}/pushes`)
    await other.getByRole('button', { name: 'Create push message' }).click()
    await appears(other.getByText('Turn on the Telegram module first'))
    await other.getByRole('menuitem', { name: 'Telegram' }).click()
    await other.waitForURL(/marketplace\/telegram/)
  })
})
