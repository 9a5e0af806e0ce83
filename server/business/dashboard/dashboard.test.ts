import { afterAll, beforeAll, expect, it } from 'vitest'
import { cabinets, type TileName } from '../../../contract/platform/cabinets.ts'
import { certificates } from '../../../contract/cards/certificates.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { newIphone } from '../../../test/holders.ts'
import { openShop, type Shop, signIn } from '../../../test/people.ts'
import { Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { writeVisits } from '../../people/forms/forms.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Dina')
})
afterAll(() => server?.close())

const overview = async () => {
  await writeVisits(server.app)
  return shop.owner.send(cabinets.dashboard, { params: { c: shop.c }, query: {} })
}
const bar = () => shop.owner.send(cabinets.statusBar, { params: { c: shop.c } })

it('counts what happened in the rooms, and nothing twice', async () => {
  const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'One', tel: '+420601990001' })
  await takeCard(server, shop.formUrl, { name: 'Two', tel: '+420601990002' })
  const phone = new Iphone(server)
  await phone.install(cardFileUrl)
  await phone.register()
  const push = await shop.owner.send(pushes.createPush, {
    params: { c: shop.c, pushType: 'text' },
    body: { name: 'First', message: 'Hello', templates: [shop.template] },
  })
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: push.id } })
  await server.drainJobs()
  await phone.update()
  expect(await overview()).toMatchObject({
    clients: { clients: 2, newClients: 2 },
    cards: { issued: 2, apple: 1, google: 0 },
    templates: { total: 1, defaultName: 'Coffee card' },
    forms: { total: 1, opened: 2, filled: 2, installed: 1 },
    push: { last: { name: 'First', status: 'done', counts: null } },
    checklist: { tariff: true, certificate: true, card: true, form: true, client: true },
  })
  expect((await overview()).clients?.perDay).toEqual([...Array<number>(13).fill(0), 2])
})

it('shows how long the demo lasts and when the balance of a paid tariff is empty', async () => {
  expect(await bar()).toEqual({ status: 'ok', demoDaysLeft: 14, isEmailVerified: true, isOnTestCertificate: true })
  server.passTime(20 * DAY_MS)
  const owner = await signIn(server, 'Dora')
  expect((await owner.ask(cabinets.statusBar, { params: { c: shop.c } })).status).toBe(404)
  await setPlan(server, shop.c, 'base')
  await query(
    server,
    `update sessions set last_used_at = now() + interval '20 days', created_at = now() + interval '20 days'`,
  )
  expect(await bar()).toMatchObject({ status: 'ok', demoDaysLeft: null })
  await shop.owner.send(certificates.removePassType, { params: { c: shop.c }, body: {} })
  await query(server, 'update cabinets set balance_minor = -1 where id = $1', [shop.c])
  expect(await bar()).toMatchObject({ status: 'isNoBalance', isOnTestCertificate: false })
  expect((await overview()).checklist?.certificate).toBe(false)
  expect((await overview()).clients?.newClients).toBe(0)
})

it('answers one tile alone, and one that cannot be counted leaves the others standing', async () => {
  const one = (tile: TileName) => shop.owner.send(cabinets.dashboard, { params: { c: shop.c }, query: { tile } })
  expect(await one('cards')).toEqual({ cards: { issued: 2, apple: 1, google: 0 } })
  await query(server, 'alter table forms rename to forms_away')
  try {
    const broken = await overview()
    expect([broken.forms, broken.checklist]).toEqual([null, null])
    expect([broken.clients?.clients, broken.templates?.total, broken.push?.last?.name]).toEqual([2, 1, 'First'])
    expect(await one('forms')).toEqual({ forms: null })
  } finally {
    await query(server, 'alter table forms_away rename to forms')
  }
})

it('shows the numbers of a sending from Base on', async () => {
  const sent = await openShop(server, 'Doris')
  const push = await sent.owner.send(pushes.createPush, {
    params: { c: sent.c, pushType: 'text' },
    body: { name: 'Alone', message: 'Hello', templates: [sent.template] },
  })
  await newIphone(server, sent, 'Reached')
  await sent.owner.send(pushes.startSend, { params: { c: sent.c, pushUuid: push.id } })
  const last = async () =>
    (await sent.owner.send(cabinets.dashboard, { params: { c: sent.c }, query: { tile: 'push' } })).push?.last
  expect(await last()).toMatchObject({ name: 'Alone', counts: null })
  await setPlan(server, sent.c, 'base')
  expect(await last()).toMatchObject({ name: 'Alone', counts: { cards: 1, sent: 0, delivered: 0 } })
})
