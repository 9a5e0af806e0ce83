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
