/**
 * Nobody earns on SMS that he has an account send: countries, work for a code, one small budget for whoever does none,
 * an alarm.
 */
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { verification } from '../../../contract/people/verification.ts'
import { DAY_MS, easyProof, MINUTE_MS, query, setPlan, tally } from '../../../test/behind.ts'
import { openShop, type Said, type Shop } from '../../../test/people.ts'
import { fillForm } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import type { CabinetDb } from '../../base/db.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { findForm } from '../forms/forms.ts'
import { riseOf } from './alarm.ts'
import { barrierOf } from './countries.ts'
import { type CodeSent, newChallenge, startCode } from './verification.ts'

let server: TestServer
let shop: Shop
let callers = 0
/** Sends that share a transaction, so that five thousand take seconds. */
const TOGETHER = 25
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  shop = await openShop(server, 'Vera')
  await setPlan(server, shop.c, 'expert')
  await shop.owner.send(verification.saveProvider, {
    params: { c: shop.c },
    body: { smsType: 'smsru', login: '', password: '', apiKey: 'played-key', smsFrom: 'CAFE' },
  })
  await checkPhones(shop.formKey)
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.passTime(DAY_MS)
  await limit({ dailyLimit: 2000, countries: ['CZ'] })
})

async function checkPhones(formKey: string): Promise<void> {
  const params = { c: shop.c, formKey }
  const { version, settings, name } = await shop.owner.send(forms.readForm, { params })
  await shop.owner.send(forms.saveForm, {
    params,
    body: { name, template: shop.template, version, settings: { ...settings, smsCheck: true } },
  })
}
const texts = () => shop.owner.send(verification.readTexts, { params: { c: shop.c } })
const limit = (change: object) =>
  shop.owner.ask(verification.saveTexts, { params: { c: shop.c }, body: { linkText: '', dailyLimit: 200, ...change } })
const told = (said: Said) => [said.status, said.body.error?.code ?? 'ok']
const left = () => server.outside.smsGateway.list().length
const counted = async () =>
  (
    await query<{ key: string }>(server, "select distinct split_part(key, '|', 1) as key from sms_budget order by 1")
  ).map(({ key }) => key)
const proof = () => easyProof(server, shop)

/** One after the other is not fast enough for a robot: every request has an address and a neighbourhood of its own. */
async function openPage(): Promise<(tel: string, work: string) => Promise<{ status: number; html: string }>> {
  const page = await (await fetch(shop.formUrl)).text()
  const action = /<form[^>]*action="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const hidden = Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  server.passTime(2000)
  return async (tel, work) => {
    const body = new URLSearchParams({
      ...hidden,
      _token: crypto.randomUUID(),
      agree: 'on',
      name: 'Eva',
      tel,
      _proof: work,
    })
    const response = await fetch(new URL(action, server.url), {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { 'x-forwarded-for': `10.7.${Math.floor(callers / 250)}.${callers++ % 250}` },
    })
    return { status: response.status, html: await response.text() }
  }
}
const farApart = (i: number) => `+42077${String(1_000_000 + i * 10_000).slice(0, 3)}${String(1000 + i)}`

