import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startGoogleWallet } from '../../../../emulators/google-wallet/google-wallet.ts'
import type { GoogleOptions } from './api.ts'
import { connectGoogle } from './client.ts'
import type { LoyaltyClass, LoyaltyObject } from './loyalty.ts'
import { GoogleRefused, GoogleUnreachable } from './refusals.ts'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKeyPem = keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const publicKeyPem = keys.publicKey.export({ format: 'pem', type: 'spki' }).toString()
const clientEmail = 'cards@example.iam.gserviceaccount.com'

const coffee: LoyaltyClass = {
  id: '3388.coffee',
  issuerName: 'Morning Coffee',
  programName: 'Coffee club',
  reviewStatus: 'UNDER_REVIEW',
  hexBackgroundColor: '#3b2a20',
  multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
  programLogo: {
    sourceUri: { uri: 'https://example.org/logo.png' },
    contentDescription: { defaultValue: { language: 'en', value: 'Logo' } },
  },
}
const anna: LoyaltyObject = {
  id: '3388.anna',
  classId: '3388.coffee',
  state: 'ACTIVE',
  loyaltyPoints: { label: 'Bonus', balance: { string: '10' } },
}
const note = (id: string, messageType: 'TEXT' | 'TEXT_AND_NOTIFY' = 'TEXT') => ({
  id,
  header: 'News',
  body: `Text ${id}`,
  messageType,
})

let google: Awaited<ReturnType<typeof startGoogleWallet>>
/** Waiting takes no time in these tests, so that retries run immediately. */
let sleeps: number[]
const connect = (change: Partial<GoogleOptions> = {}) =>
  connectGoogle({
    apiUrl: `${google.url}/walletobjects/v1`,
    tokenUrl: `${google.url}/token`,
    account: { clientEmail, privateKeyPem },
    requestsPerSecond: 1_000,
    timing: { now: Date.now, sleep: (ms) => (sleeps.push(ms), Promise.resolve()) },
    ...change,
  })
const seen = (path: string | RegExp) =>
  google.requests().filter((one) => (typeof path === 'string' ? one.path === path : path.test(one.path)))

beforeEach(async () => {
  sleeps = []
  google = await startGoogleWallet({
    serviceAccounts: [{ clientEmail, publicKeyPem, issuerIds: ['3388'] }],
    requestsPerSecond: 1_000,
  })
})
afterEach(() => google.close())

describe('the access token', () => {
  test('one token serves many calls, also when they start together', async () => {
    const wallet = connect()
    await Promise.all([1, 2, 3, 4].map(() => wallet.getClass(coffee.id)))
    await wallet.putClass(coffee)
    expect(seen('/token')).toHaveLength(1)
  })

  test('a token is renewed a minute before it ends', async () => {
    let nowMs = Date.now()
    const wallet = connect({ timing: { now: () => nowMs, sleep: () => Promise.resolve() } })
    await wallet.getClass(coffee.id)
    nowMs += 58 * 60_000
    await wallet.getClass(coffee.id)
    expect(seen('/token')).toHaveLength(1)
    nowMs += 60_000
    await wallet.getClass(coffee.id)
    expect(seen('/token')).toHaveLength(2)
  })

  test('a token that Google no longer takes is renewed once and the call succeeds', async () => {
    const wallet = connect()
    await wallet.putClass(coffee)
    google.forgetTokens()
    expect(await wallet.getClass(coffee.id)).toMatchObject({ programName: 'Coffee club' })
    expect(seen('/token')).toHaveLength(2)
  })

  test("a revoked account is a refusal with Google's reason", async () => {
    google.setTroubles({ revoked: true })
    await expect(connect().putClass(coffee)).rejects.toMatchObject({ name: 'GoogleRefused', reason: 'invalid_grant' })
  })

  test('a key that is no key is refused before anything is sent', () => {
    expect(() => connect({ account: { clientEmail, privateKeyPem: 'nonsense' } })).toThrow(GoogleRefused)
  })

  test("another account's signature is refused", async () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ format: 'pem', type: 'pkcs8' })
      .toString()
    await expect(
      connect({ account: { clientEmail, privateKeyPem: other } }).getClass('3388.coffee'),
    ).rejects.toBeInstanceOf(GoogleRefused)
  })
})

