/**
 * The outside world on this machine: Apple's push service, Google Wallet, a mail server, an SMS gateway, Telegram and
 * CRMs, each with its own protocol. The product gets addresses and keys from here and cannot tell them from the real
 * ones.
 */
import { createPublicKey } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { startCrowd, type Crowd } from './crowd/crowd.ts'
import { startApplePush, type ApplePush } from './apple-push/apple-push.ts'
import { openCrms, type EmulatedCrms } from './crm/crms.ts'
import { createGoogleWallet, type GoogleWalletEmulator } from './google-wallet/google-wallet.ts'
import { createRobokassa, type Robokassa, type RobokassaShop } from './robokassa/robokassa.ts'
import { createSmsGateway, type SmsGateway } from './sms/sms.ts'
import { VENDOR_NAMES, type VendorName } from './sms/vendors/vendors.ts'
import { createMailboxPages } from './smtp/mailbox-page.ts'
import { createTelegram, type TelegramService } from './telegram/telegram.ts'
import { startSmtp, type SmtpEmulator } from './smtp/smtp.ts'

export type OutsideOptions = {
  /** Folder that keeps phones and mailboxes across restarts; left out: they are not kept. */
  folder?: string
  /** Address of the server that the handlers are mounted on. */
  publicUrl: string
  /** Certificates of the emulated push service, from the authority that also signs the cards. */
  apple: { caPem: string; certificatePem: string; keyPem: string }
  /** `otherIssuerIds`: the account may act for these too. */
  google: { clientEmail: string; privateKeyPem: string; issuerId: string; otherIssuerIds?: readonly string[] }
  /** Account SID and auth token of the emulated SMS gateway. */
  sms: { login: string; password: string }
  /** Our shop at the emulated payment service. */
  payments: RobokassaShop
  /** Fixed ports; left out: free ones. */
  ports?: { apns: number; smtp: number }
}

export type EmulatedOutside = {
  smtpUrl: string
  sms: { url: string }
  /** Address of each SMS vendor that an account can connect. */
  smsProviders: Readonly<Record<VendorName, string>>
  /** Where the Bot API answers. */
  telegram: { url: string }
  apns: { host: string; port: number }
  google: { apiUrl: string; tokenUrl: string; saveUrl: string; keysUrl: string }
  /** The payment page for browsers, and where questions are answered. */
  payments: RobokassaShop & { payUrl: string; serviceUrl: string }
  mounts: { prefix: string; handle: (request: IncomingMessage, response: ServerResponse) => void }[]
  applePush: ApplePush
  googleWallet: GoogleWalletEmulator
  smtp: SmtpEmulator
  smsGateway: SmsGateway
  telegramService: TelegramService
  robokassa: Robokassa
  crms: EmulatedCrms
  /** Starts the customers' phones. @param url of a server that has the mounts, for everybody who reaches it */
  openCrowd(url: string): Promise<Crowd>
  close(): Promise<void>
}

export function vendorAddresses(smsUrl: string): Readonly<Record<VendorName, string>> {
  return Object.fromEntries(VENDOR_NAMES.map((name) => [name, `${smsUrl}/${name}`])) as Record<VendorName, string>
}

/** The page is opened in a browser, through the product's own address; questions go past it. */
export const paymentAddresses = (publicUrl: string, doorUrl: string) => ({
  payUrl: `${publicUrl}/outside/robokassa/Merchant/Index.aspx`,
  serviceUrl: `${doorUrl}/outside/robokassa/Merchant/WebService/Service.asmx`,
})

/** A JSON file that is written atomically, for its owner alone. */
function keptIn<S>(folder: string | undefined, name: string) {
  if (folder === undefined) return undefined
  // Emails and SMS hold links and codes that open accounts.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  const file = join(folder, `${name}.json`)
  if (existsSync(file)) chmodSync(file, 0o600)
  return {
    async load(): Promise<S | null> {
      return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as S) : null
    },
    async save(state: S): Promise<void> {
      rmSync(`${file}.new`, { force: true })
      writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

export async function startOutside(options: OutsideOptions): Promise<EmulatedOutside> {
  const { folder, publicUrl } = options
  const withState = <S>(name: string) => {
    const state = keptIn<S>(folder, name)
    return state ? { state } : {}
  }
  const applePush = await startApplePush({
    caPem: options.apple.caPem,
    serverCertificatePem: options.apple.certificatePem,
    serverKeyPem: options.apple.keyPem,
    port: options.ports?.apns ?? 0,
    ...withState('apple-push'),
  })
  const googleUrl = `${publicUrl}/outside/google`
  const googleWallet = await createGoogleWallet({
    publicUrl: googleUrl,
    prefix: '/outside/google',
    ...withState('google-wallet'),
    serviceAccounts: [
      {
        clientEmail: options.google.clientEmail,
        issuerIds: [options.google.issuerId, ...(options.google.otherIssuerIds ?? [])],
        publicKeyPem: createPublicKey(options.google.privateKeyPem).export({ type: 'spki', format: 'pem' }).toString(),
      },
    ],
  })
  const smtp = await startSmtp({ port: options.ports?.smtp ?? 0, ...withState('mail') })
  const smsGateway = await createSmsGateway({ prefix: '/outside/sms', account: options.sms, ...withState('sms') })
  const telegramService = await createTelegram({ prefix: '/outside/telegram', ...withState('telegram') })
  const robokassa = await createRobokassa({
    prefix: '/outside/robokassa',
    shop: options.payments,
    shopUrl: `${publicUrl}/payments/robokassa`,
    ...withState('robokassa'),
  })
  const crms = await openCrms('/outside/crm', publicUrl, (name) => keptIn(folder, `till-${name}`))
  let crowd: Crowd | undefined
  return {
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    sms: { url: `${publicUrl}/outside/sms` },
    smsProviders: vendorAddresses(`${publicUrl}/outside/sms`),
    telegram: { url: `${publicUrl}/outside/telegram` },
    apns: { host: 'localhost', port: applePush.port },
    google: {
      apiUrl: `${googleUrl}/walletobjects/v1`,
      tokenUrl: `${googleUrl}/token`,
      saveUrl: `${googleUrl}/gp/v/save`,
      keysUrl: `${googleUrl}/gp/m/issuer/keys`,
    },
    payments: { ...options.payments, ...paymentAddresses(publicUrl, publicUrl) },
    mounts: [
      { prefix: '/outside/apple', handle: applePush.handleCourier },
      { prefix: '/outside/google', handle: googleWallet.handler },
      { prefix: '/outside/mail', handle: createMailboxPages({ mailbox: smtp.mailbox, prefix: '/outside/mail' }) },
      { prefix: '/outside/sms', handle: smsGateway.handler },
      { prefix: '/outside/telegram', handle: telegramService.handler },
      { prefix: '/outside/robokassa', handle: robokassa.handler },
      ...crms.mounts,
    ],
    applePush,
    googleWallet,
    smtp,
    smsGateway,
    telegramService,
    robokassa,
    crms,
    openCrowd: async (url) =>
      (crowd ??= await startCrowd({
        courierUrl: `${url}/outside/apple/courier`,
        googleUrl: `${url}/outside/google`,
        ...withState('crowd'),
      })),
    async close() {
      await crowd?.close()
      await Promise.all([
        applePush.close(),
        googleWallet.close(),
        smtp.close(),
        smsGateway.close(),
        telegramService.close(),
        robokassa.close(),
        crms.close(),
      ])
    },
  }
}
