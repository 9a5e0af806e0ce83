import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, PASSWORD } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'
import { until } from '../until.ts'

const GUEST = 'vera@guest.example'

/** An owner and the person he invites, each in a browser of their own. */
describe('from an invitation to a shared account and out of it again', () => {
  let server: TestServer
  let browser: Browser
  let owner: Page
  let guest: Page
  let complaints: string[][]

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    browser = await openBrowser()
    const shop = await openShop(server, 'Anna')
    const [ownerContext, guestContext] = [await openContext(browser), await openContext(browser)]
    complaints = [ownerContext.complaints, guestContext.complaints]
    owner = await ownerContext.context.newPage()
    guest = await guestContext.context.newPage()
    await owner.goto(`${server.url}/#/login`)
    await owner.getByLabel('Email').fill(shop.owner.email)
    await owner.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await owner.getByRole('button', { name: 'Log in' }).click()
    await owner.waitForURL(/select_application/)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const newestMail = async (address: string, link: RegExp) => {
    const { mailbox } = server.outside.smtp
    const find = () =>
      mailbox
        .list(address)
        .map((one) => link.exec(mailbox.get(one.id)?.text ?? '')?.[0])
        .find((one) => one !== undefined)
    await until(() => find() !== undefined, `a mail to ${address}`)
    return find() ?? ''
  }

  it('the owner invites an address, and the tariff of two people is full', async () => {
    await owner.goto(`${server.url}/#/anna-shop/settings/accesses`)
    await owner.getByRole('button', { name: 'Invite' }).click()
    await owner.getByLabel('Email', { exact: true }).fill('no address')
    await owner.getByRole('button', { name: 'Send invitation' }).click()
    await owner.getByLabel('Email', { exact: true }).and(owner.locator('[aria-invalid=true]')).waitFor()
    await owner.getByLabel('Email', { exact: true }).fill(GUEST)
    await owner.getByRole('button', { name: 'Send invitation' }).click()
    await appears(owner.getByText('Invited'))
    await appears(owner.getByText('Your plan includes 2 team members'))
    await expect.poll(() => owner.getByRole('button', { name: 'Invite' }).isDisabled()).toBe(true)
    expect(await axeFaults(owner)).toEqual([])
  })

  it('the invited person signs up by the link of the mail and finds the invitation', async () => {
    await guest.goto(await newestMail(GUEST, /http\S+#\/invite\?\S+/))
    await appears(guest.getByText('You’re invited to “Anna shop”'))
    expect(await axeFaults(guest)).toEqual([])
    await guest.getByRole('link', { name: 'Create account' }).click()
    await expect.poll(() => guest.getByLabel('Email').inputValue()).toBe(GUEST)
    await guest.getByLabel('Password', { exact: true }).fill('Green-tea-77')
    await guest.getByLabel(/I accept the agreement/).check()
    await guest.getByRole('button', { name: 'Create account' }).click()
    // Where the mail is quicker than the page, the page would leave the link again.
    await appears(guest.getByText('Check your email'))
    await guest.goto(await newestMail(GUEST, /http\S+register\/verify\/\S+/))
    await guest.getByLabel('Password', { exact: true }).fill('Green-tea-77')
    await guest.getByRole('button', { name: 'Confirm address' }).click()
    await guest.waitForURL(/invites_application/)
    await appears(guest.getByText('Anna Tester'))
    await guest.getByRole('link', { name: 'Invitations 1' }).waitFor()
    expect(await axeFaults(guest)).toEqual([])
  })

  it('a rejection can be taken back, an acceptance opens the account', async () => {
    await guest.getByRole('button', { name: 'Decline' }).click()
    await appears(guest.getByText('No invitations'))
    await guest.getByRole('button', { name: 'Undo' }).click()
    await guest.getByRole('button', { name: 'Accept' }).click()
    await guest.waitForURL(/#\/anna-shop/)
    await guest.goto(`${server.url}/#/anna-shop/cards`)
    await appears(guest.getByText('Coffee card'))
  })

  it('sees the people as a member, without a way to change them', async () => {
    await guest.goto(`${server.url}/#/anna-shop/settings/accesses`)
    await appears(guest.getByText('anna@people.example'))
    await expect.poll(() => guest.getByRole('button', { name: 'Invite' }).count()).toBe(0)
    await expect.poll(() => guest.getByRole('switch', { name: new RegExp(GUEST) }).isDisabled()).toBe(true)
  })

  it('a member reads whom to ask for what is not allowed, and may do it once the owner allows it', async () => {
    const openActions = async () => {
      await guest.goto('about:blank')
      await guest.goto(`${server.url}/#/anna-shop/cards`)
      await guest.getByRole('button', { name: 'Actions for Coffee card' }).click()
      return guest.getByRole('menuitem', { name: /^Delete/ })
    }
    const locked = await openActions()
    await appears(locked.getByText('Ask the owner for permission'))
    expect(await axeFaults(guest)).toEqual([])
    await locked.click({ force: true })
    await expect.poll(() => guest.getByRole('dialog').count()).toBe(0)
    await guest.goto(`${server.url}/#/anna-shop/clients?export=new`)
    await appears(guest.getByRole('dialog').getByText('Ask the owner for permission'))
    await owner.reload()
    await owner.getByRole('button', { name: new RegExp(GUEST) }).click()
    await owner.getByRole('menuitem', { name: 'Permissions' }).click()
    const drawer = owner.getByRole('dialog', { name: `${GUEST}’s permissions` })
    await drawer.getByRole('switch', { name: /^Delete/ }).check({ force: true })
    expect(await axeFaults(owner)).toEqual([])
    await drawer.getByRole('button', { name: 'Save changes' }).click()
    await appears(owner.getByText(`${GUEST}’s permissions saved`))
    const allowed = await openActions()
    await allowed.click()
    await appears(guest.getByRole('dialog', { name: /Coffee card/ }))
    await guest.keyboard.press('Escape')
  })

  it('is logged out of the account immediately when the owner removes the access', async () => {
    await owner.reload()
    await appears(owner.getByText(GUEST))
    const letters = owner.getByRole('switch', { name: new RegExp(GUEST) })
    const isSaved = owner.waitForResponse((response) => response.url().endsWith('/notifications') && response.ok())
    await letters.uncheck({ force: true })
    await isSaved
    await owner.reload()
    await letters.waitFor()
    await expect.poll(() => letters.isChecked()).toBe(false)
    await owner.getByRole('button', { name: new RegExp(GUEST) }).click()
    await owner.getByRole('menuitem', { name: 'Remove' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await appears(owner.getByText(`${GUEST} removed from the team`))
    await guest.goto(`${server.url}/#/anna-shop/cards`)
    await guest.reload()
    await guest.getByRole('heading', { name: 'Page not found' }).waitFor()
  })

  it('a link to an answered invitation shows that the invitation is gone', async () => {
    await guest.goto(await newestMail(GUEST, /http\S+#\/invite\?\S+/))
    await appears(guest.getByText('This invitation is no longer valid'))
  })

  it('leaves no error in any console', () => {
    // The browser itself reports every refused answer; the removed person gets 404 on purpose.
    expect(complaints.flat().filter((line) => !/status of 404/.test(line))).toEqual([])
  })
})
