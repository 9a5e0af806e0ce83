import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { query, tally } from '../../../test/behind.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { fieldsOf, Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Paul')
})
afterAll(() => server?.close())
/** Sixty registrations a minute from one address of the net: each story gets its own minute. */
beforeEach(() => server.passTime(60_000))

/** A phone that has opened a new client's card, not yet registered. */
async function newPhone(name = 'Pat'): Promise<Iphone> {
  const { cardFileUrl } = await takeCard(server, shop.formUrl, {
    name,
    surname: 'Phone',
    tel: `+420601800${String(next++).padStart(3, '0')}`,
  })
  const phone = new Iphone(server)
  await phone.install(cardFileUrl)
  return phone
}

/** Changes a client's bonus as a shop does. */
async function setBonus(phone: Iphone, bonusMinor: number): Promise<void> {
  const [row] = await query<{ client_id: string }>(server, 'select client_id from passes where id = $1', [
    phone.pass.json.serialNumber,
  ])
  const params = { c: shop.c, id: row?.client_id ?? '' }
  const {
    installs: _,
    devices: _d,
    form: _f,
    cardUrl: _c,
    consentAt: _a,
    createdAt: _t,
    cardNumber: _n,
    cardTrack: _k,
    id: _i,
    template,
    ...facts
  } = await shop.owner.send(clients.readClient, { params })
  await shop.owner.send(clients.saveClient, { params, body: { ...facts, template: template.id, bonusMinor } })
}

const registrations = (phone: Iphone) =>
  query<{ device_id: string; push_token: string }>(
    server,
    'select device_id, push_token from registrations where pass_id = $1 order by token_at',
    [phone.pass.json.serialNumber],
  )

describe('registering', () => {
  it('answers 201 the first time and 200 again, and keeps the newer push token', async () => {
    const phone = await newPhone()
    expect((await phone.register()).status).toBe(201)
    phone.pushToken = 'b'.repeat(64)
    expect((await phone.register()).status).toBe(200)
    expect(await registrations(phone)).toEqual([{ device_id: phone.device, push_token: 'b'.repeat(64) }])
  })

  it('many times at once is one registration', async () => {
    const phone = await newPhone()
    expect(
      tally((await Promise.all(Array.from({ length: 10 }, () => phone.register()))).map((one) => one.status)),
    ).toEqual({ 201: 1, 200: 9 })
    expect(await registrations(phone)).toHaveLength(1)
  })

  it('by many phones at once counts the card as installed once and keeps twenty of them', async () => {
    const funnel = async () =>
      (await query<{ installed: number }>(server, 'select installed from forms where cabinet_id = $1', [shop.c]))[0]
        ?.installed ?? 0
    const before = await funnel()
    const phone = await newPhone()
    const { passTypeIdentifier, serialNumber } = phone.pass.json
    await Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        phone.call('POST', `/devices/crowded-device-${i}/registrations/${passTypeIdentifier}/${serialNumber}`, {
          body: { pushToken: `${'f'.repeat(62)}${String(i).padStart(2, '0')}` },
        }),
      ),
    )
    expect([(await funnel()) - before, (await registrations(phone)).length]).toEqual([1, 20])
  })

  it('keeps the twenty latest phones of a card', async () => {
    const phone = await newPhone()
    for (let i = 0; i < 25; i++)
      await phone.call(
        'POST',
        `/devices/made-up-device-${i}/registrations/${phone.pass.json.passTypeIdentifier}/${phone.pass.json.serialNumber}`,
        { body: { pushToken: `${'c'.repeat(62)}${String(i).padStart(2, '0')}` } },
      )
    const kept = await registrations(phone)
    expect(kept).toHaveLength(20)
    expect(kept.at(-1)?.device_id).toBe('made-up-device-24')
  })

  it('answers 429 beyond sixty a minute from one address of the net', async () => {
    const phone = await newPhone()
    server.passTime(60_000 - (server.now().getTime() % 60_000))
    const all = await Promise.all(Array.from({ length: 70 }, () => phone.register()))
    expect(tally(all.map((one) => one.status))).toEqual({ 201: 1, 200: 59, 429: 10 })
  })

  it.each([
    ['no body', undefined],
    ['no token', {}],
    ['a token with spaces', { pushToken: 'a b c d e f g h' }],
    ['a number', { pushToken: 12345678 }],
  ])('with %s changes nothing', async (_, body) => {
    const phone = await newPhone()
    const { passTypeIdentifier, serialNumber } = phone.pass.json
    const answer = await phone.call(
      'POST',
      `/devices/${phone.device}/registrations/${passTypeIdentifier}/${serialNumber}`,
      { body },
    )
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await registrations(phone)).toHaveLength(0)
  })
})

