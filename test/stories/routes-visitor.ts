/** Two businesses and one without a tariff, and a browser tab in which each role of the routes opens them. */
import type { Page } from 'playwright-core'
import { clients } from '../../contract/people/clients.ts'
import { users } from '../../contract/platform/users.ts'
import { query, setPlan } from '../direct-access.ts'
import { makePush } from '../holders.ts'
import { openShop, type Person, type Shop, signIn } from '../people.ts'
import { Iphone, takeCard } from '../phones.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { openBrowser, openContext } from './browser.ts'
import type { Landing, Line, Role } from './routes-table.ts'

type Ids = Readonly<Record<string, string>>
type Seen = { path: string; text: string; back: string | null }

export type RouteWorld = {
  server: TestServer
  shops: Readonly<Record<Role, Shop>>
  people: Readonly<Partial<Record<Role, Person>>>
  /** Of the cabinet that a role opens: values for the braces of a route. */
  ids: Readonly<Record<Role, Ids>>
}

/** A client with an installed card, and a push. */
async function furnish(server: TestServer, shop: Shop): Promise<Ids> {
  const guest = { name: 'Guest', surname: 'One', tel: '+420601712345' }
  const { cardFileUrl } = await takeCard(server, shop.formUrl, guest)
  const phone = new Iphone(server)
  await phone.install(cardFileUrl)
  await phone.register()
  const { data } = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: {} })
  const push = await makePush(shop)
  return { d: shop.domain, template: shop.template, form: shop.formKey, client: data[0]?.id ?? '', push }
}

export async function openRouteWorld(): Promise<RouteWorld> {
  const server = await startTestServer({ env: { DEMO_DOMAIN: 'demo-shop', REQUESTS_PER_MINUTE: '100000' } })
  const [tea, demo, bare] = [
    await openShop(server, 'Tea'),
    await openShop(server, 'Demo'),
    await openShop(server, 'Bare'),
  ]
  for (const shop of [tea, demo]) await setPlan(server, shop.c, 'base')
  const [ofTea, ofDemo, ofBare] = [await furnish(server, tea), await furnish(server, demo), { d: bare.domain }]
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
  return {
    server,
    shops: { out: tea, bare, member: tea, agent: demo },
    people: { bare: bare.owner, member, agent: demo.owner },
    ids: { out: ofTea, bare: ofBare, member: ofTea, agent: ofDemo },
  }
}

const lookAt = (tab: Page): Promise<Seen> =>
  tab.evaluate(() => ({
    path: location.hash.slice(1).split('?')[0] ?? '',
    text: `${[...document.querySelectorAll('h1')].map((one) => one.textContent).join(' ')} | ${document.title}`,
    back: sessionStorage.getItem('kartoteka.back'),
  }))

/** Goes there and waits until it is, and stays, where it should; what is seen at last comes back. */
async function visit(tab: Page, path: string, [landing, text]: Landing): Promise<Seen> {
  await tab.evaluate((hash) => {
    sessionStorage.clear()
    location.hash = hash
    Object.assign(globalThis, { framesThere: 0 })
  }, path)
  // What is seen is read in the very frame that is waited for: a page may draw itself anew in the next one.
  const there = await tab
    .waitForFunction(
      ([wanted, words]) => {
        const titles = [...document.querySelectorAll('h1')].map((one) => one.textContent).join(' ')
        const text = `${titles} | ${document.title}`
        const path = location.hash.slice(1).split('?')[0] ?? ''
        const frames = globalThis as unknown as { framesThere: number }
        frames.framesThere = path === wanted && text.includes(words) ? frames.framesThere + 1 : 0
        return frames.framesThere > 3 && { path, text, back: sessionStorage.getItem('kartoteka.back') }
      },
      [landing.split('?')[0] ?? '', text] as const,
    )
    .catch(() => undefined)
  const seen = await there?.jsonValue()
  return seen === undefined || seen === false ? lookAt(tab) : seen
}

/** Signed in as somebody, or as nobody, in the one tab there is. */
async function become(tab: Page, { server, people }: RouteWorld, role: Role): Promise<void> {
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

export type RouteVisitor = Awaited<ReturnType<typeof openRouteVisitor>>

export async function openRouteVisitor() {
  const [world, browser] = await Promise.all([openRouteWorld(), openBrowser()])
  const { context, complaints } = await openContext(browser)
  const tab = await context.newPage()
  const fill = (text: string, role: Role) =>
    text.replace(/\{(\w+)\}/g, (_, name: string) => world.ids[role][name] ?? '')
  return {
    ...world,
    tab,
    complaints,
    become: (role: Role) => become(tab, world, role),
    visit: (path: string, landing: Landing) => visit(tab, path, landing),
    /** @returns a line for each of these routes that lands elsewhere */
    async findWrongLandings(role: Role, routes: readonly Line[]): Promise<string[]> {
      await become(tab, world, role)
      const wrong: string[] = []
      for (const [path, landings] of routes) {
        const [from, [to, text]] = [fill(path, role), landings[role]]
        const wanted: Landing = [fill(to, role), fill(text, role)]
        const seen = await visit(tab, from, wanted)
        const isThere = seen.path === wanted[0].split('?')[0] && seen.text.includes(wanted[1])
        if (!isThere) wrong.push(`${from} → ${seen.path} “${seen.text}”, wanted ${wanted.join(' “')}”`)
        // Somebody who had to log in first is taken to the page he wanted.
        const wasStopped = role === 'out' && to === '/login' && from !== '/' && from !== '/login'
        if (wasStopped && seen.back !== from) wrong.push(`${from} is remembered as ${seen.back}`)
      }
      return wrong
    },
    close: async () => {
      await browser.close()
      await world.server.close()
    },
  }
}
