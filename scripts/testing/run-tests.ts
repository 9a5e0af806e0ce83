/** Runs test files with vitest and counts what came of them. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { ROOT } from './program.ts'

export type Tally = { passed: number; failed: number }
export type FileReport = {
  name: string
  status: string
  startTime: number
  endTime: number
  assertionResults: { status: string }[]
}

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }), {
    passed: 0,
    failed: 0,
  })

/** A file that could not be loaded counts as one failure. */
export function countFile({ status, assertionResults }: FileReport): Tally {
  const count = (wanted: string) => assertionResults.filter((one) => one.status === wanted).length
  return { passed: count('passed'), failed: count('failed') || (status === 'failed' ? 1 : 0) }
}

/** The files that took longest, one line each. */
export function slowestOf(files: readonly FileReport[], count = 10): string[] {
  return [...files]
    .sort((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime))
    .slice(0, count)
    .map(
      ({ name, startTime, endTime }) =>
        `${((endTime - startTime) / 1000).toFixed(1).padStart(7)} s  ${relative(ROOT, name)}`,
    )
}

/**
 * @param paths parts of paths: files that hold one of them run; all without any
 * @returns the files, and how many of them passed and failed. An error outside any test counts as one failure.
 */
export async function runTests(
  paths: readonly string[],
  isFull: boolean,
): Promise<{ files: FileReport[]; tally: Tally }> {
  const folder = mkdtempSync(join(tmpdir(), 'kartoteka-report-'))
  const file = join(folder, 'report.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...paths]
  const env = {
    ...process.env,
    PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
    NODE_ENV: 'test',
    TEST_FULL: isFull ? '1' : '',
  }
  const exitCode = await new Promise<number | null>((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', () => resolve(127))
    child.once('close', resolve)
  })
  const files = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { testResults: FileReport[] }) : null
  rmSync(folder, { recursive: true, force: true })
  const tally = sum((files?.testResults ?? []).map(countFile))
  if (exitCode !== 0 && tally.failed === 0) tally.failed = 1
  return { files: files?.testResults ?? [], tally }
}