describe('a wrong token, serial number, pass type or cabinet', () => {
  it('answers 401 with the same bytes, on every call that needs the token', async () => {
    const [phone, other] = [await newPhone('One'), await newPhone('Two')]
    await phone.register()
    const { passTypeIdentifier: type, serialNumber: serial, authenticationToken: own = '' } = phone.pass.json
    const foreign = other.pass.json.authenticationToken ?? ''
    const wrong: [string, string, string | null][] = [
      [type, serial, null],
      [type, serial, 'x'.repeat(43)],
      [type, serial, foreign],
      [type, serial, `${own}x`],
      [type, other.pass.json.serialNumber, own],
      [type, crypto.randomUUID(), own],
      [type, 'not-a-serial', own],
      ['pass.other.type', serial, own],
      ['pass%00', serial, own],
    ]
    const seen = new Set<string>()
    for (const [passType, serialNumber, token] of wrong) {
      const calls = [
        phone.call('POST', `/devices/${phone.device}/registrations/${passType}/${serialNumber}`, {
          token,
          body: { pushToken: 'd'.repeat(64) },
        }),
        phone.call('DELETE', `/devices/${phone.device}/registrations/${passType}/${serialNumber}`, { token }),
        phone.call('GET', `/passes/${passType}/${serialNumber}`, { token }),
      ]
      for (const answer of await Promise.all(calls)) {
        const { date: _, ...headers } = Object.fromEntries(
          [...answer.headers].filter(([name]) => !name.startsWith('x-ratelimit')),
        )
        seen.add(JSON.stringify([answer.status, await answer.text(), headers]))
      }
    }
    expect([...seen].map((one) => JSON.parse(one) as unknown[])).toEqual([
      [401, '', expect.objectContaining({ 'content-length': '0' })],
    ])
    const elsewhere = await fetch(`${server.url}/apple/${shop.c + 1}/v1/passes/${type}/${serial}`, {
      headers: { authorization: `ApplePass ${own}` },
    })
    expect(elsewhere.status).toBe(401)
    expect(await registrations(phone)).toHaveLength(1)
    expect(await registrations(other)).toHaveLength(0)
  })
})

describe('the list of changed cards', () => {
  it('needs no token, names the cards of the device only, and 204 when nothing is new', async () => {
    const [phone, other] = [await newPhone(), await newPhone()]
    expect((await phone.list()).status).toBe(404)
    await phone.register()
    await other.register()
    const answer = await phone.list()
    expect(answer.status).toBe(200)
    const body = (await answer.json()) as { lastUpdated: unknown; serialNumbers: string[] }
    expect(body).toEqual({ lastUpdated: expect.stringMatching(/^\d+$/), serialNumbers: [phone.pass.json.serialNumber] })
    phone.tag = body.lastUpdated as string
    expect((await phone.list()).status).toBe(204)
    await setBonus(other, 500)
    expect((await phone.list()).status).toBe(204)
    await setBonus(phone, 500)
    expect(((await (await phone.list()).json()) as { serialNumbers: string[] }).serialNumbers).toEqual([
      phone.pass.json.serialNumber,
    ])
    const { passTypeIdentifier } = phone.pass.json
    expect(
      (await phone.call('GET', `/devices/${phone.device}/registrations/pass.other.type`, { token: null })).status,
    ).toBe(204)
    for (const since of ['abc', '-1', '1e9', "1' or true", '%00', '9'.repeat(30)]) {
      const odd = await phone.call(
        'GET',
        `/devices/${phone.device}/registrations/${passTypeIdentifier}?passesUpdatedSince=${encodeURIComponent(since)}`,
        { token: null },
      )
      expect([since, odd.status]).toEqual([since, 200])
    }
    expect(
      (await phone.call('GET', `/devices/a%00b/registrations/${passTypeIdentifier}`, { token: null })).status,
    ).toBe(404)
  })

  it('of a phone with two cards names both, then only the one that changed', async () => {
    const [first, second] = [await newPhone(), await newPhone()]
    await first.register()
    const { passTypeIdentifier, serialNumber } = second.pass.json
    await second.call('POST', `/devices/${first.device}/registrations/${passTypeIdentifier}/${serialNumber}`, {
      body: { pushToken: first.pushToken },
    })
    const both = (await (await first.list()).json()) as { lastUpdated: string; serialNumbers: string[] }
    expect(both.serialNumbers.toSorted()).toEqual([first.pass.json.serialNumber, serialNumber].toSorted())
    first.tag = both.lastUpdated
    await setBonus(second, 700)
    expect(((await (await first.list()).json()) as { serialNumbers: string[] }).serialNumbers).toEqual([serialNumber])
  })
})

