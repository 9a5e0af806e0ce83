import { describe, expect, it, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query, retryNow, tally } from '../../../test/direct-access.ts'
import { pictureOf } from '../../../test/samples.ts'
import { fieldsOf, type Iphone } from '../../../test/phones.ts'
import { newPhone, registrations, server, setBonus, shop, setUpPhones } from '../../../test/registered-phones.ts'

setUpPhones()

describe('fetching a card', () => {
  it('gives the file with its time, 304 when not newer, and a later time for each change in one second', async () => {
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
    expect(await phone.update()).toEqual(['You now have 3 points'])
    expect(await phone.update()).toEqual([])
    expect((await phone.fetchCard('nonsense')).status).toBe(200)
  })

  it("is signed again with the same serial number and token for the card's whole life", async () => {
    const phone = await newPhone('Liz')
    await phone.register()
    const { serialNumber, authenticationToken } = phone.pass.json
    await setBonus(phone, 12_345)
    await phone.update()
    expect(phone.pass.json).toMatchObject({ serialNumber, authenticationToken })
    expect(fieldsOf(phone.pass.json)).toMatchObject({ center: '123.45', left: 'Liz Phone' })
  })
})

describe('a damaged picture', () => {
  it('fails the cards of its design only until it is repaired', async () => {
    const phone = await newPhone()
    const id = crypto.randomUUID()
    await query(
      server,
      `insert into files (cabinet_id, id, sha256, width, height, bytes, created_at)
      values ($1, $2, sha256('damaged'), 1, 1, 'damaged', now())`,
      [shop.c, id],
    )
    const setCover = (cover: string | null) =>
      query(server, `update templates set design = jsonb_set(design, '{images,cover}', $1::jsonb) where id = $2`, [
        JSON.stringify(cover),
        shop.template,
      ])
    await setCover(id)
    const fetchFresh = async () => (await phone.fetchCard(new Date(0).toUTCString())).status
    expect(await fetchFresh()).toBe(500)
    await query(server, 'update files set bytes = $1 where id = $2', [await pictureOf('cover'), id])
    expect(await fetchFresh()).toBe(200)
    await setCover(null)
  })
})

describe('leaving', () => {
  it('answers 200, also a second time, and the card has no phone', async () => {
    const phone = await newPhone()
    await phone.register()
    expect((await phone.unregister()).status).toBe(200)
    expect((await phone.unregister()).status).toBe(200)
    expect((await phone.list()).status).toBe(404)
    expect(await registrations(phone)).toHaveLength(0)
  })
})

describe('the log', () => {
  const log = (body: string, cabinetId = shop.c) =>
    fetch(`${server.url}/apple/${cabinetId}/v1/log`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  const nextMinute = () => server.passTime(60_000 - (server.now().getTime() % 60_000))
  const nextHour = () => server.passTime(HOUR_MS - (server.now().getTime() % HOUR_MS))

  it('is accepted up to sixteen kilobytes, twenty times a minute from one network', async () => {
    nextHour()
    expect((await log(JSON.stringify({ logs: ['something', '<script>', '\0'] }))).status).toBe(200)
    expect((await log(JSON.stringify({ nothing: 1 }))).status).toBe(200)
    expect((await log(JSON.stringify({ logs: ['x'.repeat(17 * 1024)] }))).status).toBe(413)
    nextMinute()
    expect(
      tally((await Promise.all(Array.from({ length: 25 }, () => log('{"logs":[]}')))).map((one) => one.status)),
    ).toEqual({ 200: 20, 429: 5 })
  })

  it('takes two hundred an hour about one business, a few lines of each, and none about an unknown one', async () => {
    const written = vi.spyOn(server.app.log, 'info')
    nextHour()
    const many = JSON.stringify({ logs: Array.from({ length: 50 }, () => 'y'.repeat(310)) })
    const answers: number[] = []
    for (let minute = 0; minute < 11; minute++) {
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => log(many)))).map((one) => one.status))
      nextMinute()
    }
    expect(tally(answers)).toEqual({ 200: 200, 429: 20 })
    const lines = written.mock.calls.filter(([, text]) => text === 'a phone reports')
    expect(lines).toHaveLength(200)
    const { logs } = (lines[0] as unknown as [{ logs: string[] }])[0]
    expect([logs.length, logs[0]?.length]).toEqual([10, 300])
    expect((await log(many, 987_654_321)).status).toBe(200)
    expect(written.mock.calls.filter(([, text]) => text === 'a phone reports')).toHaveLength(200)
  })
})

describe("Apple's push service", () => {
  it('that reports a token as gone ends its registration, unless the phone registered again since', async () => {
    const [gone, back] = [await newPhone(), await newPhone()]
    for (const phone of [gone, back]) await phone.register()
    const unregister = (token: string) =>
      fetch(`${server.url}/outside/apple/courier/register?token=${token}`, {
        method: 'DELETE',
        headers: server.visitor,
      })
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

  it('that does not know a token is not called again until the phone registers again', async () => {
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
    await retryNow(server, MINUTE_MS)
    expect(asked(), 'the schedule asked again').toBe(2)
    expect(await phone.update()).toEqual(['You now have 3 points'])
  })

  it('is called once for a phone with three changed cards', async () => {
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
    const push = (passes: string[]) => pushToApple(server.app, shop.c, { passes }, () => Promise.resolve())
    const outcomes = await push(phones.map((phone) => phone.pass.json.serialNumber))
    expect([...outcomes.values()].map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
    expect(server.outside.applePush.requests.length - before).toBe(1)
    expect(await push([])).toEqual(new Map())
  })
})