async function solved(db: CabinetDb, formId: string): Promise<string> {
  const challenge = await newChallenge(server.app, db, formId, 0)
  return JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

describe('five thousand sends to five thousand numbers of one neighbourhood', () => {
  it('let twenty leave at most, with work done and without', async () => {
    const before = left()
    const some = (from: number) =>
      openForWork(server.app, shop.c, async (db) => {
        const form = await findForm(db, shop.formKey)
        const sends: (() => Promise<CodeSent>)[] = []
        for (let n = from; n < from + TOGETHER; n++) {
          const work = n % 10 === 0 ? await solved(db, form?.id ?? '') : ''
          sends.push(
            await startCode(server.app, db, {
              formId: form?.id ?? '',
              phone: `+42077355${String(n + 1).padStart(4, '0')}`,
              organisation: 'Cafe',
              lang: 'en',
              ip: `10.8.${n >> 8}.${n & 255}`,
              proof: work,
            }),
          )
        }
        return sends
      })
    const said: CodeSent[] = []
    const waiting = Array.from({ length: 5000 / TOGETHER }, (_, i) => i * TOGETHER)
    const lane = async () => {
      for (let from = waiting.shift(); from !== undefined; from = waiting.shift())
        for (const send of await some(from)) said.push(await send())
    }
    await Promise.all([lane(), lane(), lane(), lane(), lane()])
    const kinds = Object.groupBy(said, ({ kind }) => kind)
    expect([said.length, kinds.on_its_way?.length, kinds.over_limit?.length, left() - before]).toEqual([
      5000, 20, 4980, 20,
    ])
  }, 60_000)
})

describe('work for a code', () => {
  it('is handed out by the form, and what a browser makes of it sends one code', async () => {
    const challenge = (await (await fetch(`${shop.formUrl.split('?')[0]}/proof`)).json()) as Parameters<
      typeof solveChallenge
    >[0]['challenge']
    const solution = await solveChallenge({ challenge, deriveKey })
    expect(solution?.counter).toBeGreaterThanOrEqual(500)
    const send = await openPage()
    const page = await send('+420773110001', JSON.stringify({ challenge, solution }))
    expect([page.status, page.html.includes('data-page="code"'), await counted()]).toEqual([
      200,
      true,
      expect.arrayContaining(['proof']),
    ])
  })

  it('sends one code, however often and however fast it is shown again', async () => {
    const send = await openPage()
    const work = await proof()
    const before = left()
    const pages = await Promise.all(Array.from({ length: 50 }, (_, i) => send(farApart(i), work)))
    expect([tally(pages.map(({ status }) => status)), left() - before]).toEqual([{ 200: 1, 422: 49 }, 1])
    expect(
      pages.filter(({ html }) => html.includes('send the form once more') && html.includes('value="Eva"')).length,
    ).toBe(49)
  })

  const changed =
    (
      change: (work: {
        challenge: { parameters: Record<string, unknown>; signature: string }
        solution: Record<string, unknown>
      }) => void,
    ) =>
    async () => {
      const work = JSON.parse(await proof())
      change(work)
      return JSON.stringify(work)
    }
  it.each<[string, () => Promise<string>]>([
    [
      'made easier',
      changed(({ challenge }) => {
        challenge.parameters.cost = 1
      }),
    ],
    [
      'made to last longer',
      changed(({ challenge }) => {
        challenge.parameters.expiresAt = Number(challenge.parameters.expiresAt) + 3600
      }),
    ],
    [
      'not solved',
      changed(({ solution }) => {
        solution.derivedKey = '00'.repeat(32)
      }),
    ],
    [
      'without its signature',
      changed(({ challenge }) => {
        challenge.signature = ''
      }),
    ],
    [
      'signed by somebody else',
      changed(({ challenge }) => {
        challenge.signature = challenge.signature.replaceAll(/[0-9]/g, '0')
      }),
    ],
    ['no work at all', async () => 'yes'],
    ['longer than any', async () => `${await proof()}${' '.repeat(3000)}`],
    [
      'ten minutes old',
      async () => {
        const work = await proof()
        server.passTime(10 * MINUTE_MS)
        return work
      },
    ],
    [
      'done for another form',
      async () => {
        const { formKey } = await shop.owner.send(forms.createForm, {
          params: { c: shop.c },
          body: { name: 'Second', template: shop.template },
        })
        return easyProof(server, { c: shop.c, formKey })
      },
    ],
  ])('%s: nothing leaves, nothing is counted', async (_, make) => {
    const work = await make()
    const send = await openPage()
    const [before, keys] = [left(), await counted()]
    const page = await send('+420773120001', work)
    expect([page.status, page.html.includes('send the form once more'), left() - before, await counted()]).toEqual([
      422,
      true,
      0,
      keys,
    ])
  })

  it('is asked of forms alone that check the phone', async () => {
    const { formKey } = await shop.owner.send(forms.createForm, {
      params: { c: shop.c },
      body: { name: 'Open', template: shop.template },
    })
    const at = `${server.url}/f/vera-shop/${formKey}`
    expect([(await fetch(`${at}/proof`)).status, (await (await fetch(at)).text()).includes('proof')]).toEqual([
      404,
      false,
    ])
  })
})

describe('a browser without a script', () => {
  it('gets its code; together they get twenty a day over all numbers, and whoever works is not held up by them', async () => {
    const send = await openPage()
    const before = left()
    const pages = []
    for (let i = 0; i < 22; i++) pages.push(await send(farApart(100 + i), ''))
    expect([tally(pages.map(({ status }) => status)), left() - before]).toEqual([{ 200: 20, 429: 2 }, 20])
    expect([
      pages.at(-1)?.html.includes('only to browsers with JavaScript'),
      pages.at(-1)?.html.includes('value="Eva"'),
    ]).toEqual([true, true])
    expect((await send(farApart(130), await proof())).status).toBe(200)
  })
})

describe('countries', () => {
  const GERMAN = '+4915123456789'
  it('of the phone of the account until somebody chooses, else of the phone masks', async () => {
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
    const said = await limit({ countries })
    expect([said.status, Object.keys(said.body.error?.fields ?? {})[0]?.split('.')[0]]).toEqual([422, 'countries'])
  })

  it('that are not chosen get no code, no link and no test, and nothing is counted', async () => {
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
      page.html.includes('does not send codes to numbers of this country'),
      page.html.includes('value="Eva"'),
    ]).toEqual([422, true, true])
    expect(told(await shop.owner.ask(verification.sendLink, { params: { c: shop.c, id: client?.id ?? '' } }))).toEqual([
      406,
      'sms_country_not_allowed',
    ])
    expect(
      told(await shop.owner.ask(verification.sendTestSms, { params: { c: shop.c }, body: { phone: GERMAN } })),
    ).toEqual([406, 'sms_country_not_allowed'])
    expect(
      told(await shop.owner.ask(verification.sendTestSms, { params: { c: shop.c }, body: { phone: '+420900123456' } })),
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
  ])('%j: %j', (pace, rise) => {
    expect(riseOf(pace)).toEqual(rise)
  })

  it('is told once a day, and its row leads to the settings', async () => {
    const notices = () =>
      shop.owner.send(notifications.listNotifications, { params: { c: shop.c }, query: { type: 'sms_failed' } })
    const past = (count: number, agoMs: number) =>
      query(
        server,
        "insert into sms_log select $1, gen_random_uuid(), $2::timestamptz - n * interval '1 second', 'code', 'smsru', '+420 ••• 001', 'sent', null, null from generate_series(1, $3) n",
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
        text: expect.stringContaining('31 SMS in the last hour'),
      }),
    ])
    await limit({ dailyLimit: 40 })
    await test(3)
    expect((await notices()).meta.total).toBe(before + 1)
    server.passTime(DAY_MS)
    await past(31, 5 * MINUTE_MS)
    await test(4)
    expect((await notices()).data[0]).toMatchObject({
      title: "Most of today's SMS are sent",
      text: expect.stringContaining('32 SMS in 24 hours of 40'),
    })
  })
})