describe('storing cards', () => {
  test('a new class and object are inserted, the same again are updated', async () => {
    const wallet = connect()
    expect(await wallet.putClass(coffee)).toEqual({ stored: 'inserted', notified: false, arePlacesLeftOut: false })
    expect(await wallet.putClass({ ...coffee, programName: 'Tea club' })).toMatchObject({ stored: 'updated' })
    expect(await wallet.putObject(anna)).toMatchObject({ stored: 'inserted' })
    expect(await wallet.putObject(anna)).toMatchObject({ stored: 'updated' })
    expect(await wallet.getClass(coffee.id)).toMatchObject({ programName: 'Tea club' })
  })

  test('a class whose places Google has not opened is stored without them; another refusal stays one', async () => {
    const wallet = connect()
    const near = { ...coffee, merchantLocations: [{ latitude: 50, longitude: 14 }] }
    expect(await wallet.putClass(near)).toMatchObject({ arePlacesLeftOut: false })
    google.setTroubles({ arePlacesClosed: true })
    expect(await wallet.putClass(near)).toEqual({ stored: 'updated', notified: false, arePlacesLeftOut: true })
    expect(await wallet.getClass(coffee.id)).not.toHaveProperty('merchantLocations')
    await expect(wallet.putClass({ ...near, programName: '' })).rejects.toBeInstanceOf(GoogleRefused)
  })

  test('an object marked as known but missing at Google is inserted', async () => {
    const wallet = connect()
    await wallet.putClass(coffee)
    expect(await wallet.putObject(anna, { known: true })).toMatchObject({ stored: 'inserted' })
    expect(seen(/loyaltyObject/).map(({ method, status }) => `${method} ${status}`)).toEqual(['PATCH 404', 'POST 200'])
  })

  test('a field that left the card leaves Google too, messages stay', async () => {
    const wallet = connect()
    await wallet.putClass(coffee)
    await wallet.putObject({ ...anna, barcode: { type: 'QR_CODE', value: '412' } })
    await wallet.addMessage('object', anna.id, note('a'))
    await wallet.putObject(anna, { known: true })
    const held = await wallet.getObject(anna.id)
    expect(held).not.toHaveProperty('barcode')
    expect(held?.['messages']).toHaveLength(1)
  })

  test("an invalid class is a refusal with Google's words, not repeated", async () => {
    await expect(connect().putClass({ ...coffee, issuerName: 'x'.repeat(21) })).rejects.toMatchObject({
      status: 400,
      reason: 'invalidResource',
    })
    expect(seen(/loyaltyClass/)).toHaveLength(1)
  })

  test("another issuer's class is refused as not permitted", async () => {
    await expect(connect().putClass({ ...coffee, id: '9999.coffee' })).rejects.toMatchObject({
      status: 403,
      reason: 'permissionDenied',
    })
  })

  test('an unknown object is null', async () => {
    expect(await connect().getObject('3388.nobody')).toBeNull()
  })

  test('a balance past the notification quota is stored without a notice', async () => {
    const wallet = connect()
    await wallet.putClass(coffee)
    await wallet.putObject(anna)
    const give = (points: number) =>
      wallet.putObject(
        { ...anna, loyaltyPoints: { label: 'Bonus', balance: { string: String(points) } } },
        { known: true, notify: true },
      )
    for (const points of [20, 30, 40]) expect(await give(points)).toEqual({ stored: 'updated', notified: true })
    expect(await give(50)).toEqual({ stored: 'updated', notified: false })
    expect(await wallet.getObject(anna.id)).toMatchObject({ loyaltyPoints: { balance: { string: '50' } } })
    expect(await wallet.getObject(anna.id)).not.toHaveProperty('notifyPreference')
  })
})

