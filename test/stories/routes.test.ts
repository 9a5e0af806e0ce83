import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../contract/people/clients.ts'
import { pushes } from '../../contract/reach/pushes.ts'
import { users } from '../../contract/platform/users.ts'
import { query, setPlan } from '../behind.ts'
import { openShop, PASSWORD, type Person, type Shop, signIn } from '../people.ts'
import { Iphone, takeCard } from '../phones.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults, openBrowser, openContext } from './browser.ts'

const ROLES = ['out', 'bare', 'member', 'agent'] as const
type Role = (typeof ROLES)[number]
/** Where somebody lands: a path after all redirects and a text of its first heading or its title. */
type Landing = readonly [path: string, text: string]

const login: Landing = ['/login', 'Log in']
const accounts: Landing = ['/select_application', 'Your businesses']
const tariffs: Landing = ['/{d}/balance/tariffs-overview', 'Choose a plan']
const referral: Landing = ['/{d}/balance/referral', 'Referral programme']

type Line = readonly [path: string, landings: Readonly<Record<Role, Landing>>]
/** The same for everybody who is signed in. */
const page = (path: string, text: string, out: Landing = login): Line => [
  path,
  { out, bare: [path, text], member: [path, text], agent: [path, text] },
]
/** Of an account: closed without a login and without a tariff. */
const inside = (path: string, text: string, landing = path, change: Partial<Record<Role, Landing>> = {}): Line => [
  `/{d}${path}`,
  { out: login, bare: tariffs, member: [`/{d}${landing}`, text], agent: [`/{d}${landing}`, text], ...change },
]
/** Only for who is logged out. */
const gate = (path: string, text: string): Line => [
  path,
  { out: [path, text], bare: accounts, member: accounts, agent: accounts },
]
/** Open to all, with a login or without. */
const open = (path: string, text: string): Line => page(path, text, [path, text])
const stays = (path: string, text: string) => ({ bare: [`/{d}${path}`, text] }) satisfies Partial<Record<Role, Landing>>
/** Only for agents; who is none is sent to the referral programme. */
const ofAgents = (path: string, text: string, landing = path): Line => inside(path, text, landing, { member: referral })

const ROUTES: readonly Line[] = [
  ['/', { out: login, bare: accounts, member: accounts, agent: accounts }],
  open('/register/verify/0123456789', 'This link is no longer valid'),
  open('/invite?email=anna%40people.example', 'This invitation is no longer valid'),
  gate('/login', 'Log in'),
  gate('/signup', 'Create account'),
  gate('/reset?queryEmail=anna%40people.example', 'Reset your password'),
  page('/create_application', 'Add business'),
  page('/select_application?verifyEmailStatus=ok', 'Your businesses'),
  page('/invites_application', 'Invitations'),
  page('/offer', 'Agreement'),
  inside('', 'Overview'),
  inside('/cards', 'Cards'),
  inside('/cards/create', 'New card'),
  inside('/cards/{template}', 'Coffee card'),
  inside('/notifications', 'Notifications'),
  inside('/form', 'Forms'),
  inside('/form/{form}', 'Main form'),
  inside('/pushes', 'Push messages'),
  inside('/pushes/create', 'New push message'),
  inside('/pushes/{push}', 'Friday'),
  inside('/acceptance', 'Accepting cards'),
  inside('/triggers', 'Triggers'),
  inside('/triggers/5', 'Triggers'),
  inside('/segments', 'Segments'),
  inside('/segments/5', 'Segments'),
  inside('/clients', 'Clients'),
  inside('/clients/chart', 'Clients'),
  inside('/clients/{client}', 'Guest One'),
  inside('/integration', 'Integration'),
  open('/integration/iiko?code=1', 'Back from iiko'),
  inside('/balance/tariffs-overview', 'Choose a plan'),
  inside('/balance', 'Plan', '/balance/tariffs'),
  inside('/balance/tariffs', 'Plan'),
  inside('/balance/offer', 'Agreement'),
  inside('/balance/transactions', 'Transactions'),
  inside('/balance/payments', 'Payments and invoices'),
  inside('/balance/referral', 'Referral programme'),
  ofAgents('/partner', 'Information', '/partner/information'),
  ofAgents('/partner/information', 'Information'),
  ofAgents('/partner/clients', 'Businesses'),
  ofAgents('/partner/spent', 'Spending'),
  ofAgents('/partner/no-apps', 'No business yet'),
  inside('/settings', 'General', '/settings/general', stays('/settings/general', 'General')),
  inside('/settings/general', 'General', undefined, stays('/settings/general', 'General')),
  inside('/settings/accesses', 'Team', undefined, stays('/settings/accesses', 'Team')),
  inside('/settings/certificates', 'Certificates'),
  inside('/settings/sms', 'SMS'),
  inside('/settings/email', 'Email'),
  inside('/settings/api', 'API'),
  inside('/settings/variables', 'Variables'),
  inside('/coalition', 'Coalition'),
  inside('/marketplace', 'Marketplace'),
  inside('/marketplace/welcome', 'Welcome promo codes'),
  inside('/marketplace/7', 'Marketplace'),
  open('/email/unsubscribe/abc', 'This link doesn’t work'),
  inside('/nothing/here', 'Page not found'),
  page('/nobodys-shop', 'Page not found'),
]

