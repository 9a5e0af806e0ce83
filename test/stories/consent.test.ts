import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { integration } from '../../contract/business/integration.ts'
import { clients } from '../../contract/people/clients.ts'
import { KEYS, type Loyverse } from '../../server/engines/crm/loyverse/emulator/emulator.ts'
import { setPlan } from '../direct-access.ts'
import { openShop, type Shop } from '../people.ts'
import { takeCard } from '../phones.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, enterOutside, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

const TEL = '+420601990001'

/** An owner connects Loyverse with his account there, and a sale at its till is on the client's card at once. */
describe('connecting a CRM by consent in a browser', () => {
  let server: TestServer
  let browser: Browser
  let office: Page
  let till: Page
  let shop: Shop
  let complaints: string[]
  beforeAll(async () => {
    server = await startTestServer({ works: true })
    shop = await openShop(server, 'Lola')
    await setPlan(server, shop.c, 'base')
    await takeCard(server, shop.formUrl, { name: 'Anna', tel: TEL })
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    await rememberIn(opened.context, 'en', shop.owner)
    await enterOutside(opened.context, server)
    office = await opened.context.newPage()
    till = await opened.context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  const params = () => ({ params: { c: shop.c } })
  const button = (name: string | RegExp, page = office) => page.getByRole('button', { name })
  const loyverse = () => server.outside.crms.of<Loyverse>('loyverse')
  const anna = async () => {
    const { data } = await shop.owner.send(clients.listClients, { ...params(), query: { q: 'Anna' } })
    return data[0]?.bonusMinor
  }
  const openPage = () => office.goto(`${server.url}/#/${shop.domain}/integration`)
  const fillAccess = async () => {
    await office.getByLabel('Address').fill(`${server.url}/outside/crm/loyverse`)
    await office.getByLabel('Application ID').fill(KEYS.clientId)
    await office.getByLabel('Application secret').fill(KEYS.clientSecret)
  }

  it('asks for an application first, and leads to the page of the CRM', async () => {
    await openPage()
    await office.getByPlaceholder('Search systems').fill('Loyverse')
    await button('Connect Loyverse').click()
    await button('Connect with Loyverse').click()
    await appears(office.getByText('Enter the ID and secret of your application first.', { exact: true }))
    expect(await axeFaults(office)).toEqual([])
    await fillAccess()
    await button('Connect with Loyverse').click()
    await appears(office.getByRole('heading', { name: 'Allow access to Demo Café?' }))
  })

  it('says that nothing was connected when access is not allowed', async () => {
    await button('Deny').click()
    await appears(office.getByText('Access wasn’t allowed in Loyverse, so nothing was connected.'))
    expect(await axeFaults(office)).toEqual([])
    expect((await shop.owner.send(integration.readIntegration, params())).current).toBeNull()
  })

  it('ends the connection in another tab, once', async () => {
    await office.goto(`${server.url}/#/${shop.domain}/integration?crm=loyverse`)
    await fillAccess()
    await button('Connect with Loyverse').click()
    await appears(office.getByRole('heading', { name: 'Allow access to Demo Café?' }))
    const way = office.waitForURL(/#\/integration\/loyverse/)
    await button('Allow').click()
    await way
    const address = office.url()
    await appears(office.getByText('Loyverse is connected'))
    expect(await axeFaults(office)).toEqual([])
    const other = await office.context().newPage()
    await other.goto(address)
    await appears(other.getByText('This link isn’t valid or has been used.', { exact: false }))
    await other.close()
    await office.getByRole('link', { name: 'Continue' }).click()
    await button('Check connection').click()
    await appears(office.getByText('What to sync', { exact: true }).last())
    await button('Next').click()
    await button('Turn on').click()
    await button('Start syncing').click()
    await appears(office.getByText('Receiving', { exact: true }))
    await expect.poll(() => loyverse().webhooks.length).toBe(2)
  })

  it('sells at the till, and the client has the points without a reading', async () => {
    await till.goto(`${server.url}/outside/crm/tills/loyverse`)
    await till.getByLabel('Name').fill('Anna Novak')
    await till.getByLabel('Phone', { exact: true }).fill(TEL)
    await button('Add guest', till).click()
    await appears(till.getByRole('heading', { name: 'Anna Novak' }))
    const linked = async () =>
      (await shop.owner.send(clients.listClients, { ...params(), query: { crm: 'linked' } })).meta.total
    await expect.poll(linked).toBe(1)
    await till.getByLabel('Price').fill('500')
    await till.getByLabel('Of it paid with points').fill('0')
    await button('Sell', till).click()
    await expect.poll(() => till.locator('.amount strong').innerText()).toBe('25.00')
    await expect.poll(anna).toBe(25_00)
  })

  it('shows what has arrived, and applies it again by hand', async () => {
    await office.bringToFront()
    await office.reload()
    const list = office.getByRole('list', { name: 'Last events' })
    await appears(list.getByText('Applied', { exact: true }).first())
    expect(await axeFaults(office)).toEqual([])
    await list.getByRole('button', { name: 'Apply again' }).first().click()
    await appears(office.getByText('Applying again'))
    await expect.poll(anna).toBe(25_00)
  })

  it('says when the consent is over, and connects anew by one button', async () => {
    loyverse().consents.revoke()
    await button('Receive now').click()
    await expect
      .poll(async () => (await shop.owner.send(integration.readIntegration, params())).current?.fault?.code)
      .toBe('connect_anew')
    await office.reload()
    await appears(office.getByText('The CRM has ended our access. Connect it again.'))
    expect(await axeFaults(office)).toEqual([])
    await button('Connect again').click()
    await button('Allow').click()
    await appears(office.getByText('Syncing continues.'))
    await office.getByRole('link', { name: 'Continue' }).click()
    await appears(office.getByText('Active', { exact: true }))
    // Refusals that were shown.
    expect(complaints.filter((one) => !/status of (409|422)/.test(one))).toEqual([])
  })
})
