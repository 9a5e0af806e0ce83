import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../contract/platform/users.ts'
import { query } from '../behind.ts'
import { until } from '../until.ts'
import { openShop, PASSWORD, say, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults, openBrowser, openContext } from './browser.ts'

const FRESH = 'Fresh-horse-44'

/**
 * Everything that stands between somebody and his page: sign-up, login, the agreement, an old password, an old link,
 * the way out.
 */
describe('the gate', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let shop: Shop
  let complaints: string[]
  const at = (hash: string) => `${server.url}/#${hash}`
  const hash = () => new URL(page.url()).hash.slice(1)
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

  beforeAll(async () => {
    server = await startTestServer({ works: true, env: { PASSWORD_MAX_AGE_DAYS: '90' } })
    shop = await openShop(server, 'Vera')
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    page = await opened.context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  async function linkTo(address: string, link: RegExp): Promise<string> {
    const { mailbox } = server.outside.smtp
    const found = () =>
      mailbox
        .list(address)
        .map((one) => link.exec(mailbox.get(one.id)?.text ?? '')?.[0])
        .find((one) => one !== undefined)
    await until(async () => found() !== undefined, `a mail to ${address}`)
    return found() ?? ''
  }
  const logIn = async (password: string, email = shop.owner.email) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  const forget = () =>
    page.evaluate(() => {
      localStorage.removeItem('kartoteka.token')
      localStorage.removeItem('kartoteka.user')
    })
  const raiseOffer = () => query(server, 'update users set offer_version = 0')
  /** Presses Tab until the named control has the focus. */
  async function tabTo(role: 'textbox' | 'checkbox' | 'button' | 'link', name: string | RegExp): Promise<void> {
    const wanted = page.getByRole(role, { name, exact: typeof name === 'string' })
    for (let presses = 0; presses < 40; presses++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never reaches ${String(name)}`)
  }

  describe('with the keyboard alone', () => {
    it('somebody signs up, reads the agreement on the way, and hears where the mail went', async () => {
      await page.goto(at('/signup'))
      await heading('Create account').waitFor()
      for (const [name, text] of [
        ['First name', 'Clara'],
        ['Last name', 'Stone'],
        ['Email', 'clara@mail.example'],
        ['Phone', '+420 601 555 111'],
        ['Password', 'green-tea'],
      ] as const) {
        await tabTo('textbox', name)
        await page.keyboard.type(text)
      }
      const rule = (text: string) => page.getByRole('listitem').filter({ hasText: text })
      expect(await rule('an uppercase letter').getAttribute('data-met')).toBe('false')
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Green-tea-77')
      expect(
        await Promise.all(
          ['8 characters or more', 'a lowercase letter', 'an uppercase letter', 'a number'].map((text) =>
            rule(text).getAttribute('data-met'),
          ),
        ),
      ).toEqual(['true', 'true', 'true', 'true'])
      await tabTo('textbox', 'Repeat password')
      await page.keyboard.type('Green-tea-77')
      await tabTo('button', 'Read the agreement')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Agreement' })
      await dialog.getByText('This is a sample').waitFor()
      expect(await axeFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await tabTo('button', 'Create account')
      await page.keyboard.press('Enter')
      await page.getByText('We need your consent').waitFor()
      await page.getByRole('checkbox', { name: /I accept the agreement/ }).focus()
      await page.keyboard.press('Space')
      await tabTo('button', 'Create account')
      await page.keyboard.press('Enter')
      await heading('Check your email').waitFor()
      expect(await axeFaults(page)).toEqual([])
    })

    it('logs in before the address is confirmed: a banner says so and sends the mail again', async () => {
      await page.goto(at('/login'))
      await tabTo('textbox', 'Email')
      await page.keyboard.type('clara@mail.example')
      await tabTo('textbox', 'Password')
      await page.keyboard.type('Green-tea-77')
      await page.keyboard.press('Enter')
      await page.waitForURL(/select_application/)
      await page.getByText('Confirm your email address: we sent a link to clara@mail.example.').waitFor()
      await tabTo('button', 'Resend')
      await page.keyboard.press('Enter')
      await page.getByText(/Resend in \d+ s/).waitFor()
    })

    it('confirms it by the newer link, and the banner is gone', async () => {
      await until(async () => server.outside.smtp.mailbox.list('clara@mail.example').length === 2, 'the second mail')
      await page.goto(await linkTo('clara@mail.example', /http\S+register\/verify\/\S+/))
      await tabTo('link', 'Continue')
      await page.keyboard.press('Enter')
      await page.waitForURL(/select_application/)
      await page.getByText(/Confirm your email address/).waitFor({ state: 'detached' })
      expect(await query(server, `select offer_version from users where email = 'clara@mail.example'`)).toEqual([
        { offer_version: 1 },
      ])
    })

    it('logs out by the menu', async () => {
      await tabTo('button', /User menu/)
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
      const out = page.getByRole('menuitem', { name: 'Log out' })
      while (!(await out.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Log out?' })
      await dialog.waitFor()
      expect(await dialog.getByText('unsaved').count()).toBe(0)
      await page.keyboard.press('Control+Enter')
      await page.waitForURL(/#\/login/)
      expect(await page.evaluate(() => localStorage.getItem('kartoteka.token'))).toBeNull()
    })
  })

  describe('a page that was asked for', () => {
    it('is opened after the login, with its query', async () => {
      await page.goto(at('/vera-shop/clients?q=anna+b'))
      await page.waitForURL(/#\/login/)
      await logIn(PASSWORD)
      await page.waitForURL(/vera-shop\/clients/)
      expect(hash()).toBe('/vera-shop/clients?q=anna+b')
      await heading('Clients').waitFor()
    })

    it('comes back after the agreement was accepted, which a 423 asked for', async () => {
      await raiseOffer()
      await page.goto('about:blank')
      await page.goto(at('/vera-shop/settings/variables?q=pet'))
      await page.waitForURL(/#\/offer$/)
      await page.getByText('The agreement has changed.', { exact: false }).waitFor()
      await page.getByText('Version 1, 1 Nov 2026').waitFor()
      expect(await axeFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Accept and continue' }).click()
      await page.getByText('Tick the box to continue.').waitFor()
      await page.getByRole('checkbox', { name: 'I have read and accept the agreement' }).check()
      await page.getByRole('button', { name: 'Accept and continue' }).click()
      await heading('Variables').waitFor()
      expect(hash()).toBe('/vera-shop/settings/variables?q=pet')
    })

    it('may also be left: the agreement page logs out', async () => {
      await raiseOffer()
      await page.goto('about:blank')
      await page.goto(at('/vera-shop'))
      await page.waitForURL(/#\/offer$/)
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
      await page.waitForURL(/#\/login/)
      await query(server, 'update users set offer_version = 1')
    })

    it('is never another place', async () => {
      const evils = [
        '//evil.example',
        '/\\evil.example',
        '\\\\evil.example',
        'https://evil.example',
        'HTTPS:evil.example',
        'javascript:alert(1)',
        'data:text/html,x',
        '/%2F%2Fevil.example',
        '/%5Cevil.example',
        '/..//evil.example',
        '/vera-shop//evil.example',
        '/@evil.example',
        ' //evil.example',
        '/\t/evil.example',
        '#//evil.example',
        '?next=//evil.example',
        '/login?next=https://evil.example',
        '/logout',
      ]
      await page.goto(at('/login'))
      await page.evaluate(
        ({ token, user }) => {
          // The login itself, without the password check of each of these.
          const send = window.fetch
          window.fetch = async (input, init) =>
            String(input).endsWith('/user/login_another')
              ? new Response(JSON.stringify({ data: { token, user } }), {
                  status: 200,
                  headers: { 'content-type': 'application/json' },
                })
              : send(input, init)
        },
        { token: shop.owner.token, user: await shop.owner.send(users.me) },
      )
      for (const evil of evils) {
        await page.evaluate((way) => {
          localStorage.removeItem('kartoteka.token')
          sessionStorage.setItem('kartoteka.back', way)
          location.hash = '/login'
        }, evil)
        await logIn(PASSWORD)
        await page.waitForURL(/select_application/)
        expect([evil, page.url()]).toEqual([evil, at('/select_application')])
      }
      await forget()
      await page.goto('about:blank')
    })
  })

  describe('a password', () => {
    it('that is wrong is told under its field, without a toast', async () => {
      await page.goto(at('/login'))
      await logIn('Wrong-horse-42')
      const field = page.getByLabel('Password', { exact: true })
      await page.getByText('Wrong email or password.').waitFor()
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      expect(await page.locator('.mantine-Notification-root').count()).toBe(0)
    })

    it('that has expired is replaced on the same card', async () => {
      await query(server, `update users set password_changed_at = now() - interval '91 days' where email = $1`, [
        shop.owner.email,
      ])
      await logIn(PASSWORD)
      await heading('Set a new password').waitFor()
      await page.getByText('Passwords expire every 90 days.', { exact: false }).waitFor()
      expect(await page.locator('.mantine-Notification-root').count()).toBe(0)
      expect(await axeFaults(page)).toEqual([])
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
      await page.getByLabel('Repeat password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Save and log in' }).click()
      await page.getByText('This is already your password.', { exact: false }).waitFor()
      await page.getByLabel('New password', { exact: true }).fill(FRESH)
      await page.getByLabel('Repeat password').fill('Other-horse-45')
      await page.getByRole('button', { name: 'Save and log in' }).click()
      await page.getByText('The passwords don’t match.').waitFor()
      await page.getByLabel('Repeat password').fill(FRESH)
      await page.getByRole('button', { name: 'Save and log in' }).click()
      await page.waitForURL(/select_application/)
      expect((await say(server, users.me, {}, shop.owner.token)).status).toBe(401)
    })

    it('is changed in the profile by whoever knows the one of now', async () => {
      const elsewhere = (await say(server, users.login, { body: { email: shop.owner.email, password: FRESH } })).body
        .data as { token: string }
      await page.goto(at('/profile'))
      const card = page.getByRole('region', { name: 'Password' })
      await card.getByLabel('Current password').fill('Wrong-horse-42')
      await card.getByLabel('New password', { exact: true }).fill('Next-horse-46')
      await card.getByLabel('Repeat password').fill('Next-horse-46')
      await card.getByRole('button', { name: 'Change password' }).click()
      await card.getByText('Wrong password.').waitFor()
      await card.getByLabel('Current password').fill(FRESH)
      await card.getByRole('button', { name: 'Change password' }).click()
      await page.getByText(/Password changed\. 1 other device was logged out/).waitFor()
      expect((await say(server, users.me, {}, elsewhere.token)).status).toBe(401)
      await page.reload()
      await heading('Profile').waitFor()
    })

    it('is not the only thing in the profile: the name changes everywhere at once', async () => {
      const person = page.getByRole('region', { name: 'About you' })
      await person.getByLabel('Phone').fill('601')
      await person.getByRole('button', { name: 'Save changes' }).click()
      await person.getByText(/phone number with the country code|Enter at least 5 characters/).waitFor()
      await person.getByLabel('Phone').fill('+420 601 555 222')
      await person.getByLabel('First name', { exact: true }).fill('Věra')
      await person.getByRole('button', { name: 'Save changes' }).click()
      await page.getByText('Profile saved').waitFor()
      await page.getByRole('button', { name: 'User menu: Věra Tester' }).waitFor()
      expect(await person.getByLabel('Phone').inputValue()).toBe('+420601555222')
      expect(await axeFaults(page)).toEqual([])
    })

    it('is set anew by a link once; the same link is old afterwards and offers a new one', async () => {
      await forget()
      await page.goto('about:blank')
      await page.goto(at('/reset'))
      await page.getByLabel('Email').fill(shop.owner.email)
      await page.getByRole('button', { name: 'Send link' }).click()
      await heading('Check your email').waitFor()
      const link = await linkTo(shop.owner.email, /http\S+#\/reset\?\S+/)
      await page.goto(link)
      await page.getByLabel('New password', { exact: true }).fill('Last-horse-47')
      await page.getByLabel('Repeat password').fill('Last-horse-47')
      await page.getByRole('button', { name: 'Save password' }).click()
      await page.getByText('Password saved. You can log in with it now.').waitFor()
      await page.goto('about:blank')
      await page.goto(link)
      await heading('This link has expired').waitFor()
      expect(await page.getByLabel('Email').inputValue()).toBe(shop.owner.email)
      expect(await axeFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Send a new link' }).click()
      await heading('Check your email').waitFor()
    })
  })

  it('shows what became of a confirmed address on the list of accounts', async () => {
    await page.goto(at('/login'))
    await logIn('Last-horse-47')
    await page.waitForURL(/select_application/)
    for (const [status, text] of [
      ['ok', 'Your email address is confirmed.'],
      ['failed', 'This confirmation link is no longer valid.'],
    ] as const) {
      await page.goto(at(`/select_application?verifyEmailStatus=${status}`))
      await page.getByText(text, { exact: false }).waitFor()
    }
  })

  it('leaves no error in the console', () => {
    // The browser itself reports every refused answer; that some are refused is the story.
    expect(complaints.filter((line) => !/status of (400|401|422|423|426)/.test(line))).toEqual([])
  })
})
