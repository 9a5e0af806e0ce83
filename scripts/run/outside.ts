/** Where the outside world is: named in the settings, emulated by a separate process, or emulated inside this one. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Customers } from '../../emulators/crowd/crowd.ts'
import type { OutsideAddresses } from '../../emulators/door.ts'
import type { Connection } from '../../server/base/logins.ts'
import { BadSetting, type Env } from '../../server/base/env.ts'
import { EMULATED, type Emulated, type Outside } from '../../server/base/app.ts'
import type { Log } from '../../server/base/log.ts'
import { VENDOR_ADDRESSES } from '../../server/engines/channels/sms/providers.ts'
import type { Mount } from '../../server/business/operator/serve-outside.ts'
import type { Life } from './life.ts'
import { openPipe } from './pipe.ts'
import { emulatorKeys, startEmulators } from './start-emulators.ts'

export type FoundOutside = {
  outside: Outside
  mounts: Mount[]
  testRootPem: string
  /** Address of the emulators; undefined when everything is real. */
  emulatorsUrl: string | undefined
}

const PATIENCE_MS = 20_000

/** What no setting makes real. */
export function emulatedParts({ smtpUrl, sms, areSmsProvidersReal, telegram, apns, google }: Env): Emulated[] {
  const isReal = { mail: smtpUrl, sms: sms && areSmsProvidersReal, telegram, apple: apns, google }
  return EMULATED.filter((part) => !isReal[part])
}

/** Emulators inside each of many processes would be different ones for each of them. */
export function expectSharedOutside(env: Env): void {
  const missing = [
    ['SMTP_URL', env.smtpUrl],
    ['SMS_LOGIN', env.sms],
    ['SMS_PROVIDERS', env.areSmsProvidersReal],
    ['TELEGRAM', env.telegram],
    ['APNS_HOST', env.apns],
    ['GOOGLE_SERVICE_ACCOUNT', env.google],
  ].flatMap(([name, value]) => (value ? [] : [name]))
  if (env.role === 'both' || env.emulatorsUrl || missing.length === 0) return
  throw new BadSetting(
    `ROLE=${env.role} needs an outside world that all processes share: name ${missing.join(', ')}, ` +
      'or run "npm run emulators" and set EMULATORS_URL to its address',
  )
}

async function askAddresses(url: string): Promise<OutsideAddresses> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      const response = await fetch(`${url}/addresses`, { signal: AbortSignal.timeout(5000) })
      if (response.ok) return (await response.json()) as OutsideAddresses
    } catch {
      // It may be starting at this very moment.
    }
    if (performance.now() > deadline)
      throw new BadSetting(`EMULATORS_URL: no emulators answer at ${url}; is "npm run emulators" running?`)
    await sleep(200)
  }
}

export async function findOutside(
  env: Env,
  login: Connection,
  publicUrl: string,
  life: Life,
  log: Log,
): Promise<FoundOutside> {
  const { smtpUrl, sms, telegram, apns, google } = env
  if (smtpUrl && sms && telegram && apns && google && env.areSmsProvidersReal) {
    const { authority } = await emulatorKeys(env, login, log)
    return {
      outside: {
        smtpUrl,
        sms,
        telegram,
        apns,
        google,
        smsProviders: { urls: VENDOR_ADDRESSES },
        crm: { trustedPlaces: env.crmTrustedPlaces },
        emulated: [],
        pages: [],
      },
      mounts: [],
      testRootPem: authority.rootPem,
      emulatorsUrl: undefined,
    }
  }
  const { door, ...known } = env.emulatorsUrl
    ? {
        door: { url: env.emulatorsUrl, addresses: await askAddresses(env.emulatorsUrl) },
        ...(await emulatorKeys(env, login, log)),
      }
    : await startHere(env, login, publicUrl, life, log)
  const emulated = door.addresses
  const outside: Outside = {
    smtpUrl: smtpUrl ?? emulated.smtpUrl,
    sms: sms ?? { ...known.sms, ...emulated.sms },
    smsProviders: { urls: env.areSmsProvidersReal ? VENDOR_ADDRESSES : emulated.smsProviders },
    // Links are opened in a browser, so they have our own address.
    telegram: telegram ?? { url: emulated.telegram.url, linkUrl: `${publicUrl}/outside/telegram` },
    apns: apns ?? { ...emulated.apns, caPem: known.authority.rootPem },
    // People open this one in a browser, so it has our own address.
    google: google ?? { ...known.google, ...emulated.google, saveUrl: `${publicUrl}/outside/google/gp/v/save` },
    crm: crmPlaces(env, publicUrl, door.url),
    ...(env.hasEmulatedPages && { payments: emulated.payments }),
    emulated: emulatedParts(env),
    pages: env.hasEmulatedPages ? emulatedParts(env) : [],
  }
  const folders = outside.pages.length > 0 ? [...outside.pages, 'crm', 'robokassa'] : []
  const mounts = folders.map((page) => openPipe(door.url, `/outside/${page}`))
  return { outside, mounts, testRootPem: known.authority.rootPem, emulatorsUrl: door.url }
}

/** What we ask an emulated CRM goes to it directly: our public address shows it to visitors only. */
function crmPlaces(env: Env, publicUrl: string, doorUrl: string): Outside['crm'] {
  if (!env.isDemo && !env.hasEmulatedPages) return { trustedPlaces: env.crmTrustedPlaces }
  const from = `${publicUrl}/outside/crm/`
  return { trustedPlaces: [...env.crmTrustedPlaces, from], relays: [{ from, to: `${doorUrl}/outside/crm/` }] }
}

async function startHere(env: Env, login: Connection, publicUrl: string, life: Life, log: Log) {
  const emulators = await startEmulators(env, login, publicUrl, 0, log)
  life.onEnd(() => emulators.door.close())
  return emulators
}

/** Gives the demo's customers the phones that their cards are on. */
export async function carryPhones(emulatorsUrl: string, { phones, googleUrls }: Customers): Promise<void> {
  await fetch(`${emulatorsUrl}/customers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phones, googleUrls } satisfies Customers),
  })
}
