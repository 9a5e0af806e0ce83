import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { LaunchRefused } from './launch-refused.ts'

/** The Unix account PostgreSQL runs as; `null` means our own account, which is not root. */
export type Account = { uid: number; gid: number } | null

/** Root has to step down, because PostgreSQL refuses uid 0: to `postgres` where it exists, else to `nobody`. */
export function servantAccount(): Account {
  if (process.getuid?.() !== 0) return null
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((fields) => fields[0] === name) ?? []
    if (uid && gid && uid !== '0') return { uid: Number(uid), gid: Number(gid) }
  }
  throw new LaunchRefused(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody"',
  )
}

/** Spawn options for an account. The working folder is one that every account can enter. */
export function spawnAs(account: Account) {
  const env = { PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  return { cwd: '/', env, ...account }
}

/**
 * Whether a shell test holds for the account; `$1` in it is the path. The kernel answers, so ACLs and mounts count too.
 */
export function holdsFor(account: Account, test: string, path: string): boolean {
  return spawnSync('sh', ['-c', test, 'sh', path], { ...spawnAs(account), stdio: 'ignore' }).status === 0
}
