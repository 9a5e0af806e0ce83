import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  SMS_FIELDS,
  SMS_PROVIDERS,
  SMS_TYPES,
  type SmsFailure,
  type SmsType,
} from '../../../../contract/people/sms-providers.ts'
import { createSmsGateway, type SmsGateway } from '../../../../emulators/sms/sms.ts'
import { VENDORS } from '../../../../emulators/sms/vendors/vendors.ts'
import type { SmsAccount } from './provider.ts'
import { PROVIDERS } from './providers.ts'

let gateway: SmsGateway
let web: Server
let url: string
let nobodyAt: string
let addresses: string[] = []
beforeAll(async () => {
  gateway = await createSmsGateway({ account: { login: 'AC1', password: 'own' }, prefix: '/outside/sms' })
  web = createServer((request, response) => {
    addresses.push(request.url ?? '')
    gateway.handler(request, response)
  })
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/outside/sms`
  const gone = createServer()
  await new Promise<void>((done) => gone.listen(0, '127.0.0.1', done))
  nobodyAt = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`
  await new Promise((done) => gone.close(done))
})
afterAll(() => {
  web.closeAllConnections()
  web.close()
})
beforeEach(() => {
  gateway.setVendorTrouble(null)
  gateway.clear()
})

const PHONE = '+420601234567'
const accountOf = (type: SmsType): SmsAccount => {
  const { login = '', password = '', apiKey = '', sender = '' } = VENDORS[type].account as Record<string, string>
  return { login, password, apiKey, smsFrom: sender }
}
const wireOf = (type: SmsType, timeoutMs = 30_000) => ({ vendor: type, url: `${url}/${type}`, timeoutMs })
const send = (
  type: SmsType,
  change: { to?: string; text?: string } = {},
  account = accountOf(type),
  timeoutMs?: number,
) =>
  PROVIDERS[type].send(
    account,
    { to: PHONE, text: 'Ваша карта: https://cards.example/c/1', reference: crypto.randomUUID(), ...change },
    wireOf(type, timeoutMs),
  )

/** What a vendor cannot tell apart. */
const LOOKS_LIKE: Partial<Record<SmsType, Partial<Record<SmsFailure, SmsFailure>>>> = {
  smsc: { throttled: 'duplicate', sender_not_allowed: 'text_forbidden' },
  smsaero: { duplicate: 'throttled' },
  twilio: { no_funds: 'blocked', duplicate: 'throttled' },
  vonage: { duplicate: 'throttled' },
  messagebird: { duplicate: 'throttled', blocked: 'auth' },
}
const REFUSALS = [
  'auth',
  'no_funds',
  'bad_phone',
  'sender_not_allowed',
  'text_forbidden',
  'duplicate',
  'throttled',
  'blocked',
] as const

describe.each(SMS_TYPES)('%s', (type) => {
  it('accepts a text and returns its id', async () => {
    expect(await send(type)).toEqual({ isSent: true, id: expect.stringMatching(/./) })
    expect(gateway.list(PHONE)).toEqual([
      expect.objectContaining({
        text: 'Ваша карта: https://cards.example/c/1',
        from: accountOf(type).smsFrom,
        by: type,
      }),
    ])
  })

  it('reads the balance of the account', async () => {
    expect(await PROVIDERS[type].check(accountOf(type), wireOf(type))).toEqual({
      isRight: true,
      balance: { amount: expect.stringMatching(/^\d+(\.\d+)?$/), currency: expect.stringMatching(/^[A-Za-z]{3,5}$/) },
    })
  })

  it('knows wrong keys, whichever of them is wrong', async () => {
    for (const field of SMS_FIELDS.filter(
      (one) => one !== 'smsFrom' && SMS_PROVIDERS[type].fields[one] === 'required',
    )) {
      // The host of an account is no key: the emulated vendor has only one.
      if (type === 'infobip' && field === 'login') continue
      const account = { ...accountOf(type), [field]: 'wrong' }
      expect([field, await send(type, {}, account)]).toEqual([
        field,
        expect.objectContaining({ isSent: false, failure: 'auth', mayHaveLeft: false }),
      ])
      expect([field, await PROVIDERS[type].check(account, wireOf(type))]).toEqual([
        field,
        expect.objectContaining({ isRight: false, failure: 'auth' }),
      ])
    }
    expect(gateway.list()).toEqual([])
  })

  it.each(REFUSALS)('%s becomes our own reason, and the text was not sent', async (why) => {
    gateway.setVendorTrouble(why)
    expect(await send(type)).toMatchObject({
      isSent: false,
      mayHaveLeft: false,
      failure: LOOKS_LIKE[type]?.[why] ?? why,
    })
    expect(gateway.list()).toEqual([])
  })

  it('refuses a number that cannot be one, without repeating it', async () => {
    const outcome = await send(type, { to: '+420601230000' })
    expect(outcome).toMatchObject({ isSent: false, failure: 'bad_phone', mayHaveLeft: false })
    expect(JSON.stringify(outcome)).not.toContain('601230000')
  })

  it('sees no key in an address, and none comes back into the log', async () => {
    addresses = []
    const { login, password, apiKey } = accountOf(type)
    const keys = [password, apiKey].filter((key) => key !== '')
    const outcomes = [await send(type), await PROVIDERS[type].check(accountOf(type), wireOf(type))]
    for (const why of REFUSALS) {
      gateway.setVendorTrouble(why, 2)
      outcomes.push(await send(type), await PROVIDERS[type].check(accountOf(type), wireOf(type)))
    }
    expect(addresses.length).toBeGreaterThan(REFUSALS.length)
    const written = decodeURIComponent(addresses.join(' ')) + JSON.stringify(outcomes)
    for (const key of keys) expect(written).not.toContain(key)
    // The name of an account is part of an address where the vendor wants it so.
    if (type !== 'twilio' && type !== 'infobip' && login !== '') expect(addresses.join(' ')).not.toContain(login)
  })

  it('that is down has accepted nothing, and accepts the next one', async () => {
    gateway.setVendorTrouble('down', 1)
    expect(await send(type)).toMatchObject({ isSent: false, failure: 'temporary', mayHaveLeft: false })
    expect(await send(type)).toMatchObject({ isSent: true })
  })

  it('that is not running has accepted nothing', async () => {
    const outcome = await PROVIDERS[type].send(
      accountOf(type),
      { to: PHONE, text: 'Hello', reference: 'r' },
      { vendor: type, url: nobodyAt, timeoutMs: 30_000 },
    )
    expect(outcome).toMatchObject({ isSent: false, failure: 'temporary', mayHaveLeft: false })
  })

  it.each(['hang', 'broken', 'lost'] as const)('%s: it is unknown whether the text was sent', async (trouble) => {
    gateway.setVendorTrouble(trouble)
    expect(await send(type, {}, accountOf(type), 500)).toMatchObject({
      isSent: false,
      failure: 'temporary',
      mayHaveLeft: true,
    })
  })

  it('is reached over https at its own address', () => {
    expect(PROVIDERS[type].address).toMatch(/^https:\/\/[a-z0-9.{}-]+$/)
    expect(PROVIDERS[type].type).toBe(type)
  })
})

