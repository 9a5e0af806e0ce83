import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../contract/platform/users.ts'
import { query } from '../direct-access.ts'
import { PASSWORD } from '../people.ts'
import { until } from '../until.ts'
import { axeFaults } from './axe.ts'
import { type GateVisitor, openGate } from './gate-visitor.ts'
import { appears } from './browser.ts'

/** What comes before a page: sign-up, login, the agreement. */
describe('the gate', () => {
  let gate: GateVisitor

  beforeAll(async () => {
    gate = await openGate()
  })
  afterAll(() => gate?.close())

  describe('with the keyboard alone', () => {
    it('somebody signs up, reads the agreement on the way, and goes straight on', async () => {
      await gate.page.goto(gate.at('/signup'))
      await gate.heading('Create account').waitFor()
      for (const [name, text] of [
        ['Email', 'clara@mail.example'],
        ['Password', 'green-tea'],
      ] as const) {
        await gate.tabTo('textbox', name)
        await gate.page.keyboard.type(text)
      }
      const rule = (text: string) => gate.page.getByRole('listitem').filter({ hasText: text })
      await expect.poll(() => rule('an uppercase letter').getAttribute('data-met')).toBe('false')
      await gate.page.keyboard.press('Control+A')
      await gate.page.keyboard.type('Green-tea-77')
      for (const text of ['8 characters or more', 'a lowercase letter', 'an uppercase letter', 'a number'])
        await expect.poll(() => rule(text).getAttribute('data-met')).toBe('true')
      await gate.tabTo('button', 'Read the agreement')
      await gate.page.keyboard.press('Enter')
      const dialog = gate.page.getByRole('dialog', { name: 'Agreement' })
      await appears(dialog.getByText('This is a sample'))
      expect(await axeFaults(gate.page)).toEqual([])
      await gate.page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await gate.tabTo('button', 'Create account')
      await gate.page.keyboard.press('Enter')
      await appears(gate.page.getByText('We need your consent'))
      await gate.page.getByRole('checkbox', { name: /I accept the agreement/ }).focus()
      await gate.page.keyboard.press('Space')
      await gate.tabTo('button', 'Create account')
      await gate.page.keyboard.press('Enter')
      await gate.heading('Add business').waitFor()
      expect(await axeFaults(gate.page)).toEqual([])
    })

    it('logs in before the address is confirmed: a banner shows it and sends the email again', async () => {
      await gate.page.evaluate(() => localStorage.clear())
      await gate.page.goto('about:blank')
      await gate.page.goto(gate.at('/login'))
      await gate.tabTo('textbox', 'Email')
      await gate.page.keyboard.type('clara@mail.example')
      await gate.tabTo('textbox', 'Password')
      await gate.page.keyboard.type('Green-tea-77')
      await gate.page.keyboard.press('Enter')
      await gate.page.waitForURL(/select_application/)
      await appears(gate.page.getByText('Confirm your email address: we sent a link to clara@mail.example.'))
      await gate.tabTo('button', 'Resend')
      await gate.page.keyboard.press('Enter')
      await appears(gate.page.getByText(/Resend in \d+ s/))
    })

    it('confirms it by the newer link, and the banner is gone', async () => {
      await until(() => gate.server.outside.smtp.mailbox.list('clara@mail.example').length === 2, 'the second email')
      await gate.page.goto(await gate.linkTo('clara@mail.example', /http\S+register\/verify\/\S+/))
      // Who only reads the email does not know the password.
      await gate.tabTo('textbox', 'Password')
      await gate.page.keyboard.type('Green-tea-77')
      await gate.page.keyboard.press('Enter')
      await gate.page.waitForURL(/select_application/)
      await gate.page.getByText(/Confirm your email address/).waitFor({ state: 'detached' })
      expect(await query(gate.server, `select offer_version from users where email = 'clara@mail.example'`)).toEqual([
        { offer_version: 1 },
      ])
    })

    it('logs out by the menu', async () => {
      await gate.tabTo('button', /User menu/)
      await gate.page.keyboard.press('Enter')
      await gate.page.getByRole('menuitem', { name: 'Profile' }).waitFor()
      const out = gate.page.getByRole('menuitem', { name: 'Log out' })
      while (!(await out.evaluate((element) => element === document.activeElement)))
        await gate.page.keyboard.press('ArrowDown')
      await gate.page.keyboard.press('Enter')
      const dialog = gate.page.getByRole('dialog', { name: 'Log out?' })
      await dialog.waitFor()
      await expect.poll(() => dialog.getByText('unsaved').count()).toBe(0)
      await gate.page.keyboard.press('Control+Enter')
      await gate.page.waitForURL(/#\/login/)
      expect(await gate.page.evaluate(() => localStorage.getItem('kartoteka.token'))).toBeNull()
    })
  })

  describe('a page that was asked for', () => {
    it('is opened after the login, with its query', async () => {
      await gate.page.goto(gate.at('/vera-shop/clients?q=anna+b'))
      await gate.page.waitForURL(/#\/login/)
      await gate.logIn(PASSWORD)
      await gate.page.waitForURL(/vera-shop\/clients/)
      expect(gate.hash()).toBe('/vera-shop/clients?q=anna+b')
      await gate.heading('Clients').waitFor()
    })

    it('comes back after the agreement was accepted, which a 423 asked for', async () => {
      await gate.raiseOffer()
      await gate.page.goto('about:blank')
      await gate.page.goto(gate.at('/vera-shop/settings/variables?q=pet'))
      await gate.page.waitForURL(/#\/offer$/)
      await appears(gate.page.getByText('The agreement has changed.', { exact: false }))
      await appears(gate.page.getByText('Version 1, 1 Nov 2026'))
      expect(await axeFaults(gate.page)).toEqual([])
      await gate.page.getByRole('button', { name: 'Accept and continue' }).click()
      await appears(gate.page.getByText('Tick the box to continue.'))
      await gate.page.getByRole('checkbox', { name: 'I have read and accept the agreement' }).check()
      await gate.page.getByRole('button', { name: 'Accept and continue' }).click()
      await gate.heading('Variables').waitFor()
      expect(gate.hash()).toBe('/vera-shop/settings/variables?q=pet')
    })

    it('may also be left: the agreement page logs out', async () => {
      await gate.raiseOffer()
      await gate.page.goto('about:blank')
      await gate.page.goto(gate.at('/vera-shop'))
      await gate.page.waitForURL(/#\/offer$/)
      await gate.page.getByRole('button', { name: 'Log out' }).click()
      await gate.page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
      await gate.page.waitForURL(/#\/login/)
      await query(gate.server, 'update users set offer_version = 1')
    })

    // Forty more are tried without a browser, in web/base/return-path.test.ts.
    it('is never on another site', async () => {
      const evils = ['//evil.example', '/\\evil.example', 'javascript:alert(1)', '/%2F%2Fevil.example', '/logout']
      await gate.page.goto(gate.at('/login'))
      await gate.page.evaluate(
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
        { token: gate.shop.owner.token, user: await gate.shop.owner.send(users.me) },
      )
      for (const evil of evils) {
        await gate.page.evaluate((way) => {
          localStorage.removeItem('kartoteka.token')
          sessionStorage.setItem('kartoteka.back', way)
          location.hash = '/login'
        }, evil)
        await gate.logIn(PASSWORD)
        await gate.page.waitForURL(/select_application/)
        expect([evil, gate.page.url()]).toEqual([evil, gate.at('/select_application')])
      }
      await gate.forget()
      await gate.page.goto('about:blank')
    })
  })

  it('leaves no error in the console', () => {
    // The browser itself reports every refused answer; that some are refused is the story.
    expect(gate.complaints.filter((line) => !/status of (400|401|422|423|426)/.test(line))).toEqual([])
  })
})
