/** Data of an older commit, migrated and served by today's code: what people and phones have goes on working. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clients } from '../contract/people/clients.ts'
import { users } from '../contract/platform/users.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { newToken, sha256 } from '../server/base/crypto.ts'
import { CANDIDATE_DRIFT } from './candidate-drift.ts'
import { makeJobsDue, query } from './direct-access.ts'
import { oldAndroidPhone, oldIphone, type OldShop, startOnOldData } from './old-data.ts'
import { PASSWORD, Person, request } from './people.ts'
import { fieldsOf, Iphone, takeCard } from './phones.ts'
import { inputOf } from './samples.ts'
import type { TestServer } from './server.ts'
import { WALLET_DRIFT } from './wallet-drift.ts'
import { ALL_CALLS, isOfCabinet, requestFromElsewhere, unclear } from './walk.ts'

let server: TestServer
let shop: OldShop
let owner: Person
beforeAll(async () => {
  ;({ server, shop } = await startOnOldData('0667f75c'))
  owner = new Person(server, shop.email, shop.token)
})
afterAll(() => server?.close())

/** The CRM of the demo is not there any more, so a job of its shop fails; all others are done. */
async function drainAll(): Promise<void> {
  for (let failed = 0; ; failed++) {
    try {
      await server.drainJobs()
      return
    } catch (error) {
      if (failed >= 3) throw error
    }
  }
}

it('lets people in: by the session, the password and the API key that they had', async () => {
  const params = { c: shop.ids.c }
  const mine = await owner.send(clients.listClients, { params, query: {} })
  expect(mine.data.map(({ name }) => name)).toEqual(expect.arrayContaining(['Clara', 'Klaus', 'Veraguest']))
  const answer = await request(server, users.login, { body: { email: shop.email, password: PASSWORD } })
  expect(answer.status).toBe(200)
  const byKey = await request(server, clients.listClients, { params }, shop.apiKey)
  expect([byKey.status, (byKey.body.data as unknown[]).length]).toEqual([200, mine.data.length])
})

it('opens cards, and does the jobs that waited: phones of that time get their messages', async () => {
  const { json } = await new Iphone(server).install(server.url + shop.card)
  expect(fieldsOf(json)).toMatchObject({ left: 'Clara Stone', top: '000002' })
  const phone = oldIphone(server, shop)
  await drainAll()
  expect(await phone.update()).toEqual(['Written before the upgrade'])
  const params = { c: shop.ids.c, pushUuid: shop.ids.push }
  await owner.send(pushes.startSend, { params })
  await drainAll()
  await makeJobsDue(server)
  await drainAll()
  expect(await phone.update()).toEqual(['Hello'])
  const { runs } = await owner.send(pushes.statistics, { params })
  expect(runs).toMatchObject([{ cards: 2, sent: 2, delivered: 1, unknown: 0 }])
  expect(JSON.stringify(await oldAndroidPhone(server, shop).cards())).toContain('Hello')
})

it('knows in which wallets the cards of that time are', async () => {
  expect(await query(server, WALLET_DRIFT)).toEqual([])
  const held = await query<{ n: number }>(server, 'select count(*)::int as n from client_wallets')
  expect(held[0]?.n).toBeGreaterThan(1)
})

it('knows whom of that time a reminder may still reach', async () => {
  expect(await query(server, CANDIDATE_DRIFT)).toEqual([])
})

it('takes new clients by an old form, and numbers their cards on', async () => {
  const { cardFileUrl } = await takeCard(server, server.url + shop.form, {
    name: 'Nora',
    surname: 'Field',
    tel: '+420601555113',
  })
  expect(fieldsOf((await new Iphone(server).install(cardFileUrl)).json)['top']).toBe('000004')
})

it('answers every reading call, for the shop and for the businesses of the demo', async () => {
  const token = `kt_${newToken()}`
  await query(
    server,
    `insert into sessions (id, user_id, token_hash, ip, user_agent, created_at, last_used_at)
      select gen_random_uuid(), id, $1, '127.0.0.1', 'node', $2, $2 from users where email = 'anna@kartoteka.example'`,
    [sha256(token), server.now()],
  )
  const demo = await query<{ c: string; domain: string }>(
    server,
    `select id as c, domain from cabinets where domain in ('coffee-lab', 'salon-vera', 'hotel-sever')`,
  )
  expect(demo.length).toBe(3)
  const places = [
    { ids: shop.ids, token: shop.token },
    ...demo.map(({ c, domain }) => ({ ids: { ...shop.ids, c: Number(c), domain }, token })),
  ]
  const statuses: Record<number, number> = {}
  for (const { ids, token: of } of places)
    for (const { name, one } of ALL_CALLS.filter((call) => isOfCabinet(call.one) && !call.one.writes)) {
      const answer = await requestFromElsewhere(server, one, await inputOf(one, ids), of)
      expect([name, unclear(one, answer)]).toEqual([name, undefined])
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    }
  expect(statuses[200]).toBeGreaterThan(120)
  expect(statuses[401]).toBeUndefined()
})

it('no longer lets anybody in by the password of the old demo, which everybody knew', async () => {
  for (const email of ['operator@kartoteka.example', 'anna@kartoteka.example']) {
    const answer = await request(server, users.login, { body: { email, password: 'Coffee-2026' } })
    expect([answer.status, answer.body.error?.code]).toEqual([422, 'wrong_login'])
  }
})
