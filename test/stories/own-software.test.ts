import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keys } from '../../contract/platform/keys.ts'
import { holders } from '../../contract/reach/holders.ts'
import { wakeHooks } from '../../server/composed/hooks/jobs.ts'
import { setPlan } from '../direct-access.ts'
import { openShop, PASSWORD, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'

/** A business without a CRM follows the page: it runs the commands as they are, and receives what changes. */
describe('own software, connected by the page', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let shop: Shop
  let complaints: string[]
  let receiver: Server
  let url: string
  const received: { body: string; signature: string }[] = []
  beforeAll(async () => {
    server = await startTestServer({ works: true })
    shop = await openShop(server, 'Selma')
    await setPlan(server, shop.c, 'expert')
    receiver = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += String(chunk)))
      request.on('end', () => {
        received.push({ body, signature: String(request.headers['x-signature']) })
        response.end()
      })
    })
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/changes`
    Object.assign(server.app.outside.crm, { trustedPlaces: [...server.app.outside.crm.trustedPlaces, url] })
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    page = await opened.context.newPage()
    await page.goto(`${server.url}/#/login`)
    await page.getByLabel('Email').fill(shop.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL((where) => !where.hash.includes('login'))
  })
  afterAll(async () => {
    await browser?.close()
    receiver?.close()
    await server?.close()
  })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  /** The text of a command on the page, run by a shell with the key. */
  async function run(command: string, secret: string): Promise<{ data: Record<string, never> }> {
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`], {
      env: { ...process.env, API_KEY: secret },
    })
    return JSON.parse(stdout) as { data: Record<string, never> }
  }

  it('shows commands that work as they are', async () => {
    await page.goto(`${server.url}/#/${shop.domain}/integration`)
    await button('Connect SELF').click()
    await button('Check connection').click()
    await button('Next').click()
    await button('Turn on').click()
    await appears(page.getByRole('heading', { name: 'Connect your software' }))
    expect(await axeFaults(page)).toEqual([])
    const { secret } = await shop.owner.send(keys.createKey, {
      params: { c: shop.c },
      body: { name: 'Till', scopes: ['clients:read', 'clients:write'], endsAt: null },
    })
    const commands = await page.locator('section pre').allInnerTexts()
    expect(commands).toHaveLength(6)
    const [upsert = '', change = '', purchase = '', place = '', feed = ''] = commands
    const { next } = (await run(place, secret)).data as unknown as { next: string }
    const made = (await run(upsert, secret)).data as unknown as { isNew: boolean; client: { id: string } }
    expect(made.isNew).toBe(true)
    const of = (command: string) => command.replace('CLIENT_ID', made.client.id)
    expect((await run(of(change), secret)).data).toMatchObject({ bonusMinor: 500, isRepeat: false })
    expect((await run(of(change), secret)).data).toMatchObject({ bonusMinor: 500, isRepeat: true })
    expect((await run(of(purchase), secret)).data).toMatchObject({ event: { kind: 'purchase' } })
    await expect
      .poll(async () => (await run(feed.replace('NEXT', next), secret)).data.changes, { timeout: 30_000 })
      .toMatchObject([{ id: made.client.id, client: { bonusMinor: 500 } }])
  })

  it('connects an address, shows its secret once, and what it has received', async () => {
    await page.getByRole('textbox', { name: 'Address' }).fill('http://shop.example/changes')
    await button('Connect').click()
    await appears(page.getByText('Enter a complete address, such as https://coffee.example/menu.'))
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Address' }).fill(url)
    await button('Connect').click()
    const shown = page.locator('code', { hasText: /^hs_/ })
    await appears(shown)
    const secret = await shown.innerText()
    await appears(page.getByText('Sending', { exact: true }))
    expect(await axeFaults(page)).toEqual([])
    await page.reload()
    await appears(page.getByText('Sending', { exact: true }))
    await expect.poll(() => shown.count()).toBe(0)
    // The browser itself reports the address that was refused, a 422.
    expect(complaints.filter((complaint) => !complaint.includes('422'))).toEqual([])
    await shop.owner.send(holders.createClient, { params: { c: shop.c }, body: { name: 'Sent' } })
    await expect
      .poll(
        async () => {
          // The minute is over.
          await wakeHooks.handle(server.app, {})
          return received.length
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0)
    const { body, signature } = received[0] ?? { body: '', signature: '' }
    const [, t = '', v1] = /^t=(\d+),v1=(\w+)$/.exec(signature) ?? []
    expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
    expect(body).toContain('"name":"Sent"')
  })
})
