import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { makeJobsDue, query, setPlan, tally } from '../../../test/direct-access.ts'
import { openShop, plainDesign, type Shop, signIn } from '../../../test/people.ts'
import { Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { updateCardsJob } from '../../reach/passes/update-cards.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Tess')
  await setPlan(server, shop.c, 'expert')
})
afterAll(() => server?.close())

const input = (change: object = {}) => ({
  name: 'Card',
  type: 'bonus',
  design: plainDesign(),
  birthdayEnabled: false,
  variables: {},
  ...change,
})
const create = (change: object = {}, of = shop) =>
  of.owner.ask(templates.createTemplate, { params: { c: of.c }, body: input(change) })
const made = async (change: object = {}, of = shop) => ((await create(change, of)).body.data as { id: string }).id
const read = (uuid: string, of = shop) => of.owner.send(templates.readTemplate, { params: { c: of.c, uuid } })
const save = (uuid: string, version: number, change: object = {}, of = shop) => {
  const { type: _, ...body } = input(change)
  return of.owner.ask(templates.saveTemplate, { params: { c: of.c, uuid }, body: { ...body, version } })
}

async function picture(of: Shop, slot: 'icon' | 'logo', width: number, height: number): Promise<string> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#224466' } })
    .png()
    .toBuffer()
  return (
    await of.owner.send(templates.uploadImage, {
      params: { c: of.c },
      body: { slot },
      file: new Blob([new Uint8Array(bytes)]),
    })
  ).id
}

describe('a design', () => {
  it.each([
    ['a field', { fields: { ...plainDesign().fields, top: { label: '', value: '{nothing}', changeMessage: '' } } }],
    ['a label', { fields: { ...plainDesign().fields, left: { label: '{nothing}', value: 'x', changeMessage: '' } } }],
    ['the barcode', { barcode: { type: 'qr', message: '{nothing}', alt: '' } }],
    ['the back', { back: { fields: [{ label: 'x', value: 'Hello {nothing}' }], links: [] } }],
  ])('with an unknown variable in %s is refused by the name of the variable', async (_, change) => {
    const response = await create({ design: plainDesign(change as never) })
    expect([response.status, response.body.error?.code, response.body.error?.detail]).toEqual([
      422,
      'unknown_variable',
      { name: 'nothing' },
    ])
  })

  it('takes only pictures of its own cabinet and of the right size', async () => {
    const other = await openShop(server, 'Uma')
    const foreign = await picture(other, 'icon', 87, 87)
    const icon = await picture(shop, 'icon', 87, 87)
    const with_ = (images: object) =>
      create({ design: plainDesign({ images: { ...plainDesign().images, ...images } }) })
    for (const images of [{ icon: foreign }, { icon: crypto.randomUUID() }, { logo: icon }]) {
      const response = await with_(images)
      expect([response.status, response.body.error?.code]).toEqual([422, 'unknown_image'])
    }
    expect((await with_({ icon })).status).toBe(201)
  })

  it.each([
    [
      'a script as a link',
      { back: { fields: [], links: [{ uri: 'javascript:alert(1)', text: 'x' }] } },
      'design.back.links.0.uri',
      'link_scheme',
    ],
    [
      'eleven fields on the back',
      { back: { fields: Array.from({ length: 11 }, () => ({ label: 'a', value: 'b' })), links: [] } },
      'design.back.fields',
      'too_many',
    ],
    [
      'a change message without its mark',
      { fields: { ...plainDesign().fields, top: { label: '', value: 'x', changeMessage: 'changed' } } },
      'design.fields.top.changeMessage',
      'needs_value_mark',
    ],
    [
      'a colour that is none',
      { colours: { background: 'red', text: '#ffffff', title: '#ffffff' } },
      'design.colours.background',
      'invalid',
    ],
    ['a zero byte', { organisation: 'Coffee\u0000Lab' }, 'design.organisation', 'control_characters'],
  ])('with %s is refused at its field', async (_, change, field, code) => {
    const response = await create({ design: plainDesign(change as never) })
    expect([response.status, response.body.error?.fields?.[field]?.code]).toEqual([422, code])
  })
})

