/** Runs the checks of the go-live list, beside a running server or alone. Changes nothing. */
import pg from 'pg'
import { openKeys } from '../../server/base/crypto.ts'
import type { Env } from '../../server/base/env.ts'
import type { Log } from '../../server/base/log.ts'
import { masterKey } from '../../server/base/master-key.ts'
import { checkAddress } from '../check/address.ts'
import { checkBadges } from '../check/badges.ts'
import { checkAgreement, checkBackups, checkDemo, checkMetrics, checkOperator, checkSecrets } from '../check/at-home.ts'
import { type Check, type Finding, TOPICS } from '../check/finding.ts'
import { checkReplicas } from '../check/replicas.ts'
import { checkApple, checkEmail, checkGoogle, checkSms, checkTelegram } from '../check/vendors.ts'
import { begin } from './begin.ts'
import { openOwner } from './database.ts'
import { type Life, say } from './life.ts'

const CHECKS: readonly Check[] = [
  checkSecrets,
  checkAddress,
  checkDemo,
  checkOperator,
  checkAgreement,
  checkEmail,
  checkSms,
  checkTelegram,
  checkApple,
  checkGoogle,
  checkBadges,
  checkBackups,
  checkMetrics,
  checkReplicas,
]

function print(findings: readonly Finding[]): void {
  say()
  for (const topic of TOPICS)
    for (const { state, text } of findings.filter((one) => one.topic === topic))
      say(`  ${state.padEnd(8)} ${topic.padEnd(10)} ${text}`)
  say()
}

async function run(env: Env, life: Life, log: Log): Promise<void> {
  const database = new pg.Client(await openOwner(env, life, log))
  await database.connect()
  life.onEnd(() => database.end())
  // The owner sees all rows only where it says that it is no ordinary console.
  await database.query("select set_config('app.migrating', 'on', false), set_config('app.cabinet', '0', false)")
  await database.query('set default_transaction_read_only = on')
  const place = { env, keys: openKeys(masterKey(env)), database, now: () => Date.now() }
  const findings: Finding[] = []
  for (const check of CHECKS) findings.push(...(await check(place)))
  print(findings)
  const count = findings.filter(({ state }) => state === 'missing').length
  say(
    count === 0
      ? '  Nothing is missing that a program can see.'
      : `  ${count} missing. docs/operating.md says what each needs.`,
  )
  life.end('', count === 0 ? 0 : 1)
}

await begin(run)
