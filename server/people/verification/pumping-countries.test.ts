import { describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { verification } from '../../../contract/people/verification.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { fillForm } from '../../../test/phones.ts'
import { riseOf } from './alarm.ts'
import { barrierOf } from './countries.ts'
import {
  left,
  limit,
  openPage,
  proof,
  server,
  shop,
  texts,
  outcomeOf,
  setUpVerifiedForm,
} from '../../../test/verified-form.ts'

setUpVerifiedForm()

describe('countries', () => {
  const GERMAN = '+4915123456789'
  it("are those of the account's phone until the owner chooses, or those of the phone masks", async () => {
    await query(server, 'delete from sms_texts')
    expect(await texts()).toMatchObject({
      areCountriesChosen: false,
      countries: expect.arrayContaining(['CZ', 'RU', 'IT']),
    })
    expect((await texts()).countries).not.toContain('DE')
    await query(server, "update cabinets set phone = '+77011234567' where id = $1", [shop.c])
    expect((await texts()).countries).toEqual(['KZ'])
    await query(server, 'update cabinets set phone = null where id = $1', [shop.c])
    expect(await limit({ countries: ['PL', 'CZ', 'PL'] })).toMatchObject({
      status: 200,
      body: { data: { countries: ['CZ', 'PL'], areCountriesChosen: true } },
    })
    expect(await limit({ dailyLimit: 7 })).toMatchObject({ body: { data: { countries: ['CZ', 'PL'], dailyLimit: 7 } } })
    expect((await texts()).offered).toContainEqual({ country: 'KZ', code: '+7' })
  })

  it.each([[[]], [['XX']], [['cz']], [['Czechia']]])('%j are none', async (countries) => {
    const response = await limit({ countries })
    expect([response.status, Object.keys(response.body.error?.fields ?? {})[0]?.split('.')[0]]).toEqual([
      422,
      'countries',
    ])
  })

  it('that are not chosen get no code, no link and no test SMS, and nothing is counted', async () => {
    await limit({ dailyLimit: 2000, countries: ['CZ', 'DE'] })
    const code = await fillForm(server, shop.formUrl, { name: 'Max', tel: GERMAN, _proof: await proof() })
    const digits = /\d{4}/.exec(server.outside.smsGateway.list(GERMAN)[0]?.text ?? '')?.[0] ?? ''
    await fillForm(server, shop.formUrl, { _step: 'code', _code: digits }, await code.text())
    const {
      data: [client],
    } = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { q: '456789' } })
    await limit({ dailyLimit: 2000, countries: ['CZ'] })
    server.passTime(DAY_MS)
    const before = [
      left(),
      await query(server, 'select count(*) from sms_budget'),
      await query(server, 'select count(*) from sms_log'),
    ]
    const page = await (await openPage())('+4915123456780', await proof())
    expect([
      page.status,
      page.html.includes('doesn’t send codes to numbers in this country'),
      page.html.includes('value="Eva"'),
    ]).toEqual([422, true, true])
    expect(
      outcomeOf(await shop.owner.ask(verification.sendLink, { params: { c: shop.c, id: client?.id ?? '' } })),
    ).toEqual([406, 'sms_country_not_allowed'])
    expect(
      outcomeOf(await shop.owner.ask(verification.sendTestSms, { params: { c: shop.c }, body: { phone: GERMAN } })),
    ).toEqual([406, 'sms_country_not_allowed'])
    expect(
      outcomeOf(
        await shop.owner.ask(verification.sendTestSms, { params: { c: shop.c }, body: { phone: '+420900123456' } }),
      ),
    ).toEqual([406, 'sms_number_not_allowed'])
    expect([
      left(),
      await query(server, 'select count(*) from sms_budget'),
      await query(server, 'select count(*) from sms_log'),
    ]).toEqual(before)
  })

  it.each([
    ['+420777123456', 'CZ', null],
    ['+420777123456', 'DE', 'country'],
    ['+77011234567', 'RU', 'country'],
    ['+79161234567', 'RU', null],
    ['+18765551234', 'US', 'country'],
    ['+14155552671', 'US', null],
    ['+881612345678', 'US', 'country'],
    ['+420900123456', 'CZ', 'number'],
    ['+498001234567', 'DE', 'number'],
  ] as const)('%s, allowed %s: %s', (phone, country, barrier) => {
    expect(barrierOf(phone, [country])).toBe(barrier)
  })
})

describe('the alarm', () => {
  it.each([
    [{ hour: 19, day: 19, usualHour: 0, dailyLimit: 200 }, null],
    [
      { hour: 20, day: 20, usualHour: 0, dailyLimit: 200 },
      { rise: 'hour', sent: 20 },
    ],
    [{ hour: 50, day: 90, usualHour: 10, dailyLimit: 200 }, null],
    [
      { hour: 51, day: 90, usualHour: 10, dailyLimit: 200 },
      { rise: 'hour', sent: 51 },
    ],
    [
      { hour: 51, day: 160, usualHour: 40, dailyLimit: 200 },
      { rise: 'day', sent: 160, limit: 200 },
    ],
    [{ hour: 0, day: 159, usualHour: 40, dailyLimit: 200 }, null],
  ])('%j: %j', (volume, rise) => {
    expect(riseOf(volume)).toEqual(rise)
  })

  it('notifies once a day, and the notice links to the settings', async () => {
    const notices = () =>
      shop.owner.send(notifications.listNotifications, { params: { c: shop.c }, query: { type: 'sms_failed' } })
    const past = (count: number, agoMs: number) =>
      query(
        server,
        `insert into sms_log select $1, gen_random_uuid(), $2::timestamptz - n * interval '1 second',
          'code', 'smsru', '+420 ••• 001', 'sent', null, null from generate_series(1, $3) n`,
        [shop.c, new Date(server.now().getTime() - agoMs), count],
      )
    const test = (i: number) =>
      shop.owner.send(verification.sendTestSms, { params: { c: shop.c }, body: { phone: `+42077320000${i}` } })
    await query(server, 'delete from sms_log')
    for (let day = 2; day < 12; day++) await past(6, day * DAY_MS)
    const before = (await notices()).meta.total
    await past(29, 5 * MINUTE_MS)
    await test(1)
    expect((await notices()).meta.total).toBe(before)
    await test(2)
    const { data, meta } = await notices()
    expect([meta.total, data[0]]).toEqual([
      before + 1,
      expect.objectContaining({
        title: 'More SMS than usual',
        text: expect.stringContaining('31 SMS were sent in the last hour'),
      }),
    ])
    await limit({ dailyLimit: 40 })
    await test(3)
    expect((await notices()).meta.total).toBe(before + 1)
    server.passTime(DAY_MS)
    await past(31, 5 * MINUTE_MS)
    await test(4)
    expect((await notices()).data[0]).toMatchObject({
      title: 'You’re close to your daily SMS limit',
      text: expect.stringContaining('32 of 40 SMS allowed in 24 hours'),
    })
  })
})
