import { afterAll, beforeAll, expect, test } from 'vitest'
import { pushes } from '../contract/reach/pushes.ts'
import { setPlan } from './direct-access.ts'
import { openShop, request, type Shop } from './people.ts'
import { fillForm, Iphone } from './phones.ts'
import { startSecondServer, type SecondServer } from './second-server.ts'
import { startTestServer, type TestServer } from './server.ts'
import { until } from './until.ts'

/** The small proof of `many-processes.slow.test.ts`: two servers on one database, in one process. */
let server: TestServer
let second: SecondServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ works: true })
  second = await startSecondServer(server)
  shop = await openShop(server, 'Twin')
  await setPlan(server, shop.c, 'base')
})
afterAll(async () => {
  await second?.close()
  await server?.close()
})

test('a form filled at one server is a card at the other, and a push that both start reaches it once', async () => {
  const elsewhere: TestServer = { ...server, url: second.url }
  const formUrl = shop.formUrl.replace(server.url, second.url)
  const sent = await fillForm(elsewhere, formUrl, { name: 'Clara', tel: '+420 601 555 111' })
  expect(sent.status).toBe(303)
  const { pathname } = new URL(sent.headers.get('location') ?? '', second.url)
  const phone = new Iphone(server)
  await phone.install(`${server.url}${pathname}/card.pkpass`)
  expect((await phone.register()).status).toBe(201)
  await phone.update()

  const params = { c: shop.c }
  const push = await shop.owner.send(pushes.createPush, {
    params: { ...params, pushType: 'text' },
    body: { name: 'Once', message: 'Hi {cardholder}', templates: [shop.template] },
  })
  const at = { params: { ...params, pushUuid: push.id } }
  const starts = await Promise.all([server, second].map((one) => request(one, pushes.startSend, at, shop.owner.token)))
  expect(starts.filter(({ status }) => status < 300)).toHaveLength(1)
  await until(async () => (await shop.owner.send(pushes.readPush, at)).status === 'done', 'all is sent')
  expect(await phone.update()).toEqual(['Hi Clara'])
  expect(await phone.update()).toEqual([])
})
