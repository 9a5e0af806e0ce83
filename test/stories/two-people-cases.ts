/** One of each editor, and what two people change in it at the same time. */
import type { Page } from 'playwright-core'
import { clients } from '../../contract/people/clients.ts'
import { forms } from '../../contract/people/forms.ts'
import { segments } from '../../contract/people/segments.ts'
import { templates } from '../../contract/cards/templates.ts'
import { marketplace } from '../../contract/reach/marketplace.ts'
import { pushes } from '../../contract/reach/pushes.ts'
import { triggers } from '../../contract/reach/triggers.ts'
import { inputOf } from '../client-input.ts'
import { makePush } from '../holders.ts'
import type { Shop } from '../people.ts'

/** What both change, what only I change, what only the colleague changes; as the server returns it. */
type Read = { both: string; mine: unknown; theirs: unknown }
export type Case = {
  name: string
  /** Makes one to work on. @returns the page of its editor */
  prepare: (shop: Shop) => Promise<string>
  /** Types into the field of both and into one of my own. */
  type: (page: Page) => Promise<void>
  /** Instead of the last button of the save bar. */
  press?: (page: Page) => Promise<void>
  /** The colleague changes the field of both to `Theirs` and another one. */
  save: (shop: Shop) => Promise<void>
  /** Name of the field of both. */
  field: string
  read: (shop: Shop) => Promise<Read>
  wanted: Omit<Read, 'both'>
}

