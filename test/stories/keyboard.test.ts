import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../db/demo.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { openBrowser, openContext } from './browser.ts'
import { settle } from './screen-faults.ts'
import { load } from './screen-walk.ts'
import { tabThrough } from './tab-walk.ts'

/** The hallway by keyboard alone: no mouse is touched in this story. */
describe('the hallway without a mouse', () => {
  let server: TestServer
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    await seedDemo(server.app)
    browser = await openBrowser()
    page = await (await openContext(browser)).context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  /** Tabs on until the wanted thing has the focus. */
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
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  /** Each page anew: no part of the one before may be taken for one of its own. */
  const goTo = async (hash: string) => {
    await load(page, `${server.url}/${hash}`)
    await settle(page)
  }
  const signIn = async (email: string) => {
    // Away from the cabinet first: a page that misses its session leads to the login by itself and remembers where it
    // was.
    await page.goto(`${server.url}/favicon.svg`)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await goTo('#/login')
    await tabTo('Email')
    await page.keyboard.type(email)
    await tabTo('Password')
    await page.keyboard.type('Coffee-2026')
    await press('Enter')
    await heading('Your businesses')
  }

  it('logs in, and every part of the pages before it can be reached and seen', async () => {
    const faults: [string, string[]][] = []
    for (const hash of ['#/login', '#/signup', '#/reset']) {
      await goTo(hash)
      faults.push([hash, await tabThrough(page)])
    }
    expect(faults.filter(([, lines]) => lines.length > 0)).toEqual([])
    await signIn('anna@kartoteka.example')
  })

  it('chooses an account, walks through it by letters and finds a page by the palette', async () => {
    await tabTo('Coffee Lab')
    await press('Enter')
    await page.waitForURL(/#\/coffee-lab$/)
    await heading(/Anna/)
    await press('g', 'k')
    await heading('Clients')
    await press('/')
    await page.keyboard.type('zzz')
    await page.getByText('No results').first().waitFor()
    await press('Escape', 'Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await press('g', 'o')
    await heading(/Anna/)
    await press('Control+k')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.type('Variables')
    await press('Enter')
    await heading('Variables')
    await press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('reaches and shows everything that acts, page by page', async () => {
    const faults: [string, string[]][] = []
    for (const hash of [
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
    ]) {
      await goTo(hash)
      // The rows are drawn once more when they can be taken into the hand.
      if (hash === '#/coffee-lab/triggers') await page.locator('[data-rfd-drag-handle-draggable-id]').first().waitFor()
      faults.push([hash, await tabThrough(page)])
    }
    expect(faults.filter(([, lines]) => lines.length > 0)).toEqual([])
  })

  it('reaches and shows everything on the page of one card, form, client, push, segment and trigger', async () => {
    const faults: [string, string[]][] = []
    for (const list of ['cards', 'form', 'clients', 'pushes', 'pushes?type=geo', 'segments', 'triggers']) {
      await goTo(`#/coffee-lab/${list}`)
      const hash = await page
        .locator(`main a[href*="/coffee-lab/${list.split('?')[0]}/"]:not([href$=create])`)
        .first()
        .getAttribute('href')
      await goTo(hash?.replace(/^\/?/, '') ?? '')
      faults.push([list, await tabThrough(page)])
    }
    expect(faults.filter(([, lines]) => lines.length > 0)).toEqual([])
  })

  it('reaches and shows everything where the installation is run', async () => {
    const faults: [string, string[]][] = []
    await signIn('operator@kartoteka.example')
    for (const part of ['cabinets', 'users', 'tariffs', 'invitations', 'support', 'log']) {
      await goTo(`#/operator/${part}`)
      faults.push([part, await tabThrough(page)])
    }
    for (const part of ['cabinets', 'users', 'support']) {
      await goTo(`#/operator/${part}`)
      await goTo((await page.locator('main tbody a').first().getAttribute('href'))?.replace(/^\/?/, '') ?? '')
      faults.push([`one of ${part}`, await tabThrough(page)])
    }
    expect(faults.filter(([, lines]) => lines.length > 0)).toEqual([])
    await signIn('anna@kartoteka.example')
  })

  it('skips the menu, opens a drawer, closes it and stands where it stood', async () => {
    await goTo('#/coffee-lab/settings/variables')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await tabTo('Skip to content')
    await press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await tabTo('Add variable')
    await press('Enter')
    await page.getByRole('dialog', { name: 'New variable' }).waitFor()
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.waitForFunction(() => document.activeElement?.textContent === 'Add variable')
  })

  it('would find what cannot be reached and a focus that cannot be seen: both are planted', async () => {
    await goTo('#/create_application')
    await page.evaluate(() => {
      const [first, second] = document.querySelectorAll<HTMLElement>('main input')
      // Only the keyboard is led astray: the field stays in the order of Tab for whoever reads the page.
      first?.addEventListener('focus', () => first.blur())
      second?.style.setProperty('outline', 'none', 'important')
      for (let element = second; element && element.tagName !== 'FORM'; element = element.parentElement ?? undefined)
        element.style.setProperty('all', 'initial', 'important')
    })
    const faults = await tabThrough(page)
    expect(faults).toContainEqual(expect.stringContaining('cannot be reached: input'))
    expect(faults).toContainEqual(expect.stringContaining('the focus cannot be seen on input'))
  })
})
