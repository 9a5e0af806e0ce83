/** Checks of the whole tree that are no vitest files; each counts as one test. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromiumPath } from '../../test/chromium.ts'
import { build } from '../build.ts'
import { duplicateLines } from './duplicate-lines.ts'
import { lockFaults } from './lock-faults.ts'
import { longLines, sourceFiles } from './long-lines.ts'
import { ROOT, runProgram, runTool } from './program.ts'

const APT_TIMEOUT_MS = 10 * 60 * 1000

/** Complaints, or nothing when all is well. */
export type Guard = { name: string; run(): Promise<string> | string }

/**
 * Stories in a browser need one: as root it is installed from the distribution, otherwise the reader sees what to
 * install.
 */
function findChromium(): string {
  if (chromiumPath() !== undefined) return ''
  const wanted = 'There is no Chromium, so every story in a browser fails.'
  const byHand = 'Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH.'
  if (process.getuid?.() !== 0 || process.env.CHROMIUM_PATH !== undefined) return `${wanted} ${byHand}`
  process.stdout.write('Installing Chromium for the stories in a browser …\n')
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: APT_TIMEOUT_MS,
    })
  apt('update')
  for (const name of ['chromium-headless-shell', 'chromium']) {
    apt('install', '-y', '--no-install-recommends', name)
    if (chromiumPath() !== undefined) return ''
  }
  return `${wanted} apt-get could not install it. ${byHand}`
}

/** npm runs on the machine's own Node; a clean install from this lock must be possible. */
async function tryCleanInstall(): Promise<string> {
  const modules = join(ROOT, 'node_modules')
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modules))
    .join(delimiter)
  const { code, output } = await runProgram(
    'npm',
    ['ci', '--dry-run', '--offline', '--no-audit', '--no-fund', '--loglevel=error'],
    { ...process.env, PATH: path },
  )
  return code === 0 ? '' : output.trim() || `ended with ${code}`
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

/** Tests need them, so they come first. */
export const BEFORE_TESTS: readonly Guard[] = [
  { name: 'Chromium is there', run: findChromium },
  { name: 'the browser side builds', run: buildAll },
]

/** Two seconds in all, so they come before every run, however small: a long line is named at its beginning. */
export const QUICK: readonly Guard[] = [
  { name: 'every file is formatted (oxfmt)', run: () => runTool('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'no line is longer than 120 characters', run: () => longLines(sourceFiles(ROOT)).join('\n') },
  { name: 'no two places share more than 12 lines', run: () => duplicateLines(sourceFiles(ROOT)).join('\n') },
  { name: 'every version is exact and bound to no host', run: checkLock },
]

/** Each further checker infers the types of the contract anew: four take twice the processor time of one. */
const TYPES: Guard = {
  name: 'every type is right (tsc)',
  run: () => runTool('typescript/bin/tsc', '--checkers', '1'),
}
const RULES: Guard = {
  name: 'no rule is broken (oxlint)',
  run: () => runTool('oxlint/bin/oxlint', '--deny-warnings'),
}

/** They run one after another beside the tests, in what the tests leave of the machine. */
export const BESIDE_TESTS: readonly Guard[] = [
  TYPES,
  RULES,
  { name: 'nothing lies unused (knip)', run: () => runTool('knip/bin/knip.js', '--no-progress', '--no-config-hints') },
  { name: 'a clean install from the lock is possible (npm ci)', run: tryCleanInstall },
]

/** What a small change is held to. */
export const BESIDE_CHANGED: readonly Guard[] = [TYPES]
