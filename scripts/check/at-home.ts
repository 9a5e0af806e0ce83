/** What can be seen without asking anybody else: settings, files, the database. */
import { existsSync, statSync } from 'node:fs'
import { BlockList } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import type { Keys } from '../../server/base/crypto.ts'
import { type Env, isLoopback } from '../../server/base/env.ts'
import { placeOfSecret } from '../../server/base/secrets.ts'
import { lastBackup } from '../backup/last-backup.ts'
import { byHand, type Check, type Finding, good, missing } from './finding.ts'

/** Of 32 random bytes hardly two are equal. */
const isGuessable = (hex: string) => new Set(hex.toLowerCase().match(/../g)).size < 20

export async function opensSecrets(keys: Keys, database: Client): Promise<boolean> {
  const { rows } = await database.query<{ name: string; sealed: Buffer }>(
    'select name, sealed from installation_secrets order by name limit 1',
  )
  const [first] = rows
  if (!first) return true
  try {
    return keys.open(first.sealed, placeOfSecret(first.name)).length > 0
  } catch {
    return false
  }
}

export const checkSecrets: Check = async ({ env, keys, database }) => {
  const file = join(env.dataDir, 'master.key')
  const found: Finding[] = []
  if (env.masterKeyHex && isGuessable(env.masterKeyHex))
    found.push(missing('Secrets', 'MASTER_KEY is not random: make one with "openssl rand -hex 32"'))
  else if (!(await opensSecrets(keys, database)))
    found.push(missing('Secrets', 'the master key is not the one that this database was sealed with'))
  else found.push(good('Secrets', 'the master key is random, and opens what the database holds'))
  if (!env.masterKeyHex && existsSync(file) && (statSync(file).mode & 0o077) !== 0)
    found.push(missing('Secrets', `others on this machine can read ${file}: chmod 600`))
  const { rows } = await database.query<DatabaseLine>(
    `select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as ssl,
      host(inet_server_addr()) as address`,
  )
  return rows[0] ? [...found, ...judgeDatabaseLine(rows[0], Object.values(networkInterfaces()).flat())] : found
}

type DatabaseLine = { ssl: boolean; /** Null through a socket. */ address: string | null }
type OwnAddress = Pick<NetworkInterfaceInfo, 'address' | 'cidr' | 'family' | 'internal'>

/** In a network of containers nobody else listens, in one of machines others may. */
export function judgeDatabaseLine(
  { ssl, address }: DatabaseLine,
  own: readonly (OwnAddress | undefined)[],
): readonly Finding[] {
  if (ssl || address === null) return []
  const family = address.includes(':') ? 'ipv6' : 'ipv4'
  const [ourselves, near] = [new BlockList(), new BlockList()]
  for (const one of own) {
    const bits = Number(one?.cidr?.split('/')[1])
    if (!one || !bits || one.family.toLowerCase() !== family) continue
    if (one.internal) ourselves.addSubnet(one.address, bits, family)
    ourselves.addAddress(one.address, family)
    near.addSubnet(one.address, bits, family)
  }
  if (ourselves.check(address, family)) return []
  return near.check(address, family)
    ? [byHand('Secrets', `the database at ${address} is asked without TLS: is nothing else in its network?`)]
    : [missing('Secrets', 'DATABASE_URL goes to another machine without TLS: add ?sslmode=verify-full')]
}

export const checkDemo: Check = async ({ env, database }) => {
  const { rows } = await database.query("select from demo_parts where kind in ('user', 'operator', 'business')")
  const found: Finding[] = []
  if (env.isDemoNamed)
    found.push(missing('Demo', 'DEMO=1 adds the demo, whose password is in the data folder: remove it'))
  if (rows.length > 0) found.push(missing('Demo', 'the demo is here: npm run demo:remove'))
  if (env.hasEmulatedPages && !isLoopback(env.publicUrl))
    found.push(missing('Demo', 'EMULATED_PAGES=1 serves the emulated mailbox: remove it'))
  return found.length > 0 ? found : [good('Demo', 'neither demo data nor pages of emulated services')]
}

export const checkOperator: Check = async ({ database }) => {
  const { rows } = await database.query(
    `select from users where superuser and email_verified_at is not null
      and id::text not in (select id from demo_parts)`,
  )
  return [
    rows.length > 0
      ? good('Operator', `${rows.length === 1 ? 'one user runs' : `${rows.length} users run`} this installation`)
      : missing('Operator', 'nobody runs this installation: set OPERATOR_EMAIL, and sign up with that address'),
  ]
}

export const checkAgreement: Check = async ({ env }) => [
  env.offer.version > 1
    ? good('Agreement', `version ${env.offer.version} of ${env.offer.date}`)
    : byHand('Agreement', 'version 1 is the sample: replace words/*/offer.json and raise OFFER_VERSION'),
]

const HOURS_48 = 48

const KEY_APART = byHand('Backups', 'the master key is kept apart from them, and one was restored')

function judgeOwnBackups(env: Env, now: number): Finding[] {
  const last = lastBackup(env)
  if (!last) return []
  const ageHours = (now - Date.parse(last.at)) / 3_600_000
  return [
    ageHours > HOURS_48
      ? missing('Backups', `npm run backup has written nothing since ${last.at}`)
      : good('Backups', `npm run backup wrote ${last.file} at ${last.at}`),
    KEY_APART,
  ]
}

/** Of `npm run backup` and of PostgreSQL's own archive; copies made by other programs leave no trace in either. */
export const checkBackups: Check = async ({ env, database, now }) => {
  const { rows } = await database.query<{ mode: string; at: Date | null; failedAt: Date | null }>(
    `select current_setting('archive_mode') as mode, last_archived_time as at, last_failed_time as "failedAt"
      from pg_stat_archiver`,
  )
  const [archive] = rows
  const own = judgeOwnBackups(env, now())
  if ((!archive || archive.mode === 'off') && own.length > 0) return own
  if (!archive || archive.mode === 'off')
    return [byHand('Backups', 'PostgreSQL archives nothing by itself: is there a copy of every day, restored once?')]
  if (archive.failedAt && (!archive.at || archive.failedAt > archive.at))
    return [missing('Backups', `the archive of PostgreSQL failed last on ${archive.failedAt.toISOString()}`)]
  const ageHours = archive.at ? (now() - archive.at.getTime()) / 3_600_000 : Infinity
  return [
    ageHours > HOURS_48
      ? missing('Backups', 'the archive of PostgreSQL has got nothing for two days')
      : good('Backups', 'the archive of PostgreSQL is fresh'),
    KEY_APART,
  ]
}

export const checkMetrics: Check = async ({ env: { metrics, host } }) => {
  if (metrics.token === undefined && metrics.port === undefined)
    return [byHand('Metrics', 'nothing watches this installation: METRICS_TOKEN or METRICS_PORT serves /metrics')]
  if (metrics.token === undefined && !isLoopback(`http://${host.includes(':') ? `[${host}]` : host}`))
    return [byHand('Metrics', `METRICS_PORT asks for no token at ${host}: nobody but Prometheus may reach it`)]
  return [good('Metrics', 'served to who has the token, or on this machine only')]
}
