import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { codes } from '../../../contract/platform/codes.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { say as sayWords } from '../../../words/say.ts'
import { query, setPlan } from '../../../test/behind.ts'
import { openShop as openDemoShop, PASSWORD, say, type Answer, signIn, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { until } from '../../../test/until.ts'

let server: TestServer
let shop: Shop
let numbers = 0
let phone: string

/** Days pass in these stories, and no demo lasts that long. */
async function openShop(name: string): Promise<Shop> {
  const opened = await openDemoShop(server, name)
  await setPlan(server, opened.c, 'advanced')
  return opened
}

beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1', REQUESTS_PER_MINUTE: '1000000' } })
  shop = await openShop('Petra')
})
afterAll(() => server?.close())
beforeEach(() => {
  // Each story has a neighbourhood of numbers of its own, and a fresh day.
  phone = `+42077${String(100 + numbers++)}4567`
  server.passTime(DAY_MS + HOUR_MS)
})
afterEach(() =>
  server.outside.smsGateway.setTroubles({
    badNumber: false,
    auth: false,
    noFunds: false,
    throttled: 0,
    status500: false,
    hang: false,
    brokenJson: false,
    lostAnswer: false,
  }),
)

const TROUBLES = {
  badNumber: true,
  auth: true,
  noFunds: true,
  throttled: 1,
  status500: true,
  brokenJson: true,
  lostAnswer: true,
} as const
const trouble = (name: keyof typeof TROUBLES) => server.outside.smsGateway.setTroubles({ [name]: TROUBLES[name] })

const send = (to = phone, from: { ip?: string; shop?: Shop } = {}) =>
  say(
    server,
    codes.sendCode,
    { body: { codeType: 'cabinet_phone', phone: to, cabinetId: (from.shop ?? shop).c, password: PASSWORD } },
    (from.shop ?? shop).owner.token,
    { 'x-forwarded-for': from.ip ?? '10.0.0.1' },
  )
const save = (code: string, to = phone, as = shop) =>
  as.owner.ask(codes.savePhone, { params: { c: as.c }, body: { phone: to, code } })
const told = (said: Answer) => [said.status, said.body.error?.code ?? 'ok']
const sentTo = (to = phone) => server.outside.smsGateway.list(to)
const codeOf = (to = phone) => /\d{4}/.exec(sentTo(to)[0]?.text ?? '')?.[0] ?? ''
const wrongCode = (to = phone) => String((Number(codeOf(to)) + 1) % 10_000).padStart(4, '0')
const mainPhone = async (of = shop) => (await of.owner.send(cabinets.readGeneral, { params: { c: of.c } })).phone

