import { afterAll, beforeAll, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { forms } from '../../../contract/people/forms.ts'
import { setPlan } from '../../../test/direct-access.ts'
import { newIphone } from '../../../test/holders.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Arno')
  await setPlan(server, shop.c, 'base')
})
afterAll(() => server?.close())

const card = (name: string) => ({
  name,
  type: 'bonus' as const,
  design: plainDesign(),
  birthdayEnabled: false,
  variables: {},
})
const create = (name: string) => shop.owner.ask(templates.createTemplate, { params: { c: shop.c }, body: card(name) })
const archive = (uuid: string, isArchived = true) =>
  shop.owner.ask(templates.archiveTemplate, { params: { c: shop.c, uuid }, body: { isArchived } })
const list = async () => (await shop.owner.send(templates.listTemplates, { params: { c: shop.c } })).templates

it('a used card design is archived when no form gives it any more: its cards work on, the plan has room', async () => {
  const phone = await newIphone(server, shop, 'Holder')
  const old = shop.template
  expect((await archive(old)).body.error?.code).toBe('template_given')
  const next = ((await create('New')).body.data as { id: string }).id
  const params = { c: shop.c, formKey: shop.formKey }
  const { name, settings, version } = await shop.owner.send(forms.readForm, { params })
  await shop.owner.send(forms.saveForm, { params, body: { name, settings, version, template: next } })
  expect((await create('Third')).body.error?.code).toBe('template_limit')

  expect((await archive(old)).body.data).toMatchObject({ isArchived: true, isDefault: false, issued: 1 })
  expect((await list()).map((one) => [one.id, one.isDefault, one.isArchived])).toEqual([
    [next, true, false],
    [old, false, true],
  ])
  expect((await shop.owner.send(forms.listForms, { params: { c: shop.c } })).templates).toEqual([
    { id: next, name: 'New' },
  ])
  expect((await shop.owner.ask(templates.makeDefault, { params: { c: shop.c, uuid: old } })).body.error?.code).toBe(
    'template_archived',
  )
  const again = await shop.owner.send(forms.readForm, { params })
  const back = { name, settings, version: again.version, template: old }
  expect((await shop.owner.ask(forms.saveForm, { params, body: back })).body.error?.code).toBe('template_archived')
  await shop.owner.send(templates.updateCards, { params: { c: shop.c }, body: { template: old } })
  await server.drainJobs()
  expect(await phone.update()).toEqual([])

  expect((await create('Third')).status).toBe(201)
  expect((await archive(old, false)).body.error?.code, 'the plan is full').toBe('template_limit')
})

it('the last one stays in use; archived and restored twice is the same', async () => {
  const [first, second] = (await list()).filter((one) => !one.isArchived)
  await setPlan(server, shop.c, 'expert')
  expect((await archive(second?.id ?? '')).status).toBe(200)
  expect((await archive(second?.id ?? '')).status).toBe(200)
  expect((await archive(first?.id ?? '')).body.error?.code).toMatch(/template_given|template_last/)
  expect((await archive(second?.id ?? '', false)).body.data).toMatchObject({ isArchived: false })
  expect((await archive(crypto.randomUUID())).body.error?.code).toBe('template_not_found')
})
