import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { query, setPlan } from '../direct-access.ts'
import { openShop, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { addSecondDesign, takeBoth } from '../two-cards.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { rememberIn } from './screen-world.ts'

const EMAIL = 'wanda@people.example'

/** An owner looks at a client who has two cards, and at what can be done with them. */
describe('the cards of one client', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let shop: Shop
  let complaints: string[]
  let further = ''

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    shop = await openShop(server, 'Carla')
    await setPlan(server, shop.c, 'expert')
    const both = await takeBoth(server, shop, await addSecondDesign(shop), 'Wanda')
    await query(server, 'update clients set email = $2 where id = $1', [both.id, EMAIL])
    further = both.further.cardFileUrl.replace('/card.pkpass', '')
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    await rememberIn(opened.context, 'en', shop.owner)
    page = await opened.context.newPage()
    await page.goto(`${server.url}/#/carla-shop/clients/${both.id}`)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const cards = () => page.getByRole('region', { name: 'Cards' }).getByRole('listitem')
  const choose = async (card: string, what: string) => {
    await page.getByRole('button', { name: `Actions for ${card}` }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }

  it('are listed, each with its own link', async () => {
    await appears(cards().filter({ hasText: 'Main card' }))
    expect(await cards().allInnerTexts()).toEqual([
      expect.stringMatching(/Main card[^]*Not on a phone/),
      expect.stringMatching(/^Gold card[^]*Not on a phone/),
    ])
    await choose('Gold card', 'QR code and link')
    await appears(page.getByRole('dialog').getByText(further))
    const { mailbox } = server.outside.smtp
    await page.getByRole('dialog').getByRole('button', { name: 'Send by email' }).click()
    await expect.poll(() => mailbox.get(mailbox.list(EMAIL)[0]?.id ?? '')?.text ?? '').toContain(further)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await choose('Gold card', 'Hand over at the till')
    await appears(page.getByRole('dialog').getByText('Gold card'))
    await appears(page.getByRole('dialog').getByRole('img', { name: /Wanda/ }))
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  })

  it('change places: the design of the client is that of the main card', async () => {
    await choose('Gold card', 'Make it the main card')
    await appears(cards().filter({ hasText: 'Gold card' }).filter({ hasText: 'Main card' }))
    await appears(page.getByText(/^Card no\..*Gold card$/))
    expect(await axeFaults(page)).toEqual([])
  })

  it('are withdrawn after a question, and restored', async () => {
    const other = cards().filter({ hasNotText: 'Main card' })
    await other.getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Withdraw card' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw card' }).click()
    await appears(other.getByText(/^Withdrawn on/))
    await other.getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Restore card' }).click()
    await appears(other.getByText('Not on a phone'))
    await choose('Gold card', 'Withdraw card')
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw card' }).click()
    await appears(
      cards()
        .filter({ hasText: 'Main card' })
        .getByText(/^Withdrawn on/),
    )
    expect(complaints).toEqual([])
  })
})
