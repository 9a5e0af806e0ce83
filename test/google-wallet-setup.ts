/** An emulated Google Wallet for tests, with one class, one card and a listener for its callbacks. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach } from 'vitest'
import { startGoogleWallet } from '../emulators/google-wallet/google-wallet.ts'
import type { GoogleWalletState } from '../emulators/google-wallet/state.ts'
import { connectGoogle, type GoogleWallet } from '../server/engines/wallet/google/client.ts'
import type { LoyaltyClass, LoyaltyObject } from '../server/engines/wallet/google/loyalty.ts'

export const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const account = {
  clientEmail: 'cards@example.iam.gserviceaccount.com',
  privateKeyPem: keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
}
export const serviceAccounts = [
  {
    clientEmail: account.clientEmail,
    publicKeyPem: keys.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    issuerIds: ['3388'],
  },
]
const prefix = '/emulators/google'

/** Bodies of the callbacks received so far. */
export let callbacks: string[]
/** Statuses of the next answers to callbacks; then 200. */
export let callbackStatus: number[]
let listener: Server
export let google: Awaited<ReturnType<typeof startGoogleWallet>>
export let wallet: GoogleWallet
export let saved: GoogleWalletState | null

export const coffee = (): LoyaltyClass => ({
  id: '3388.coffee',
  issuerName: 'Morning Coffee',
  programName: 'Coffee <club>',
  reviewStatus: 'UNDER_REVIEW',
  hexBackgroundColor: '#3b2a20',
  multipleDevicesAndHoldersAllowedStatus: 'ONE_USER_ALL_DEVICES',
  programLogo: {
    sourceUri: { uri: 'https://example.org/logo.png' },
    contentDescription: { defaultValue: { language: 'en', value: 'Logo' } },
  },
  callbackOptions: { url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback` },
  classTemplateInfo: {
    cardTemplateOverride: {
      cardRowTemplateInfos: [
        { oneItem: { item: { firstValue: { fields: [{ fieldPath: 'object.loyaltyPoints.balance' }] } } } },
      ],
    },
  },
})
export const anna: LoyaltyObject = {
  id: '3388.anna',
  classId: '3388.coffee',
  state: 'ACTIVE',
  loyaltyPoints: { label: 'Bonus', balance: { string: '540' } },
}

/** Call it at the top of a test file. */
export function setUpGoogle(): void {
  beforeEach(async () => {
    callbacks = []
    callbackStatus = []
    saved = null
    listener = createServer(async (req, res) => {
      let body = ''
      for await (const chunk of req) body += String(chunk)
      callbacks.push(body)
      res.writeHead(callbackStatus.shift() ?? 200).end()
    })
    await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
    google = await startGoogleWallet({
      serviceAccounts,
      prefix,
      requestsPerSecond: 1_000,
      callbackRetryMs: [0, 10, 10],
      returnTo: '/phone?account={account}',
      state: {
        load: () => saved,
        save: (state) => {
          saved = structuredClone(state)
        },
      },
    })
    wallet = connectGoogle({
      apiUrl: `${google.url}/walletobjects/v1`,
      tokenUrl: `${google.url}/token`,
      account,
      requestsPerSecond: 1_000,
    })
    await wallet.putClass(coffee())
    await wallet.putObject(anna)
  })
  afterEach(async () => {
    await google.close()
    listener.close()
  })
}
