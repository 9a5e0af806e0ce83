import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifications } from '../../contract/platform/notifications.ts'
import { users } from '../../contract/platform/users.ts'
import { openForWork } from '../../server/platform/cabinets/cabinets.ts'
import { type News, notify } from '../../server/platform/notifications/notifications.ts'
import { until } from '../until.ts'
import { openShop, PASSWORD, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'

/** An owner at her desk while things happen, and in her mailbox. */
describe('notifications that arrive in the background', () => {
  let server: TestServer
  let browser: Browser
  let shop: Shop
  let page: Page
  let complaints: string[][]

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    browser = await openBrowser()
    shop = await openShop(server, 'Anna')
    const { context, complaints: found } = await openContext(browser)
    complaints = [found]
    page = await context.newPage()
    const isListening = page.waitForResponse((response) => response.url().endsWith('/notifications/stream'))
    await page.goto(`${server.url}/#/login`)
    await page.getByLabel('Email').fill(shop.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/select_application/)
    await page.goto(`${server.url}/#/${shop.domain}/notifications`)
    await appears(page.getByText('You’re all caught up'))
    await isListening
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  let turn = 0
  const raise = (news: News) =>
    openForWork(server.app, shop.c, (db) => notify(server.app, db, { ...news, onceKey: `turn ${++turn}` }))
  const titleIs = (title: string) => until(async () => (await page.title()) === title, `the title ${title}`)
  const bell = (name: string) => page.getByRole('button', { name, exact: true })

  it('arrives without a reload: in a toast, on the bell, in the list, the menu and the title', async () => {
    await raise({ type: 'sms_failed', detail: { provider: 'Fast SMS' } })
    await appears(page.getByRole('status').getByText('Fast SMS rejected an SMS'))
    await titleIs('(1) Notifications · Kartoteka')
    await bell('Notifications: 1 unread').waitFor()
    await page.getByRole('link', { name: 'Notifications 1' }).waitFor()
    await raise({ type: 'changing_tariff', detail: { from: 'demo', to: 'expert' } })
    await raise({
      type: 'tariff_certificate_expires',
      detail: { name: 'pass.anna.shop', expiresAt: '2026-12-24T10:00:00.000Z', isOver: false },
    })
    await titleIs('(3) Notifications · Kartoteka')
    await until(
      async () => (await page.getByRole('main').getByRole('listitem').count()) === 3,
      'three rows of notifications',
    )
    expect(await axeFaults(page)).toEqual([])
  })

  it('is shown in the chosen language, in every tab and without a reload', async () => {
    const other = await page.context().newPage()
    await other.goto(`${server.url}/#/${shop.domain}/marketplace`)
    const choose = async (menu: string, language: string) => {
      await page.getByRole('button', { name: new RegExp(menu) }).click()
      await page.getByRole('menuitemradio', { name: language }).click()
    }
    await appears(other.getByRole('main').getByText('Invite a friend'))
    await choose('User menu', 'Deutsch')
    await appears(page.getByRole('main').getByText(/Fast SMS/))
    await appears(other.getByRole('main').getByText('Freunde einladen'))
    await choose('Benutzermenü', 'English')
    await appears(other.getByRole('main').getByText('Invite a friend'))
    await other.close()
  })

  it('is marked as read one by one, or all together with an undo', async () => {
    await page.getByRole('button', { name: 'Mark as read: SMS not sent' }).click()
    await titleIs('(2) Notifications · Kartoteka')
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await titleIs('Notifications · Kartoteka')
    await page.getByRole('button', { name: 'Undo' }).click()
    await titleIs('(2) Notifications · Kartoteka')
    await page.getByLabel('Unread only').check({ force: true })
    await until(async () => (await page.getByRole('main').getByRole('listitem').count()) === 2, 'two unread')
    expect(page.url()).toContain('unread=true')
  })

  it('leads from the bell to its cause and is read by that', async () => {
    await bell('Notifications: 2 unread').click()
    const list = page.getByRole('dialog', { name: 'Notifications' })
    await appears(list.getByText(/^Plan changed/))
    expect(await axeFaults(page)).toEqual([])
    await list.getByRole('link', { name: /Apple certificate expires soon/ }).click()
    await page.waitForURL(/settings\/certificates$/)
    await titleIs('(1) Certificates · Kartoteka')
    await bell('Notifications: 1 unread').waitFor()
  })

  it('comes by mail too, until the link of the mail stops it, and again after the way back', async () => {
    const { mailbox } = server.outside.smtp
    await until(
      async () => mailbox.list(shop.owner.email).some((mail) => mail.subject.startsWith('SMS not sent')),
      'the mail',
    )
    const mail = mailbox.get(
      mailbox.list(shop.owner.email).find((one) => one.subject.startsWith('SMS not sent'))?.id ?? '',
    )
    const { context, complaints: found } = await openContext(browser, { width: 390 })
    complaints.push(found)
    const reader = await context.newPage()
    await reader.goto(/http\S+#\/email\/unsubscribe\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    await reader.getByRole('heading', { name: 'Unsubscribe from emails about “Anna shop”?' }).waitFor()
    expect(await axeFaults(reader)).toEqual([])
    await reader.getByRole('button', { name: 'Unsubscribe' }).click()
    await appears(reader.getByText('We won’t email a…a@people.example'))
    expect(await axeFaults(reader)).toEqual([])
    await reader.getByRole('button', { name: 'Undo' }).click()
    await reader.getByRole('button', { name: 'Unsubscribe' }).waitFor()
  })

  it('reaches every tab over one line, which the next tab takes up when its holder is closed', async () => {
    const second = await page.context().newPage()
    const lines: string[] = []
    second.on('request', (request) => {
      if (request.url().endsWith('/notifications/stream')) lines.push(request.url())
    })
    let letListen = () => {}
    const mayListen = new Promise<void>((resume) => (letListen = resume))
    await second.route(/\/assets\/live-/, async (route) => {
      await mayListen
      await route.continue()
    })
    await second.goto(`${server.url}/#/${shop.domain}/notifications`)
    await until(async () => (await second.title()) === '(1) Notifications · Kartoteka', 'the title of the second tab')
    // The second tab has read its page, and does not listen yet.
    await raise({ type: 'integration_failed', detail: { crm: 'Poster' } })
    await titleIs('(2) Certificates · Kartoteka')
    letListen()
    await until(async () => (await second.title()) === '(2) Notifications · Kartoteka', 'the title of the second tab')
    expect(lines).toEqual([])
    await page.close()
    page = second
    await until(async () => lines.length === 1, 'a separate line')
    await raise({ type: 'sms_failed', detail: { provider: 'Slow SMS' } })
    await titleIs('(3) Notifications · Kartoteka')
  })

  it('that the URL names is scrolled into view, highlighted and marked as read', async () => {
    const { newest } = await shop.owner.send(notifications.countUnread, { params: { c: shop.c } })
    await page.goto(`${server.url}/#/${shop.domain}/notifications?id=${newest?.id}`)
    await titleIs('(2) Notifications · Kartoteka')
    await expect.poll(() => page.locator('[data-marked]').innerText()).toContain('Slow SMS')
  })

  it('ends with the session, immediately and without a click', async () => {
    await shop.owner.send(users.endOtherSessions, { params: { c: shop.c } })
    await page.waitForURL(/#\/login/)
    await until(async () => !(await page.title()).startsWith('('), 'a title without a count')
  })

  it('leaves no error in any console', () => {
    // The ended session gets 401 on purpose.
    expect(complaints.flat().filter((line) => !/status of 401/.test(line))).toEqual([])
  })
})