describe('fetching a card', () => {
  it('gives the file with its time, 304 when it is not newer, and a later time for each of two changes in a second', async () => {
    const phone = await newPhone()
    await phone.register()
    expect((await phone.fetchCard()).status).toBe(304)
    const times: number[] = [Date.parse(phone.modified)]
    for (const bonus of [100, 200, 300]) {
      await setBonus(phone, bonus)
      const answer = await phone.fetchCard(new Date(times.at(-1) ?? 0).toUTCString())
      expect([bonus, answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        bonus,
        200,
        'application/vnd.apple.pkpass',
        'no-store',
      ])
      times.push(Date.parse(answer.headers.get('last-modified') ?? ''))
      await answer.arrayBuffer()
    }
    for (const [index, time] of times.slice(1).entries())
      expect(time).toBeGreaterThanOrEqual((times[index] as number) + 1000)
    expect(await phone.update()).toEqual(['You now have 3.00 points'])
    expect(await phone.update()).toEqual([])
    expect((await phone.fetchCard('nonsense')).status).toBe(200)
  })

  it("is signed anew and shows the same serial number and token for the card's whole life", async () => {
    const phone = await newPhone('Liz')
    await phone.register()
    const { serialNumber, authenticationToken } = phone.pass.json
    await setBonus(phone, 12_345)
    await phone.update()
    expect(phone.pass.json).toMatchObject({ serialNumber, authenticationToken })
    expect(fieldsOf(phone.pass.json)).toMatchObject({ center: '123.45', left: 'Liz Phone' })
  })
})

describe('leaving', () => {
  it('answers 200, also a second time, and the card has no phone any more', async () => {
    const phone = await newPhone()
    await phone.register()
    expect((await phone.unregister()).status).toBe(200)
    expect((await phone.unregister()).status).toBe(200)
    expect((await phone.list()).status).toBe(404)
    expect(await registrations(phone)).toHaveLength(0)
  })
})

describe('the log', () => {
  const log = (body: string) =>
    fetch(`${server.url}/apple/${shop.c}/v1/log`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  it('is taken up to sixteen kilobytes, sixty times a minute', async () => {
    expect((await log(JSON.stringify({ logs: ['something', '<script>', '\0'] }))).status).toBe(200)
    expect((await log(JSON.stringify({ nothing: 1 }))).status).toBe(200)
    expect((await log(JSON.stringify({ logs: ['x'.repeat(17 * 1024)] }))).status).toBe(413)
    server.passTime(60_000 - (server.now().getTime() % 60_000))
    expect(
      tally((await Promise.all(Array.from({ length: 65 }, () => log('{"logs":[]}')))).map((one) => one.status)),
    ).toEqual({ 200: 60, 429: 5 })
  })
})

describe("Apple's push service", () => {
  it('that calls a token dead ends its registration, unless the phone came back later', async () => {
    const [gone, back] = [await newPhone(), await newPhone()]
    for (const phone of [gone, back]) await phone.register()
    const unregister = (token: string) =>
      fetch(`${server.url}/outside/apple/courier/register?token=${token}`, { method: 'DELETE' })
    await unregister(gone.pushToken)
    await unregister(back.pushToken)
    await query(server, `update registrations set token_at = now() + interval '1 day' where push_token = $1`, [
      back.pushToken,
    ])
    await query(server, `update registrations set token_at = now() - interval '1 day' where push_token = $1`, [
      gone.pushToken,
    ])
    for (const phone of [gone, back]) await setBonus(phone, 900)
    await server.drainJobs()
    expect([(await registrations(gone)).length, (await registrations(back)).length]).toEqual([0, 1])
  })

  it('that does not know a token is not asked again until the phone registers anew', async () => {
    const phone = await newPhone()
    phone.pushToken = 'e'.repeat(64)
    await phone.register()
    const asked = () => server.outside.applePush.requests.filter((one) => one.token === phone.pushToken).length
    await setBonus(phone, 100)
    await server.drainJobs()
    await setBonus(phone, 200)
    await server.drainJobs()
    expect(asked()).toBe(1)
    await phone.register()
    await setBonus(phone, 300)
    await server.drainJobs()
    expect(asked()).toBe(2)
    expect(await phone.update()).toEqual(['You now have 3.00 points'])
  })

  it('is told once of a phone with three changed cards', async () => {
    const phones = [await newPhone(), await newPhone(), await newPhone()]
    const [first] = phones as [Iphone, ...Iphone[]]
    for (const phone of phones) {
      const { passTypeIdentifier, serialNumber } = phone.pass.json
      await phone.call('POST', `/devices/${first.device}/registrations/${passTypeIdentifier}/${serialNumber}`, {
        body: { pushToken: first.pushToken },
      })
    }
    const before = server.outside.applePush.requests.length
    const { pushToApple } = await import('./passes.ts')
    const outcomes = await pushToApple(
      server.app,
      shop.c,
      phones.map((phone) => phone.pass.json.serialNumber),
    )
    expect([...outcomes.values()]).toEqual(['sent', 'sent', 'sent'])
    expect(server.outside.applePush.requests.length - before).toBe(1)
    expect(await pushToApple(server.app, shop.c, [])).toEqual(new Map())
  })
})
