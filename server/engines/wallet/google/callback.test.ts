import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../../contract/time.ts'
import { CallbackRefused, lengthPrefixed, verifyCallback, type CallbackRefusal, type RootKeys } from './callback.ts'
import { dropRootKeys, fetchRootKeys } from './root-keys.ts'
import { SAVE_LINK_MAX, saveLink } from './save-link.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const newKey = (namedCurve = 'prime256v1') =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
const publicBase64 = (pem: string) =>
  createPublicKey(createPrivateKey(pem)).export({ format: 'der', type: 'spki' }).toString('base64')
const signParts = (pem: string, ...parts: string[]) => sign('sha256', lengthPrefixed(...parts), pem).toString('base64')
const root = newKey()
const middle = newKey()
const rootKeys = (
  pem = root,
  protocolVersion = 'ECv2SigningOnly',
  keyExpiration = String(NOW.getTime() + DAY_MS),
): RootKeys => ({ keys: [{ keyValue: publicBase64(pem), protocolVersion, keyExpiration: Number(keyExpiration) }] })

type Change = {
  sender?: string
  recipient?: string
  rootPem?: string
  middlePem?: string
  keyExpiration?: number
  message?: object
  protocol?: string
}
function notice(change: Change = {}) {
  const {
    sender = 'GooglePayPasses',
    recipient = '3388',
    rootPem = root,
    middlePem = middle,
    keyExpiration = NOW.getTime() + DAY_MS,
  } = change
  const signedKey = JSON.stringify({ keyValue: publicBase64(middlePem), keyExpiration: String(keyExpiration) })
  const signedMessage = JSON.stringify({
    classId: '3388.coffee',
    objectId: '3388.anna',
    eventType: 'save',
    expTimeMillis: NOW.getTime() + 60_000,
    count: 1,
    nonce: 'n1',
    ...change.message,
  })
  return {
    signature: signParts(middlePem, sender, recipient, 'ECv2SigningOnly', signedMessage),
    intermediateSigningKey: { signedKey, signatures: [signParts(rootPem, sender, 'ECv2SigningOnly', signedKey)] },
    protocolVersion: change.protocol ?? 'ECv2SigningOnly',
    signedMessage,
  }
}
const verify = (body: string | object, keys = rootKeys()) =>
  verifyCallback(body, { rootKeys: keys, recipientId: '3388', now: NOW })
function refusal(body: string | object, keys = rootKeys()): CallbackRefusal | 'accepted' {
  try {
    verify(body, keys)
    return 'accepted'
  } catch (error) {
    if (error instanceof CallbackRefused) return error.code
    throw error
  }
}

