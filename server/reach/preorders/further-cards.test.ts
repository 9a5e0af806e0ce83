import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { verification } from '../../../contract/people/verification.ts'
import { preorders } from '../../../contract/reach/preorders.ts'
import { HOUR_MS } from '../../../contract/time.ts'
import { makeJobsDue, query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { type Browser, fillForm, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { addSecondDesign, type SecondDesign } from '../../../test/two-cards.ts'

const SMS = { smsType: 'smsc', login: 'kartoteka', password: '', apiKey: 'emulated-key', smsFrom: 'COFFEE' } as const

let server: TestServer
let shop: Shop
let gold: SecondDesign
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Further${++shops}`)
  await setPlan(server, shop.c, 'expert')
  await shop.owner.send(verification.saveProvider, { params: params(), body: SMS })
  gold = await addSecondDesign(shop)
})

const params = () => ({ c: shop.c })
const newPhone = () => `+4206039${String(10_007 * shops).padStart(5, '0')}`
const activate = (isActive: boolean) =>
  shop.owner.send(preorders.activate, { params: params(), body: { isActive, expectedOn: null } })
const status = () => shop.owner.send(preorders.readGeneration, { params: params() })
const enter = (url: string, tel: string, browser: Browser) =>
  fillForm(server, url, { name: 'Ann', tel, email: '' }, undefined, browser)
/** Pages of cards in the SMS to a number, the newest first. */
const links = (tel: string) =>
  server.outside.smsGateway.list(tel).flatMap(({ text }) => /https?:\/\/\S+/.exec(text)?.[0] ?? [])
async function run(prefers: 'sms' | 'email' = 'sms'): Promise<void> {
  await shop.owner.send(preorders.generate, { params: params(), body: { prefers, isAgain: false } })
  // A number gets one SMS a minute.
  for (let times = 0; times < 3; times++) {
    await makeJobsDue(server)
    await server.drainJobs()
    server.passTime(HOUR_MS)
  }
}
async function cardsOf(tel: string) {
  const [row] = await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 and tel = $2', [
    shop.c,
    tel,
  ])
  const { cards } = await shop.owner.send(clients.readClient, { params: { c: shop.c, id: row?.id ?? '' } })
  return cards.map((card) => ({ design: card.template.id, isMain: card.isMain, url: card.url }))
}

it('who has a main card and asks for another one gets that one later, once', async () => {
  const [tel, browser] = [newPhone(), { cookie: '' }]
  await takeCard(server, shop.formUrl, { name: 'Ann', tel }, browser)
  await activate(false)
  await enter(gold.formUrl, tel, browser)
  await enter(gold.formUrl, tel, browser)
  expect(await cardsOf(tel)).toHaveLength(1)
  await activate(true)
  expect(await status()).toMatchObject({ waiting: 1, plans: { sms: { sms: 1, smsParts: 1 } } })
  await run()
  const cards = await cardsOf(tel)
  expect(cards.map(({ design, isMain }) => [design, isMain])).toEqual([
    [shop.template, true],
    [gold.template, false],
  ])
  expect(links(tel)).toEqual([cards[1]?.url])
  expect(await status()).toMatchObject({ state: 'no_cards', run: { state: 'done', total: 1, done: 1, sms: 1 } })
})

it('who takes the card while its link is sent gets no link, and the two do not wait for each other', async () => {
  const [tel, browser] = [newPhone(), { cookie: '' }]
  await takeCard(server, shop.formUrl, { name: 'Ann', tel }, browser)
  await activate(false)
  await enter(gold.formUrl, tel, browser)
  await activate(true)
  await shop.owner.send(preorders.generate, { params: params(), body: { prefers: 'sms', isAgain: false } })
  const waiting = async () =>
    (
      await query<{ query: string }>(
        server,
        `select query from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' order by query_start`,
      )
    ).map((one) => /(?:from|into|update) "?(\w+)/.exec(one.query)?.[1])
  const resting = await server.superuser.connect()
  await resting.query('begin')
  await resting.query('select from preorder_designs where cabinet_id = $1 for update', [shop.c])
  let taken: ReturnType<typeof enter> | undefined
  let sent: Promise<unknown> | undefined
  try {
    taken = enter(gold.formUrl, tel, browser)
    await expect.poll(waiting, { timeout: 10_000 }).toEqual(['preorder_designs'])
    sent = server.drainJobs()
    // The job has nothing that the form waits for.
    await expect.poll(waiting, { timeout: 10_000 }).toEqual(['preorder_designs', 'clients'])
  } finally {
    await resting.query('rollback')
    resting.release()
  }
  expect((await taken)?.status).toBe(303)
  await sent
  expect([links(tel), (await cardsOf(tel)).length]).toEqual([[], 2])
  expect(await status()).toMatchObject({ state: 'no_cards', run: { state: 'done', taken: 1 } })
})

it('who asks for two cards gets a link to each, the first one first', async () => {
  const [tel, browser] = [newPhone(), { cookie: '' }]
  await activate(false)
  await enter(shop.formUrl, tel, browser)
  server.passTime(1000)
  await enter(gold.formUrl, tel, browser)
  await activate(true)
  expect((await status()).plans.sms).toMatchObject({ sms: 1, smsParts: 2 })
  await run()
  expect(links(tel).toReversed()).toEqual((await cardsOf(tel)).map(({ url }) => url))
  expect(links(tel)).toHaveLength(2)
  expect(await status()).toMatchObject({ state: 'no_cards', run: { state: 'done', total: 1, done: 1 } })
})

it('who takes one of two at the form gets a link to the other; with both taken none', async () => {
  const [tel, browser] = [newPhone(), { cookie: '' }]
  await activate(false)
  for (const url of [shop.formUrl, gold.formUrl]) await enter(url, tel, browser)
  await activate(true)
  await takeCard(server, shop.formUrl, { name: 'Ann', tel }, browser)
  expect((await status()).waiting).toBe(1)
  await run()
  expect(links(tel)).toEqual([(await cardsOf(tel))[1]?.url])
  await activate(false)
  await enter(gold.formUrl, tel, browser)
  await activate(true)
  await takeCard(server, gold.formUrl, { name: 'Ann', tel }, browser)
  expect((await status()).waiting).toBe(0)
})

it('a design that was deleted meanwhile leaves the main card', async () => {
  const [tel, browser] = [newPhone(), { cookie: '' }]
  await activate(false)
  await enter(gold.formUrl, tel, browser)
  await query(server, 'update clients set template_id = $2 where cabinet_id = $1', [shop.c, shop.template])
  await query(server, 'update forms set template_id = $2 where cabinet_id = $1', [shop.c, shop.template])
  await query(server, 'delete from templates where id = $1', [gold.template])
  await activate(true)
  await run()
  expect(links(tel)).toEqual([(await cardsOf(tel))[0]?.url])
})
