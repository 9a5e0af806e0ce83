import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../contract/platform/users.ts'
import { query } from '../direct-access.ts'
import { PASSWORD, request } from '../people.ts'
import { axeFaults } from './axe.ts'
import { type GateVisitor, openGate } from './gate-visitor.ts'
import { appears } from './browser.ts'

const FRESH = 'Fresh-horse-44'

/** Wrong, expired, changed in the profile, reset by a link. */
describe('a password', () => {
  let gate: GateVisitor

  beforeAll(async () => {
    gate = await openGate()
  })
  afterAll(() => gate?.close())

  it('that is wrong is refused under its field, without a toast', async () => {
    await gate.page.goto(gate.at('/login'))
    await gate.logIn('Wrong-horse-42')
    const field = gate.page.getByLabel('Password', { exact: true })
    await appears(gate.page.getByText('Wrong email or password.'))
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    expect(await gate.page.locator('.mantine-Notification-root').count()).toBe(0)
  })

  it('that has expired is replaced on the same card', async () => {
    await query(gate.server, `update users set password_changed_at = now() - interval '91 days' where email = $1`, [
      gate.shop.owner.email,
    ])
    await gate.logIn(PASSWORD)
    await gate.heading('Set a new password').waitFor()
    await appears(gate.page.getByText('Passwords expire after 90 days.', { exact: false }))
    expect(await gate.page.locator('.mantine-Notification-root').count()).toBe(0)
    expect(await axeFaults(gate.page)).toEqual([])
    await gate.page.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await gate.page.getByLabel('Repeat password').fill(PASSWORD)
    await gate.page.getByRole('button', { name: 'Save and log in' }).click()
    await appears(gate.page.getByText('This is already your password.', { exact: false }))
    await gate.page.getByLabel('New password', { exact: true }).fill(FRESH)
    await gate.page.getByLabel('Repeat password').fill('Other-horse-45')
    await gate.page.getByRole('button', { name: 'Save and log in' }).click()
    await appears(gate.page.getByText('The passwords don’t match.'))
    await gate.page.getByLabel('Repeat password').fill(FRESH)
    await gate.page.getByRole('button', { name: 'Save and log in' }).click()
    await gate.page.waitForURL(/select_application/)
    expect((await request(gate.server, users.me, {}, gate.shop.owner.token)).status).toBe(401)
  })

  it('is changed in the profile by a user who knows the current one', async () => {
    const elsewhere = (
      await request(gate.server, users.login, { body: { email: gate.shop.owner.email, password: FRESH } })
    ).body.data as { token: string }
    await gate.page.goto(gate.at('/profile'))
    const card = gate.page.getByRole('region', { name: 'Password' })
    await card.getByLabel('Current password').fill('Wrong-horse-42')
    await card.getByLabel('New password', { exact: true }).fill('Next-horse-46')
    await card.getByLabel('Repeat password').fill('Next-horse-46')
    await card.getByRole('button', { name: 'Change password' }).click()
    await appears(card.getByText('Wrong password.'))
    await card.getByLabel('Current password').fill(FRESH)
    await card.getByRole('button', { name: 'Change password' }).click()
    await appears(gate.page.getByText(/Password changed\. 1 other device was logged out/))
    expect((await request(gate.server, users.me, {}, elsewhere.token)).status).toBe(401)
    await gate.page.reload()
    await gate.heading('Profile').waitFor()
  })

  it('is not the only thing in the profile: the name changes everywhere immediately', async () => {
    const person = gate.page.getByRole('region', { name: 'About you' })
    await person.getByLabel('Phone').fill('601')
    await person.getByRole('button', { name: 'Save changes' }).click()
    await appears(person.getByText(/phone number with the country code|Enter at least 5 characters/))
    await person.getByLabel('Phone').fill('+420 601 555 222')
    await person.getByLabel('First name', { exact: true }).fill('Věra')
    await person.getByRole('button', { name: 'Save changes' }).click()
    await appears(gate.page.getByText('Profile saved'))
    await gate.page.getByRole('button', { name: 'User menu: Věra Tester' }).waitFor()
    await expect.poll(() => person.getByLabel('Phone').inputValue()).toBe('+420601555222')
    expect(await axeFaults(gate.page)).toEqual([])
  })

  it('is reset by a link once; the same link has expired afterwards and offers a new one', async () => {
    await gate.forget()
    await gate.page.goto('about:blank')
    await gate.page.goto(gate.at('/reset'))
    await gate.page.getByLabel('Email').fill(gate.shop.owner.email)
    await gate.page.getByRole('button', { name: 'Send link' }).click()
    await gate.heading('Check your email').waitFor()
    const link = await gate.linkTo(gate.shop.owner.email, /http\S+#\/reset\?\S+/)
    await gate.page.goto(link)
    await gate.page.getByLabel('New password', { exact: true }).fill('Last-horse-47')
    await gate.page.getByLabel('Repeat password').fill('Last-horse-47')
    await gate.page.getByRole('button', { name: 'Save password' }).click()
    await appears(gate.page.getByText('Password saved. You can log in with it now.'))
    await gate.page.goto('about:blank')
    await gate.page.goto(link)
    await gate.heading('This link has expired').waitFor()
    await expect.poll(() => gate.page.getByLabel('Email').inputValue()).toBe(gate.shop.owner.email)
    expect(await axeFaults(gate.page)).toEqual([])
    await gate.page.getByRole('button', { name: 'Send a new link' }).click()
    await gate.heading('Check your email').waitFor()
  })

  it('and the list of accounts shows whether an email address was confirmed', async () => {
    await gate.page.goto(gate.at('/login'))
    await gate.logIn('Last-horse-47')
    await gate.page.waitForURL(/select_application/)
    for (const [status, text] of [
      ['ok', 'Your email address is confirmed.'],
      ['failed', 'This confirmation link is no longer valid.'],
    ] as const) {
      await gate.page.goto(gate.at(`/select_application?verifyEmailStatus=${status}`))
      await appears(gate.page.getByText(text, { exact: false }))
    }
  })

  it('leaves no error in the console', () => {
    // The browser itself reports every refused answer; that some are refused is the story.
    expect(gate.complaints.filter((line) => !/status of (400|401|422|423|426)/.test(line))).toEqual([])
  })
})
