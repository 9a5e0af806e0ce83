import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { smsLength } from '../../../contract/people/sms-text.ts'
import { SMS_TYPES } from '../../../contract/people/sms-providers.ts'
import { verification } from '../../../contract/people/verification.ts'
import { VENDORS } from '../../../emulators/sms/vendors/vendors.ts'
import { DAY_MS, MINUTE_MS, query, setPlan } from '../../../test/behind.ts'
import { openShop, type Answer, type Shop, signIn } from '../../../test/people.ts'
import { fillForm } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { codeText } from './form-code.ts'

let server: TestServer
let shop: Shop
const KEYS = { smsType: 'smsc', login: 'kartoteka', password: '', apiKey: 'played-key', smsFrom: 'COFFEE' } as const
beforeAll(async () => {
  server = await startTestServer({ env: { TRUST_PROXY: '1' } })
  shop = await openShop(server, 'Vera')
  await setPlan(server, shop.c, 'expert')
})
afterAll(() => server?.close())
beforeEach(() => server.outside.smsGateway.setVendorTrouble(null))

const params = () => ({ c: shop.c })
const save = (change: object = {}) =>
  shop.owner.ask(verification.saveProvider, { params: params(), body: { ...KEYS, ...change } })
const read = () => shop.owner.send(verification.readProvider, { params: params() })
const remove = (smsType: string) => shop.owner.ask(verification.removeProvider, { params: params(), body: { smsType } })
const told = (said: Answer) => [said.status, said.body.error?.code ?? 'ok']
const faults = (said: Answer) =>
  Object.fromEntries(Object.entries(said.body.error?.fields ?? {}).map(([field, { code }]) => [field, code]))
const trouble = (name: Parameters<TestServer['outside']['smsGateway']['setVendorTrouble']>[0], times?: number) =>
  server.outside.smsGateway.setVendorTrouble(name, times)

