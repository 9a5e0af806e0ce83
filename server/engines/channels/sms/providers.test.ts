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
beforeAll(async () => {
  gateway = await createSmsGateway({ account: { login: 'AC1', password: 'own' }, prefix: '/outside/sms' })
  web = createServer((request, response) => gateway.handler(request, response))
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
  smsc: { throttled: 'duplicate' },
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
