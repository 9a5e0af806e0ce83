/** Checks of the whole tree that are no vitest files; each counts as one test. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { build } from './build.ts'
import { lockFaults } from './lock-faults.ts'

export const ROOT = join(import.meta.dirname, '..')
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const GUARD_TIMEOUT_MS = 180_000

/** Complaints, or nothing when all is well. */
export type Guard = { name: string; run(): Promise<string> | string }

type Ended = { code: number | null; said: string }

/** Runs a program in the root of the tree and collects what it says. */
function runProgram(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: GUARD_TIMEOUT_MS })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
      })
    child.once('error', (error) => resolve({ code: 127, said: error.message }))
    child.once('close', (code) => resolve({ code, said }))
  })
}

/** A tool from node_modules, run by this very Node. */
async function runTool(file: string, ...args: string[]): Promise<string> {
  const { code, said } = await runProgram(process.execPath, [join(ROOT, 'node_modules', file), ...args])
  return code === 0 ? '' : said.trim() || `ended with ${code}`
}

/**
 * Stories in a browser need one: as root it is installed from the distribution, else the reader is told what to
 * install.
 */
function findChromium(): string {
  if (existsSync(CHROMIUM)) return ''
  const wanted = `There is no Chromium at ${CHROMIUM}, so every story in a browser fails.`
  if (process.getuid?.() !== 0) return `${wanted} Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH.`
  process.stdout.write('Installing Chromium for the stories in a browser …\n')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: GUARD_TIMEOUT_MS * 2,
    })
  apt('update')
  const { status } = apt('install', '-y', '--no-install-recommends', 'chromium')
  return existsSync(CHROMIUM)
    ? ''
    : `${wanted} apt-get install chromium ended with ${status}; install it by hand, or set CHROMIUM_PATH.`
}

/** npm runs on the machine's own Node; a clean install from this lock must be possible. */
async function tryCleanInstall(): Promise<string> {
  const modules = join(ROOT, 'node_modules')
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modules))
    .join(delimiter)
  const { code, said } = await runProgram(
    'npm',
    ['ci', '--dry-run', '--offline', '--no-audit', '--no-fund', '--loglevel=error'],
    { ...process.env, PATH: path },
  )
  return code === 0 ? '' : said.trim()
}

async function buildAll(): Promise<string> {
  try {
    await build()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function checkLock(): string {
  const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as Record<string, never>
  return lockFaults(read('package.json'), read('package-lock.json')).join('\n')
}

/** In the order they run; the build and the browser come first because tests stand on them. */
export const GUARDS: readonly Guard[] = [
  { name: 'Chromium is there', run: findChromium },
  { name: 'the browser side builds', run: buildAll },
  { name: 'every type holds (tsc)', run: () => runTool('typescript/bin/tsc') },
  { name: 'the rules of the house hold (oxlint)', run: () => runTool('oxlint/bin/oxlint', '--deny-warnings') },
  { name: 'nothing lies unused (knip)', run: () => runTool('knip/bin/knip.js', '--no-progress', '--no-config-hints') },
  { name: 'every version is exact and bound to no host', run: checkLock },
  { name: 'a clean install from the lock is possible (npm ci)', run: tryCleanInstall },
]
