import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forms } from '../../contract/people/forms.ts'
import { openShop, type Shop } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'

/** What an owner arranges in the settings, by hand in a browser. */
describe('the settings of a cabinet', () => {
  let server: TestServer
  let browser: Browser
  let page: Page
  let shop: Shop
  let complaints: string[]

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    shop = await openShop(server, 'Wanda')
    browser = await openBrowser()
    const opened = await openContext(browser)
    complaints = opened.complaints
    page = await opened.context.newPage()
    await page.goto(`${server.url}/#/login`)
    await page.getByLabel('Email').fill(shop.owner.email)
    await page.getByLabel('Password', { exact: true }).fill('Right-horse-42')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/select_application|wanda-shop/)
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const row = (name: string) => page.getByRole('row').filter({ hasText: name })

  it('adds a variable whose rules speak while its name is typed', async () => {
    await page.goto(`${server.url}/#/wanda-shop/settings`)
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Variables' }).click()
    await page.getByRole('heading', { level: 1, name: 'Variables' }).waitFor()
    await page.getByRole('button', { name: 'Add variable' }).click()
    const drawer = page.getByRole('dialog', { name: 'New variable' })
    await drawer.getByLabel('Name').fill('2pets')
    await appears(drawer.getByText('Use Latin letters and digits, starting with a letter.', { exact: true }))
    await drawer.getByLabel('Name').fill('Balance')
    await appears(drawer.getByText(/name is built in/))
    await drawer.getByLabel('Name').fill('pet')
    await drawer.getByLabel('Default value').fill('dog')
    expect(await axeFaults(page)).toEqual([])
    await drawer.getByRole('button', { name: 'Add variable' }).click()
    await appears(page.getByText('Variable pet added'))
    await appears(row('pet').getByText('not used'))
  })

  it('does not delete one that a form asks for: the dialog leads to the form', async () => {
    const { settings, name, template, version } = await shop.owner.send(forms.readForm, {
      params: { c: shop.c, formKey: shop.formKey },
    })
    const [first] = settings.fields
    await shop.owner.send(forms.saveForm, {
      params: { c: shop.c, formKey: shop.formKey },
      body: {
        name,
        template: template.id,
        version,
        settings: {
          ...settings,
          fields: [...settings.fields, { ...first!, key: 'pet', label: 'Pet', variableName: 'pet', required: false }],
        },
      },
    })
    await page.reload()
    await row('pet').getByRole('link', { name: 'Main form' }).waitFor()
    await row('pet')
      .getByRole('button', { name: /Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete variable' }).click()
    const dialog = page.getByRole('dialog', { name: 'pet is in use' })
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('link', { name: 'Main form' }).click()
    await page.waitForURL(/wanda-shop\/form\//)
    // The address changes first: the page that follows takes the dialog with it.
    await dialog.waitFor({ state: 'detached' })
  })

  it('deletes one that nothing uses', async () => {
    await page.goto(`${server.url}/#/wanda-shop/settings/variables`)
    await page.getByRole('button', { name: 'Add variable' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('town')
    await page.keyboard.press('Enter')
    await row('town')
      .getByRole('button', { name: /Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete variable' }).click()
    await page
      .getByRole('dialog', { name: 'Delete variable “town”?' })
      .getByRole('button', { name: 'Delete variable' })
      .click()
    await appears(page.getByText('Variable town deleted'))
    await row('town').waitFor({ state: 'detached' })
  })

  it('names the account and keeps plastic numbers apart, with a ruler', async () => {
    await page.goto(`${server.url}/#/wanda-shop/settings`)
    await page.waitForURL(/settings\/general/)
    const account = page.getByRole('region', { name: 'Business' })
    await account.getByLabel('Name', { exact: true }).fill('Wanda & sons')
    await account.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: /Business: Wanda & sons/ }).waitFor()
    const numbers = page.getByRole('region', { name: 'Card numbers' })
    await numbers.getByRole('switch', { name: 'We also have plastic cards' }).check()
    await numbers.getByLabel('Plastic cards from').fill('10')
    await appears(numbers.getByText(/The ranges overlap: 000010/))
    await numbers.getByLabel('Plastic cards from').fill('1000')
    await appears(numbers.getByText('The ranges don’t overlap.'))
    expect(await axeFaults(page)).toEqual([])
    await numbers.getByRole('button', { name: 'Save changes' }).click()
    await appears(page.getByText('Card numbers saved'))
  })

  it('ends the other sessions', async () => {
    const sessions = page.getByRole('region', { name: 'Your sessions' })
    await appears(sessions.getByText('Chrome on Linux'))
    await sessions.getByRole('button', { name: 'Log out other devices' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Log out other devices' }).click()
    await appears(sessions.getByText('You’re only logged in here.'))
  })

  it('on a phone is a list of pages with a way back', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${server.url}/#/wanda-shop/settings`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Variables/ })
      .click()
    await appears(page.getByText('pet', { exact: true }).first())
    await page.getByRole('link', { name: /Settings/ }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: /Certificates/ })
      .waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('leaves no error and no violated policy in any console', () => {
    expect(complaints).toEqual([])
  })
})
