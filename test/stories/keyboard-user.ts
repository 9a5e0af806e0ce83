/** Somebody who uses the product by keyboard alone, and every screen he comes to. */
import type { Page } from 'playwright-core'
import { seedDemo } from '../../db/demo.ts'
import { demoPassword } from '../../db/demo-people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { openBrowser, openContext } from './browser.ts'
import { settle } from './screen-faults.ts'
import { goWithin, load } from './screen-walk.ts'

export const OWNER = 'anna@kartoteka.example'
const OPERATOR = 'operator@kartoteka.example'

const BEFORE_LOGIN = ['#/login', '#/signup', '#/reset']
const OF_OWNER = [
  '#/select_application',
  '#/create_application',
  '#/invites_application',
  '#/coffee-lab',
  '#/coffee-lab/settings/general',
  '#/coffee-lab/settings/accesses',
  '#/coffee-lab/settings/variables',
  '#/coffee-lab/settings/certificates',
  '#/coffee-lab/settings/email',
  '#/coffee-lab/settings/api',
  '#/coffee-lab/notifications',
  '#/coffee-lab/balance/tariffs-overview',
  '#/coffee-lab/balance/tariffs',
  '#/coffee-lab/balance/offer',
  '#/coffee-lab/balance/transactions',
  '#/coffee-lab/balance/payments',
  '#/coffee-lab/balance/referral',
  '#/coffee-lab/acceptance',
  '#/coffee-lab/integration',
  '#/coffee-lab/integration?crm=url',
  '#/coffee-lab/marketplace',
  '#/coffee-lab/marketplace/welcome',
  '#/coffee-lab/marketplace/referral?tab=description',
  '#/coffee-lab/coalition',
  '#/coffee-lab/loyalty',
  '#/coffee-lab/partner/information',
  '#/coffee-lab/partner/clients',
  '#/coffee-lab/partner/spent',
  '#/coffee-lab/partner/rewards',
  '#/coffee-lab/cards',
  '#/coffee-lab/form',
  '#/coffee-lab/clients',
  '#/coffee-lab/pushes',
  '#/coffee-lab/pushes/create',
  '#/coffee-lab/pushes/create?type=geo',
  '#/coffee-lab/pushes/create?type=beacon',
  '#/profile',
  '#/coffee-lab/nothing/here',
  '#/coffee-lab/segments',
  '#/salon-vera/segments',
  '#/coffee-lab/triggers',
  '#/coffee-lab/settings/sms',
  '#/salon-vera/settings/sms',
  '#/hotel-sever/integration',
  '#/hotel-sever/integration?crm=iiko-transport',
  '#/hotel-sever/clients',
  '#/coffee-lab/clients/chart',
  '#/coffee-lab/cards/create',
]
const HARDEST = ['#/coffee-lab', '#/coffee-lab/clients', '#/coffee-lab/triggers', '#/coffee-lab/pushes/create?type=geo']
/** Of each of these lists the first page of one as well. */
const LISTS = ['cards', 'form', 'clients', 'pushes', 'pushes?type=geo', 'segments', 'triggers']
const OF_OPERATOR = ['cabinets', 'users', 'tariffs', 'invitations', 'support', 'jobs', 'log', 'emulated']
const LISTS_OF_OPERATOR = ['cabinets', 'users', 'support']

/** @returns what is wrong with the page that is open */
type LookAt = (page: Page, screen: string) => Promise<string[]>
/** Screens that have any fault, with their faults. */
export type ScreenFaults = readonly [screen: string, faults: string[]][]

export type KeyboardUser = Awaited<ReturnType<typeof startKeyboardUser>>