describe('the limit of a tariff', () => {
  it('applies under ten parallel creations', async () => {
    const vera = await openShop(server, 'Vera')
    expect((await create({}, vera)).body.error).toMatchObject({ code: 'template_limit', detail: { limit: 1 } })
    await setPlan(server, vera.c, 'advanced')
    const all = await Promise.all(Array.from({ length: 10 }, () => create({}, vera)))
    expect(tally(all.map((response) => response.status))).toEqual({ 201: 4, 403: 6 })
    expect((await vera.owner.send(templates.listTemplates, { params: { c: vera.c } })).templates).toHaveLength(5)
  })
})

describe('two people who edit one template', () => {
  it('do not overwrite each other: the second save is refused, the first one stays', async () => {
    const id = await made({ name: 'Shared' })
    const { version } = await read(id)
    expect((await save(id, version, { name: 'First' })).body.data).toMatchObject({
      name: 'First',
      version: version + 1,
    })
    expect((await save(id, version, { name: 'Second' })).body.error?.code).toBe('version_conflict')
    expect((await read(id)).name).toBe('First')
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => save(id, version + 1, { name: `Editor ${i}` })))
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 409: 7 })
    const winner = all.find((response) => response.status === 200)?.body.data as { name: string }
    expect(await read(id)).toMatchObject({ name: winner.name, version: version + 2 })
    expect((await save(id, 9_007_199_254_740_991)).status).toBe(422)
  })
})

describe('the default template', () => {
  it('is the first one, moves on request, and is one after parallel requests', async () => {
    const ids = [await made({ name: 'A' }), await made({ name: 'B' }), await made({ name: 'C' })]
    const defaults = async () =>
      (await shop.owner.send(templates.listTemplates, { params: { c: shop.c } })).templates
        .filter((one) => one.isDefault)
        .map((one) => one.id)
    expect(await defaults()).toEqual([shop.template])
    const all = await Promise.all(
      [...ids, ...ids].map((uuid) => shop.owner.ask(templates.makeDefault, { params: { c: shop.c, uuid } })),
    )
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 6 })
    const [now] = await defaults()
    expect(await defaults()).toHaveLength(1)
    await shop.owner.send(templates.removeTemplate, { params: { c: shop.c, uuid: now ?? '' } })
    expect(await defaults()).toEqual([shop.template])
  })
})

describe('deleting', () => {
  it('is refused while a form, a card or a push uses the template, with the counts', async () => {
    const remove = (uuid: string) => shop.owner.ask(templates.removeTemplate, { params: { c: shop.c, uuid } })
    await takeCard(server, shop.formUrl, { name: 'Ann', tel: '+420 601 222 001' })
    await shop.owner.send(pushes.createPush, {
      params: { c: shop.c, pushType: 'text' },
      body: { name: 'P', message: 'x', templates: [shop.template] },
    })
    expect((await remove(shop.template)).body.error).toMatchObject({
      code: 'template_in_use',
      detail: { forms: 1, cards: 1, pushes: 1 },
    })
    const free = await made()
    expect((await read(free)).allowed.remove).toBe(true)
    expect(tally((await Promise.all([remove(free), remove(free)])).map((response) => response.status))).toEqual({
      200: 1,
      404: 1,
    })
  })

  it('and reading, saving, marking are not for a stranger', async () => {
    const stranger = await signIn(server, 'Walt')
    const params = { c: shop.c, uuid: shop.template }
    for (const call of [templates.readTemplate, templates.removeTemplate, templates.makeDefault])
      expect((await stranger.ask(call, { params })).body.error?.code).toBe('not_found')
    const other = await openShop(server, 'Xena')
    expect(
      (await other.owner.ask(templates.readTemplate, { params: { c: other.c, uuid: shop.template } })).body.error?.code,
    ).toBe('template_not_found')
    expect(
      (await other.owner.ask(templates.updateCards, { params: { c: other.c }, body: { template: shop.template } })).body
        .error?.code,
    ).toBe('template_not_found')
  })
})

