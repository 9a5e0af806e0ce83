/** The settings of the installation: read from the environment once at the start, checked, never read elsewhere. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { OFFER } from '../../contract/limits.ts'
import { BadSetting } from './bad-setting.ts'
import { MAP_SETTINGS, type Maps, readGeocoder, readMap } from './map-settings.ts'
import { readAuthorities } from './certificate-files.ts'
import { readReplicas, REPLICA_SETTINGS, type ReplicaSettings } from './replica-settings.ts'
import { type Applications, readApplications, readPlaces } from './setting-lists.ts'
import { readTelegram, TELEGRAM_SETTINGS } from './telegram-settings.ts'
import { readWatch, WATCH_SETTINGS, type WatchSettings } from './watch/watch-settings.ts'

export { BadSetting }

const Address = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://cards.example' })
  .transform((text) => text.replace(/\/+$/, ''))
const Flag = z
  .enum(['0', '1', 'true', 'false'], { error: 'must be 0 or 1' })
  .transform((text) => text === '1' || text === 'true')

const number = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}
const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` })

const Raw = z.object({
  PORT: number(0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://' })
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://' })
    .optional(),
  DATABASE_POOLER: z
    .string()
    .regex(/^[\w.:[\]-]+:\d{1,5}$/, { error: 'must be a host and a port, such as 127.0.0.1:6432' })
    .optional(),
  ...REPLICA_SETTINGS,
  PUBLIC_URL: Address.optional(),
  ROLE: oneOf(['both', 'web', 'worker']).default('both'),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, { error: 'must be 64 hex digits' })
    .optional(),
  POOL_SIZE: number(2, 200).default(12),
  REQUESTS_PER_MINUTE: number(1, 1_000_000).default(1200),
  CARDS_PER_ADDRESS_PERCENT: number(1, 100).default(20),
  TRUST_PROXY: number(0, 10).default(0),
  PASSWORD_MAX_AGE_DAYS: number(0, 3650).default(0),
  MESSAGES_KEPT_MONTHS: number(3, 240).default(24),
  OFFER_VERSION: number(1, 1_000_000).optional(),
  OFFER_DATE: z.iso.date({ error: 'must be a day such as 2026-11-01' }).optional(),
  DEMO_DOMAIN: z.string().max(32).default('coffee-lab'),
  BRAND: z.string().max(40, { error: 'must not be longer than 40 characters' }).default('Kartoteka'),
  PROTECTED_NAMES: z.string().max(2000).default(''),
  DEMO: Flag.optional(),
  EMULATED_PAGES: Flag.optional(),
  OPERATOR_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  SUPPORT_ANSWER_HOURS: number(1, 720).default(24),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  DRAIN_NOTICE_MS: number(0, 120_000).default(250),
  EMULATORS_URL: Address.optional(),
  EMULATORS_PORT: number(1024, 65_533).default(4100),
  MAIL_FROM: z.string().default('Kartoteka <cards@kartoteka.example>'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, { error: 'must start with smtp:// or smtps://' })
    .optional(),
  SMS_URL: Address.optional(),
  SMS_LOGIN: z
    .string()
    .regex(/^[\w-]{2,64}$/, { error: 'must be the SID of an account' })
    .optional(),
  SMS_PASSWORD: z.string().optional(),
  SMS_FROM: z
    .string()
    .regex(/^(\+\d{7,15}|MG[0-9a-fA-F]{32}|[A-Za-z0-9 ]{1,11})$/, {
      error: 'must be a number such as +420601000000, a name of up to 11 letters, or the SID of a messaging service',
    })
    .optional(),
  SMS_PROVIDERS: oneOf(['emulated', 'real']).default('emulated'),
  ...TELEGRAM_SETTINGS,
  APPLE_INTERMEDIATES: z.string().optional(),
  APNS_HOST: z.string().optional(),
  APNS_PORT: number(1, 65_535).optional(),
  ...MAP_SETTINGS,
  GOOGLE_API_URL: Address.optional(),
  GOOGLE_TOKEN_URL: Address.optional(),
  GOOGLE_SAVE_URL: Address.optional(),
  GOOGLE_KEYS_URL: Address.optional(),
  GOOGLE_SERVICE_ACCOUNT: z.string().optional(),
  GOOGLE_PUBLISHING_ACCESS: Flag.default(false),
  CRM_TRUSTED_PLACES: z.string().optional(),
  CRM_APPLICATIONS: z.string().optional(),
  GOOGLE_ISSUER_ID: z
    .string()
    .regex(/^\d{5,25}$/, { error: 'must be the number of an issuer account' })
    .optional(),
  ...WATCH_SETTINGS,
})

export type Env = WatchSettings &
  ReplicaSettings &
  Maps & {
    port: number
    host: string
    dataDir: string
    databaseUrl: string | undefined
    /** Who owns the tables, where `databaseUrl` is not the owner itself. */
    databaseOwnerUrl: string | undefined
    /** Host and port of a pooler in front of that database. */
    databasePooler: string | undefined
    /** Address at which people and phones reach this server, without a trailing slash. */
    publicUrl: string | undefined
    role: 'both' | 'web' | 'worker'
    masterKeyHex: string | undefined
    poolSize: number
    /** Requests that one address may send a minute; codes, logins, forms and phones have their own lower limits. */
    requestsPerMinute: number
    /** Of the cards of its plan, what one address may get through one form in a day. */
    cardsPerAddressPercent: number
    /** Our own proxies that a request passes on its way here; the address before the first of them is the visitor's. */
    proxyHops: number
    /** Days after which a login asks for a new password; 0: never. */
    passwordMaxAgeDays: number
    /** After that the messages of a push are no longer listed for each client. */
    messagesKeptMonths: number
    /** The agreement that users must have accepted. */
    offer: { version: number; date: string }
    brand: string
    /** Names of others that people may not use, beside the best known ones. */
    protectedNames: string[]
    /** Demo data are wanted: DEMO says so, or nobody else can reach this installation. */
    isDemo: boolean
    /** DEMO asks for them. */
    isDemoNamed: boolean
    /** Mailbox, SMS inbox and test phones are served at the product's own address. */
    hasEmulatedPages: boolean
    /** A user who proves to own this address is an operator. */
    operatorEmail: string | undefined
    /** Shown to people as the usual time until an answer while there are too few answers to calculate it. */
    supportAnswerHours: number
    /** Identifier of the account that sees who signed up and has no account. */
    demoDomain: string
    logLevel: string
    /** How long the server reports that it is stopping before it refuses connections; for load balancers. */
    drainNoticeMs: number
    /** Address of the process that emulates the services not named here; undefined: this process emulates them. */
    emulatorsUrl: string | undefined
    /** Where such a process listens. */
    emulatorsPort: number
    mailFrom: string
    /** Addresses and keys of the outside world; the emulators replace missing ones. */
    smtpUrl: string | undefined
    /** Who sends the product's own SMS. */
    sms: { url: string; login: string; password: string; from: string } | undefined
    /** SMS of accounts go to the real vendors. */
    areSmsProvidersReal: boolean
    /** Where bots of accounts are asked, and where links to them lead; undefined: both are emulated. */
    telegram: { url: string; linkUrl: string } | undefined
    /** Intermediates in PEM beside the ones of Apple that the product knows. */
    appleIntermediates: string[]
    apns: { host: string; port: number } | undefined
    /** Prefixes of CRM addresses that customers may name although they are not public, each ending in `/`. */
    crmTrustedPlaces: string[]
    crmApplications: Applications
    /** Google has granted publishing access, which no call of Google says. */
    hasGooglePublishing: boolean
    google:
      | {
          apiUrl: string
          tokenUrl: string
          saveUrl: string
          keysUrl: string
          clientEmail: string
          privateKeyPem: string
          issuerId: string
        }
      | undefined
  }

