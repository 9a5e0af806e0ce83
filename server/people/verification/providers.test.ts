import { describe, expect, it } from 'vitest'
import { forms } from '../../../contract/people/forms.ts'
import { SMS_TYPES } from '../../../contract/people/sms-providers.ts'
import { verification } from '../../../contract/people/verification.ts'
import { VENDORS } from '../../../emulators/sms/vendors/vendors.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { signIn } from '../../../test/people.ts'
import {
  faults,
  KEYS,
  outcomeOf,
  params,
  read,
  remove,
  save,
  server,
  setUpSms,
  shop,
  trouble,
} from '../../../test/sms-shop.ts'

setUpSms()

describe('a provider', () => {
  it.each(SMS_TYPES)('%s is connected with its keys, and shows its balance', async (smsType) => {
    const { login = '', password = '', apiKey = '', sender = '' } = VENDORS[smsType].account as Record<string, string>
    const response = await save({
      smsType,
      login,
      password: smsType === 'smsc' ? '' : password,
      apiKey,
      smsFrom: sender,
    })
    expect(response).toMatchObject({
      status: 200,
      body: {
        data: {
          connected: { smsType, failure: null },
          check: { isRight: true, failure: null, balance: { amount: expect.any(String) } },
        },
      },
    })
    expect((await shop.owner.send(verification.readBalance, { params: params() })).isRight).toBe(true)
    expect(outcomeOf(await remove(smsType))).toEqual([200, 'ok'])
    expect(await read()).toEqual({ connected: null, checkingForms: [] })
    server.passTime(10 * MINUTE_MS)
  })

  it('Twilio is connected with an API key too, and not with the key alone', async () => {
    const { login = '', sender = '' } = VENDORS.twilio.account
    const pair = { smsType: 'twilio', login, apiKey: `SK${'c0ffee'.repeat(5)}01`, smsFrom: sender }
    const alone = await save({ ...pair, password: '' })
    expect([alone.status, faults(alone)]).toEqual([422, { password: 'required' }])
    expect(outcomeOf(await save({ ...pair, password: 'emulated-token' }))).toEqual([422, 'sms_keys_refused'])
    expect(outcomeOf(await save({ ...pair, password: 'emulated-key-secret' }))).toEqual([200, 'ok'])
    expect((await read()).connected).toMatchObject({ hasApiKey: true, hasPassword: true })
    expect(JSON.stringify(await read())).not.toContain('emulated-key-secret')
    expect(outcomeOf(await remove('twilio'))).toEqual([200, 'ok'])
    server.passTime(10 * MINUTE_MS)
  })

  it('is not connected with wrong keys, which are not kept', async () => {
    const response = await save({ apiKey: 'wrong' })
    expect([...outcomeOf(response), faults(response)]).toEqual([
      422,
      'sms_keys_refused',
      { apiKey: 'sms_keys_refused' },
    ])
    expect((await read()).connected).toBeNull()
    expect(await query(server, 'select 1 from sms_providers')).toEqual([])
  })

  it.each([
    [{ apiKey: '' }, { apiKey: 'key_or_password' }],
    [{ apiKey: '', password: 'emulated-password', login: '' }, { login: 'required' }],
    [{ smsType: 'smsru', apiKey: '' }, { apiKey: 'required' }],
    [{ smsType: 'smsaero', login: '' }, { login: 'required' }],
    [{ smsType: 'twilio', login: 'me', password: 'x', apiKey: '' }, { login: 'account_sid' }],
    [{ smsType: 'twilio', login: `AC${'0'.repeat(32)}`, password: 'x', apiKey: 'mine' }, { apiKey: 'api_key_sid' }],
    [{ smsType: 'infobip', login: 'evil.example/' }, { login: 'own_address' }],
    [{ smsType: 'pigeons' }, { smsType: 'sms_type' }],
  ])('%j lacks something: %j', async (change, wanted) => {
    const response = await save(change)
    expect([response.status, faults(response)]).toEqual([422, wanted])
  })

  it('keeps its keys sealed and never shows them; an empty key leaves the one that is there', async () => {
    await save()
    const [row] = await query<{ sealed_api_key: Buffer }>(server, 'select * from sms_providers')
    expect(row?.sealed_api_key.toString()).not.toContain('emulated-key')
    expect(JSON.stringify(await read())).not.toContain('emulated-key')
    expect((await read()).connected).toMatchObject({ login: 'kartoteka', hasApiKey: true, hasPassword: false })
    expect(outcomeOf(await save({ apiKey: '', smsFrom: 'CAFE' }))).toEqual([200, 'ok'])
    expect((await read()).connected?.smsFrom).toBe('CAFE')
  })

  it('is one at a time: another one waits until the first is disconnected', async () => {
    const response = await save({ smsType: 'smsru' })
    expect([...outcomeOf(response), response.body.error?.detail]).toEqual([
      409,
      'sms_other_connected',
      { provider: 'SMSC.ru' },
    ])
    expect(outcomeOf(await remove('smsru'))).toEqual([404, 'sms_type_not_connected'])
    expect((await read()).connected?.smsType).toBe('smsc')
  })

  it('is saved although it cannot be reached now, and the answer reports that', async () => {
    trouble('down')
    expect(await save()).toMatchObject({
      status: 200,
      body: { data: { check: { isRight: false, failure: 'temporary' } } },
    })
    trouble(null)
    expect(await save()).toMatchObject({ status: 200, body: { data: { connected: { failure: null } } } })
  })

  it('is changed by the owner; a member reads, a stranger sees nothing', async () => {
    const member = await signIn(server, 'Mia')
    const ask = (
      one:
        | typeof verification.readProvider
        | typeof verification.saveProvider
        | typeof verification.checkProvider
        | typeof verification.readBalance,
    ) => member.ask(one, { params: params(), ...(one.method !== 'GET' && { body: KEYS }) })
    expect(outcomeOf(await ask(verification.readProvider))).toEqual([404, 'not_found'])
    expect(outcomeOf(await ask(verification.readBalance))).toEqual([404, 'not_found'])
    await query(
      server,
      `insert into accesses (cabinet_id, id, user_id, role, created_at)
        select $1, gen_random_uuid(), id, 'member', now() from users where email = $2`,
      [shop.c, member.email],
    )
    expect(outcomeOf(await ask(verification.readProvider))).toEqual([200, 'ok'])
    expect(outcomeOf(await ask(verification.saveProvider))).toEqual([404, 'not_found'])
    expect(outcomeOf(await ask(verification.checkProvider))).toEqual([404, 'not_found'])
  })

  it('is called thirty times in ten minutes at most', async () => {
    server.passTime(10 * MINUTE_MS)
    const response = await Promise.all(
      Array.from({ length: 35 }, () => shop.owner.ask(verification.checkProvider, { params: params(), body: KEYS })),
    )
    expect(response.filter(({ status }) => status === 200).length).toBe(30)
    expect(outcomeOf(response.find(({ status }) => status !== 200)!)).toEqual([429, 'too_many_tries'])
    server.passTime(10 * MINUTE_MS)
  })
})