describe('messages', () => {
  const prepared = async () => {
    const wallet = connect()
    await wallet.putClass(coffee)
    await wallet.putObject(anna)
    return wallet
  }

  test('three notices a day are sent, the fourth is reported as over the quota, a silent one still goes', async () => {
    const wallet = await prepared()
    for (const id of ['a', 'b', 'c'])
      expect(await wallet.addMessage('object', anna.id, note(id, 'TEXT_AND_NOTIFY'))).toBe('sent')
    expect(await wallet.addMessage('object', anna.id, note('d', 'TEXT_AND_NOTIFY'))).toBe('quota_exceeded')
    expect(await wallet.addMessage('object', anna.id, note('d'))).toBe('sent')
  })

  test('a repeated job looks first and does not send twice', async () => {
    const wallet = await prepared()
    await wallet.addMessage('object', anna.id, note('a'))
    expect(await wallet.addMessage('object', anna.id, note('a'), { isRepeat: true })).toBe('already_there')
    expect((await wallet.getObject(anna.id))?.['messages']).toHaveLength(1)
  })

  test('an answer lost on the way back does not double the message', async () => {
    const wallet = await prepared()
    google.setTroubles({ lostAnswers: 1 })
    expect(await wallet.addMessage('object', anna.id, note('a', 'TEXT_AND_NOTIFY'))).toBe('sent')
    expect((await wallet.getObject(anna.id))?.['messages']).toHaveLength(1)
    expect(seen(/addMessage/)).toHaveLength(1)
  })

  test('the eleventh message makes room by dropping the oldest', async () => {
    const wallet = await prepared()
    for (let number = 0; number < 11; number++)
      expect(await wallet.addMessage('class', coffee.id, note(`m${number}`))).toBe('sent')
    const held = (await wallet.getClass(coffee.id))?.['messages'] as { id: string }[]
    expect(held.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, index) => `m${index + 1}`))
  })

  test('a repeat that finds ten messages makes room before it is refused', async () => {
    const wallet = await prepared()
    for (let number = 0; number < 10; number++) await wallet.addMessage('object', anna.id, note(`m${number}`))
    const before = seen(/loyaltyObject/).length
    expect(await wallet.addMessage('object', anna.id, note('m10'), { isRepeat: true })).toBe('sent')
    const asked = seen(/loyaltyObject/).slice(before)
    expect(asked.map(({ method, status }) => `${method} ${status}`)).toEqual(['GET 200', 'PATCH 200', 'POST 200'])
  })
})

describe('a troubled Google', () => {
  test('503 and 429 pass after waiting', async () => {
    const wallet = connect()
    await wallet.putClass(coffee)
    for (const trouble of [{ status500Rate: 1 }, { status429Rate: 1 }]) {
      google.setTroubles(trouble)
      sleeps = []
      const call = connect({
        timing: {
          now: Date.now,
          sleep: (ms) => (
            sleeps.push(ms),
            google.setTroubles({ status500Rate: 0, status429Rate: 0 }),
            Promise.resolve()
          ),
        },
      })
      expect(await call.getClass(coffee.id)).not.toBeNull()
      expect(sleeps).toHaveLength(1)
    }
  })

  test('a Google that stays down is unreachable after five attempts', async () => {
    google.setTroubles({ status500Rate: 1 })
    await expect(connect().getClass(coffee.id)).rejects.toMatchObject({ name: 'GoogleUnreachable', attempts: 5 })
    expect(sleeps).toHaveLength(4)
    for (const [index, ms] of sleeps.entries()) expect(ms).toBeLessThanOrEqual(500 * 2 ** (index + 1))
  })

  test('a closed port is unreachable, not a crash', async () => {
    await expect(connect({ tokenUrl: 'http://127.0.0.1:1/token' }).getClass('3388.a')).rejects.toBeInstanceOf(
      GoogleUnreachable,
    )
  })

  test('Retry-After is honoured to the second', async () => {
    const server = createServer((req, res) => {
      if (req.url === '/token') return void res.end(JSON.stringify({ access_token: 't', expires_in: 3600 }))
      res.writeHead(sleeps.length === 0 ? 503 : 200, { 'retry-after': '7' }).end('{}')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await connect({ apiUrl: url, tokenUrl: `${url}/token` }).getClass('3388.a')
    expect(sleeps).toEqual([7_000])
    server.close()
  })
})

describe('the rate limit', () => {
  test('sixty reads against a strict Google are hardly ever throttled', async () => {
    await google.close()
    google = await startGoogleWallet({ serviceAccounts: [{ clientEmail, publicKeyPem }] })
    const wallet = connectGoogle({
      apiUrl: `${google.url}/walletobjects/v1`,
      tokenUrl: `${google.url}/token`,
      account: { clientEmail, privateKeyPem },
    })
    await Promise.all(Array.from({ length: 60 }, () => wallet.getObject('3388.nobody')))
    // Without the rate limit it would be forty; a busy machine may deliver the ends of two seconds in one.
    expect(seen(/loyaltyObject/).filter(({ status }) => status === 429).length).toBeLessThanOrEqual(20)
  })
})