describe('a code by SMS', () => {
  it('is asked for with the password, once more than ten minutes have passed since it was given', async () => {
    const ask = (password?: string) =>
      shop.owner.ask(codes.sendCode, {
        body: { codeType: 'cabinet_phone', phone, cabinetId: shop.c, ...(password !== undefined && { password }) },
      })
    expect(told(await ask())).toEqual([403, 'password_needed'])
    expect((await ask('Wrong-horse-42')).body.error).toMatchObject({
      code: 'invalid_input',
      fields: { password: { code: 'password_wrong' } },
    })
    expect(sentTo()).toEqual([])
    expect(told(await ask(PASSWORD))).toEqual([200, 'ok'])
    server.passTime(2 * MINUTE_MS)
    expect(told(await ask())).toEqual([200, 'ok'])
  })

  it('proves the number that becomes the main phone, once', async () => {
    const said = await send(phone.replace(/(\d{3})(\d{3})(\d{3})$/, ' $1-$2 $3'))
    expect(said).toMatchObject({ status: 200, body: { data: { phone, nextInSeconds: 60, validSeconds: 600 } } })
    expect(sentTo()).toEqual([
      expect.objectContaining({
        from: 'Kartoteka',
        text: `${codeOf()} is your code for Kartoteka. It’s valid for 10 minutes.`,
      }),
    ])
    const code = codeOf()
    expect(told(await save(code))).toEqual([200, 'ok'])
    expect(await mainPhone()).toBe(phone)
    expect(told(await save(code))).toEqual([410, 'code_over'])
  })

  it('speaks the language of the screen and fits into one SMS', async () => {
    for (const lang of LANGUAGES)
      expect(sayWords(lang, 'codes.sms', { code: '1234', brand: 'Kartoteka' }).length).toBeLessThanOrEqual(70)
    await say(
      server,
      codes.sendCode,
      { body: { codeType: 'cabinet_phone', phone, cabinetId: shop.c, password: PASSWORD } },
      shop.owner.token,
      { 'x-locale': 'ru' },
    )
    expect(sentTo()[0]?.text).toMatch(/^\d{4} — ваш код/)
  })

  it('is kept as a digest alone', async () => {
    await send()
    const [row] = await query<Record<string, unknown>>(server, 'select * from phone_codes where phone = $1', [phone])
    expect(row?.code_mac).toMatch(/^[\w-]{43}$/)
    const budget = await query<{ key: string }>(server, 'select key from sms_budget')
    expect(
      budget.map(({ key }) => key).filter((key) => key.includes(phone.slice(1)) || key.includes('10.0.0.1')),
    ).toEqual([])
  })

  it('is over after ten minutes', async () => {
    await send()
    server.passTime(10 * MINUTE_MS)
    expect(told(await save(codeOf()))).toEqual([410, 'code_over'])
  })

  it('is looked at five times, even by a hundred tries at once', async () => {
    await send()
    const tries = await Promise.all(Array.from({ length: 100 }, () => save(wrongCode())))
    expect(tries.filter((said) => said.body.error?.code === 'code_wrong').length).toBe(4)
    expect(tries.filter((said) => said.body.error?.code === 'code_locked').length).toBe(96)
    expect(await query(server, 'select tries from phone_codes where phone = $1', [phone])).toEqual([{ tries: 5 }])
    expect(told(await save(codeOf()))).toEqual([429, 'code_locked'])
  })

  it('opens once when the right one comes twenty times at once', async () => {
    await send()
    const right = codeOf()
    const tries = await Promise.all(Array.from({ length: 20 }, () => save(right)))
    expect(tries.filter(({ status }) => status === 200).length).toBe(1)
  })

  it('says how many tries are left, at its field', async () => {
    await send()
    const said = await save(wrongCode())
    expect(said).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'code_wrong',
          detail: { left: 4 },
          fields: { code: { message: 'Wrong code. Attempts left: 4.' } },
        },
      },
    })
    expect(told(await save('12a4'))).toEqual([422, 'invalid_input'])
    expect(told(await save(codeOf()))).toEqual([200, 'ok'])
  })

  it('belongs to one person, one cabinet and one number', async () => {
    const other = await openShop(`Rosa${numbers}`)
    await send()
    const code = codeOf()
    expect(told(await save(code, phone, other))).toEqual([410, 'code_over'])
    expect(told(await save(code, phone.replace(/7$/, '8')))).toEqual([410, 'code_over'])
    expect(await mainPhone(other)).toBeNull()
    expect(told(await save(code))).toEqual([200, 'ok'])
  })

  it('makes the one before it worthless', async () => {
    await send()
    const first = codeOf()
    server.passTime(MINUTE_MS)
    await send()
    const isSame = codeOf() === first
    if (!isSame) expect(told(await save(first))).toEqual([422, 'code_wrong'])
    expect(told(await save(codeOf()))).toEqual([200, 'ok'])
  })

  it('is sent for the owner of the cabinet alone; for a stranger there is none', async () => {
    const stranger = await signIn(server, `Stranger${numbers}`)
    const ask = (cabinetId: number) =>
      say(server, codes.sendCode, { body: { codeType: 'cabinet_phone', phone, cabinetId } }, stranger.token)
    const [real, never] = [await ask(shop.c), await ask(987_654_321)]
    expect({ ...real.body.error, requestId: '' }).toEqual({ ...never.body.error, requestId: '' })
    expect(told(real)).toEqual([404, 'not_found'])
    await query(
      server,
      "insert into accesses (cabinet_id, id, user_id, role, created_at) select $1, gen_random_uuid(), id, 'member', now() from users where email = $2",
      [shop.c, stranger.email],
    )
    expect(told(await ask(shop.c))).toEqual([404, 'not_found'])
    expect(sentTo()).toEqual([])
  })
})

