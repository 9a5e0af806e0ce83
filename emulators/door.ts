/**
 * The HTTP server of the emulated outside world, on loopback: couriers, Google Wallet, the mailbox and the inbox of SMS
 * under /outside, which people reach through the product's own address, and beside them what only the product's
 * processes request.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Troubles as AppleTroubles } from './apple-push/apple-push.ts'
import type { Crowd, Customers } from './crowd/crowd.ts'
import { bodyOf, sendJson } from './exchange.ts'
import { type EmulatedOutside, paymentAddresses, vendorAddresses } from './outside.ts'

/** Answer of `GET /addresses`. */
export type OutsideAddresses = Pick<
  EmulatedOutside,
  'smtpUrl' | 'sms' | 'smsProviders' | 'telegram' | 'apns' | 'google' | 'payments'
>

export type Door = { url: string; addresses: OutsideAddresses; close(): Promise<void> }

/** Body of `PUT /troubles`: what is wrong with Apple and Google from now on. Apple's are replaced, Google's changed. */
type Troubles = { apple?: AppleTroubles; google?: Parameters<EmulatedOutside['googleWallet']['setTroubles']>[0] }

const BODY_MAX = 1024 * 1024

/** @param port 0 takes a free one. @param hasCrowd starts the customers' phones. @throws Error EADDRINUSE */
export async function openDoor(emulated: EmulatedOutside, port: number, hasCrowd = true): Promise<Door> {
  const crowd = Promise.withResolvers<Crowd>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const what = `${request.method} ${request.url}`
    if (what === 'GET /addresses') return sendJson(response, 200, addresses)
    if (what === 'POST /customers') {
      const customers = JSON.parse(await bodyOf(request, BODY_MAX)) as Customers
      // The start does not wait for the customers' phones; without them the demo only has less activity.
      void crowd.promise.then((known) => known.adopt(customers)).catch(() => undefined)
      return sendJson(response, 202, {})
    }
    if (what === 'PUT /troubles') {
      const { apple, google } = JSON.parse(await bodyOf(request, BODY_MAX)) as Troubles
      if (apple) emulated.applePush.setTroubles(apple)
      if (google) emulated.googleWallet.setTroubles(google)
      return sendJson(response, 200, {})
    }
    const mount = emulated.mounts.find(({ prefix }) => request.url === prefix || request.url?.startsWith(`${prefix}/`))
    if (mount) return mount.handle(request, response)
    sendJson(response, 404, {})
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => sendJson(response, 400, {}))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', () => resolve()))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const google = `${url}/outside/google`
  const addresses: OutsideAddresses = {
    smtpUrl: emulated.smtpUrl,
    sms: { url: `${url}/outside/sms` },
    smsProviders: vendorAddresses(`${url}/outside/sms`),
    telegram: { url: `${url}/outside/telegram` },
    apns: emulated.apns,
    payments: {
      ...emulated.payments,
      serviceUrl: paymentAddresses('', url).serviceUrl,
    },
    google: {
      ...emulated.google,
      apiUrl: `${google}/walletobjects/v1`,
      tokenUrl: `${google}/token`,
      keysUrl: `${google}/gp/m/issuer/keys`,
    },
  }
  if (hasCrowd) crowd.resolve(await emulated.openCrowd(url))
  return {
    url,
    addresses,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      await emulated.close()
      server.closeAllConnections()
      await closed
    },
  }
}