describe('every route lands where its guard says', () => {
  let server: TestServer
  let browser: Browser
  let tab: Page
  let complaints: string[]
  let shops: Record<Role, Shop>
  let people: Partial<Record<Role, Person>>
  const ids: Record<string, Record<string, string>> = {}

  const furnish = async (shop: Shop) => {
    const { cardFileUrl } = await takeCard(server, shop.formUrl, {
      name: 'Guest',
      surname: 'One',
      tel: '+420601712345',
    })
    const phone = new Iphone(server)
    await phone.install(cardFileUrl)
    await phone.register()
    const {
      data: [client],
    } = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: {} })
    const push = await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: 'Friday', message: 'Hello', templates: [shop.template] },
    })
    ids[shop.domain] = {
      d: shop.domain,
      template: shop.template,
      form: shop.formKey,
      client: client?.id ?? '',
      push: push.id,
    }
  }
  const fill = (text: string, role: Role) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => ids[shops[role].domain]?.[name] ?? '')

  /** Signed in as somebody, or as nobody, in the one tab there is. */
  const become = async (role: Role) => {
    const person = people[role]
    const user = person && (await person.send(users.me))
    await tab.goto(`${server.url}/favicon.svg`)
    await tab.evaluate(
      ([token, who]) => {
        localStorage.clear()
        sessionStorage.clear()
        if (token && who) {
          localStorage.setItem('kartoteka.token', token)
          localStorage.setItem('kartoteka.user', who)
        }
      },
      [person?.token, user && JSON.stringify(user)],
    )
    await tab.goto(`${server.url}/#/offer`)
    await tab.locator('h1').first().waitFor()
  }

  type Seen = { path: string; text: string; back: string | null }
  const look = (): Promise<Seen> =>
    tab.evaluate(() => ({
      path: location.hash.slice(1).split('?')[0] ?? '',
      text: `${[...document.querySelectorAll('h1')].map((one) => one.textContent).join(' ')} | ${document.title}`,
      back: sessionStorage.getItem('kartoteka.back'),
    }))
  const isAt = (seen: Seen, [path, text]: Landing) => seen.path === path.split('?')[0] && seen.text.includes(text)
  /** Goes there and waits until it is, and stays, where it should; what is seen at last comes back. */
  const visit = async (path: string, [landing, text]: Landing): Promise<Seen> => {
    await tab.evaluate((hash) => {
      sessionStorage.clear()
      location.hash = hash
      Object.assign(globalThis, { framesThere: 0 })
    }, path)
    await tab
      .waitForFunction(
        ([wanted, words]) => {
          const titles = [...document.querySelectorAll('h1')].map((one) => one.textContent).join(' ')
          const isThere =
            location.hash.slice(1).split('?')[0] === wanted && `${titles} | ${document.title}`.includes(words)
          const frames = globalThis as unknown as { framesThere: number }
          frames.framesThere = isThere ? frames.framesThere + 1 : 0
          return frames.framesThere > 3
        },
        [landing.split('?')[0] ?? '', text] as const,
      )
      .catch(() => undefined)
    return look()
  }

  beforeAll(async () => {
    server = await startTestServer({ env: { DEMO_DOMAIN: 'demo-shop', REQUESTS_PER_MINUTE: '100000' } })
    browser = await openBrowser()
    const [tea, demo, bare] = [
      await openShop(server, 'Tea'),
      await openShop(server, 'Demo'),
      await openShop(server, 'Bare'),
    ]
    for (const shop of [tea, demo]) {
      await setPlan(server, shop.c, 'base')
      await furnish(shop)
    }
    ids[bare.domain] = { d: bare.domain }
    const member = await signIn(server, 'Member')
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
      [tea.c, member.email],
    )
    await query(server, `update cabinets set is_agent = true where id = $1`, [demo.c])
    await query(server, `update cabinets set tariff_key = null, demo_until = null where id = $1`, [bare.c])
    await query(server, 'update cabinets set is_poll_finished = true')
    shops = { out: tea, bare, member: tea, agent: demo }
    people = { bare: bare.owner, member, agent: demo.owner }
    const opened = await openContext(browser)
    complaints = opened.complaints
    tab = await opened.context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  it.each(ROLES)('for %s', async (role) => {
    await (role === 'out' ? tab.goto(`${server.url}/#/login`) : become(role))
    const wrong: string[] = []
    for (const [path, landings] of ROUTES) {
      const [from, wanted] = [fill(path, role), landings[role].map((text) => fill(text, role)) as unknown as Landing]
      const seen = await visit(from, wanted)
      if (!isAt(seen, wanted)) wrong.push(`${from} → ${seen.path} “${seen.text}”, wanted ${wanted.join(' “')}”`)
      // Whoever had to log in first is taken to the page he wanted.
      const wasStopped = role === 'out' && wanted[0] === '/login' && from !== '/' && from !== '/login'
      if (wasStopped && seen.back !== from) wrong.push(`${from} is remembered as ${seen.back}`)
    }
    expect(wrong).toEqual([])
  })

  it('the no-apps list is shut to an agent who is not the demo', async () => {
    await query(server, 'update cabinets set is_agent = true where id = $1', [shops.member.c])
    await become('member')
    expect(await visit('/tea-shop/partner/no-apps', ['/tea-shop/partner/information', 'Information'])).toMatchObject({
      path: '/tea-shop/partner/information',
    })
    expect(await tab.getByRole('link', { name: 'No business yet' }).count()).toBe(0)
    await query(server, 'update cabinets set is_agent = false where id = $1', [shops.member.c])
  })

  it('not found links to the overview of the account and to the accounts', async () => {
    await become('member')
    await visit('/tea-shop/nothing', ['/tea-shop/nothing', 'Page not found'])
    const main = tab.getByRole('main')
    expect(await main.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      ['/#/tea-shop', '/#/select_application'],
    )
    await visit('/invites_application', ['/invites_application', 'Invitations'])
    await visit('/nobodys-shop/clients', ['/nobodys-shop/clients', 'Page not found'])
    expect(await main.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      ['/#/select_application'],
    )
  })

  it('without a tariff the menu is grey but for the settings, says why, and leads to the choice', async () => {
    await become('bare')
    await visit('/bare-shop', ['/bare-shop/balance/tariffs-overview', 'Choose a plan'])
    const menu = tab.getByRole('navigation', { name: 'Main menu' })
    expect(
      await menu
        .locator('li a')
        .evaluateAll((links) =>
          links.filter((link) => link.getAttribute('aria-disabled') !== 'true').map((link) => link.textContent),
        ),
    ).toEqual(['Settings'])
    const cards = menu.getByRole('link', { name: 'Cards', exact: true })
    await cards.focus()
    await tab.getByRole('tooltip', { name: 'Choose a plan first' }).waitFor()
    await tab.keyboard.press('Enter')
    await tab.waitForURL(/tariffs-overview/)
    await tab.getByRole('button', { name: 'Choose Base' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Choose Base' }).click()
    await tab.getByText('Your plan is now Base').waitFor()
    await visit('/bare-shop/cards', ['/bare-shop/cards', 'Cards'])
  })

  it('after a login one is where one wanted to go; an address of elsewhere is not followed', async () => {
    await tab.evaluate(() => localStorage.clear())
    await tab.goto(`${server.url}/favicon.svg`)
    await tab.goto(`${server.url}/#/demo-shop/balance/transactions?event=tariff`)
    await tab.waitForURL(/#\/login/)
    await tab.getByLabel('Email').fill('demo@people.example')
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await tab.getByRole('button', { name: 'Log in' }).click()
    await tab.waitForURL(/#\/demo-shop\/balance\/transactions\?event=tariff/)
    await tab.evaluate(() => {
      localStorage.clear()
      sessionStorage.setItem('kartoteka.back', '//evil.example/steal')
    })
    await tab.goto(`${server.url}/favicon.svg`)
    await tab.goto(`${server.url}/#/login`)
    await tab.getByLabel('Email').fill('demo@people.example')
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await tab.getByRole('button', { name: 'Log in' }).click()
    await tab.waitForURL(/#\/select_application/)
  })

  it('a link with a code fills it into the sign-up', async () => {
    await tab.evaluate(() => localStorage.clear())
    await tab.goto(`${server.url}/favicon.svg`)
    await tab.goto(`${server.url}/#/signup?promo=K7M2Q9XA`)
    expect(await tab.getByLabel('Promo code').inputValue()).toBe('K7M2Q9XA')
  })

  it('a plain path of a CRM forwards to its page, with what came along', async () => {
    await tab.goto(`${server.url}/integration/iiko?code=abc&state=1`)
    await tab.waitForURL(`${server.url}/#/integration/iiko?code=abc&state=1`)
    expect((await fetch(`${server.url}/integration/..%2f..%2fevil`, { redirect: 'manual' })).status).toBe(404)
  })

  it('a send stays in sight on every page and after a reload, and ends with a way to it', async () => {
    await become('agent')
    const { c, domain } = shops.agent
    const pushUuid = ids[domain]?.push ?? ''
    await shops.agent.owner.send(pushes.startSend, { params: { c, pushUuid } })
    await visit(`/${domain}/pushes/${pushUuid}`, [`/${domain}/pushes/${pushUuid}`, 'Friday'])
    const tray = tab.getByRole('region', { name: 'In progress' })
    await tray.getByRole('button', { name: '1 in progress' }).waitFor()
    await tab.evaluate((path) => {
      location.hash = path
    }, `/${domain}/clients`)
    await tab.getByRole('heading', { name: 'Clients', level: 1 }).waitFor()
    await tab.reload()
    await tray.getByRole('button', { name: '1 in progress' }).click()
    await tray.getByText('Push message “Friday”').waitFor()
    await server.drainJobs()
    await tray.getByRole('button', { name: 'Done' }).waitFor()
    expect(await axeFaults(tab)).toEqual([])
    await tray.getByRole('link', { name: 'Open' }).click()
    await tab.waitForURL(new RegExp(`pushes/${pushUuid}`))
    await tray.getByRole('button', { name: /Remove from list/ }).click()
    await tray.waitFor({ state: 'detached' })
  })

  it('complains of nothing but pages that are not there', () => {
    expect(complaints.filter((line) => !/status of 404/.test(line))).toEqual([])
  })
})