describe('how many leave', () => {
  it('one a minute to a number, three an hour, ten a day', async () => {
    expect(told(await send())).toEqual([200, 'ok'])
    server.passTime(20_000)
    const soon = await send()
    expect([soon.status, soon.body.error?.code, soon.body.error?.detail?.seconds]).toEqual([429, 'code_too_soon', 40])
    for (let i = 0; i < 2; i++) {
      server.passTime(MINUTE_MS)
      expect(told(await send())).toEqual([200, 'ok'])
    }
    server.passTime(MINUTE_MS)
    expect(told(await send())).toEqual([429, 'too_many_codes'])
    let sent = 3
    for (let i = 0; i < 22; i++) {
      server.passTime(HOUR_MS)
      if ((await send()).status === 200) sent++
    }
    expect([sent, sentTo().length]).toEqual([10, 10])
    server.passTime(DAY_MS)
    expect(told(await send())).toEqual([200, 'ok'])
  })

  it('one of twenty that are asked for at once', async () => {
    const said = await Promise.all(Array.from({ length: 20 }, () => send()))
    expect([said.filter(({ status }) => status === 200).length, sentTo().length]).toEqual([1, 1])
  })

  it('twenty a day into one neighbourhood of numbers, whoever asks from wherever', async () => {
    const others = [shop, await openShop(`Quido${numbers}`)]
    const said: Answer[] = []
    for (let i = 0; i < 22; i++)
      said.push(await send(phone.replace(/\d{4}$/, String(1000 + i)), { ip: `10.1.${i}.1`, shop: others[i % 2]! }))
    expect(said.filter(({ status }) => status === 200).length).toBe(20)
    expect(told(said.at(-1)!)).toEqual([429, 'too_many_codes'])
    // Another neighbourhood is not concerned.
    expect(told(await send('+4915112345678', { ip: '10.2.0.1', shop: others[1]! }))).toEqual([200, 'ok'])
  })

  it('twenty a day for one cabinet and its owner, and twenty an hour for one address', async () => {
    const far = (i: number) => `+49151${String(10 + i)}345678`
    const said: Answer[] = []
    for (let i = 0; i < 21; i++) said.push(await send(far(i), { ip: `10.3.${i}.1` }))
    expect(said.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    const two = [await openShop(`Sara${numbers}`), await openShop(`Tom${numbers}`)]
    const near: number[] = []
    for (let i = 0; i < 21; i++) near.push((await send(far(30 + i), { ip: '10.4.0.1', shop: two[i % 2]! })).status)
    expect(near.filter((status) => status === 200).length).toBe(20)
  })
})

describe('a vendor in trouble', () => {
  it.each([['+420 12'], ['601234567'], ['+420601230000']])('%s is a wrong number', async (to) => {
    const said = await send(to)
    expect([...told(said), Object.keys(said.body.error?.fields ?? {})]).toEqual([406, 'phone_wrong', ['phone']])
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
        expect(told(await send())).toEqual([424, 'sms_not_sent'])
      }
      expect(told(await save(first))).toEqual([200, 'ok'])
    },
  )

  it('refused keys are told to the people of the cabinet, once a day', async () => {
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
      expect(told(await send())).toEqual([424, 'sms_not_sent'])
      expect(told(await send())).toEqual([429, 'code_too_soon'])
      expect(told(await save(codeOf()))).toEqual([200, 'ok'])
    },
  )

  it('that never answers keeps nobody waiting for long, and holds no connection meanwhile', async () => {
    server.outside.smsGateway.setTroubles({ hang: true })
    const before = server.outside.smsGateway.calls()
    // More than the pool has.
    const hanging = Array.from({ length: 9 }, (_, i) => send(phone.replace(/\d{4}$/, String(3000 + i))))
    await until(() => server.outside.smsGateway.calls() === before + 9, 'all of them wait for the gateway')
    const held = `select pid from pg_stat_activity where datname = current_database() and state like 'idle in trans%'`
    expect(await query(server, held)).toEqual([])
    expect(await mainPhone()).toMatch(/^\+/)
    expect((await Promise.all(hanging)).map((said) => told(said).join(' '))).toEqual(
      Array.from({ length: 9 }, () => '424 sms_not_sent'),
    )
  })
})