describe('a provider', () => {
  it.each(SMS_TYPES)('%s is connected with the keys it knows, and its balance is told', async (smsType) => {
    const { login = '', password = '', apiKey = '', sender = '' } = VENDORS[smsType].account as Record<string, string>
    const said = await save({ smsType, login, password: smsType === 'smsc' ? '' : password, apiKey, smsFrom: sender })
    expect(said).toMatchObject({
      status: 200,
      body: {
        data: {
          connected: { smsType, failure: null },
          check: { isRight: true, failure: null, balance: { amount: expect.any(String) } },
        },
      },
    })
    expect((await shop.owner.send(verification.readBalance, { params: params() })).isRight).toBe(true)
    expect(told(await remove(smsType))).toEqual([200, 'ok'])
    expect(await read()).toEqual({ connected: null, checkingForms: [] })
    server.passTime(10 * MINUTE_MS)
  })

  it('is not connected with wrong keys, and nothing is kept of them', async () => {
    const said = await save({ apiKey: 'wrong' })
    expect([...told(said), faults(said)]).toEqual([422, 'sms_keys_refused', { apiKey: 'sms_keys_refused' }])
    expect((await read()).connected).toBeNull()
    expect(await query(server, 'select 1 from sms_providers')).toEqual([])
  })

  it.each([
    [{ apiKey: '' }, { apiKey: 'key_or_password' }],
    [{ apiKey: '', password: 'played-password', login: '' }, { login: 'required' }],
    [{ smsType: 'smsru', apiKey: '' }, { apiKey: 'required' }],
    [{ smsType: 'smsaero', login: '' }, { login: 'required' }],
    [{ smsType: 'twilio', login: 'me', password: 'x' }, { login: 'account_sid' }],
    [{ smsType: 'infobip', login: 'evil.example/' }, { login: 'own_address' }],
    [{ smsType: 'pigeons' }, { smsType: 'sms_type' }],
  ])('%j lacks something: %j', async (change, wanted) => {
    const said = await save(change)
    expect([said.status, faults(said)]).toEqual([422, wanted])
  })

  it('keeps its keys sealed and never tells them; an empty key leaves the one that is there', async () => {
    await save()
    const [row] = await query<{ sealed_api_key: Buffer }>(server, 'select * from sms_providers')
    expect(row?.sealed_api_key.toString()).not.toContain('played-key')
    expect(JSON.stringify(await read())).not.toContain('played-key')
    expect((await read()).connected).toMatchObject({ login: 'kartoteka', hasApiKey: true, hasPassword: false })
    expect(told(await save({ apiKey: '', smsFrom: 'CAFE' }))).toEqual([200, 'ok'])
    expect((await read()).connected?.smsFrom).toBe('CAFE')
  })

  it('is one at a time: another type waits until the first is disconnected', async () => {
    const said = await save({ smsType: 'smsru' })
    expect([...told(said), said.body.error?.detail]).toEqual([409, 'sms_other_connected', { provider: 'SMSC.ru' }])
    expect(told(await remove('smsru'))).toEqual([404, 'sms_type_not_connected'])
    expect((await read()).connected?.smsType).toBe('smsc')
  })

  it('is saved although it cannot be asked just now, and says so', async () => {
    trouble('down')
    expect(await save()).toMatchObject({
      status: 200,
      body: { data: { check: { isRight: false, failure: 'temporary' } } },
    })
    trouble(null)
    expect(await save()).toMatchObject({ status: 200, body: { data: { connected: { failure: null } } } })
  })

  it("is the owner's to change; a member reads, a stranger sees nothing", async () => {
    const member = await signIn(server, 'Mia')
    const ask = (
      one:
        | typeof verification.readProvider
        | typeof verification.saveProvider
        | typeof verification.checkProvider
        | typeof verification.readBalance,
    ) => member.ask(one, { params: params(), ...(one.method !== 'GET' && { body: KEYS }) })
    expect(told(await ask(verification.readProvider))).toEqual([404, 'not_found'])
    expect(told(await ask(verification.readBalance))).toEqual([404, 'not_found'])
    await query(
      server,
      "insert into accesses (cabinet_id, id, user_id, role, created_at) select $1, gen_random_uuid(), id, 'member', now() from users where email = $2",
      [shop.c, member.email],
    )
    expect(told(await ask(verification.readProvider))).toEqual([200, 'ok'])
    expect(told(await ask(verification.saveProvider))).toEqual([404, 'not_found'])
    expect(told(await ask(verification.checkProvider))).toEqual([404, 'not_found'])
  })

  it('is asked thirty times in ten minutes at most', async () => {
    server.passTime(10 * MINUTE_MS)
    const said = await Promise.all(
      Array.from({ length: 35 }, () => shop.owner.ask(verification.checkProvider, { params: params(), body: KEYS })),
    )
    expect(said.filter(({ status }) => status === 200).length).toBe(30)
    expect(told(said.find(({ status }) => status !== 200)!)).toEqual([429, 'too_many_tries'])
    server.passTime(10 * MINUTE_MS)
  })
})

describe('the text of the link', () => {
  const saveTexts = (linkText: string, dailyLimit = 200) =>
    shop.owner.ask(verification.saveTexts, { params: params(), body: { linkText, dailyLimit } })
  it.each([
    ['Your card', 'link_token'],
    ['{link} {phone}', 'unknown_token'],
    ['{link}\n', 'ok'],
    ['', 'ok'],
    [`{link}${'x'.repeat(300)}`, 'too_long'],
  ])('%j: %s', async (text, wanted) => {
    const said = await saveTexts(text)
    expect(faults(said).linkText ?? 'ok').toBe(wanted)
  })

  it('reaches the client with his name and his own link', async () => {
    server.passTime(DAY_MS)
    await saveTexts('{name}, {organisation}: {link}')
    const { id, cardUrl } = await newClient('Eva', '+420602000101')
    expect(await sendLink(id)).toMatchObject({
      status: 200,
      body: { data: { phone: '+420 ••• 101', isCertain: true } },
    })
    expect(server.outside.smsGateway.list('+420602000101')).toEqual([
      expect.objectContaining({ text: `Eva, Coffee Lab: ${cardUrl}`, by: 'smsc' }),
    ])
    await saveTexts('')
  })

  it('of a code fits into one SMS in every language, however long the name of the shop', () => {
    for (const lang of LANGUAGES)
      for (const name of ['Coffee Lab', 'Кофейня «Зерно» на Большой Никитской улице, второй этаж', 'x'.repeat(60)]) {
        expect([lang, smsLength(codeText(lang, '0412', name)).segments]).toEqual([lang, 1])
      }
  })
})

