/** The files of a deployment name settings and commands that exist, and the users that the manual describes. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { LOGIN_ROLES, OWNER_ROLE } from '../server/base/logins.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const FILES = [
  'Dockerfile',
  'compose.yaml',
  'docs/from-a-bare-server.md',
  ...readdirSync(join(ROOT, 'deploy')).map((file) => `deploy/${file}`),
]
const all = FILES.map(read).join('\n')
const captured = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => one ?? '')

it('every setting of the example is one of the manual', () => {
  const names = captured(read('deploy/kartoteka.env.example'), /^([A-Z_]+)=/gm)
  const manual = captured(read('docs/operating.md'), /^\| (`[A-Z_`, ]+) \|/gm).join()
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !manual.includes(`\`${name}\``))).toEqual([])
})

it('the shell reads the example of the settings as other programs do', () => {
  const file = join(ROOT, 'deploy/kartoteka.env.example')
  const names = captured(read('deploy/kartoteka.env.example'), /^([A-Z_]+)=/gm)
  const print = names.map((name) => `printf '%s=%s\\n' ${name} "$${name}"`).join('; ')
  const text = execFileSync('sh', ['-euc', `. '${file}'; ${print}`], { encoding: 'utf8', env: {} })
  const parsed = parseEnv(read('deploy/kartoteka.env.example'))
  expect(text.trimEnd().split('\n')).toEqual(names.map((name) => `${name}=${parsed[name] ?? ''}`))
  expect(parsed['MAIL_FROM']).toBe('Cards <cards@cards.example>')
})

it('every script and command that they run is there', () => {
  const scripts = captured(all, /(scripts\/[\w-]+\.ts)/g)
  const { scripts: commands } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = captured(all, /npm (?:run )?(?:-s )?(start|backup|restore|check|migrate)\b/g)
  expect(scripts.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(named.filter((name) => commands[name] === undefined)).toEqual([])
  expect(new Set(scripts).size).toBeGreaterThan(4)
  const files = captured(all, /(deploy\/[\w.-]+)(?![\w.*-])/g)
  expect(new Set(files).size).toBeGreaterThan(3)
  // Made by hand from the example.
  const isMissing = (file: string) => !existsSync(join(ROOT, file)) && file !== 'deploy/kartoteka.env'
  expect(files.filter(isMissing)).toEqual([])
})

it('the library that the program needs beyond a bare Linux is installed', () => {
  const own = readFileSync(realpathSync(join(ROOT, 'node_modules/.bin/node')))
  expect(own.includes('libatomic.so.1')).toBe(true)
  for (const file of ['Dockerfile', 'docs/from-a-bare-server.md', 'README.md'])
    expect(read(file), file).toContain('libatomic1')
})

it('the users of the database are made as the manual says', () => {
  const made = captured(read('deploy/make-roles.sh'), /create role (\w+) login/g)
  expect(made.sort()).toEqual([OWNER_ROLE, ...Object.values(LOGIN_ROLES)].sort())
  const lines = (text: string) => captured(text, /^((?:create database|revoke|grant|alter function).*)$/gm)
  const [manual = ''] = captured(read('docs/operating.md'), /```sql\n([^]*?)```/g)
  expect(lines(read('deploy/make-roles.sh'))).toEqual(lines(manual))
})

it('the image gets its packages as a start does, and nothing that git leaves out', () => {
  // npm before version 11 loses the link of the program's own Node, and only setup.mjs notices.
  expect(read('Dockerfile')).toMatch(/^RUN node scripts\/setup\.mjs$/m)
  expect(read('Dockerfile')).not.toContain('npm ci')
  const entries = (file: string) =>
    read(file)
      .trim()
      .split('\n')
      .map((line) => line.replaceAll(/^\/|\/$/g, ''))
  expect(entries('.gitignore').filter((entry) => !entries('.dockerignore').includes(entry))).toEqual([])
})

const manual = read('docs/from-a-bare-server.md')

/** Settings of a unit of systemd: its last value, or all words of `Environment`. */
function unit(file: string) {
  const text = read(`deploy/${file}`)
  const environment = captured(text, /^Environment=(.*)$/gm).flatMap((line) => line.split(' '))
  return {
    of: (name: string) => captured(text, new RegExp(`^${name}=(.*)$`, 'gm')).at(-1),
    environment: Object.fromEntries(environment.map((word) => word.split('=', 2) as [string, string])),
  }
}

it('server, backup, commands and manual name the same user and folders', () => {
  const [server, backup] = [unit('kartoteka.service'), unit('kartoteka-backup.service')]
  for (const name of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile'])
    expect(backup.of(name), name).toBe(server.of(name))
  const { HOME = '', DATA_DIR = '' } = server.environment
  expect(backup.environment).toEqual({ HOME, DATA_DIR })
  expect(server.of('StateDirectory')).toBe(HOME.replace('/var/lib/', ''))
  expect(server.of('ReadWritePaths')).toBe(server.of('WorkingDirectory'))
  expect(server.environment['TMPDIR']).toBe(`/run/${server.of('RuntimeDirectory')}`)
  const command = read('deploy/as-server.sh')
  expect(command).toContain(`HOME=${HOME}\n`)
  expect(command).toContain(`\${DATA_DIR:-$HOME${DATA_DIR.replace(HOME, '')}}`)
  expect(command).toContain(`\${SETTINGS:-${server.of('EnvironmentFile')}}`)
  expect(command).toContain(`--reuid=${server.of('User')} --regid=${server.of('Group')} `)
  expect(manual).toMatch(new RegExp(`^useradd .*--home-dir ${HOME} .* ${server.of('User')}$`, 'm'))
  expect(manual).toContain(`git clone <address of the repository> ${server.of('WorkingDirectory')}\n`)
  expect(manual).toContain(`deploy/kartoteka.env.example ${server.of('EnvironmentFile')}\n`)
  const folder = /-- (\S+)$/.exec(backup.of('ExecStart') ?? '')?.[1] ?? ''
  expect(backup.of('ExecStartPost')).toContain(` ${folder} `)
  expect(manual).toMatch(new RegExp(`^install --directory --owner=${server.of('User')} --mode=700 ${folder}$`, 'm'))
})

it('a stop has the same time everywhere, more than the program drains for', () => {
  const times = [...captured(read('compose.yaml'), /stop_grace_period: (\d+)s/g)]
  expect(new Set([...times, unit('kartoteka.service').of('TimeoutStopSec')])).toEqual(new Set(['60']))
})

it('the manual makes each value that the containers cannot do without', () => {
  const asked = captured(read('compose.yaml'), /\$\{([A-Z_]+):\?\}/g)
  const [made = ''] = captured(manual, /cat > \.env <<END\n([^]*?)END\n/g)
  expect(captured(made, /^([A-Z_]+)=/gm).sort()).toEqual([...new Set(asked)].sort())
})

it('the manual installs the programs that its commands need', () => {
  const [first = ''] = captured(manual, /```sh\n([^]*?)```/g)
  const installed = /^apt install --yes (.*)$/m.exec(first)?.[1]?.split(' ') ?? []
  const isUsed = (name: string) => new RegExp(`(?:^|[(\`] *)${name} `, 'm').test(manual)
  const used = ['git', 'curl', 'openssl', 'npm', 'rsync', 'wget', 'psql', 'jq'].filter(isUsed)
  expect(used).toEqual(['git', 'curl', 'openssl', 'npm'])
  expect(used.filter((name) => !installed.includes(name))).toEqual([])
})
