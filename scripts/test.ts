/**
 * `npm test`: builds, runs the guards of the tree and every test, and ends with the line `N passed, N failed`.
 * `npm test -- part-of-a-path` runs only the test files whose path holds it.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { GUARDS, ROOT } from './guards.ts'

const RUN_TIMEOUT_MS = 60 * 60 * 1000
/** More stories than this do not fail by chance. */
const AGAIN_MAX = 3

type Tally = { passed: number; failed: number }
type File = { name: string; status: string; assertionResults: { status: string }[] }
type Report = { testResults: File[] }

const say = (text: string) => process.stdout.write(`${text}\n`)
const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`

async function runGuards(): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  for (const { name, run } of GUARDS) {
    const startedMs = performance.now()
    const complaint = await run()
    say(`${complaint === '' ? '✓' : '✗'} ${name} (${seconds(startedMs)})`)
    if (complaint !== '') say(complaint.replace(/^/gm, '    '))
    tally[complaint === '' ? 'passed' : 'failed']++
  }
  return tally
}

/** A file that could not be loaded counts as one failure. */
function countFile({ status, assertionResults }: File): Tally {
  const count = (wanted: string) => assertionResults.filter((one) => one.status === wanted).length
  return { passed: count('passed'), failed: count('failed') || (status === 'failed' ? 1 : 0) }
}

const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }), {
    passed: 0,
    failed: 0,
  })

/**
 * Runs the test files whose path holds one of `paths`; all without any. An error outside any test counts as one
 * failure.
 */
async function runFiles(paths: readonly string[]): Promise<{ files: File[]; failedOutside: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'kartoteka-report-'))
  const file = join(folder, 'report.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...paths]
  const env = {
    ...process.env,
    PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
    NODE_ENV: 'test',
  }
  const exitCode = await new Promise<number | null>((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: RUN_TIMEOUT_MS,
    })
    child.once('error', () => resolve(127))
    child.once('close', resolve)
  })
  const files = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report).testResults : []
  rmSync(folder, { recursive: true, force: true })
  return { files, failedOutside: exitCode !== 0 && sum(files.map(countFile)).failed === 0 ? 1 : 0 }
}

const isStory = ({ name }: File) => relative(ROOT, name).startsWith(join('test', 'stories'))

/**
 * Runs the tests. A browser story that failed beside the others is told once more, alone: a starved browser loses its
 * way.
 * What fails twice has failed; what fails once is named, so that nobody overlooks it.
 */
async function runTests(paths: readonly string[]): Promise<Tally> {
  const { files, failedOutside } = await runFiles(paths)
  const failed = files.filter((file) => countFile(file).failed > 0)
  if (failedOutside > 0 || failed.length === 0 || failed.length > AGAIN_MAX || !failed.every(isStory)) {
    return sum([...files.map(countFile), { passed: 0, failed: failedOutside }])
  }
  say(`\nTold once more, alone: ${failed.map(({ name }) => relative(ROOT, name)).join(', ')}`)
  const again = await runFiles(failed.map(({ name }) => relative(ROOT, name)))
  const tally = sum([...files.filter((file) => !failed.includes(file)), ...again.files].map(countFile))
  if (tally.failed === 0 && again.failedOutside === 0)
    say('They failed at first and hold when nothing runs beside them.')
  return sum([tally, { passed: 0, failed: again.failedOutside }])
}

const paths = process.argv.slice(2)
const startedMs = performance.now()
const guards = paths.length === 0 ? await runGuards() : { passed: 0, failed: 0 }
const tests = await runTests(paths)
const total = { passed: guards.passed + tests.passed, failed: guards.failed + tests.failed }
if (guards.failed > 0) say(`Of the guards at the top of this run ${guards.failed} failed.`)
say(`Took ${seconds(startedMs)}.`)
say(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
