import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../contract/time.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { fillForm, hiddenFields } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

/** A business on the demo plan, whose fifty cards a stranger would like to use up. */
let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({ env: { CARDS_PER_ADDRESS_PERCENT: '20', TRUST_PROXY: '1' } })
  shop = await openShop(server, 'Flood')
})
afterAll(() => server?.close())

const countClients = async (where = 'true') =>
  (await query(server, `select id from clients where cabinet_id = $1 and ${where}`, [shop.c])).length

/** Opens the form and sends it from an address. */
async function send(values: Record<string, string>, from: string, cookie = ''): Promise<Response> {
  const page = await (await fetch(shop.formUrl)).text()
  const body = new URLSearchParams({ ...hiddenFields(page), agree: 'on', ...values })
  server.passTime(2000)
  return fetch(shop.formUrl, { method: 'POST', redirect: 'manual', body, headers: { 'x-forwarded-for': from, cookie } })
}
const numbered = (no: number) => ({ name: `Client ${no}`, tel: `+420 603 ${String(100_000 + no)}` })

test('a page that is opened once makes one client, whatever is sent with it', async () => {
  const page = await (await fetch(shop.formUrl)).text()
  expect((await fillForm(server, shop.formUrl, { name: 'One', tel: '+420 604 100 001' }, page)).status).toBe(303)
  for (const [name, value] of Object.entries(hiddenFields(page))) {
    if (!/^[0-9a-f-]{36}$/.test(value)) continue
    const again = await fillForm(
      server,
      shop.formUrl,
      { name: 'Two', tel: '+420 604 100 002', [name]: crypto.randomUUID() },
      page,
    )
    expect(again.status).toBe(429)
  }
  const same = await fillForm(server, shop.formUrl, { name: 'Three', tel: '+420 604 100 003' }, page)
  expect(same.status).toBe(303)
  expect(await countClients(`tel like '+420604%'`)).toBe(1)
})

test('one address gets a part of the cards of a plan in a day, and its page keeps what it sends beyond', async () => {
  const answers: number[] = []
  let cookie = ''
  for (let no = 0; no < 12; no++) {
    const { status, headers } = await send(numbered(no), '203.0.113.7')
    answers.push(status)
    if (no === 3) cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 303), 429, 429])
  const refused = await send(numbered(13), '203.0.113.7')
  const page = await refused.text()
  expect(page).toContain('Too many cards have been requested from this network today')
  expect(page).toContain('value="Client 13"')
  expect(await countClients(`tel like '+420603%'`)).toBe(10)

  // The browser that has the card gets it again, who only knows its number does not. Other addresses get theirs, and
  // the next day is a new one.
  expect((await send(numbered(3), '203.0.113.7', cookie)).status).toBe(303)
  expect((await send(numbered(3), '203.0.113.7')).status).toBe(429)
  expect((await send(numbered(20), '203.0.113.8')).status).toBe(303)
  server.passTime(DAY_MS)
  expect((await send(numbered(21), '203.0.113.7')).status).toBe(303)
})

test('all addresses of one home in IPv6 are one', async () => {
  const answers: number[] = []
  for (let no = 30; no < 42; no++) answers.push((await send(numbered(no), `2001:db8:1:2::${no}`)).status)
  expect(answers.filter((status) => status === 303)).toHaveLength(10)
})

test('also of many at the same time it gets no more than its part', async () => {
  const sent = await Promise.all(Array.from({ length: 13 }, (_, no) => send(numbered(50 + no), '203.0.113.77')))
  expect(tally(sent.map(({ status }) => status))).toEqual({ 303: 10, 429: 3 })
  expect(await countClients(`tel like '+4206031000%' and tel >= '+420603100050'`)).toBe(10)
})
