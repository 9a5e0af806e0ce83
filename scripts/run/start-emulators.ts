/** Starts the emulators: their keys are made once and sealed in the database like every secret of the installation. */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Door, openDoor } from '../../emulators/door.ts'
import { startOutside } from '../../emulators/outside.ts'
import { type Keys, openKeys } from '../../server/base/crypto.ts'
import { type Database, openDatabase } from '../../server/base/db.ts'
import { BadSetting, type Env } from '../../server/base/env.ts'
import type { Log } from '../../server/base/log.ts'
import type { Connection } from '../../server/base/logins.ts'
import { masterKey } from '../../server/base/master-key.ts'
import { installationSecret } from '../../server/base/secrets.ts'
import { testAuthority } from '../../server/cards/certificates/certificates.ts'
import { type Authority, issueServerCertificate } from '../../server/engines/wallet/apple/test-authority.ts'

const ISSUER = '3388000000000000001'
const CLIENT_EMAIL = 'cards@kartoteka-test.iam.gserviceaccount.com'

export type GoogleAccount = { clientEmail: string; privateKeyPem: string; issuerId: string }

/** Account SID, auth token and sender of the emulated SMS gateway. */
export type SmsKeys = { login: string; password: string; from: string }

/** What every process of the installation knows about the emulators, wherever they run. */
export type EmulatorKeys = { authority: Authority; google: GoogleAccount; sms: SmsKeys; payments: PaymentKeys }

/** Our shop at the emulated payment service. */
export type PaymentKeys = { login: string; password1: string; password2: string; hash: 'sha256' }

async function newAccountKey(): Promise<string> {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return pair.privateKey
}

const newSmsKeys = async () =>
  JSON.stringify({
    login: `AC${randomBytes(16).toString('hex')}`,
    password: randomBytes(16).toString('hex'),
    from: 'Kartoteka',
  } satisfies SmsKeys)

const newPaymentKeys = async () =>
  JSON.stringify({
    login: 'kartoteka-test',
    password1: randomBytes(16).toString('hex'),
    password2: randomBytes(16).toString('hex'),
    hash: 'sha256',
  } satisfies PaymentKeys)

/** Certificate of the emulated push service: valid for 395 days, a new one each month, so that none grows old. */
async function pushCertificate(
  database: Database,
  keys: Keys,
  authority: Authority,
): Promise<{ certificatePem: string; privateKeyPem: string }> {
  const month = new Date().toISOString().slice(0, 7)
  return JSON.parse(
    await installationSecret(database, keys, `played-push-service-${month}`, async () =>
      JSON.stringify(await issueServerCertificate(authority, ['localhost', '127.0.0.1'])),
    ),
  ) as { certificatePem: string; privateKeyPem: string }
}

async function withSecrets<T>(
  env: Env,
  login: Connection,
  log: Log,
  work: (database: Database, keys: Keys) => Promise<T>,
): Promise<T> {
  const database = openDatabase(login, 2, log)
  try {
    return await work(database, openKeys(masterKey(env)))
  } catch (error) {
    if (
      (error instanceof Error && 'code' in error && error.code === 'ERR_OSSL_BAD_DECRYPT') ||
      (error instanceof Error && /unable to authenticate data/.test(error.message))
    ) {
      throw new BadSetting('MASTER_KEY (or master.key in DATA_DIR) is not the one that this database was sealed with')
    }
    throw error
  } finally {
    await database.close()
  }
}

async function readKeys(database: Database, keys: Keys): Promise<EmulatorKeys> {
  const [authority, privateKeyPem, sms, payments] = await Promise.all([
    testAuthority(database, keys),
    installationSecret(database, keys, 'played-google-account', newAccountKey),
    installationSecret(database, keys, 'played-sms-account', newSmsKeys),
    installationSecret(database, keys, 'played-payment-shop', newPaymentKeys),
  ])
  return {
    authority,
    google: { clientEmail: CLIENT_EMAIL, privateKeyPem, issuerId: ISSUER },
    sms: JSON.parse(sms) as SmsKeys,
    payments: JSON.parse(payments) as PaymentKeys,
  }
}

export function emulatorKeys(env: Env, login: Connection, log: Log): Promise<EmulatorKeys> {
  return withSecrets(env, login, log, readKeys)
}

/** @param port of the HTTP door, +1 Apple's push service, +2 SMTP; 0: free ones */
export async function startEmulators(
  env: Env,
  login: Connection,
  publicUrl: string,
  port: number,
  log: Log,
): Promise<EmulatorKeys & { door: Door }> {
  const [known, tls] = await withSecrets(env, login, log, async (database, keys) => {
    const read = await readKeys(database, keys)
    return [read, await pushCertificate(database, keys, read.authority)] as const
  })
  const { authority, google, sms, payments } = known
  const emulated = await startOutside({
    folder: join(env.dataDir, 'outside'),
    publicUrl,
    google,
    sms,
    payments,
    apple: {
      caPem: `${authority.rootPem}\n${authority.intermediatePem}`,
      certificatePem: tls.certificatePem,
      keyPem: tls.privateKeyPem,
    },
    ...(port > 0 && { ports: { apns: port + 1, smtp: port + 2 } }),
  })
  return { ...known, door: await openDoor(emulated, port) }
}
