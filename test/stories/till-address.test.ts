import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../contract/people/clients.ts'
import { newReceipt, openCashServer } from '../../server/engines/crm/rkeeper7/emulator/cash-server.ts'
import { query, setPlan } from '../direct-access.ts'
import { openShop, type Shop } from '../people.ts'
import { takeCard } from '../phones.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

/** An owner connects R-Keeper, copies the address for its tills, and a guest pays with points there. */
describe('the address for tills in a browser', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let shop: Shop
  let complaints: string[]
  beforeAll(async () => {
    server = await startTestServer({ works: true })
    shop = await openShop(server, 'Rolf')
    await setPlan(server, shop.c, 'base')
    await takeCard(server, shop.formUrl, { name: 'Anna', tel: '+420601970001' })
    await query(server, 'update clients set bonus_minor = 10000 where cabinet_id = $1', [shop.c])
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    await rememberIn(opened.context, 'en', shop.owner)
    page = await opened.context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const section = () => page.locator('[data-till]')
  const addressShown = async () => (await section().locator('code').textContent()) ?? ''
  const anna = async () => (await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: {} })).data[0]

  it('comes when R-Keeper is turned on, with what to do there', async () => {
    await page.goto(`${server.url}/#/${shop.domain}/integration?crm=rkeeper7`)
    await appears(page.getByText('You need FarCards 6.04 or later'))
    expect(await axeFaults(page)).toEqual([])
    await button('Check connection').click()
    await appears(page.getByText('The till asks us for cards.'))
    await button('Next').click()
    await button('Turn on').click()
    await appears(section().getByText('In ExtDllHttp.ini'))
    await appears(section().getByText('Never'))
    expect(await addressShown()).toMatch(/\/tills\/rkeeper7\/\d+\.[\w-]{43}$/)
    expect(await axeFaults(page)).toEqual([])
  })

  it('lets a guest pay with points, and shows that the till has called', async () => {
    const [till, guest] = [openCashServer(await addressShown(), fetch), await anna()]
    const card = guest?.cardNumber ?? 0
    expect((await till.askCard(card)).values).toMatchObject({ Holder: 'Anna', Summa: '10000' })
    expect(await till.close(newReceipt(), [{ card, kind: 0, summa: -25_00 }])).toMatchObject({ result: 0 })
    expect((await anna())?.bonusMinor).toBe(75_00)
    await page.reload()
    await appears(section().locator('time'))
  })

  it('is changed, and the old one is answered no more', async () => {
    const before = await addressShown()
    await section().getByRole('button', { name: 'Change address' }).click()
    const dialog = page.getByRole('dialog')
    await appears(dialog.getByText('until you enter the new address in R-Keeper 7'))
    await dialog.getByRole('button', { name: 'Change address' }).click()
    await expect.poll(addressShown).not.toBe(before)
    const { cardNumber = 0 } = (await anna()) ?? {}
    await expect(openCashServer(before, fetch).askCard(cardNumber)).rejects.toThrow('404')
    expect(await openCashServer(await addressShown(), fetch).askCard(cardNumber)).toMatchObject({ result: 0 })
    expect(complaints).toEqual([])
  })
})