describe('what differs between vendors', () => {
  it('SMSC takes a key or a password', async () => {
    expect(
      await send('smsc', {}, { login: 'kartoteka', password: 'emulated-password', apiKey: '', smsFrom: '' }),
    ).toMatchObject({ isSent: true })
    expect(await send('smsc', {}, { login: 'kartoteka', password: 'wrong', apiKey: '', smsFrom: '' })).toMatchObject({
      failure: 'auth',
    })
  })

  it('SMSC that answers in words is told by its code', async () => {
    const words = createServer((request, response) => {
      request.resume()
      response.end(`ERROR = ${request.url?.includes('balance') ? 2 : 6} (sender emulated-password 79990000001)`)
    })
    await new Promise<void>((done) => words.listen(0, '127.0.0.1', done))
    const wire = {
      vendor: 'smsc',
      url: `http://127.0.0.1:${(words.address() as AddressInfo).port}`,
      timeoutMs: 30_000,
    }
    const account = { login: 'kartoteka', password: 'emulated-password', apiKey: '', smsFrom: '' }
    expect(await PROVIDERS.smsc.send(account, { to: PHONE, text: 'Hello', reference: 'r' }, wire)).toEqual({
      isSent: false,
      mayHaveLeft: false,
      failure: 'text_forbidden',
      detail: '6 sender … …',
    })
    expect(await PROVIDERS.smsc.check(account, wire)).toMatchObject({ isRight: false, failure: 'auth' })
    words.close()
  })

  it('Twilio takes an API key with its secret, which may not read the account', async () => {
    const pair = {
      ...accountOf('twilio'),
      apiKey: `SK${'c0ffee'.repeat(5)}01`,
      password: 'emulated-key-secret',
    }
    expect(await send('twilio', {}, pair)).toMatchObject({ isSent: true })
    expect(await PROVIDERS.twilio.check(pair, wireOf('twilio'))).toEqual({
      isRight: true,
      balance: { amount: '18.40', currency: 'USD' },
    })
    for (const wrong of [
      { ...pair, password: 'emulated-token' },
      { ...pair, apiKey: `SK${'0'.repeat(32)}` },
    ]) {
      expect(await send('twilio', {}, wrong)).toMatchObject({ isSent: false, failure: 'auth' })
      expect(await PROVIDERS.twilio.check(wrong, wireOf('twilio'))).toMatchObject({ isRight: false, failure: 'auth' })
    }
  })

  it.each(['Größe: 10 €', 'a `backtick`', 'Ваша карта', 'Kód 1234', '^{}[]~|'])(
    'Vonage delivers %j as it was written',
    async (text) => {
      await send('vonage', { text })
      expect(gateway.list(PHONE)).toEqual([expect.objectContaining({ text })])
    },
  )

  it('Infobip is asked at the host of the account, which cannot lead elsewhere', async () => {
    const check = (login: string, url: string) =>
      PROVIDERS.infobip.check(
        { login, password: '', apiKey: 'k', smsFrom: 'S' },
        { vendor: 'infobip', url, timeoutMs: 30_000 },
      )
    expect(await check('evil.example/#', PROVIDERS.infobip.address)).toMatchObject({ detail: 'not an address' })
    expect(await check('localhost', 'https://{login}')).toMatchObject({ detail: 'not a public address' })
  })
})
