/** The disk of the database is full for a while: refused with 503, nothing half made, and then it works again. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureOf } from './samples.ts'
import { templates } from '../contract/cards/templates.ts'
import { clients } from '../contract/people/clients.ts'
import { forms } from '../contract/people/forms.ts'
import { users } from '../contract/platform/users.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { inputOf } from './client-input.ts'
import { query, setPlan } from './direct-access.ts'
import { makeDisk, setDiskFull } from './disk-full.ts'
import { latestRun, makePush, newIphone } from './holders.ts'
import { openShop, PASSWORD, request, type Shop } from './people.ts'
import { fillForm, Iphone, takeCard } from './phones.ts'
import { startTestServer, type TestServer } from './server.ts'
import { until } from './until.ts'

let server: TestServer
let shop: Shop
const logged: string[] = []
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (text) => void logged.push(text) })
  server = await startTestServer({ works: true, log })
  shop = await openShop(server, 'Full')
  await setPlan(server, shop.c, 'base')
  await makeDisk(server)
})
afterAll(() => server?.close())

const rowsNow = async () => {
  const [row] = await query<Record<string, string>>(
    server,
    `select (select count(*) from clients) as clients, (select count(*) from passes) as passes,
      (select count(*) from pushes) as pushes, (select count(*) from push_runs) as runs,
      (select count(*) from push_chunks) as chunks, (select count(*) from sessions) as sessions,
      (select count(*) from registrations) as phones, (select count(*) from balance_events) as events,
      (select count(*) from files) as files,
      (select coalesce(sum(bonus_minor), 0) from clients) as points`,
  )
  return row
}

test('calls are refused with 503 and nothing is half made; reading works, and all of it afterwards', async () => {
  const phone = await newIphone(server, shop, 'Before')
  const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'Waits', tel: '+420602333444' })
  const waiting = new Iphone(server)
  await waiting.install(cardFileUrl)
  const pushUuid = await makePush(shop, 'When there is room')
  const { data: all } = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: {} })
  const params = { c: shop.c, id: all[0]?.id ?? '' }
  const client = await shop.owner.send(clients.readClient, { params })
  const html = await (await fetch(shop.formUrl)).text()
  const person = { name: 'Kept', tel: '+420602333555' }
  const before = await rowsNow()

  await setDiskFull(server, true)
  const save = { params, body: { ...inputOf(client), bonusMinor: 700 } }
  const start = { params: { c: shop.c, pushUuid } }
  const body = { email: shop.owner.email, password: PASSWORD }
  const picture = {
    params: { c: shop.c },
    body: { slot: 'logo' as const },
    file: new Blob([new Uint8Array(await pictureOf('logo'))]),
  }
  const refused = [
    await shop.owner.ask(templates.uploadImage, picture),
    await shop.owner.ask(clients.saveClient, save),
    await shop.owner.ask(pushes.startSend, start),
    await request(server, users.login, { body }),
  ]
  expect(refused.map((one) => [one.status, one.body.error?.code])).toEqual(refused.map(() => [503, 'try_again_later']))
  const kept = await fillForm(server, shop.formUrl, person, html)
  expect(kept.status).toBe(503)
  const page = await kept.text()
  expect(page).toContain('value="Kept"')
  expect((await waiting.register()).status).toBe(503)
  expect((await request(server, forms.listForms, { params: { c: shop.c } }, shop.owner.token)).status).toBe(200)
  expect(await rowsNow()).toEqual(before)

  await setDiskFull(server, false)
  expect((await shop.owner.ask(templates.uploadImage, picture)).status).toBe(201)
  expect((await shop.owner.ask(clients.saveClient, save)).status).toBe(200)
  expect((await fillForm(server, shop.formUrl, {}, page)).status).toBe(303)
  expect((await waiting.register()).status).toBe(201)
  expect((await request(server, users.login, { body })).status).toBe(200)
  expect((await shop.owner.ask(pushes.startSend, start)).status).toBe(200)
  await until(async () => (await shop.owner.send(pushes.readPush, start)).status === 'done', 'the push is sent')
  expect(await latestRun(shop, pushUuid)).toMatchObject({ cards: 2, sent: 2 })
  expect(await phone.update()).toEqual(['When there is room'])
  expect(logged.filter((line) => !line.includes('cannot be reached'))).toEqual([])
})

test('a push whose disk becomes full half way ends when there is room, and shows no message twice', async () => {
  const phones = [await newIphone(server, shop, 'Half1'), await newIphone(server, shop, 'Half2')]
  const pushUuid = await makePush(shop, 'Half way')
  server.outside.applePush.setTroubles({ slowMs: 300 })
  const from = server.outside.applePush.requests.length
  const params = { c: shop.c, pushUuid }
  await shop.owner.send(pushes.startSend, { params })
  await until(() => server.outside.applePush.requests.length > from, 'phones are called')
  await setDiskFull(server, true)
  await until(async () => {
    const called = server.outside.applePush.requests.length - from
    return called >= phones.length
  }, 'the answers cannot be stored')
  await setDiskFull(server, false)
  await until(async () => (await shop.owner.send(pushes.readPush, { params })).status === 'done', 'the push ends')
  expect(await latestRun(shop, pushUuid)).toMatchObject({ failed: 0, waiting: 0 })
  for (const phone of phones) {
    expect(await phone.update()).toEqual(['Half way'])
    expect(await phone.update()).toEqual([])
  }
})