async function newClient(name: string, tel: string) {
  await fillForm(server, shop.formUrl, { name, tel })
  const { data } = await shop.owner.send(clients.listClients, { params: params(), query: { q: tel.slice(-6) } })
  return shop.owner.send(clients.readClient, { params: { ...params(), id: data[0]?.id ?? '' } })
}
const sendLink = (id: string) => shop.owner.ask(verification.sendLink, { params: { ...params(), id } })

describe('the link by SMS', () => {
  it('is not sent without a provider, without a number, or to nobody', async () => {
    const { id, version, template, cardUrl: _, ...rest } = await newClient('Ota', '+420602000102')
    await remove('smsc')
    expect(told(await sendLink(id))).toEqual([412, 'sms_needed_for_link'])
    await save()
    expect(told(await sendLink(crypto.randomUUID()))).toEqual([404, 'client_not_found'])
    await shop.owner.send(clients.saveClient, {
      params: { ...params(), id },
      body: { ...rest, tel: '', template: template.id, version },
    })
    expect(told(await sendLink(id))).toEqual([409, 'client_has_no_phone'])
  })

  it('once a minute and three an hour to one number, also when asked for at once', async () => {
    const { id } = await newClient('Jan', '+420602000103')
    const said = await Promise.all(Array.from({ length: 10 }, () => sendLink(id)))
    expect(said.filter(({ status }) => status === 200).length).toBe(1)
    expect(told(said.find(({ status }) => status !== 200)!)).toEqual([429, 'sms_too_soon'])
    for (const wanted of [200, 200, 429]) {
      server.passTime(MINUTE_MS)
      expect((await sendLink(id)).status).toBe(wanted)
    }
    expect(server.outside.smsGateway.list('+420602000103')).toHaveLength(3)
  })

  it.each([
    ['auth', 406, 'sms_refused'],
    ['no_funds', 406, 'sms_refused'],
    ['sender_not_allowed', 406, 'sms_refused'],
    ['bad_phone', 406, 'sms_phone_refused'],
    ['down', 424, 'sms_provider_down'],
  ] as const)('%s: %i %s, and what did not leave is not counted', async (name, status, code) => {
    server.passTime(DAY_MS)
    const { id } = await newClient('Max', `+42060200${String(2000 + status + name.length)}`)
    trouble(name, 1)
    expect(told(await sendLink(id))).toEqual([status, code])
    expect((await sendLink(id)).status).toBe(name === 'bad_phone' ? 429 : 200)
  })

  it('whose answer was lost is told as not certain, and is not sent again', async () => {
    const { id } = await newClient('Lea', '+420602000104')
    trouble('lost', 1)
    expect(await sendLink(id)).toMatchObject({ status: 200, body: { data: { isCertain: false } } })
    expect(server.outside.smsGateway.list('+420602000104')).toHaveLength(1)
    expect(told(await sendLink(id))).toEqual([429, 'sms_too_soon'])
  })

  it('stops at the limit of the day that the owner set', async () => {
    server.passTime(DAY_MS)
    await shop.owner.send(verification.saveTexts, { params: params(), body: { linkText: '', dailyLimit: 2 } })
    const sent: number[] = []
    for (let i = 0; i < 3; i++)
      sent.push((await sendLink((await newClient(`Guest ${i}`, `+42060${i + 2}330011`)).id)).status)
    expect(sent).toEqual([200, 200, 429])
    expect((await shop.owner.send(verification.readTexts, { params: params() })).sentToday).toBe(2)
    await shop.owner.send(verification.saveTexts, { params: params(), body: { linkText: '', dailyLimit: 200 } })
  })
})

