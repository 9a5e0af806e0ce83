import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { integration } from '../../contract/business/integration.ts'
import { clients } from '../../contract/people/clients.ts'
import { type Iiko, KEYS } from '../../server/engines/crm/iiko-transport/emulator/emulator.ts'
import { setPlan } from '../direct-access.ts'
import { openShop, PASSWORD, type Shop } from '../people.ts'
import { takeCard } from '../phones.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { startTlsServer } from '../tls-server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'

/** An owner connects his till with nothing but a login, writes his clients to it and lets it go again. */
describe('connecting a CRM in a browser', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let shop: Shop
  let complaints: string[]
  beforeAll(async () => {
    server = await startTestServer({ works: true })
    shop = await openShop(server, 'Ines')
    await setPlan(server, shop.c, 'base')
    await takeCard(server, shop.formUrl, { name: 'Anna', tel: '+420601970001' })
    // The restaurant knows this guest already, and has given points.
    server.outside.crms.of<Iiko>('iiko-transport').addGuest('+420601970001', 50)
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    page = await opened.context.newPage()
    await page.goto(`${server.url}/#/login`)
    await page.getByLabel('Email').fill(shop.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL((url) => !url.hash.includes('login'))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  const bonusOf = async (id: string) =>
    (await shop.owner.send(clients.readClient, { params: { c: shop.c, id } })).bonusMinor
  const button = (name: string | RegExp) => page.getByRole('button', { name })

  it('asks for a system that is not there yet', async () => {
    await page.goto(`${server.url}/#/${shop.domain}/integration`)
    await button('Ask for Poster').click()
    await appears(page.getByRole('listitem').filter({ hasText: 'Poster' }).getByText('You’ve asked for it'))
    expect(await axeFaults(page)).toEqual([])
  })

  it('shows the certificate of a server of the shop, and checks it once it is accepted', async () => {
    const till = await startTlsServer((_, response) => response.end('{"success":true}'))
    const { crm } = server.app.outside
    Object.assign(crm, { trustedPlaces: [...crm.trustedPlaces, till.url] })
    await page.goto(`${server.url}/#/${shop.domain}/integration?crm=url`)
    const file = page.getByRole('link', { name: 'For your programmer: kartoteka-url-protocol.md' })
    const protocol = await fetch(new URL((await file.getAttribute('href')) ?? '', server.url))
    expect(await protocol.text()).toContain('addBalance')
    await page.getByLabel('Address').fill(till.url)
    await page.getByLabel('The server is inside our own network').check()
    await button('Check connection').click()
    await appears(page.getByText(till.fingerprint))
    expect(await axeFaults(page)).toEqual([])
    await button('Accept this certificate').click()
    await appears(page.getByText('Certificate accepted. Check the connection again.'))
    await button('Check connection').click()
    await appears(page.getByText('What to sync', { exact: true }).last())
    till.server.close()
    // Another one is connected from here on.
    await shop.owner.send(integration.removeIntegration, {
      params: { c: shop.c },
      body: { command: 'RESETCRM', password: PASSWORD },
    })
  })

  it('reports a wrong login beside its field, then fills in what there is only one of', async () => {
    await page.goto(`${server.url}/#/${shop.domain}/integration`)
    await page.getByPlaceholder('Search systems').fill('restaurant')
    await page.getByRole('button', { name: 'Connect iiko', exact: true }).click()
    await page.getByLabel('Address').fill(`${server.url}/outside/crm/iiko-transport`)
    await page.getByLabel('API login').fill('not this one')
    await button('Check connection').click()
    await appears(page.getByText('The CRM didn’t accept this login.'))
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('API login').fill(KEYS.apiLogin)
    await button('Check connection').click()
    await appears(page.getByText('Guest categories'))
    expect(await axeFaults(page)).toEqual([])
    await button('Next').click()
    await button('Turn on').click()
    await appears(page.getByText('Active', { exact: true }))
  })

  it('shows what the first exchange would do, and begins when the owner says so', async () => {
    await appears(page.getByText('First sync'))
    const table = page.getByRole('table', { name: 'First sync' })
    await appears(table.getByText('found', { exact: true }))
    await appears(table.getByText('0 / 50 → 50'))
    expect(await axeFaults(page)).toEqual([])
    // Points of the guest would be lost by ours.
    await page.getByRole('radiogroup', { name: 'Points that both sides have' }).getByLabel('Use ours').click()
    await appears(page.getByText('1 client will have less in iiko than now.'))
    await page.getByRole('radiogroup', { name: 'Points that both sides have' }).getByLabel('Keep the larger').click()
    await appears(table.getByText('0 / 50 → 50'))
    expect(server.outside.crms.of<Iiko>('iiko-transport').guests.size).toBe(1)
    await button('Start syncing').click()
    await appears(button('Send 1 client now'))
    const [client] = (await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: {} })).data
    await expect.poll(async () => await bonusOf(client?.id ?? '')).toBe(50_00)
  })

  it('writes the clients that wait, and shows it in the table of clients', async () => {
    await button('Send 1 client now').click()
    await appears(page.getByRole('main').getByText('Done', { exact: true }))
    expect(server.outside.crms.of<Iiko>('iiko-transport').guests.size).toBe(1)
    await page.goto(`${server.url}/#/${shop.domain}/clients`)
    await appears(page.getByText('in the CRM', { exact: true }))
  })

  it('goes when its word is typed, and not before', async () => {
    await page.goto(`${server.url}/#/${shop.domain}/integration`)
    await button('More actions').click()
    await page.getByRole('menuitem', { name: 'Delete integration' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Type RESETCRM to confirm').fill('resetcrm')
    await expect.poll(() => dialog.getByRole('button', { name: 'Delete integration' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Type RESETCRM to confirm').fill('RESETCRM')
    await dialog.getByRole('button', { name: 'Delete integration' }).click()
    await page.getByPlaceholder('Search systems').waitFor()
    expect((await shop.owner.send(integration.readIntegration, { params: { c: shop.c } })).status).toBe('noCrm')
    // The browser itself reports the refused login, a 422.
    expect(complaints.filter((one) => !one.includes('422'))).toEqual([])
  })
})
