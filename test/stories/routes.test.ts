import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pushes } from '../../contract/reach/pushes.ts'
import { query } from '../direct-access.ts'
import { PASSWORD } from '../people.ts'
import { axeFaults } from './axe.ts'
import { ROLES, sampleOfRoutes } from './routes-table.ts'
import { openRouteVisitor, type RouteVisitor } from './routes-visitor.ts'
import { settle } from './screen-faults.ts'
import { appears } from './browser.ts'

/** Each route once in a browser; the slow walk beside this one opens every route in every role. */
describe('every route leads where its guard sends it', () => {
  let visitor: RouteVisitor
  let tab: Page

  beforeAll(async () => {
    visitor = await openRouteVisitor()
    ;({ tab } = visitor)
  })
  afterAll(() => visitor?.close())

  it.each(ROLES)('for %s', async (role) => {
    expect(await visitor.findWrongLandings(role, sampleOfRoutes(role))).toEqual([])
  })

  it('the no-apps list is closed to an agent who is not the demo', async () => {
    await query(visitor.server, 'update cabinets set is_agent = true where id = $1', [visitor.shops.member.c])
    await visitor.become('member')
    expect(
      await visitor.visit('/tea-shop/partner/no-apps', ['/tea-shop/partner/information', 'Information']),
    ).toMatchObject({
      path: '/tea-shop/partner/information',
    })
    await expect.poll(() => tab.getByRole('link', { name: 'No business yet' }).count()).toBe(0)
    await query(visitor.server, 'update cabinets set is_agent = false where id = $1', [visitor.shops.member.c])
  })

  it('not found links to the overview of the account and to the accounts', async () => {
    await visitor.become('member')
    await visitor.visit('/tea-shop/nothing', ['/tea-shop/nothing', 'Page not found'])
    const main = tab.getByRole('main')
    await expect
      .poll(() => main.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual(['/#/tea-shop', '/#/select_application'])
    await visitor.visit('/invites_application', ['/invites_application', 'Invitations'])
    await visitor.visit('/nobodys-shop/clients', ['/nobodys-shop/clients', 'Page not found'])
    await expect
      .poll(() => main.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
      .toEqual(['/#/select_application'])
  })

  it('without a plan only the settings are enabled; the others show why and link to the plans', async () => {
    await visitor.become('bare')
    await visitor.visit('/bare-shop', ['/bare-shop/balance/tariffs-overview', 'Choose a plan'])
    const menu = tab.getByRole('navigation', { name: 'Main menu' })
    await expect
      .poll(() =>
        menu
          .locator('li a')
          .evaluateAll((links) =>
            links.filter((link) => link.getAttribute('aria-disabled') !== 'true').map((link) => link.textContent),
          ),
      )
      .toEqual(['Settings'])
    const cards = menu.getByRole('link', { name: 'Cards', exact: true })
    await cards.focus()
    await tab.getByRole('tooltip', { name: 'Choose a plan first' }).waitFor()
    await tab.keyboard.press('Enter')
    await tab.waitForURL(/tariffs-overview/)
    await tab.getByRole('button', { name: 'Choose Base' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Choose Base' }).click()
    await appears(tab.getByText('Your plan is now Base'))
    await visitor.visit('/bare-shop/cards', ['/bare-shop/cards', 'Cards'])
  })

  it('a login leads to the page that was asked for, and never to another site', async () => {
    await tab.goto(`${visitor.server.url}/favicon.svg`)
    await tab.evaluate(() => localStorage.clear())
    await tab.goto(`${visitor.server.url}/#/demo-shop/balance/transactions?event=tariff`)
    await tab.waitForURL(/#\/login/)
    await tab.getByLabel('Email').fill('demo@people.example')
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await tab.getByRole('button', { name: 'Log in' }).click()
    await tab.waitForURL(/#\/demo-shop\/balance\/transactions\?event=tariff/)
    await tab.getByRole('heading', { level: 1 }).waitFor()
    await settle(tab)
    // Not while a page is open: what it still asks for would be refused.
    await tab.goto(`${visitor.server.url}/favicon.svg`)
    await tab.evaluate(() => {
      localStorage.clear()
      sessionStorage.setItem('kartoteka.back', '//evil.example/steal')
    })
    await tab.goto(`${visitor.server.url}/#/login`)
    await tab.getByLabel('Email').fill('demo@people.example')
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await tab.getByRole('button', { name: 'Log in' }).click()
    await tab.waitForURL(/#\/select_application/)
  })

  it('a link with a code fills it into the sign-up', async () => {
    await tab.goto(`${visitor.server.url}/favicon.svg`)
    await tab.evaluate(() => localStorage.clear())
    await tab.goto(`${visitor.server.url}/#/signup?promo=K7M2Q9XA`)
    await expect.poll(() => tab.getByLabel('Promo code').inputValue()).toBe('K7M2Q9XA')
  })

  it('a plain path of a CRM forwards to its page, with its query', async () => {
    await tab.goto(`${visitor.server.url}/integration/iiko?code=abc&state=1`)
    await tab.waitForURL(`${visitor.server.url}/#/integration/iiko?code=abc&state=1`)
    expect((await fetch(`${visitor.server.url}/integration/..%2f..%2fevil`, { redirect: 'manual' })).status).toBe(404)
  })

  it('a push that is being sent is shown on every page and after a reload, and ends with a link to it', async () => {
    await visitor.become('agent')
    const { c, domain } = visitor.shops.agent
    const pushUuid = visitor.ids.agent.push ?? ''
    await visitor.shops.agent.owner.send(pushes.startSend, { params: { c, pushUuid } })
    await visitor.visit(`/${domain}/pushes/${pushUuid}`, [`/${domain}/pushes/${pushUuid}`, 'Friday'])
    const tray = tab.getByRole('region', { name: 'In progress' })
    await tray.getByRole('button', { name: '1 in progress' }).waitFor()
    await tab.evaluate((path) => {
      location.hash = path
    }, `/${domain}/clients`)
    await tab.getByRole('heading', { name: 'Clients', level: 1 }).waitFor()
    await tab.reload()
    await tray.getByRole('button', { name: '1 in progress' }).click()
    await appears(tray.getByText('Push message “Friday”'))
    await visitor.server.drainJobs()
    await tray.getByRole('button', { name: 'Done' }).waitFor()
    expect(await axeFaults(tab)).toEqual([])
    await tray.getByRole('link', { name: 'Open' }).click()
    await tab.waitForURL(new RegExp(`pushes/${pushUuid}`))
    await tray.getByRole('button', { name: /Remove from list/ }).click()
    await tray.waitFor({ state: 'detached' })
  })

  it('leaves nothing in the console but pages that were not found', () => {
    expect(visitor.complaints.filter((line) => !/status of 404/.test(line))).toEqual([])
  })
})