describe('a test SMS', () => {
  it('goes to a number of the owner, and a wrong one is refused at its field', async () => {
    server.passTime(DAY_MS)
    await save()
    const test = (phone: string) => shop.owner.ask(verification.sendTestSms, { params: params(), body: { phone } })
    expect(outcomeOf(await test('602 00'))).toEqual([406, 'phone_wrong'])
    expect(outcomeOf(await test('+420 602 000 107'))).toEqual([200, 'ok'])
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

  it('needs a working provider and a required phone', async () => {
    await remove('smsc')
    const none = await saveForm({ smsCheck: true })
    expect([...outcomeOf(none), faults(none)]).toEqual([
      400,
      'sms_not_connected',
      { 'settings.smsCheck': 'sms_not_connected' },
    ])
    await save()
    await query(server, "update sms_providers set failure = 'no_funds'")
    expect(outcomeOf(await saveForm({ smsCheck: true }))).toEqual([400, 'sms_not_connected'])
    await query(server, 'update sms_providers set failure = null')
    const { settings } = await shop.owner.send(forms.readForm, { params: { ...params(), formKey: shop.formKey } })
    const unphoned = await saveForm({
      smsCheck: true,
      fields: settings.fields.map((field) => ({ ...field, required: field.variableName !== 'tel' })),
    })
    expect([...outcomeOf(unphoned), faults(unphoned)]).toEqual([
      422,
      'sms_check_needs_phone',
      { 'settings.smsCheck': 'sms_check_needs_phone' },
    ])
    expect(outcomeOf(await saveForm({ smsCheck: true }))).toEqual([200, 'ok'])
    expect((await read()).checkingForms).toEqual([{ formKey: shop.formKey, name: 'Main form' }])
    // A provider that is gone does not block other changes.
    await remove('smsc')
    expect(outcomeOf(await saveForm({ title: 'Welcome' }))).toEqual([200, 'ok'])
  })
})
