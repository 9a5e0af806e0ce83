import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { createAuthority, issueServerCertificate } from '../server/engines/wallet/apple/test-authority.ts'
import { openDoor } from './door.ts'
import { startOutside } from './outside.ts'

test('troubles of Apple and Google are switched on and off over HTTP', async () => {
  const authority = await createAuthority()
  const tls = await issueServerCertificate(authority, ['127.0.0.1'])
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const emulated = await startOutside({
    publicUrl: 'http://127.0.0.1:9',
    apple: { caPem: authority.rootPem, certificatePem: tls.certificatePem, keyPem: tls.privateKeyPem },
    google: { clientEmail: 'cards@test.example', privateKeyPem: privateKey, issuerId: '1' },
    sms: { login: 'AC', password: 'secret' },
    payments: { login: 'shop', password1: 'one', password2: 'two', hash: 'sha256' },
  })
  const door = await openDoor(emulated, 0)
  const put = (body: object) => fetch(`${door.url}/troubles`, { method: 'PUT', body: JSON.stringify(body) })
  /** A connection to Apple. */
  const dial = () => {
    const socket = connect({ host: '127.0.0.1', port: emulated.apns.port, ca: authority.rootPem })
    return socket.on('error', () => undefined)
  }
  try {
    expect((await put({ apple: { isAway: true }, google: { status500Rate: 1 } })).status).toBe(200)
    await new Promise((closed) => dial().on('close', closed))
    const status = async () => (await fetch(`${door.addresses.google.apiUrl}/loyaltyClass/1.x`)).status
    expect(await status()).toBeGreaterThanOrEqual(500)
    await put({ apple: {}, google: { status500Rate: 0 } })
    const socket = dial()
    await once(socket, 'secureConnect')
    socket.destroy()
    expect(await status()).toBe(401)
    expect((await fetch(`${door.url}/troubles`, { method: 'PUT', body: 'no' })).status).toBe(400)
  } finally {
    await door.close()
  }
})
