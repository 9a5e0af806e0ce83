import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const folders: string[] = []

afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))

/** A project whose only package is a local one that brings a `node`, so nothing is asked of a registry. */
function freshProject(): string {
  const project = mkdtempSync(join(tmpdir(), 'setup-test-'))
  folders.push(project)
  mkdirSync(join(project, 'scripts'))
  mkdirSync(join(project, 'runtime'))
  cpSync(join(import.meta.dirname, 'setup.mjs'), join(project, 'scripts/setup.mjs'))
  writeFileSync(join(project, 'runtime/node.sh'), '#!/bin/sh\necho v26.0.0\n')
  chmodSync(join(project, 'runtime/node.sh'), 0o755)
  const runtime = { version: '1.0.0', bin: { node: 'node.sh' } }
  writeFileSync(join(project, 'runtime/package.json'), JSON.stringify({ name: 'runtime', ...runtime }))
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'project', version: '1.0.0', dependencies: { runtime: 'file:runtime' } }),
  )
  writeLock(project, { 'node_modules/runtime': { resolved: 'runtime', link: true }, runtime })
  return project
}

function writeLock(
  project: string,
  packages: Record<string, unknown>,
  dependencies: Record<string, string> = {},
): void {
  const base = { name: 'project', version: '1.0.0', dependencies: { runtime: 'file:runtime', ...dependencies } }
  writeFileSync(
    join(project, 'package-lock.json'),
    JSON.stringify({
      name: 'project',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: { '': base, ...packages },
    }),
  )
}

function setUp(project: string, env: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(project, 'scripts/setup.mjs')], {
      cwd: tmpdir(),
      env: { ...process.env, ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child.on('close', (code) => resolve({ code, output }))
  })
}

test('a fresh checkout gets its packages, and the next run prints nothing and asks npm for nothing', async () => {
  const project = freshProject()
  const first = await setUp(project)
  expect(first.code).toBe(0)
  expect(first.output).toMatch(/^Installing packages from package-lock\.json …\nPackages are installed \(\d+ s\)\.\n$/)
  expect(existsSync(join(project, 'node_modules/.bin/node'))).toBe(true)
  // Anything that needs npm would see it fail.
  const broken = join(project, 'broken')
  mkdirSync(broken)
  writeFileSync(join(broken, 'npm'), '#!/bin/sh\nexit 1\n')
  chmodSync(join(broken, 'npm'), 0o755)
  expect(await setUp(project, { PATH: broken, npm_execpath: '' })).toEqual({ code: 0, output: '' })
})

test('packages that npm itself installed from this lock are accepted as they are', async () => {
  const project = freshProject()
  await setUp(project)
  rmSync(join(project, 'node_modules/.installed-lock'))
  expect(await setUp(project)).toMatchObject({ code: 0, output: '' })
  expect(existsSync(join(project, 'node_modules/.installed-lock'))).toBe(true)
})

test('the link of the own Node is made where npm has left it out', async () => {
  const project = freshProject()
  await setUp(project)
  const modules = join(project, 'node_modules')
  mkdirSync(join(modules, `node-linux-${process.arch}/bin`), { recursive: true })
  cpSync(join(project, 'runtime/node.sh'), join(modules, `node-linux-${process.arch}/bin/node`))
  for (const file of ['.bin/node', '.installed-lock']) rmSync(join(modules, file))
  expect(await setUp(project)).toEqual({ code: 0, output: '' })
  expect(readlinkSync(join(modules, '.bin/node'))).toBe(`../node-linux-${process.arch}/bin/node`)
})

test('a changed lock is installed again', async () => {
  const project = freshProject()
  await setUp(project)
  const lock = join(project, 'package-lock.json')
  writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`)
  expect((await setUp(project)).output).toContain('Packages are installed')
})

test('of two simultaneous runs one installs and the other waits for it', async () => {
  const project = freshProject()
  const runs = await Promise.all([setUp(project), setUp(project)])
  expect(runs.map(({ code }) => code)).toEqual([0, 0])
  expect(runs.filter(({ output }) => output.includes('Installing'))).toHaveLength(1)
  expect(runs.filter(({ output }) => output === 'Waiting for another installation in this folder …\n')).toHaveLength(1)
})

test('a failed installation reports why without the address of the registry, and is tried again', async () => {
  const project = freshProject()
  const absent = 'node_modules/absent-package'
  const lock = readFileSync(join(project, 'package-lock.json'), 'utf8')
  const manifest = readFileSync(join(project, 'package.json'), 'utf8')
  const dependencies = { runtime: 'file:runtime', 'absent-package': '1.0.0' }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', dependencies }))
  writeLock(project, {
    ...JSON.parse(lock).packages,
    '': { name: 'project', version: '1.0.0', dependencies },
    [absent]: { version: '1.0.0' },
  })
  const registry = {
    npm_config_registry: 'http://registry.localhost:9/',
    npm_config_fetch_retries: '0',
    npm_config_cache: join(project, 'cache'),
  }
  const failed = await setUp(project, registry)
  expect(failed.code).toBe(1)
  expect(failed.output).toContain('Packages could not be installed')
  expect(failed.output).toMatch(/ECONNREFUSED|ENOTFOUND|EAI_AGAIN/)
  expect(failed.output).not.toMatch(/localhost|127\.0\.0\.1|::1/)
  writeFileSync(join(project, 'package.json'), manifest)
  writeFileSync(join(project, 'package-lock.json'), lock)
  expect((await setUp(project)).code).toBe(0)
})