describe('the ledger', () => {
  it('says what left and what was refused, without whole numbers', async () => {
    const { data, meta } = await shop.owner.send(verification.listSms, { params: params(), query: { limit: 100 } })
    expect(meta.total).toBe(data.length)
    expect(new Set(data.map(({ state }) => state))).toEqual(new Set(['sent', 'unknown', 'refused']))
    expect(data.every(({ phone }) => /^\+\d{3} ••• \d{3}$/.test(phone))).toBe(true)
    expect(JSON.stringify(await query(server, 'select * from sms_log'))).not.toContain('602000103')
  })

  it('a provider that refuses is told to the people of the account once a day, and shown until a text leaves', async () => {
    server.passTime(DAY_MS)
    const notices = async () =>
      (await shop.owner.send(notifications.listNotifications, { params: params(), query: { type: 'sms_failed' } })).meta
        .total
    const before = await notices()
    const { id } = await newClient('Nina', '+420602000105')
    trouble('no_funds')
    for (let i = 0; i < 3; i++) await sendLink(id)
    expect(await notices()).toBe(before + 1)
    expect((await read()).connected).toMatchObject({ failure: 'no_funds' })
    trouble(null)
    await sendLink(id)
    expect((await read()).connected).toMatchObject({ failure: null, failedAt: null })
  })

  it('an outage is told when it is the third in a row', async () => {
    server.passTime(DAY_MS)
    const notices = async () =>
      (await shop.owner.send(notifications.listNotifications, { params: params(), query: { type: 'sms_failed' } })).meta
        .total
    const { id } = await newClient('Petr', '+420602000106')
    const before = await notices()
    trouble('down')
    const counts: number[] = []
    for (let i = 0; i < 3; i++) {
      await sendLink(id)
      counts.push((await notices()) - before)
    }
    expect(counts).toEqual([0, 0, 1])
  })
})

describe('a test SMS', () => {
  it('goes to a number of the owner, and a wrong one is refused at its field', async () => {
    server.passTime(DAY_MS)
    await save()
    const test = (phone: string) => shop.owner.ask(verification.sendTestSms, { params: params(), body: { phone } })
    expect(told(await test('602 00'))).toEqual([406, 'phone_wrong'])
    expect(told(await test('+420 602 000 107'))).toEqual([200, 'ok'])
    expect(server.outside.smsGateway.list('+420602000107')).toHaveLength(1)
  })
})

describe('the switch of a form', () => {
  const saveForm = async (change: object) => {
    const { version, settings, name, template } = await shop.owner.send(forms.readForm, {
      params: { ...params(), formKey: shop.formKey },
    })
    return shop.owner.ask(forms.saveForm, {
      params: { ...params(), formKey: shop.formKey },
      body: { name, template: template.id, version, settings: { ...settings, ...change } },
    })
  }

  it('needs a provider that works and a required phone', async () => {
    await remove('smsc')
    const none = await saveForm({ smsCheck: true })
    expect([...told(none), faults(none)]).toEqual([
      400,
      'sms_not_connected',
      { 'settings.smsCheck': 'sms_not_connected' },
    ])
    await save()
    await query(server, "update sms_providers set failure = 'no_funds'")
    expect(told(await saveForm({ smsCheck: true }))).toEqual([400, 'sms_not_connected'])
    await query(server, 'update sms_providers set failure = null')
    const { settings } = await shop.owner.send(forms.readForm, { params: { ...params(), formKey: shop.formKey } })
    const unphoned = await saveForm({
      smsCheck: true,
      fields: settings.fields.map((field) => ({ ...field, required: field.variableName !== 'tel' })),
    })
    expect([...told(unphoned), faults(unphoned)]).toEqual([
      422,
      'sms_check_needs_phone',
      { 'settings.smsCheck': 'sms_check_needs_phone' },
    ])
    expect(told(await saveForm({ smsCheck: true }))).toEqual([200, 'ok'])
    expect((await read()).checkingForms).toEqual([{ formKey: shop.formKey, name: 'Main form' }])
    // Other changes are not held up by a provider that is gone.
    await remove('smsc')
    expect(told(await saveForm({ title: 'Welcome' }))).toEqual([200, 'ok'])
  })
})