/** Opens the demo, in English, with nobody logged in. */
export async function startKeyboardUser() {
  const server = await startTestServer({ works: true, env: { REQUESTS_PER_MINUTE: '1000000' } })
  await seedDemo(server.app)
  const browser = await openBrowser()
  const page = await (await openContext(browser)).context.newPage()
  const user = { ...keysOf(page), ...waysOf(server, page), page }
  return {
    ...user,
    signIn: (email: string) => signIn(server, user, email),
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}

function keysOf(page: Page) {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  /** Presses Tab until the wanted element has the focus. */
  const tabTo = async (what: string) => {
    for (let presses = 0; presses < 60; presses++) {
      await press('Tab')
      const name = await page.evaluate(() => {
        const element = document.activeElement
        return (
          element?.getAttribute('aria-label') ??
          (element as HTMLInputElement | null)?.labels?.[0]?.textContent ??
          element?.textContent ??
          ''
        ).trim()
      })
      if (name.startsWith(what)) return
    }
    throw new Error(`“${what}” has no place in the order of Tab`)
  }
  const seeHeading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  return { press, tabTo, seeHeading }
}

function waysOf(server: TestServer, page: Page) {
  /** Loads the page anew. */
  const loadPage = async (hash: string) => {
    await load(page, `${server.url}/${hash}`)
    await settle(page)
  }
  /** Follows a link within the open page, where there is one. */
  const goTo = async (hash: string) => {
    const now = new URL(page.url()).hash
    // The same page with another question shows no sign of when it has changed.
    if (now === '' || now.split('?')[0] === hash.split('?')[0]) return loadPage(hash)
    await goWithin(page, hash)
    await settle(page)
    // The rows are drawn once more when they can be dragged.
    if (hash === '#/coffee-lab/triggers') await page.locator('[data-rfd-drag-handle-draggable-id]').first().waitFor()
  }
  return { loadPage, goTo }
}

async function signIn(
  server: TestServer,
  { page, press, tabTo, seeHeading, loadPage }: ReturnType<typeof keysOf> & ReturnType<typeof waysOf> & { page: Page },
  email: string,
): Promise<void> {
  // Away from the cabinet first: a page that misses its session opens the login and remembers where it was.
  await page.goto(`${server.url}/favicon.svg`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await loadPage('#/login')
  await tabTo('Email')
  await page.keyboard.type(email)
  await tabTo('Password')
  await page.keyboard.type(await demoPassword(server.app))
  await press('Enter')
  await seeHeading('Your businesses')
}

async function lookAtEach(user: KeyboardUser, hashes: readonly string[], lookAt: LookAt): Promise<ScreenFaults> {
  const faults: [string, string[]][] = []
  for (const hash of hashes) {
    await user.goTo(hash)
    faults.push([hash, await lookAt(user.page, hash)])
  }
  return faults.filter(([, lines]) => lines.length > 0)
}

/** The pages of the first of each list. */
async function lookAtFirst(user: KeyboardUser, lists: readonly string[], links: string, lookAt: LookAt) {
  const faults: [string, string[]][] = []
  for (const list of lists) {
    await user.goTo(list)
    const link = user.page.locator(links.replace('{list}', (list.split('?')[0] ?? '').slice(1))).first()
    await user.goTo(((await link.getAttribute('href')) ?? '').replace(/^\/?/, ''))
    faults.push([`the first of ${list}`, await lookAt(user.page, `the first of ${list}`)])
  }
  return faults.filter(([, lines]) => lines.length > 0)
}

export const lookBeforeLogin = (user: KeyboardUser, lookAt: LookAt) => lookAtEach(user, BEFORE_LOGIN, lookAt)

const lookAtFirstOf = (user: KeyboardUser, lists: readonly string[], lookAt: LookAt) =>
  lookAtFirst(
    user,
    lists.map((list) => `#/coffee-lab/${list}`),
    'main a[href*="{list}/"]:not([href$=create])',
    lookAt,
  )

/** Every screen of an owner who is logged in. */
export const lookAsOwner = async (user: KeyboardUser, lookAt: LookAt): Promise<ScreenFaults> => [
  ...(await lookAtEach(user, OF_OWNER, lookAt)),
  ...(await lookAtFirstOf(user, LISTS, lookAt)),
]

/** A frame, a table, lists that are dragged, editors with frames and maps. */
export const lookAtHardest = async (user: KeyboardUser, lookAt: LookAt): Promise<ScreenFaults> => [
  ...(await lookAtEach(user, HARDEST, lookAt)),
  ...(await lookAtFirstOf(user, ['cards', 'form', 'segments'], lookAt)),
]

/** Logs the operator in, and looks at every screen of the installation. */
export async function lookAsOperator(user: KeyboardUser, lookAt: LookAt): Promise<ScreenFaults> {
  await user.signIn(OPERATOR)
  const hashOf = (part: string) => `#/operator/${part}`
  return [
    ...(await lookAtEach(user, OF_OPERATOR.map(hashOf), lookAt)),
    ...(await lookAtFirst(user, LISTS_OF_OPERATOR.map(hashOf), 'main tbody a', lookAt)),
  ]
}
