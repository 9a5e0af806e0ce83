import { describe, expect, it } from 'vitest'
import { query, tally } from '../../../test/direct-access.ts'
import { newPhone, registrations, server, setBonus, shop, setUpPhones } from '../../../test/registered-phones.ts'

setUpPhones()

describe('registering', () => {
  it('answers 201 the first time and 200 again, and keeps the newer push token', async () => {
    const phone = await newPhone()
    expect((await phone.register()).status).toBe(201)
    phone.pushToken = 'b'.repeat(64)
    expect((await phone.register()).status).toBe(200)
    expect(await registrations(phone)).toEqual([{ device_id: phone.device, push_token: 'b'.repeat(64) }])
  })

  it('many times at the same time is one registration', async () => {
    const phone = await newPhone()
    expect(
      tally((await Promise.all(Array.from({ length: 10 }, () => phone.register()))).map((one) => one.status)),
    ).toEqual({ 201: 1, 200: 9 })
    expect(await registrations(phone)).toHaveLength(1)
  })

  it('by many phones at the same time counts one install and keeps twenty of them', async () => {
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
        `/devices/made-up-device-${i}/registrations/` +
          `${phone.pass.json.passTypeIdentifier}/${phone.pass.json.serialNumber}`,
        { body: { pushToken: `${'c'.repeat(62)}${String(i).padStart(2, '0')}` } },
      )
    const kept = await registrations(phone)
    expect(kept).toHaveLength(20)
    expect(kept.at(-1)?.device_id).toBe('made-up-device-24')
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
        const headers = Object.fromEntries(
          [...answer.headers].filter(([name]) => !/^(date|x-request-id|x-ratelimit-.*)$/.test(name)),
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

describe('unregistering', () => {
  it('works with the type of a body that is not there, and takes nothing that is no JSON', async () => {
    const phone = await newPhone()
    await phone.register()
    const { passTypeIdentifier: type, serialNumber: serial, authenticationToken: own = '' } = phone.pass.json
    const remove = (body: string) =>
      fetch(`${server.url}/apple/${shop.c}/v1/devices/${phone.device}/registrations/${type}/${serial}`, {
        method: 'DELETE',
        headers: { authorization: `ApplePass ${own}`, 'content-type': 'application/json' },
        body,
      })
    expect((await remove('{')).status).toBe(422)
    expect(await registrations(phone)).toHaveLength(1)
    expect((await remove('')).status).toBe(200)
    expect(await registrations(phone)).toHaveLength(0)
  })
})

describe('the list of changed cards', () => {
  it("needs no token, lists only the device's cards, and answers 204 when nothing is new", async () => {
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

  it('of a phone with two cards has both, then only the changed one', async () => {
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
