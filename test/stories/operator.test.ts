import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operator as operation } from '../../contract/business/operator.ts'
import { query } from '../direct-access.ts'
import { until } from '../until.ts'
import { openShop, PASSWORD, type Person, signIn } from '../people.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { axeFaults } from './axe.ts'
import { appears, openBrowser, openContext } from './browser.ts'

/** A user has a question; the operator helps, and the audit log shows it. */
describe('the operator', () => {
  let server: TestServer
  let browser: Browser
  let owner: Page
  let desk: Page
  let operator: Person
  let complaints: string[][]

  beforeAll(async () => {
    server = await startTestServer({ works: true })
    browser = await openBrowser()
    const shop = await openShop(server, 'Clara')
    operator = await signIn(server, 'Olga')
    await query(server, 'update users set superuser = true where email = $1', [operator.email])
    const contexts = [await openContext(browser), await openContext(browser)]
    complaints = contexts.map((one) => one.complaints)
    const pages = await Promise.all(contexts.map(({ context }) => context.newPage()))
    ;[owner, desk] = pages as [Page, Page]
    for (const [page, email] of [
      [owner, shop.owner.email],
      [desk, operator.email],
    ] as const) {
      await page.goto(`${server.url}/#/login`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL(/select_application|clara-shop/)
    }
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const openSupport = async (page: Page) => {
    await page.getByRole('button', { name: /User menu/ }).click()
    await page.getByRole('menuitem', { name: /Support/ }).click()
    return page.getByRole('dialog', { name: 'Support' })
  }

  it('a question is typed, survives a closed dialog and is sent with a pasted picture', async () => {
    await owner.goto(`${server.url}/#/clara-shop/coalition`)
    await owner.getByRole('button', { name: 'Contact support' }).click()
    let dialog = owner.getByRole('dialog', { name: 'Support' })
    await expect.poll(() => dialog.getByLabel('Topic').inputValue()).toBe('coalition')
    await dialog.getByLabel('How can we help?').fill('Three bakeries want one card.')
    await owner.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    dialog = await openSupport(owner)
    await expect.poll(() => dialog.getByLabel('How can we help?').inputValue()).toBe('Three bakeries want one card.')
    const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#3d56d6' } })
      .png()
      .toBuffer()
    await dialog.getByLabel('How can we help?').evaluate(
      (box, bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([new Uint8Array(bytes)], 'screen.png', { type: 'image/png' }))
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      [...picture],
    )
    await dialog.getByRole('img', { name: 'Screenshot' }).waitFor()
    await appears(dialog.getByText('/clara-shop/coalition'))
    expect(await axeFaults(owner)).toEqual([])
    await dialog.getByRole('button', { name: 'Send' }).click()
    await appears(dialog.getByText('Waiting for a reply'))
    await owner.keyboard.press('Escape')
  })

  it('the operator finds the account and extends its demo', async () => {
    await desk.getByRole('button', { name: /User menu/ }).click()
    await desk.getByRole('menuitem', { name: 'Operator' }).click()
    await desk.getByRole('heading', { level: 1, name: 'Businesses' }).waitFor()
    await desk.getByRole('searchbox').fill('clara@people')
    await desk.getByRole('link', { name: 'Clara shop' }).click()
    await desk.getByRole('button', { name: 'Extend demo' }).click()
    const dialog = desk.getByRole('dialog', { name: /Extend demo/ })
    await dialog.getByLabel('Days').fill('30')
    await appears(dialog.getByText(/The demo will end on/))
    expect(await axeFaults(desk)).toEqual([])
    await dialog.getByRole('button', { name: 'Extend demo' }).click()
    await appears(desk.getByText('Demo extended'))
    const [row] = await query<{ days: number }>(
      server,
      `select extract(day from demo_until - created_at)::int as days from cabinets where domain = 'clara-shop'`,
    )
    expect(row?.days).toBe(44)
  })

  it('answers the question, and the answer comes back as a mark and a mail', async () => {
    await desk
      .getByRole('navigation', { name: 'Operator' })
      .getByRole('link', { name: /Support/ })
      .click()
    await desk.getByRole('link', { name: 'Coalition' }).click()
    await appears(desk.getByText('Three bakeries want one card.'))
    await desk.getByRole('img', { name: 'Screenshot' }).waitFor()
    await desk.getByRole('link', { name: 'Clara shop' }).waitFor()
    await desk.getByLabel('Reply', { exact: true }).fill('Gladly. We call you tomorrow.')
    await desk.getByRole('button', { name: 'Send reply' }).click()
    await appears(desk.getByText('Reply sent'))
    expect(await axeFaults(desk)).toEqual([])

    await owner.reload()
    await owner.getByRole('button', { name: /new reply from support/ }).waitFor()
    const dialog = await openSupport(owner)
    await dialog.getByRole('button', { name: /New reply/ }).click()
    await dialog.getByRole('tab', { name: 'Conversations', exact: true }).waitFor()
    await appears(dialog.getByText('Gladly. We call you tomorrow.'))
    await owner.keyboard.press('Escape')
    await owner.getByRole('button', { name: 'User menu: Clara Tester', exact: true }).waitFor()
  })

  it('repeats a job that has failed, and the list is empty again', async () => {
    await query(
      server,
      `insert into pgboss.job (name, data, source_name, source_id, source_output, source_retry_count)
        values ('parked', $1, 'send-chunk', gen_random_uuid(), '{"message":"out of order"}', 10)`,
      [{ cabinetId: 1, runId: crypto.randomUUID(), no: 0 }],
    )
    await desk
      .getByRole('navigation', { name: 'Operator' })
      .getByRole('link', { name: /Failed jobs/ })
      .click()
    await appears(desk.getByText('out of order'))
    expect(await axeFaults(desk)).toEqual([])
    await desk
      .getByRole('row', { name: /Push message/ })
      .getByRole('button')
      .click()
    await desk.getByRole('menuitem', { name: 'Repeat' }).click()
    await appears(desk.getByText('Job is back in the queue'))
    await appears(desk.getByText('No failed jobs'))
  })

  it('finds all of it in the audit log', async () => {
    await desk.getByRole('link', { name: 'Audit log', exact: true }).click()
    await desk.getByRole('textbox', { name: 'Email' }).fill('olga@people.example')
    await desk.getByRole('button', { name: 'Show' }).click()
    const rows = desk.getByRole('region', { name: 'Actions' }).getByRole('listitem')
    await rows.filter({ hasText: 'Reply from support sent' }).waitFor()
    await rows.filter({ hasText: 'Demo extended' }).getByRole('link', { name: 'Clara shop' }).waitFor()

    await desk.getByRole('combobox', { name: 'Action' }).fill('extendDemo')
    await desk.getByRole('group', { name: 'Operator' }).getByRole('option', { name: 'Demo extended' }).click()
    await desk.getByRole('button', { name: 'Show' }).click()
    // While the rows are read there are none.
    await until(async () => (await rows.count()) === 1, 'one row')
    await rows.filter({ hasText: 'Demo extended' }).waitFor()
    expect(await axeFaults(desk)).toEqual([])
  })

  it('a plan that a colleague has saved meanwhile is merged field by field', async () => {
    const readBase = async () => (await operator.send(operation.listTariffs, {})).find(({ key }) => key === 'base')!
    await desk.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name: 'Plans' }).click()
    await desk.getByRole('button', { name: 'Edit the Base plan' }).click()
    const drawer = desk.getByRole('dialog', { name: 'Edit the Base plan' })
    await drawer.getByLabel('Cards', { exact: true }).fill('700')
    await drawer.getByLabel('Forms', { exact: true }).fill('8')
    const { key, cabinets: _, ...base } = await readBase()
    await operator.send(operation.saveTariff, { params: { key }, body: { ...base, cards: 900, users: 7 } })
    await drawer.getByRole('button', { name: 'Save' }).click()

    const conflict = desk.getByRole('dialog', { name: 'Someone else saved changes' })
    const cards = conflict.getByRole('radiogroup', { name: 'Cards' })
    await cards.getByRole('radio', { name: /^Yours\s*700/, checked: true }).waitFor()
    expect(await axeFaults(desk, { within: '[role="dialog"]' })).toEqual([])
    await cards.getByRole('radio', { name: /^Your colleague’s\s*900/ }).check()
    await conflict.getByRole('button', { name: 'Save both' }).click()
    await drawer.waitFor({ state: 'detached' })
    expect(await readBase()).toMatchObject({ cards: 900, forms: 8, users: 7, priceMinor: base.priceMinor })
  })

  it('asks before a plan is closed unsaved, and shows what is wrong at its field', async () => {
    await desk.getByRole('button', { name: 'Edit the Base plan' }).click()
    const drawer = desk.getByRole('dialog', { name: 'Edit the Base plan' })
    await drawer.getByLabel('Team members').fill('0')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByLabel('Team members').and(desk.locator('[aria-invalid="true"]:focus')).waitFor()
    await desk.keyboard.press('Escape')
    const leaving = desk.getByRole('dialog', { name: 'Leave without saving?' })
    await leaving.getByRole('button', { name: 'Leave', exact: true }).click()
    await drawer.waitFor({ state: 'detached' })
  })

  it('is not there for the owner', async () => {
    await owner.goto(`${server.url}/#/operator/cabinets`)
    await owner.getByRole('heading', { name: 'Page not found' }).waitFor()
  })

  it('leaves no error and no violated policy in any console', () => {
    // The refused version of the plan.
    expect(complaints.flat().filter((line) => !/status of 409/.test(line))).toEqual([])
  })
})