let id = ''
/** Of what was prepared last. */
export const preparedId = (): string => id
export const CASES: readonly Case[] = [
  {
    name: 'push',
    prepare: async (shop) => `pushes/${(id = await makePush(shop))}`,
    type: async (page) => {
      await page.locator('#push-name').fill('Mine')
      const text = page.locator('#push-text')
      // The editor puts its own cursor where it gets the focus: what is there is chosen afterwards.
      await text.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText('My words')
      await text.filter({ hasText: /^My words$/ }).waitFor()
    },
    save: async ({ owner, c }) => {
      const { message, version } = await owner.send(pushes.readPush, { params: { c, pushUuid: id } })
      const body = { name: 'Theirs', message, templates: [], segment: null, geoPoints: [], beacons: [], version }
      await owner.send(pushes.savePush, { params: { c, pushUuid: id }, body })
    },
    field: 'Name',
    read: async ({ owner, c }) => {
      const { name, message, templates: cards } = await owner.send(pushes.readPush, { params: { c, pushUuid: id } })
      return { both: name, mine: message, theirs: cards.length }
    },
    wanted: { mine: 'My words', theirs: 0 },
  },
  {
    name: 'trigger',
    prepare: async ({ owner, c }) => {
      const { id: made, version } = await owner.send(triggers.createTrigger, { params: { c } })
      id = made
      await owner.send(triggers.saveTrigger, { params: { c, triggerUuid: id }, body: trigger({ version }) })
      return `triggers/${id}`
    },
    type: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Mine')
      await page.getByLabel('Days before the birthday').fill('9')
    },
    save: async ({ owner, c }) => {
      const { version } = await owner.send(triggers.readTrigger, { params: { c, triggerUuid: id } })
      const body = trigger({ version, name: 'Theirs', action: 'template' })
      await owner.send(triggers.saveTrigger, { params: { c, triggerUuid: id }, body })
    },
    field: 'Name',
    read: async ({ owner, c }) => {
      const now = await owner.send(triggers.readTrigger, { params: { c, triggerUuid: id } })
      return { both: now.name, mine: now.daysToBirthday, theirs: now.action }
    },
    wanted: { mine: 9, theirs: 'template' },
  },
  {
    name: 'segment',
    prepare: async ({ owner, c }) => {
      const { id: made, version } = await owner.send(segments.createSegment, { params: { c } })
      id = made
      await owner.send(segments.saveSegment, {
        params: { c, segmentId: id },
        body: { name: 'Loyal', match: 'all', criteria: [{ kind: 'age', operator: 'gte', value: 20 }], version },
      })
      return `segments/${id}`
    },
    type: async (page) => {
      await page.getByLabel('Name', { exact: true }).fill('Mine')
      await page.getByText('Any condition').click()
    },
    save: async ({ owner, c }) => {
      const { criteria, version } = await owner.send(segments.readSegment, { params: { c, segmentId: id } })
      const added = { kind: 'balance', operator: 'gte', value: 500 } as const
      const body = { name: 'Theirs', match: 'all', criteria: [...criteria, added], version } as const
      await owner.send(segments.saveSegment, {
        params: { c, segmentId: id },
        body: { ...body, criteria: [...body.criteria] },
      })
    },
    field: 'Name',
    read: async ({ owner, c }) => {
      const now = await owner.send(segments.readSegment, { params: { c, segmentId: id } })
      return { both: now.name, mine: now.match, theirs: now.criteria.map(({ kind }) => kind) }
    },
    wanted: { mine: 'any', theirs: ['age', 'balance'] },
  },
  {
    name: 'form',
    prepare: ({ formKey }) => Promise.resolve(`form/${formKey}`),
    type: async (page) => {
      await page.locator('#form-name').fill('Mine')
      await page.locator('#form-title').fill('My heading')
    },
    save: async ({ owner, c, formKey }) => {
      const { settings, template, version } = await owner.send(forms.readForm, { params: { c, formKey } })
      const fields = settings.fields.map((field) => ({ ...field, label: `${field.label}!` }))
      await owner.send(forms.saveForm, {
        params: { c, formKey },
        body: { name: 'Theirs', template: template.id, settings: { ...settings, fields }, version },
      })
    },
    field: 'Form name',
    read: async ({ owner, c, formKey }) => {
      const { name, settings } = await owner.send(forms.readForm, { params: { c, formKey } })
      return { both: name, mine: settings.title, theirs: settings.fields.every(({ label }) => label.endsWith('!')) }
    },
    wanted: { mine: 'My heading', theirs: true },
  },
  {
    name: 'card',
    prepare: ({ template }) => Promise.resolve(`cards/${template}`),
    type: async (page) => {
      await page.locator('#card-name').fill('Mine')
      await page.locator('#card-design-organisation').fill('My company')
    },
    press: async (page) => {
      await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button').last().click()
      // Clients have this card.
      await page.getByRole('button', { name: 'Save only' }).click()
    },
    save: async ({ owner, c, template }) => {
      const params = { c, uuid: template }
      const now = await owner.send(templates.readTemplate, { params })
      const design = { ...now.design, colours: { ...now.design.colours, background: '#102030' } }
      const { birthdayEnabled, variables, version } = now
      const body = { name: 'Theirs', design, birthdayEnabled, variables, version }
      await owner.send(templates.saveTemplate, { params, body })
    },
    field: 'Design name',
    read: async ({ owner, c, template }) => {
      const { name, design } = await owner.send(templates.readTemplate, { params: { c, uuid: template } })
      return { both: name, mine: design.organisation, theirs: design.colours.background }
    },
    wanted: { mine: 'My company', theirs: '#102030' },
  },
  {
    name: 'client',
    prepare: async ({ owner, c }) => {
      id = (await owner.send(clients.listClients, { params: { c }, query: {} })).data[0]?.id ?? ''
      return `clients/${id}`
    },
    type: async (page) => {
      await page.getByLabel('First name', { exact: true }).fill('Mine')
      await page.getByLabel('Last name').fill('My surname')
    },
    save: async ({ owner, c }) => {
      const now = await owner.send(clients.readClient, { params: { c, id } })
      const body = { ...inputOf(now), name: 'Theirs', balanceMinor: 700_00 }
      await owner.send(clients.saveClient, { params: { c, id }, body })
    },
    field: 'First name',
    read: async ({ owner, c }) => {
      const now = await owner.send(clients.readClient, { params: { c, id } })
      return { both: now.name, mine: now.surname, theirs: now.balanceMinor }
    },
    wanted: { mine: 'My surname', theirs: 700_00 },
  },
  {
    name: 'promo code',
    prepare: async (shop) => {
      await savePromo(shop, { id: null, code: 'HELLO' })
      return 'marketplace/welcome'
    },
    type: async (page) => {
      await page.getByRole('tab', { name: 'Settings' }).click()
      await page.getByRole('button', { name: 'Actions for HELLO' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      const drawer = page.getByRole('dialog', { name: 'Edit promo code' })
      await drawer.getByLabel('Code').fill('Mine')
      await drawer.getByLabel('Maximum uses').fill('9')
    },
    press: (page) =>
      page.getByRole('dialog', { name: 'Edit promo code' }).getByRole('button', { name: 'Save' }).click(),
    save: async (shop) => savePromo(shop, { ...(await promoOf(shop)), code: 'Theirs', bonusMinor: 7_00 }),
    field: 'Code',
    read: async (shop) => {
      const { code, max, bonusMinor } = await promoOf(shop)
      return { both: code, mine: max, theirs: bonusMinor }
    },
    wanted: { mine: 9, theirs: 7_00 },
  },
]

const welcome = (c: number) => ({ params: { c, moduleId: 'welcome' } })

const promoOf = async ({ owner, c }: Shop) => (await owner.send(marketplace.readModule, welcome(c))).promos[0]!

async function savePromo({ owner, c }: Shop, promo: { id: string | null; code: string; bonusMinor?: number }) {
  const { isActive, version } = await owner.send(marketplace.readModule, welcome(c))
  const { id: known, code, bonusMinor = 5_00 } = promo
  const row = { code, bonusMinor, inviterMinor: 0, invitedMinor: 0, max: null, startsOn: '2026-12-01', endsOn: null }
  await owner.send(marketplace.saveModule, {
    ...welcome(c),
    body: { isActive, version, promos: [{ ...row, id: known }] },
  })
}

const trigger = (change: object) => ({
  name: 'Gift',
  activation: 'birthday' as const,
  segment: null,
  action: 'push' as const,
  push: null,
  template: null,
  date: null,
  time: null,
  daysToBirthday: 3,
  daysAfterCreate: 7,
  removeTemplateAfterDays: null,
  version: 0,
  ...change,
})
