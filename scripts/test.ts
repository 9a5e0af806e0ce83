/**
 * `npm test`: builds, runs the guards of the tree and every test, and ends with the line `N passed, N failed`.
 * `npm test -- part-of-a-path` runs only the test files whose path holds it.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { GUARDS, ROOT } from './guards.ts'

const RUN_TIMEOUT_MS = 20 * 60 * 1000

type Tally = { passed: number; failed: number }
type Report = { testResults: { status: string; assertionResults: { status: string }[] }[] }

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

/** A file that could not be loaded and an error outside any test count as one failure each. */
function countTests(report: Report | undefined, exitCode: number | null): Tally {
  const tally = { passed: 0, failed: 0 }
  for (const file of report?.testResults ?? []) {
    for (const { status } of file.assertionResults) {
      if (status === 'passed') tally.passed++
      if (status === 'failed') tally.failed++
    }
    if (file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')) tally.failed++
  }
  if (exitCode !== 0 && tally.failed === 0) tally.failed++
  return tally
}

async function runTests(paths: readonly string[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'kartoteka-report-'))
  const file = join(folder, 'report.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...paths]
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`, NODE_ENV: 'test' }
  const exitCode = await new Promise<number | null>((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'], timeout: RUN_TIMEOUT_MS })
    child.once('error', () => resolve(127))
    child.once('close', resolve)
  })
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as Report : undefined
  rmSync(folder, { recursive: true, force: true })
  return countTests(report, exitCode)
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
