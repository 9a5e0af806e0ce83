import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query, setPlan } from '../direct-access.ts'
import { openShop, type Shop } from '../people.ts'
import { takeCard } from '../phones.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, enterOutside, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

/** From a bot that its owner makes to a message that a client reads in the chat. */
describe('a bot of a business', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let phone: Page
  let complaints: string[]
  let shop: Shop
  beforeAll(async () => {
    server = await startTestServer({ works: true })
    shop = await openShop(server, 'Rosa')
    await setPlan(server, shop.c, 'base')
    browser = await openBrowser()
    const owner = await openContext(browser)
    await rememberIn(owner.context, 'en', shop.owner)
    page = await owner.context.newPage()
    const client = await openContext(browser, { width: 390 })
    await enterOutside(client.context, server)
    complaints = owner.complaints
    phone = await client.context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const open = async (path: string) => {
    await page.goto(`${server.url}/?${Math.random()}#/rosa-shop${path}`)
    await page.locator('main h1').first().waitFor()
  }
  const look = async (name: string, of = page) => {
    if (process.env.TELEGRAM_LOOKS)
      await of.screenshot({ path: `${process.env.TELEGRAM_LOOKS}/${name}.png`, fullPage: true })
  }
  let token = ''

  it('is made at BotFather, and its token is pasted into the module', async () => {
    await phone.goto(`${server.url}/outside/telegram/`)
    await phone.getByLabel('Name', { exact: true }).fill('Rosa’s')
    await phone.getByLabel('Username').fill('rosa_bot')
    await phone.getByRole('button', { name: 'Create bot' }).click()
    token = (await phone.locator('.bot code').textContent()) ?? ''
    await look('botfather', phone)

    await open('/marketplace')
    await page.getByRole('link', { name: 'Telegram' }).click()
    await look('description')
    await page.getByRole('button', { name: 'Connect bot' }).click()
    const field = page.getByLabel('Bot token')
    await field.fill(`${token.slice(0, -5)}AAAAA`)
    await look('empty')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await appears(page.getByText('Telegram doesn’t accept this token.'))
    await look('wrong')
    await field.fill(token)
    await page.getByLabel('Text of the link').fill('News from Rosa')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await appears(page.getByText('The token is correct.'))
    await expect.poll(() => field.inputValue()).toBe('')
    await look('saved')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
    await appears(page.getByText('Telegram has delivered everything'))
    await appears(page.getByText('@rosa_bot'))
    await look('connected')
    expect(await axeFaults(page)).toEqual([])
    await open('/marketplace')
    await look('gallery')
  })

  it('links a client from the page of the card, who then gets a message', async () => {
    const card = await takeCard(server, shop.formUrl, { name: 'Ann', tel: '+420601234567', email: 'ann@example.com' })
    const [row] = await query<{ id: string }>(server, `select id from clients where tel = '+420601234567'`)
    await open(`/clients/${row?.id}`)
    await appears(page.getByText('Not subscribed'))

    await phone.goto(card.installUrl)
    await look('install', phone)
    const link = phone.getByRole('link', { name: 'News from Rosa' })
    const [chat] = await Promise.all([phone.context().waitForEvent('page'), link.click()])
    await chat.getByRole('button', { name: 'Start' }).click()
    await chat.getByRole('button', { name: 'Yes, I agree' }).click()
    await appears(chat.getByText('Thank you!'))
    await look('chat', chat)

    await open(`/clients/${row?.id}`)
    await appears(page.getByText(/^Subscribed since/))
    await page.getByRole('button', { name: 'Send message' }).click()
    const drawer = page.getByRole('dialog')
    await appears(drawer.getByText('It arrives in the chat with your bot.'))
    await drawer.getByRole('textbox', { name: 'Message' }).fill('Fresh croissants today')
    await look('drawer')
    await drawer.getByRole('button', { name: 'Send message' }).click()
    await appears(page.getByText('Message is on its way to Telegram'))
    await appears(chat.getByText('Fresh croissants today'))
    await page.getByRole('tab', { name: 'Messages' }).click()
    await appears(page.getByRole('cell', { name: 'Fresh croissants today' }))
    await look('client')
  })

  it('that lost its token is seen, and connected again with a new one', async () => {
    await phone.goto(`${server.url}/outside/telegram/`)
    await phone.getByRole('button', { name: 'Revoke token' }).click()
    const fresh = phone.locator('.bot code')
    await fresh.filter({ hasNotText: token }).waitFor()
    await open('/marketplace/telegram')
    await appears(page.getByText('Telegram no longer accepts this token.'))
    await look('lost')
    await page.getByLabel('Bot token').fill((await fresh.textContent()) ?? '')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await appears(page.getByText('Connected', { exact: true }))
    expect(complaints.filter((one) => !one.includes('422'))).toEqual([])
  })
})
