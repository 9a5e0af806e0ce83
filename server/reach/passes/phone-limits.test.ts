import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../contract/time.ts'
import { tally } from '../../../test/direct-access.ts'
import { newPhone, server, setUpPhones, shop } from '../../../test/registered-phones.ts'
import { openPhoneLimits } from './phone-limits.ts'

/** Few enough requests of one address that phones counted with them would be refused. */
setUpPhones({ REQUESTS_PER_MINUTE: '200' })

const toNextMinute = () => server.passTime(MINUTE_MS - (server.now().getTime() % MINUTE_MS))

/** All from one address, as behind the gateway of a mobile network. */
describe('phones behind one address', () => {
  it('are all answered, although one address may not ask that much otherwise', async () => {
    const phones = await Promise.all(Array.from({ length: 3 }, () => newPhone()))
    toNextMinute()
    for (const phone of phones) await phone.register()
    const statuses: number[] = []
    for (let round = 0; round < 80; round++)
      statuses.push(...(await Promise.all(phones.map((phone) => phone.list()))).map((one) => one.status))
    expect(statuses.filter((status) => status === 429)).toEqual([])
  })

  it('are each stopped after a hundred and twenty calls a minute, and no other with them', async () => {
    const [busy, quiet] = [await newPhone(), await newPhone()]
    toNextMinute()
    await quiet.register()
    const all: Response[] = []
    const refused = () => all.find((one) => one.status === 429)
    // More than once where a minute ends meanwhile.
    while (!refused() && all.length < 1000)
      all.push(...(await Promise.all(Array.from({ length: 130 }, () => busy.register()))))
    const { 200: again = 0, 201: first } = tally(all.map((one) => one.status))
    expect([first, again >= 119]).toEqual([1, true])
    expect(refused()?.headers.get('retry-after')).toBe('60')
    expect((await quiet.list()).status).not.toBe(429)
    toNextMinute()
    expect((await busy.register()).status).toBe(200)
  })

  it('that are known are still answered while a stranger there tries names', async () => {
    const phone = await newPhone()
    await phone.register()
    toNextMinute()
    const guess = (i: number) =>
      fetch(`${server.url}/apple/${shop.c}/v1/devices/made-up-device-${i}/registrations/pass.made.up`)
    const statuses: number[] = []
    for (let round = 0; round < 60 && !statuses.includes(429); round++)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 50 }, (_, i) => guess(round * 50 + i)))).map((one) => one.status),
      )
    const answered = tally(statuses)
    expect(answered[404]).toBeGreaterThanOrEqual(600)
    expect(answered[429]).toBeGreaterThan(0)
    expect((await phone.register()).status).toBe(200)
    expect((await phone.list()).status).not.toBe(429)
    toNextMinute()
    expect((await guess(9999)).status).toBe(404)
  })
})

describe('the limits of phones', () => {
  it('count a device and a card each for itself, by the minute', () => {
    let now = 0
    const limits = openPhoneLimits({ now: () => new Date(now) })
    const both = ['device|1|a', 'card|1|x']
    for (let i = 0; i < 120; i++) expect(limits.countKnown(both)).toBe(false)
    expect(limits.countKnown(['card|1|x'])).toBe(true)
    expect(limits.countKnown(['device|1|b', 'card|1|y'])).toBe(false)
    now += MINUTE_MS
    expect(limits.countKnown(both)).toBe(false)
  })
})
