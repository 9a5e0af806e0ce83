import { describe, expect, it } from 'vitest'
import { notifications } from '../../../contract/platform/notifications.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { type Answer } from '../../../test/people.ts'
import {
  codeOf,
  mainPhone,
  numbers,
  openShop,
  phone,
  save,
  send,
  sentTo,
  server,
  shop,
  outcome,
  trouble,
  setUpCodes,
} from '../../../test/sms-codes.ts'
import { until } from '../../../test/until.ts'

setUpCodes()

describe('how many SMS are sent', () => {
  it('one a minute to a number, three an hour, ten a day', async () => {
    expect(outcome(await send())).toEqual([200, 'ok'])
    server.passTime(20_000)
    const soon = await send()
    expect([soon.status, soon.body.error?.code, soon.body.error?.detail?.seconds]).toEqual([429, 'code_too_soon', 40])
    for (let i = 0; i < 2; i++) {
      server.passTime(MINUTE_MS)
      expect(outcome(await send())).toEqual([200, 'ok'])
    }
    server.passTime(MINUTE_MS)
    expect(outcome(await send())).toEqual([429, 'too_many_codes'])
    let sent = 3
    for (let i = 0; i < 22; i++) {
      server.passTime(HOUR_MS)
      if ((await send()).status === 200) sent++
    }
    expect([sent, sentTo().length]).toEqual([10, 10])
    server.passTime(DAY_MS)
    expect(outcome(await send())).toEqual([200, 'ok'])
  })

  it('one of twenty that are requested at the same time', async () => {
    const response = await Promise.all(Array.from({ length: 20 }, () => send()))
    expect([response.filter(({ status }) => status === 200).length, sentTo().length]).toEqual([1, 1])
  })

  it('twenty a day into one neighbourhood of numbers, from any user and any address', async () => {
    const others = [shop, await openShop(`Quido${numbers}`)]
    const response: Answer[] = []
    for (let i = 0; i < 22; i++)
      response.push(await send(phone.replace(/\d{4}$/, String(1000 + i)), { ip: `10.1.${i}.1`, shop: others[i % 2]! }))
    expect(response.filter(({ status }) => status === 200).length).toBe(20)
    expect(outcome(response.at(-1)!)).toEqual([429, 'too_many_codes'])
    // Another neighbourhood is not concerned.
    expect(outcome(await send('+4915112345678', { ip: '10.2.0.1', shop: others[1]! }))).toEqual([200, 'ok'])
  })

  it('twenty a day for one cabinet and its owner, and twenty an hour for one address', async () => {
    const far = (i: number) => `+49151${String(10 + i)}345678`
    const response: Answer[] = []
    for (let i = 0; i < 21; i++) response.push(await send(far(i), { ip: `10.3.${i}.1` }))
    expect(response.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    const two = [await openShop(`Sara${numbers}`), await openShop(`Tom${numbers}`)]
    const near: number[] = []
    for (let i = 0; i < 21; i++) near.push((await send(far(30 + i), { ip: '10.4.0.1', shop: two[i % 2]! })).status)
    expect(near.filter((status) => status === 200).length).toBe(20)
  })
})

describe('a vendor in trouble', () => {
  it.each([['+420 12'], ['601234567'], ['+420601230000']])('%s is a wrong number', async (to) => {
    const response = await send(to)
    expect([...outcome(response), Object.keys(response.body.error?.fields ?? {})]).toEqual([
      406,
      'phone_wrong',
      ['phone'],
    ])
  })

  it.each([['auth'], ['noFunds'], ['throttled'], ['status500']] as const)(
    '%s: nothing was sent, nothing is counted, the code before stays good',
    async (name) => {
      await send()
      const first = codeOf()
      server.passTime(MINUTE_MS)
      trouble(name)
      for (let i = 0; i < 4; i++) {
        if (name === 'throttled') trouble(name)
        expect(outcome(await send())).toEqual([424, 'sms_not_sent'])
      }
      expect(outcome(await save(first))).toEqual([200, 'ok'])
    },
  )

  it('refused keys raise a notice for the people of the cabinet, once a day', async () => {
    const notices = async () =>
      (await shop.owner.send(notifications.listNotifications, { params: { c: shop.c }, query: {} })).data.filter(
        ({ type }) => type === 'sms_failed',
      ).length
    const before = await notices()
    trouble('status500')
    await send()
    expect(await notices()).toBe(before)
    server.outside.smsGateway.setTroubles({ status500: false })
    trouble('auth')
    for (let i = 0; i < 3; i++) await send()
    expect(await notices()).toBe(before + 1)
  })

  it('a number that the vendor refuses is wrong, and counted: asking on costs nothing', async () => {
    trouble('badNumber')
    const statuses: number[] = []
    for (let i = 0; i < 21; i++) statuses.push((await send(phone.replace(/\d{4}$/, String(2000 + i)))).status)
    expect([statuses.filter((status) => status === 406).length, statuses.at(-1)]).toEqual([20, 429])
  })

  it.each([['brokenJson'], ['lostAnswer']] as const)(
    '%s: it may have left, so that code is good and the minute counts',
    async (name) => {
      trouble(name)
      expect(outcome(await send())).toEqual([424, 'sms_not_sent'])
      expect(outcome(await send())).toEqual([429, 'code_too_soon'])
      expect(outcome(await save(codeOf()))).toEqual([200, 'ok'])
    },
  )

  it('that never answers keeps nobody waiting for long, and no connection is occupied meanwhile', async () => {
    server.outside.smsGateway.setTroubles({ hang: true })
    const before = server.outside.smsGateway.calls()
    // More than the pool has.
    const hanging = Array.from({ length: 9 }, (_, i) => send(phone.replace(/\d{4}$/, String(3000 + i))))
    await until(() => server.outside.smsGateway.calls() === before + 9, 'all of them wait for the gateway')
    const held = `select pid from pg_stat_activity where datname = current_database() and state like 'idle in trans%'`
    expect(await query(server, held)).toEqual([])
    expect(await mainPhone()).toMatch(/^\+/)
    expect((await Promise.all(hanging)).map((response) => outcome(response).join(' '))).toEqual(
      Array.from({ length: 9 }, () => '424 sms_not_sent'),
    )
  })
})
