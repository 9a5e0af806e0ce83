import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partner } from '../../contract/business/partner.ts'
import { certificates } from '../../contract/cards/certificates.ts'
import { cabinets } from '../../contract/platform/cabinets.ts'
import { marketplace } from '../../contract/reach/marketplace.ts'
import { pushes } from '../../contract/reach/pushes.ts'
import { newIphone } from '../holders.ts'
import { query, setPlan } from '../direct-access.ts'
import { axeFaults } from './axe.ts'
import { appears, openContext } from './browser.ts'
import { failRequest, openRefusals, pressExport, type RefusalsVisitor } from './refusals-visitor.ts'
import { settle } from './screen-faults.ts'

/** Every kind of refusal in the one place where it is shown: field, banner, dialog, toast, page. */
describe('a refusal is shown in one place', () => {
  let visitor: RefusalsVisitor
  let server: RefusalsVisitor['server']
  let page: RefusalsVisitor['page']
  let shop: RefusalsVisitor['shop']
  let open: RefusalsVisitor['open']
  let toasts: RefusalsVisitor['toasts']
  const never = '00000000-0000-4000-8000-000000000000'

  beforeAll(async () => {
    visitor = await openRefusals('Rosa', { works: true })
    ;({ server, page, shop, open, toasts } = visitor)
  })
  afterAll(() => visitor?.close())

  it('banner: the tariff has no room for another card or form, and the button is disabled', async () => {
    await open('/cards')
    await appears(page.getByText('Your plan includes 1 card design.'))
    await expect
      .poll(() =>
        page
          .locator('[data-primary] a, [data-primary] button')
          .first()
          .evaluate((one) => one.matches(':disabled, [aria-disabled=true], [data-disabled]')),
      )
      .toBe(true)
    await open('/form')
    await appears(page.getByText('Your plan includes 1 form, and you’re using it.'))
    expect(await toasts().count()).toBe(0)
  })

  it('page: a missing record shows a message in its place, with a link to its list', async () => {
    for (const [path, text, list] of [
      [`/clients/${never}`, 'Client not found', 'Back to clients'],
      [`/pushes/${never}`, 'Push message not found', 'Back to push messages'],
    ] as const) {
      await open(path)
      await appears(page.getByText(text))
      await page.getByRole('link', { name: list }).waitFor()
    }
    await page.goto(`${server.url}/#/nobodys-shop/clients`)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to your businesses' }).waitFor()
    await page.goto(`${server.url}/#/register/verify/${'x'.repeat(43)}`)
    await appears(page.getByText('This link is no longer valid'))
    await page.goto(`${server.url}/#/email/unsubscribe/${'x'.repeat(43)}`)
    await page.getByRole('heading', { level: 1, name: /link/i }).waitFor()
  })

  it('page: a read that failed keeps its block, with the request id and a button to try again', async () => {
    let hasFailed = false
    await page.route('**/api/applications/*/variables', (route) => {
      if (hasFailed) return route.continue()
      hasFailed = true
      return failRequest(route, 'abc-123')
    })
    await open('/settings/variables')
    const panel = page
      .getByRole('alert')
      .filter({ hasText: 'We couldn’t load the variables. Try again or reload the page.' })
    await appears(panel.getByText('abc-123'))
    await appears(panel.getByText('1979'))
    await panel.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('row').filter({ hasText: 'Card number' }).first().waitFor()
    expect(await toasts().count()).toBe(0)
    await page.unroute('**/api/applications/*/variables')
  })

  it('banner in the card: a promo code that no business has, before the sign-up', async () => {
    const guest = await (await openContext(visitor.browser)).context.newPage()
    await guest.goto(`${server.url}/#/signup?promo=ZZZZZZZZ`)
    await guest.getByLabel('Email', { exact: true }).fill('eva@people.example')
    for (const field of await guest.locator('input[type=password]').all()) await field.fill('Right-horse-42')
    await guest.getByRole('checkbox').check()
    await guest.getByRole('button', { name: 'Create account' }).click()
    await appears(guest.getByText('No business has this promo code.'))
    expect([
      await guest.locator('.mantine-Notification-root').count(),
      await guest.getByLabel('Email', { exact: true }).inputValue(),
    ]).toEqual([0, 'eva@people.example'])
    await guest.context().close()
  })

  it('field: a promo code is checked when its field is left, or when a link has brought it', async () => {
    const guest = await (await openContext(visitor.browser)).context.newPage()
    await guest.goto(`${server.url}/#/signup?promo=ZZZZZZZZ`)
    const code = guest.getByLabel('Promo code')
    const wrong = guest.locator('[aria-invalid=true]').and(code)
    await wrong.waitFor()
    await appears(guest.getByText('No business has this promo code.'))
    const { code: known } = await shop.owner.send(partner.activateReferral, { params: { c: shop.c } })
    await code.fill(known ?? '')
    await wrong.waitFor({ state: 'detached' })
    await guest.getByLabel('Email', { exact: true }).focus()
    await appears(guest.getByText('This promo code is valid.'))
    await code.fill('ZZZZZZZ1')
    await guest.getByText('This promo code is valid.').waitFor({ state: 'detached' })
    await guest.getByLabel('Email', { exact: true }).focus()
    await wrong.waitFor()
    expect(await axeFaults(guest)).toEqual([])
    await guest.context().close()
  })

  it('field: a wrong entry is reported at its field', async () => {
    await open('/settings/general')
    await page.getByLabel('Name', { exact: true }).first().fill('')
    await page.getByRole('button', { name: /^Save/ }).first().click()
    const field = page.locator('[aria-invalid=true]').first()
    await field.waitFor()
    await appears(page.getByText('Fill in this field.'))
    expect(await toasts().count()).toBe(0)
  })

  it('field: the card numbers are read-only, with the reason, once more than ten cards are issued', async () => {
    await query(server, 'update cabinets set cards = 11 where id = $1', [shop.c])
    await open('/settings/general')
    await appears(page.getByText('You’ve issued more than 10 cards, so you can’t change the numbers.'))
    await expect
      .poll(() =>
        page.getByLabel('First digital card number').evaluate((one: HTMLInputElement) => one.readOnly || one.disabled),
      )
      .toBe(true)
    await query(server, 'update cabinets set cards = 0 where id = $1', [shop.c])
  })

  it('disabled with the reason: a push that was sent today', async () => {
    await newIphone(server, shop, 'Ida')
    const { id } = await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: 'Today', message: 'Hello', templates: [shop.template] },
    })
    await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: id } })
    await server.drainJobs().catch(() => 0)
    await open(`/pushes/${id}`)
    await appears(page.getByText(/Already sent today\. You can send it once a day/))
    await expect.poll(() => page.getByRole('button', { name: 'Send now' }).isDisabled()).toBe(true)
  })

  it('banner with a link: cards are not active, so no push can be sent', async () => {
    await shop.owner.send(certificates.removePassType, { params: { c: shop.c }, body: {} })
    await open('/pushes/create')
    await appears(page.getByText('You can’t send messages yet'))
    await page.getByRole('link', { name: 'Go to certificates' }).click()
    await page.getByRole('heading', { level: 1, name: 'Certificates' }).waitFor()
  })

  it('disabled with the reason: a tariff only goes up', async () => {
    await setPlan(server, shop.c, 'advanced')
    await open('/balance/tariffs-overview')
    await appears(page.getByText('You can only switch to a higher plan.', { exact: true }))
    await expect.poll(() => page.getByRole('button', { name: 'Choose Base' }).isDisabled()).toBe(true)
  })

  it('toast: a write that failed on our side leads to support', async () => {
    await open('/settings/general')
    await page.route('**/allowexport', (route) => failRequest(route, 'def-456'))
    await pressExport(page)
    await appears(toasts().getByText('Something went wrong on our side.'))
    expect(await toasts().count()).toBe(1)
    await page.unroute('**/allowexport')
  })

  it('toast: what could not be done is named, in the language of the page', async () => {
    await page.route('**/api/applications/*/variables', (route) =>
      route.request().method() === 'POST' ? failRequest(route, 'ghi-789') : route.continue(),
    )
    await open('/settings/variables')
    await page.getByRole('button', { name: 'Add variable' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('pet')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Add|Save)/ })
      .click()
    await appears(toasts().getByText('We couldn’t create the variable.'))
    expect([await toasts().count(), await page.getByRole('dialog').getByLabel('Name').inputValue()]).toEqual([1, 'pet'])
    await page.unroute('**/api/applications/*/variables')
  })

  it('log of the installation: an error that a page did not handle, once', async () => {
    await open('/settings/general')
    const reports: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/faults') && reports.push(request.postData() ?? ''))
    const plant = (what: string) =>
      page.evaluate(
        (message) =>
          queueMicrotask(() => {
            throw new TypeError(message)
          }),
        what,
      )
    const isTaken = () =>
      page.waitForResponse((response) => response.url().endsWith('/api/faults') && response.status() === 200)
    await Promise.all([isTaken(), plant('planted fault')])
    await plant('planted fault')
    // The third is another one: when it has come, the second would have come before it.
    await Promise.all([isTaken(), plant('another fault')])
    expect(reports.map((body) => JSON.parse(body) as unknown)).toEqual([
      expect.objectContaining({
        message: 'TypeError: planted fault',
        page: '/rosa-shop/settings/general',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as unknown,
      }),
      expect.objectContaining({ message: 'TypeError: another fault' }),
    ])
  })

  it('dialog: the export is switched off, with the way to its switch', async () => {
    await shop.owner.send(cabinets.allowExport, { params: { c: shop.c }, body: { status: false } })
    await open('/clients?export=new')
    const dialog = page.getByRole('dialog', { name: 'Export clients' })
    await appears(dialog.getByText('Export is turned off'))
    await dialog.getByRole('link', { name: 'Open settings' }).click()
    await page.getByRole('heading', { level: 1, name: 'General' }).waitFor()
    await shop.owner.send(cabinets.allowExport, { params: { c: shop.c }, body: { status: true } })
    expect(await toasts().count()).toBe(0)
  })

  it('disabled with the date: a module on for less than thirty days; page: a module that does not exist', async () => {
    await shop.owner.send(marketplace.saveModule, {
      params: { c: shop.c, moduleId: 'welcome' },
      body: { isActive: true, version: 0, promos: [] },
    })
    await open('/marketplace/welcome')
    await appears(page.getByText(/You can turn it off on \d/))
    await expect.poll(() => page.getByRole('button', { name: 'Turn off' }).isDisabled()).toBe(true)
    await open('/marketplace/coalition')
    await appears(page.getByText('Module not found'))
    await page.getByRole('link', { name: 'Back to all modules' }).waitFor()
    expect(await toasts().count()).toBe(0)
  })

  it('field: a promo code that exists already, and an end before its beginning', async () => {
    await open('/marketplace/welcome')
    const drawer = page.getByRole('dialog')
    const add = async (code: string, end = '') => {
      await page.getByRole('button', { name: 'Add code' }).first().click()
      await drawer.getByLabel('Code').fill(code)
      await drawer.getByLabel('Bonus').fill('5')
      await drawer.getByLabel('Last day').fill(end)
      await drawer.getByRole('button', { name: 'Add' }).click()
    }
    await add('HELLO')
    await page.getByRole('cell', { name: 'HELLO', exact: true }).waitFor()
    await add('hello', '2020-01-01')
    await appears(drawer.getByText('The last day must be after the first.'))
    await drawer.getByLabel('Last day').fill('')
    await drawer.getByRole('button', { name: 'Add' }).click()
    await appears(drawer.getByText('This code is already in use.'))
    await expect.poll(() => drawer.getByLabel('Code').evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave', exact: true })
      .click()
    await drawer.waitFor({ state: 'detached' })
  })

  it('banner of every page: an account without money gets one banner, not a toast at each press', async () => {
    await query(server, 'update cabinets set balance_minor = -1 where id = $1', [shop.c])
    await open('/settings/general')
    const banner = page.getByRole('alert').filter({ hasText: 'Your balance has run out.' })
    await banner.waitFor()
    const isAnswered = page.waitForResponse((response) => response.request().method() !== 'GET')
    await pressExport(page)
    await isAnswered
    await settle(page)
    expect([await banner.count(), await toasts().count()]).toEqual([1, 0])
    // Here a dialog links to the page for topping up.
    await open('/clients?export=new')
    await page.getByRole('dialog', { name: 'Export clients' }).getByRole('link', { name: 'Top up' }).waitFor()
  })

  it('banner of every page: without a connection', async () => {
    await visitor.context.setOffline(true)
    await appears(page.getByText('You’re offline.'))
    await visitor.context.setOffline(false)
    await page.getByText('You’re offline.').waitFor({ state: 'hidden' })
  })
})
