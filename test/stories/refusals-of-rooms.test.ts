import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificates } from '../../contract/cards/certificates.ts'
import { pushes } from '../../contract/reach/pushes.ts'
import { segments } from '../../contract/people/segments.ts'
import { templates } from '../../contract/cards/templates.ts'
import { triggers } from '../../contract/reach/triggers.ts'
import { DAY_MS } from '../../contract/time.ts'
import { query, setPlan } from '../direct-access.ts'
import { PASSWORD } from '../people.ts'
import { takeCard } from '../phones.ts'
import { openRefusals, type RefusalsVisitor } from './refusals-visitor.ts'
import { appears } from './browser.ts'

/**
 * What each room refuses, line by line of the error catalogue, where no other story shows it. Mostly the page is
 * older than the state it relies on.
 */
describe('each room shows its refusals where they can be fixed', () => {
  let visitor: RefusalsVisitor
  let server: RefusalsVisitor['server']
  let page: RefusalsVisitor['page']
  let shop: RefusalsVisitor['shop']
  let open: RefusalsVisitor['open']
  let toasts: RefusalsVisitor['toasts']
  let dialog: RefusalsVisitor['dialog']
  const at = () => ({ c: shop.c })

  beforeAll(async () => {
    visitor = await openRefusals('Rita')
    ;({ server, page, shop, open, toasts, dialog } = visitor)
    await takeCard(server, shop.formUrl, { name: 'Guest', surname: 'One', tel: '+420601712345' })
  })
  afterAll(() => visitor?.close())

  const menuOf = (row: string) =>
    page.getByRole('button', { name: new RegExp(`${row}.*`) }).and(page.locator('[aria-haspopup=menu]'))
  /** Opens a list and waits until it has been read: what changes afterwards, the page does not know. */
  const openList = async (path: string, row: string) => {
    await open(path)
    await menuOf(row).waitFor()
  }
  const choose = async (row: string, act: string) => {
    await menuOf(row).click()
    await page.getByRole('menuitem', { name: act }).click()
  }
  const newPush = async (name: string) =>
    (
      await shop.owner.send(pushes.createPush, {
        params: { ...at(), pushType: 'text' },
        body: { name, message: 'Hello', templates: [shop.template] },
      })
    ).id
  const newSegment = async (name: string) => {
    const { id, version } = await shop.owner.send(segments.createSegment, { params: at() })
    await shop.owner.send(segments.saveSegment, {
      params: { ...at(), segmentId: id },
      body: { name, match: 'all', criteria: [{ kind: 'bonus', operator: 'gte', value: 1 }], version },
    })
    return id
  }
  const newTrigger = async (
    name: string,
    change: { push: string; segment?: string; activation?: 'birthday' | 'date'; date?: string; time?: string },
  ) => {
    const { id, version } = await shop.owner.send(triggers.createTrigger, { params: at() })
    const { segment = null, activation = 'birthday', date = null, time = null, push } = change
    await shop.owner.send(triggers.saveTrigger, {
      params: { ...at(), triggerUuid: id },
      body: {
        name,
        activation,
        segment,
        action: 'push',
        push,
        template: null,
        date,
        time,
        daysToBirthday: 1,
        daysAfterCreate: 1,
        removeTemplateAfterDays: null,
        version,
      },
    })
    return id
  }

  it('integration, banner: none on the demo', async () => {
    await open('/integration')
    await appears(page.getByText('To connect a CRM, switch to a paid plan.'))
    await expect.poll(() => page.getByRole('button', { name: 'Connect iiko', exact: true }).isDisabled()).toBe(true)
  })

  it('segments and triggers, in their place: a tariff that has none', async () => {
    await setPlan(server, shop.c, 'base')
    for (const path of ['/segments', '/triggers']) {
      await open(path)
      await appears(page.getByText(/Advanced and Expert|Advanced or Expert|Advanced/))
      await expect.poll(() => page.getByRole('button', { name: /^Create/ }).count()).toBe(0)
    }
    await setPlan(server, shop.c, 'advanced')
  })

  it('iBeacon, banner: a tariff without it, with the way to the tariffs', async () => {
    await open('/pushes/create?type=beacon')
    await page.getByRole('main').getByRole('link', { name: /plan/i }).first().waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Turn on' }).isDisabled()).toBe(true)
  })

  it('cards, toast: the update of the day was started meanwhile', async () => {
    await open('/cards')
    await shop.owner.send(templates.updateCards, { params: at(), body: { template: shop.template } })
    await choose('Coffee card', 'Update issued cards')
    await dialog().getByRole('button', { name: 'Update issued cards' }).click()
    await appears(toasts().getByText(/already scheduled/))
  })

  it('page: a card, a form, a segment and a trigger that were not found, each with a link to its list', async () => {
    const never = '00000000-0000-4000-8000-000000000000'
    for (const [path, text] of [
      [`/cards/${never}`, 'Card'],
      ['/form/nothing', 'Form'],
      [`/segments/${never}`, 'Segment'],
      [`/triggers/${never}`, 'Trigger'],
    ] as const) {
      await open(path)
      await page.getByRole('heading', { level: 2, name: `${text} not found` }).waitFor()
      await page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`Back to ${text}s`, 'i') })
        .waitFor()
      await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    }
  })

  it('dialog: a push and a segment that a trigger needs name it, as a link', async () => {
    const [push, segment] = [await newPush('Birthday'), await newSegment('Regulars')]
    await openList('/pushes', 'Birthday')
    await newTrigger('A gift', { push, segment })
    await choose('Birthday', 'Delete')
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: '“Birthday” is used by triggers' })
      .getByRole('link', { name: 'A gift' })
      .waitFor()
    await open('/segments')
    await choose('Regulars', 'Delete')
    await page.getByRole('dialog', { name: '“Regulars” is in use' }).getByRole('link', { name: 'A gift' }).click()
    await page.getByRole('heading', { level: 1, name: 'A gift' }).waitFor()
  })

  it('dialog: neither a push that is being sent can be deleted, nor the trigger that sends it', async () => {
    const push = await newPush('On its way')
    await newTrigger('Sends it', { push })
    for (const [path, row] of [
      ['/triggers', 'Sends it'],
      ['/pushes', 'On its way'],
    ] as const) {
      await query(server, `update pushes set status = 'draft' where id = $1`, [push])
      await openList(path, row)
      await query(server, `update pushes set status = 'queue' where id = $1`, [push])
      // The rows are drawn once more when they can be dragged.
      if (path === '/triggers') await page.locator('[data-rfd-drag-handle-draggable-id]').first().waitFor()
      await choose(row, 'Delete')
      const asked = page.getByRole('dialog', { name: new RegExp(`^Delete .*“${row}”`) })
      const refused = page.getByRole('dialog', { name: `You can’t delete “${row}” right now` })
      await appears(asked.or(refused))
      if (await asked.isVisible()) await asked.getByRole('button', { name: 'Delete' }).click()
      await refused.waitFor()
    }
    await query(server, `update pushes set status = 'draft' where id = $1`, [push])
    expect(await toasts().count()).toBe(0)
  })

  it('field: a trigger whose moment has passed while it was off', async () => {
    const tomorrow = new Date(server.app.clock.now().getTime() + DAY_MS).toISOString()
    const id = await newTrigger('Once', {
      push: await newPush('Once'),
      activation: 'date',
      date: tomorrow.slice(0, 10),
      time: '12:00',
    })
    await query(server, `update triggers set day = current_date - 2 where id = $1`, [id])
    await open('/triggers')
    await page.getByRole('switch', { name: /Once/ }).press('Space')
    await page.waitForURL(new RegExp(`triggers/${id}`))
    await appears(page.getByText('This date and time have passed.'))
  })

  it('banner: as many segments and triggers as the tariff allows', async () => {
    await query(server, 'update tariffs set segments = 1, triggers = 1')
    for (const path of ['/segments', '/triggers']) {
      await open(path)
      await appears(page.getByText(/Your plan includes 1 (segment|trigger)\./))
      await expect.poll(() => page.getByRole('button', { name: /^Create/ }).isDisabled()).toBe(true)
    }
    await query(server, 'update tariffs set segments = 100, triggers = 100')
  })

  it('field: what is wrong with the address of the CRM', async () => {
    await open('/integration?crm=iiko-transport')
    for (const [address, text] of [
      ['http://crm.example/api', /https/],
      [`${server.url}/outside/crm/nothing-here`, /There’s no CRM at this address/],
    ] as const) {
      await page.getByLabel('Address').fill(address)
      await page.getByLabel('API login').fill('not this one')
      await page.getByRole('button', { name: 'Check connection' }).click()
      await appears(page.getByText(text))
      await expect.poll(() => page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true')
    }
    expect(await toasts().count()).toBe(0)
  })

  it('field: a phone that cannot be the phone of the account', async () => {
    await open('/settings/general')
    await page.getByRole('button', { name: 'Add number' }).click()
    await dialog().getByLabel('Phone').fill('+4206')
    await dialog().getByRole('button', { name: /^Send/ }).click()
    await appears(dialog().getByText(/country code/))
    await expect.poll(() => dialog().locator('input[type=tel]').getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Escape')
  })

  it('dialog: a tariff that is not offered any more leads to support', async () => {
    await open('/balance/tariffs-overview')
    await query(server, `update tariffs set is_archived = true where key = 'expert'`)
    await page.getByRole('button', { name: 'Choose Expert' }).click()
    await dialog().getByRole('button', { name: 'Choose Expert' }).click()
    await page
      .getByRole('dialog', { name: 'Expert is no longer available' })
      .getByRole('button', { name: /support/i })
      .click()
    await page.getByRole('dialog', { name: 'Support' }).waitFor()
    await query(server, `update tariffs set is_archived = false`)
  })

  it('banner: nothing new is made while no certificate is active', async () => {
    await shop.owner.send(certificates.removePassType, { params: at(), body: { password: PASSWORD } })
    await open('/form')
    await appears(page.getByText('You can’t issue cards because no certificate is active.'))
    await open('/triggers')
    await appears(page.getByText('Triggers won’t run until you activate a certificate.'))
    await open('/segments')
    await page.getByRole('button', { name: /^Create/ }).click()
    await page.getByRole('link', { name: 'Go to certificates' }).waitFor()
    expect(await toasts().count()).toBe(0)
  })

  it('toast: no answer in a minute; the entries stay', async () => {
    await open('/settings/variables')
    await page.route('**/variables', (route) => (route.request().method() === 'POST' ? undefined : route.continue()))
    await page.getByRole('button', { name: 'Add variable' }).click()
    await dialog().getByLabel('Name').fill('slow')
    // The minute is over in a third of a second.
    await page.evaluate(() => {
      const { timeout } = AbortSignal
      AbortSignal.timeout = () => timeout.call(AbortSignal, 300)
    })
    await dialog()
      .getByRole('button', { name: /^(Add|Save)/ })
      .click()
    await appears(toasts().getByText('The server didn’t respond within a minute.'))
    await expect.poll(() => dialog().getByLabel('Name').inputValue()).toBe('slow')
  })
})
