import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../contract/platform/users.ts'
import { PASSWORD, request } from '../people.ts'
import { axeFaults } from './axe.ts'
import { appears } from './browser.ts'
import { type GateVisitor, openGate } from './gate-visitor.ts'

const NEW = 'vera@new.example'
const FRESH = 'Fresh-horse-44'

/** Changed in the profile, confirmed by the new address, undone by the old one. */
describe('the address of a user', () => {
  let gate: GateVisitor
  let undoing: string

  beforeAll(async () => {
    gate = await openGate()
    await gate.page.goto(gate.at('/login'))
    await gate.logIn(PASSWORD)
    await gate.page.waitForURL(/select_application|vera-shop/)
  })
  afterAll(() => gate?.close())

  const card = () => gate.page.getByRole('region', { name: 'Email', exact: true })

  it('is changed with the password only, and stays until the link is opened', async () => {
    await gate.page.goto(gate.at('/profile'))
    await card().getByRole('button', { name: 'Change address' }).click()
    await card().getByLabel('New address').fill(gate.shop.owner.email)
    await card().getByLabel('Current password').fill('Wrong-horse-42')
    await card().getByRole('button', { name: 'Send link' }).click()
    await appears(card().getByText('Wrong password.'))
    await card().getByLabel('Current password').fill(PASSWORD)
    await card().getByRole('button', { name: 'Send link' }).click()
    await appears(card().getByText('This is already your address.'))
    expect(await axeFaults(gate.page)).toEqual([])
    await card().getByLabel('New address').fill(NEW)
    await card().getByRole('button', { name: 'Send link' }).click()
    await appears(card().getByText(`We’ve sent a link to ${NEW}.`, { exact: false }))
    await appears(card().getByText(gate.shop.owner.email, { exact: true }))
    expect(await axeFaults(gate.page)).toEqual([])
  })

  it('is confirmed by the link, after a login where one is needed', async () => {
    const link = await gate.linkTo(NEW, /http\S+#\/email\/change\/\S+/)
    await gate.forget()
    await gate.page.goto('about:blank')
    await gate.page.goto(link)
    await gate.page.waitForURL(/login/)
    await gate.logIn(PASSWORD)
    await gate.heading('Address changed').waitFor()
    await appears(gate.page.getByText(`From now on you log in with ${NEW}.`, { exact: false }))
    expect(await axeFaults(gate.page)).toEqual([])
    await gate.page.getByRole('link', { name: 'Go to your profile' }).click()
    await appears(card().getByText(NEW, { exact: true }))
    await gate.page.goto('about:blank')
    await gate.page.goto(link)
    await gate.heading('This link is no longer valid').waitFor()
  })

  it('is taken back by the old address on a phone, and the new password opens the account', async () => {
    undoing = await gate.linkTo(gate.shop.owner.email, /http\S+#\/email\/undo\/\S+/)
    await gate.page.setViewportSize({ width: 390, height: 844 })
    await gate.page.goto(undoing)
    await gate.heading('Get your address back?').waitFor()
    expect(await axeFaults(gate.page)).toEqual([])
    await gate.page.getByRole('button', { name: 'Undo the change' }).click()
    await gate.heading('Set a new password').waitFor()
    await expect.poll(() => gate.page.getByLabel('Email').inputValue()).toBe(gate.shop.owner.email)
    await gate.page.getByLabel('New password', { exact: true }).fill(FRESH)
    await gate.page.getByLabel('Repeat password').fill(FRESH)
    await gate.page.getByRole('button', { name: 'Save password' }).click()
    await gate.heading('Log in').waitFor()
    const login = await request(gate.server, users.login, { body: { email: gate.shop.owner.email, password: FRESH } })
    expect(login.status).toBe(200)
  })

  it('is not taken back twice', async () => {
    await gate.page.goto('about:blank')
    await gate.page.goto(undoing)
    await gate.heading('This link is no longer valid').waitFor()
    expect(await axeFaults(gate.page)).toEqual([])
  })

  it('leaves no error in the console', () => {
    // The browser itself reports every refused answer; that some are refused is the story.
    expect(gate.complaints.filter((line) => !/status of (401|404|422)/.test(line))).toEqual([])
  })
})