describe('bringing a design to issued cards', () => {
  const update = () =>
    shop.owner.ask(templates.updateCards, { params: { c: shop.c }, body: { template: shop.template } })
  const status = () => shop.owner.send(templates.updateStatus, { params: { c: shop.c } })

  it('happens once a day under twenty parallel calls, and reaches the phone without a message', async () => {
    const card = await takeCard(server, shop.formUrl, { name: 'Bea', tel: '+420 601 222 002' })
    const phone = new Iphone(server)
    await phone.install(card.cardFileUrl)
    await phone.register()
    await phone.update()
    const { version } = await read(shop.template)
    await save(shop.template, version, { name: 'Coffee card', design: plainDesign({ organisation: 'Coffee Lab 2' }) })
    expect(await status()).toMatchObject({ state: 'none', nextAt: null })
    const all = await Promise.all(Array.from({ length: 20 }, update))
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 409: 19 })
    expect(all.find((response) => response.status === 409)?.body.error).toMatchObject({
      code: 'update_scheduled',
      message: expect.stringMatching(/\d\d\.\d\d\. 00:00 MSK/),
    })
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', done: 2, total: 2, nextAt: expect.any(String) })
    expect(await phone.update()).toEqual([])
    expect(phone.pass.json.organizationName).toBe('Coffee Lab 2')
    server.passTime(DAY_MS)
    expect((await update()).status).toBe(200)
    await server.drainJobs()
  })

  it('goes on after a failure in the middle and touches each card once', async () => {
    server.passTime(DAY_MS)
    const facts = await query<{ id: string }>(
      server,
      `
      insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at)
      select $1, gen_random_uuid(), 'Many', 10000 + n, $2, now(), now() from generate_series(1, 2400) n returning id`,
      [shop.c, shop.template],
    )
    await query(
      server,
      `
      insert into passes (cabinet_id, id, client_id, template_id, certificate_id, tag, modified_at, created_at)
      select $1, gen_random_uuid(), id, $2, (select id from apple_certificates
      where cabinet_id = $1 limit 1), 0, now(), now() from unnest($3::uuid[]) id`,
      [shop.c, shop.template, facts.map((row) => row.id)],
    )
    const before = await query<{ id: string; version: string }>(
      server,
      'select id, version from passes where cabinet_id = $1',
      [shop.c],
    )
    expect((await update()).body.data).toEqual({ cards: before.length })
    const [{ id } = { id: '' }] = await query<{ id: string }>(
      server,
      `select id from card_updates where cabinet_id = $1 and state = 'queue'`,
      [shop.c],
    )
    await updateCardsJob.handle(server.app, { cabinetId: shop.c, id })
    expect(await status()).toMatchObject({ state: 'in_progress', done: 2000 })
    // The last cards cannot be written for a while: the step fails as a whole.
    await query(
      server,
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`,
    )
    await query(server, 'create trigger refuse before update on passes for each row execute function refuse()')
    await expect(updateCardsJob.handle(server.app, { cabinetId: shop.c, id })).rejects.toThrow('out of order')
    expect(await status()).toMatchObject({ state: 'in_progress', done: 2000 })
    await query(server, 'drop trigger refuse on passes')
    await makeJobsDue(server)
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', done: before.length })
    const after = new Map(
      (
        await query<{ id: string; version: string }>(server, 'select id, version from passes where cabinet_id = $1', [
          shop.c,
        ])
      ).map((row) => [row.id, Number(row.version)]),
    )
    expect(tally(before.map((row) => (after.get(row.id) ?? 0) - Number(row.version)))).toEqual({ 1: before.length })
  })
})

it('shows what the list promises', async () => {
  const list = await shop.owner.send(templates.listTemplates, { params: { c: shop.c } })
  expect(list).toMatchObject({ limit: 20, areCardsActive: true, issued: 2402 })
  expect(list.templates[0]).toMatchObject({ isDefault: true, issued: 2402, forms: 1 })
  expect(
    (await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { template: shop.template } })).meta
      .total,
  ).toBe(2402)
})