/** Only this machine can follow such an address; the default of PUBLIC_URL is one. */
export const isLoopback = (publicUrl = 'http://localhost'): boolean =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(publicUrl).hostname)

const ServiceAccount = z.object({ client_email: z.string(), private_key: z.string().includes('PRIVATE KEY') })

function readSms(raw: z.infer<typeof Raw>): Env['sms'] {
  const { SMS_URL: url = 'https://api.twilio.com', SMS_LOGIN: login, SMS_PASSWORD: password, SMS_FROM: from } = raw
  if (login && password && from) return { url, login, password, from }
  if (!raw.SMS_URL && !login && !password && !from) return undefined
  throw new BadSetting(
    `${!login ? 'SMS_LOGIN' : !password ? 'SMS_PASSWORD' : 'SMS_FROM'} is needed beside the other settings of SMS`,
  )
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** An iPhone ignores the update address of a card unless it is https, so no card would ever change. */
function readApns({ APNS_HOST: host, APNS_PORT: port, PUBLIC_URL: publicUrl }: z.infer<typeof Raw>): Env['apns'] {
  if (!host) return undefined
  if (!LOOPBACK.test(host) && !publicUrl?.startsWith('https://'))
    throw new BadSetting(
      "PUBLIC_URL must be an https address beside Apple's APNS_HOST: iPhones update their cards over https only",
    )
  return { host, port: port ?? 443 }
}

function readGoogle(raw: z.infer<typeof Raw>): Env['google'] {
  if (!raw.GOOGLE_SERVICE_ACCOUNT) return undefined
  if (!raw.GOOGLE_ISSUER_ID) throw new BadSetting('GOOGLE_ISSUER_ID is needed beside GOOGLE_SERVICE_ACCOUNT')
  let account: z.infer<typeof ServiceAccount>
  try {
    account = ServiceAccount.parse(JSON.parse(raw.GOOGLE_SERVICE_ACCOUNT))
  } catch {
    throw new BadSetting('GOOGLE_SERVICE_ACCOUNT is not the JSON of a service account key')
  }
  return {
    apiUrl: raw.GOOGLE_API_URL ?? 'https://walletobjects.googleapis.com/walletobjects/v1',
    tokenUrl: raw.GOOGLE_TOKEN_URL ?? 'https://oauth2.googleapis.com/token',
    saveUrl: raw.GOOGLE_SAVE_URL ?? 'https://pay.google.com/gp/v/save',
    keysUrl: raw.GOOGLE_KEYS_URL ?? 'https://pay.google.com/gp/m/issuer/keys',
    clientEmail: account.client_email,
    privateKeyPem: account.private_key,
    issuerId: raw.GOOGLE_ISSUER_ID,
  }
}

/** Without its own day, a new version would look as old as the previous one. */
function readOffer(raw: z.infer<typeof Raw>): Env['offer'] {
  if (raw.OFFER_VERSION !== undefined && !raw.OFFER_DATE)
    throw new BadSetting('OFFER_DATE is needed beside OFFER_VERSION')
  return { version: raw.OFFER_VERSION ?? OFFER.version, date: raw.OFFER_DATE ?? OFFER.date }
}

/**
 * @param root folder that paths start from.
 * @throws BadSetting with the name of the setting and the reason
 */
export function readEnv(from: Readonly<Record<string, string | undefined>>, root: string): Env {
  const present = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Raw.safeParse(present)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new BadSetting(`${issue?.path.join('.')} ${issue?.message}`)
  }
  const raw = parsed.data
  return {
    ...readWatch(raw),
    ...readReplicas(raw),
    port: raw.PORT,
    host: raw.HOST,
    dataDir: resolve(root, raw.DATA_DIR),
    databaseUrl: raw.DATABASE_URL,
    databaseOwnerUrl: raw.DATABASE_OWNER_URL,
    databasePooler: raw.DATABASE_POOLER,
    publicUrl: raw.PUBLIC_URL,
    role: raw.ROLE,
    masterKeyHex: raw.MASTER_KEY,
    poolSize: raw.POOL_SIZE,
    requestsPerMinute: raw.REQUESTS_PER_MINUTE,
    cardsPerAddressPercent: raw.CARDS_PER_ADDRESS_PERCENT,
    proxyHops: raw.TRUST_PROXY,
    passwordMaxAgeDays: raw.PASSWORD_MAX_AGE_DAYS,
    messagesKeptMonths: raw.MESSAGES_KEPT_MONTHS,
    offer: readOffer(raw),
    brand: raw.BRAND,
    protectedNames: raw.PROTECTED_NAMES.split(',').filter((name) => name.trim() !== ''),
    isDemo: raw.DEMO ?? isLoopback(raw.PUBLIC_URL),
    isDemoNamed: raw.DEMO === true,
    hasEmulatedPages: raw.EMULATED_PAGES ?? isLoopback(raw.PUBLIC_URL),
    operatorEmail: raw.OPERATOR_EMAIL,
    supportAnswerHours: raw.SUPPORT_ANSWER_HOURS,
    demoDomain: raw.DEMO_DOMAIN,
    logLevel: raw.LOG_LEVEL,
    drainNoticeMs: raw.DRAIN_NOTICE_MS,
    emulatorsUrl: raw.EMULATORS_URL,
    emulatorsPort: raw.EMULATORS_PORT,
    mailFrom: raw.MAIL_FROM,
    smtpUrl: raw.SMTP_URL,
    sms: readSms(raw),
    areSmsProvidersReal: raw.SMS_PROVIDERS === 'real',
    telegram: readTelegram(raw),
    appleIntermediates: readAuthorities(root, 'APPLE_INTERMEDIATES', raw.APPLE_INTERMEDIATES),
    apns: readApns(raw),
    map: readMap(raw),
    geocoder: readGeocoder(raw),
    crmTrustedPlaces: readPlaces(raw.CRM_TRUSTED_PLACES),
    crmApplications: readApplications(raw.CRM_APPLICATIONS),
    hasGooglePublishing: raw.GOOGLE_PUBLISHING_ACCESS,
    google: readGoogle(raw),
  }
}