describe('a callback', () => {
  test.each(['GooglePayPasses', 'GoogleWalletPasses'])('signed by %s is believed, as text and as JSON', (sender) => {
    expect(verify(notice({ sender }))).toEqual({
      classId: '3388.coffee',
      objectId: '3388.anna',
      eventType: 'save',
      nonce: 'n1',
      expTimeMillis: NOW.getTime() + 60_000,
    })
    expect(verify(JSON.stringify(notice({ sender, message: { eventType: 'del' } }))).eventType).toBe('del')
  })

  test('a forged root, a forged message and another sender are refused', () => {
    expect(refusal(notice({ rootPem: newKey() }))).toBe('unknown_root')
    expect(refusal(notice({ sender: 'SomebodyElse' }))).toBe('unknown_root')
    const good = notice()
    expect(refusal({ ...good, signedMessage: good.signedMessage.replace('save', 'del') })).toBe('wrong_signature')
    expect(refusal({ ...good, signature: notice({ middlePem: newKey() }).signature })).toBe('wrong_signature')
  })

  test('an expired key, root or message is refused, on the very millisecond too', () => {
    expect(refusal(notice({ keyExpiration: NOW.getTime() }))).toBe('key_expired')
    expect(refusal(notice(), rootKeys(root, 'ECv2SigningOnly', String(NOW.getTime())))).toBe('unknown_root')
    expect(refusal(notice({ message: { expTimeMillis: NOW.getTime() } }))).toBe('message_expired')
  })

  test('a notice for another issuer is refused, whether the signature or only the ids name it', () => {
    expect(refusal(notice({ recipient: '9999' }))).toBe('wrong_signature')
    expect(refusal(notice({ message: { classId: '9999.coffee' } }))).toBe('other_issuer')
    expect(refusal(notice({ message: { objectId: '33889.anna' } }))).toBe('other_issuer')
  })

  test('another protocol and root keys of another protocol are refused', () => {
    expect(refusal(notice({ protocol: 'ECv1' }))).toBe('wrong_protocol')
    expect(refusal(notice(), rootKeys(root, 'ECv2'))).toBe('unknown_root')
    expect(refusal(notice(), { keys: [] })).toBe('unknown_root')
  })

  test('keys of another curve are not used', () => {
    expect(refusal(notice({ middlePem: newKey('secp384r1') }))).toBe('wrong_signature')
  })

  test('a replayed notice verifies again with the same nonce, by which the caller drops it', () => {
    const one = notice()
    expect(verify(one).nonce).toBe(verify(one).nonce)
  })

  test('no body makes it fail except by refusing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.object(), fc.json()), (body) => {
        expect(refusal(body)).not.toBe('accepted')
      }),
    )
    const good = JSON.stringify(notice())
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: good.length - 1 }),
        fc.string({ minLength: 1, maxLength: 1 }),
        (at, sign) => {
          const changed = good.slice(0, at) + sign + good.slice(at + 1)
          if (changed !== good) refusal(changed)
        },
      ),
    )
  })

  test('parts are joined behind their byte lengths, so that no two splits collide', () => {
    expect(lengthPrefixed('é', 'ab').toString('hex')).toBe('02000000c3a9020000006162')
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string()), (one, other) => {
        const equal = lengthPrefixed(...one).equals(lengthPrefixed(...other))
        expect(equal).toBe(
          JSON.stringify(one.map((part) => Buffer.from(part).toString('hex'))) ===
            JSON.stringify(other.map((part) => Buffer.from(part).toString('hex'))),
        )
      }),
    )
  })
})

describe('root keys', () => {
  test('are asked for once per max-age, and an outage leaves the known ones in use', async () => {
    let asked = 0
    let isDown = false
    const server = createServer((_, res) => {
      asked++
      res
        .writeHead(isDown ? 503 : 200, { 'cache-control': 'public, max-age=60' })
        .end(JSON.stringify({ keys: [{ ...rootKeys().keys[0], keyExpiration: '2154841200000' }] }))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
    let nowMs = 0
    const [first] = await Promise.all([1, 2, 3].map(() => fetchRootKeys(url, () => nowMs)))
    expect(first?.keys[0]?.keyExpiration).toBe(2154841200000)
    nowMs = 59_000
    await fetchRootKeys(url, () => nowMs)
    expect(asked).toBe(1)
    dropRootKeys(url, () => nowMs)
    await fetchRootKeys(url, () => nowMs)
    expect(asked).toBe(1)
    nowMs = 61_000
    isDown = true
    expect(await fetchRootKeys(url, () => nowMs)).toEqual(first)
    expect(asked).toBe(2)
    dropRootKeys(url, () => nowMs)
    await expect(fetchRootKeys(url, () => nowMs)).rejects.toMatchObject({ name: 'GoogleUnreachable' })
    server.close()
  })
})

describe('the save link', () => {
  const privateKeyPem = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString()
  const base = {
    saveUrl: 'https://pay.google.com/gp/v/save',
    account: { clientEmail: 'a@b.c', privateKeyPem },
    classId: '3388.coffee',
    objectId: '3388.anna',
  }

  test('contains only ids and the claims Google requires', async () => {
    const link = await saveLink({ ...base, origins: ['https://example.org'], now: NOW })
    expect(link.length).toBeLessThan(900)
    expect(JSON.parse(Buffer.from(link.split('.').at(-2) ?? '', 'base64url').toString())).toEqual({
      iss: 'a@b.c',
      aud: 'google',
      typ: 'savetowallet',
      iat: NOW.getTime() / 1000,
      origins: ['https://example.org'],
      payload: { loyaltyObjects: [{ id: '3388.anna', classId: '3388.coffee' }] },
    })
  })

  test('a link longer than Google takes is an error, not a broken link', async () => {
    await expect(saveLink({ ...base, objectId: `3388.${'x'.repeat(SAVE_LINK_MAX)}` })).rejects.toBeInstanceOf(
      RangeError,
    )
  })
})
