import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEMPLATE_NAME_MAX, templates } from '../../../contract/cards/templates.ts'
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

const copy = (uuid: string) => shop.owner.ask(templates.copyTemplate, { params: { c: shop.c, uuid } })
const read = (uuid: string) => shop.owner.send(templates.readTemplate, { params: { c: shop.c, uuid } })

it('a copy shows what its original shows, has no cards, and counts for the plan', async () => {
  await newIphone(server, shop, 'Holder')
  const before = await read(shop.template)
  const design = { ...before.design, organisation: 'Arno & Sons', barcode: plainDesign().barcode }
  await shop.owner.send(templates.saveTemplate, {
    params: { c: shop.c, uuid: shop.template },
    body: { name: 'Gold', design, birthdayEnabled: true, variables: { cardtrack: 'ARNO7' }, version: before.version },
  })
  const original = await read(shop.template)
  expect(original.issued).toBe(1)

  const { status, body } = await copy(shop.template)
  expect(status).toBe(201)
  const made = body.data as typeof original
  expect(made).toEqual({
    ...original,
    id: made.id,
    name: 'Copy of Gold',
    isDefault: false,
    issued: 0,
    forms: 0,
    version: 1,
    updatedAt: made.updatedAt,
    allowed: { remove: true, updateCards: false },
  })
  expect(await read(made.id)).toEqual(made)
  expect(await read(shop.template)).toEqual(original)

  expect((await copy(made.id)).body.error?.code, 'the plan is full').toBe('template_limit')
  expect((await copy(crypto.randomUUID())).body.error?.code).toBe('template_not_found')
})

it('a copy of an archived one is in use; a long name is cut, and the next save takes it', async () => {
  await setPlan(server, shop.c, 'expert')
  const long = '😀'.repeat(TEMPLATE_NAME_MAX / 2)
  const { design, birthdayEnabled, variables } = await read(shop.template)
  const other = await shop.owner.send(templates.createTemplate, {
    params: { c: shop.c },
    body: { name: long, type: 'bonus', design, birthdayEnabled, variables },
  })
  await shop.owner.send(templates.archiveTemplate, {
    params: { c: shop.c, uuid: other.id },
    body: { isArchived: true },
  })
  const made = (await copy(other.id)).body.data as typeof other
  expect(made).toMatchObject({ name: `Copy of ${'😀'.repeat(26)}`, isArchived: false, isDefault: false })
  const saved = await shop.owner.ask(templates.saveTemplate, {
    params: { c: shop.c, uuid: made.id },
    body: { name: made.name, design, birthdayEnabled, variables, version: made.version },
  })
  expect(saved.status).toBe(200)
})
