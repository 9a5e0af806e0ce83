import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../contract/people/clients.ts'
import type { Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { NEW_BUYERS, openBringing } from './screen-bring.ts'
import { rememberIn } from './screen-world.ts'

/** An owner brings the buyers of MoySklad, sees before what becomes of them, and takes them back. */
describe('clients of a CRM, in a browser', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let shop: Shop
  let complaints: string[]
  beforeAll(async () => {
    server = await startTestServer({ works: true })
    shop = await openBringing(server)
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    await rememberIn(opened.context, 'en', shop.owner)
    page = await opened.context.newPage()
    await page.goto(`${server.url}/#/${shop.domain}/integration`)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  const total = async () =>
    (await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: {} })).meta.total

  it('reads everybody and asks how to bring them', async () => {
    await page.getByRole('button', { name: 'Bring clients from MoySklad' }).click()
    await appears(page.getByText(`People read from MoySklad: ${NEW_BUYERS + 5}`))
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('Where does their consent come from?').fill('agreed in the shop')
    expect(await total()).toBe(2)
    await page.getByRole('button', { name: 'Show the preview' }).click()
  })

  it('shows who is new, here already, in doubt and left out, with the cards that the plan needs', async () => {
    await appears(page.getByRole('listitem').filter({ hasText: `${NEW_BUYERS}New clients` }))
    for (const text of ['1Already here, will be linked', '2Unclear', '2Left out'])
      await appears(page.getByRole('listitem').filter({ hasText: text }))
    await appears(page.getByText(`Needs ${NEW_BUYERS} cards of your plan`))
    await appears(page.getByRole('row').filter({ hasText: 'Adele Foster' }).getByText('Will be linked'))
    for (const reason of ['a company, not a person', 'no phone', 'several people there have this phone'])
      await appears(page.getByRole('listitem').filter({ hasText: reason }))
    expect(await axeFaults(page)).toEqual([])
    expect(await total()).toBe(2)
  })

  it('adds them with their cards', async () => {
    await page.getByRole('button', { name: `Import ${NEW_BUYERS} clients` }).click()
    await appears(page.getByRole('heading', { name: 'Imported' }))
    expect(await total()).toBe(NEW_BUYERS + 2)
    const [buyer] = (
      await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { q: '+420601900007' } })
    ).data
    expect(buyer).toMatchObject({ bonusMinor: 12_00, cardNumber: 7107 })
  })

  it('takes them back', async () => {
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
    await appears(page.getByRole('heading', { name: 'Undone' }))
    expect(await total()).toBe(2)
    expect(complaints).toEqual([])
  })
})
