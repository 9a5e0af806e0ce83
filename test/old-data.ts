/**
 * Data as an older commit has written them, in `test/old-data`: a backup, and beside it what the people and phones of
 * that time hold. Nobody in them is real, and their secrets are sealed with the test runs' master key.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { keyMark } from '../scripts/backup/format.ts'
import { loadBackup } from '../scripts/backup/load-backup.ts'
import type { GoogleWalletState } from '../emulators/google-wallet/state.ts'
import type { PassJson } from '../server/engines/wallet/apple/pass-json.ts'
import { openKeys } from '../server/base/crypto.ts'
import { OWNER_ROLE } from '../server/base/logins.ts'
import { AndroidPhone, Iphone } from './phones.ts'
import { createDatabase, dropDatabase, testConnection } from './postgres.ts'
import type { Ids } from './samples.ts'
import { startTestServer, type TestServer } from './server.ts'
import { MASTER_KEY } from './template.ts'

const FOLDER = join(import.meta.dirname, 'old-data')

/** Of one shop: its owner's session and API key, its form, a card on an iPhone and one on an Android phone. */
export type OldShop = {
  at: string
  publicUrl: string
  email: string
  token: string
  apiKey: string
  ids: Ids
  form: string
  /** The client whose card is on the iPhone. */
  clara: string
  card: string
  iphone: { device: string; pushToken: string; tag: string; modified: string; json: PassJson }
  android: { account: string; objectId: string }
  google: GoogleWalletState
}

const databaseOf = (commit: string) => `old_${commit}_${process.pid}`

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client(testConnection('postgres'))
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** What Apple and Google know at that time. */
function keepOutside({ iphone, google }: OldShop): string {
  const folder = mkdtempSync(join(tmpdir(), 'kartoteka-old-'))
  const devices = [{ token: iphone.pushToken, goneAt: null, waiting: [] }]
  writeFileSync(join(folder, 'apple-push.json'), JSON.stringify({ devices }))
  writeFileSync(join(folder, 'google-wallet.json'), JSON.stringify(google))
  return folder
}

/** Today's server on old data, at the time of the data. */
export async function startOnOldData(commit: string): Promise<{ server: TestServer; shop: OldShop }> {
  const shop = JSON.parse(readFileSync(join(FOLDER, `${commit}.json`), 'utf8')) as OldShop
  const name = databaseOf(commit)
  await createDatabase(name)
  // As with most providers, the owner is no superuser.
  await asSuperuser(
    `create role ${name} login; grant ${OWNER_ROLE} to ${name}; alter database ${name} owner to ${name}`,
  )
  const mark = keyMark(openKeys(Buffer.from(MASTER_KEY, 'hex')))
  const owner = { ...testConnection(name), user: name }
  await loadBackup(owner, join(FOLDER, `${commit}.sql.gz`), mark, pino({ level: 'warn' }))
  const outside = keepOutside(shop)
  const server = await startTestServer({ data: { template: name, outside }, env: { TRUST_PROXY: '1' } })
  server.passTime(Date.parse(shop.at) - Date.now())
  const close = async () => {
    await server.close()
    await dropDatabase(name)
    await asSuperuser(`drop role ${name}`)
    rmSync(outside, { recursive: true, force: true })
  }
  return { server: { ...server, close }, shop }
}

/** The iPhone of that time, whose card names the address that the server had then. */
export function oldIphone(server: TestServer, { iphone, publicUrl }: OldShop): Iphone {
  const webServiceURL = iphone.json.webServiceURL?.replace(publicUrl, server.url) ?? ''
  const { device, pushToken, tag, modified } = iphone
  const pass = { json: { ...iphone.json, webServiceURL }, files: new Map<string, Buffer>() }
  return Object.assign(new Iphone(server), { device, pushToken, tag, modified, pass })
}

export const oldAndroidPhone = (server: TestServer, { android }: OldShop): AndroidPhone =>
  Object.assign(new AndroidPhone(server), { account: android.account })
