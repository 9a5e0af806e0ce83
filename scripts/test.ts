/**
 * `npm test`: builds, checks the tree and runs every test but the slow proofs; ends with the line `N passed, N failed`.
 * `npm run test:full` runs the slow proofs too, `npm run test:changed` the tests of the rooms that a change touches.
 * `npm test -- part-of-a-path` runs only the test files whose path holds it.
 */
import { changedFiles, testsOf } from './testing/changed-tests.ts'
import { BEFORE_TESTS, BESIDE_CHANGED, BESIDE_TESTS, QUICK, type Guard } from './testing/guards.ts'
import { ROOT } from './testing/program.ts'
import { runTests, slowestOf, sum, type Tally } from './testing/run-tests.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const seconds = (sinceMs: number) => `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`

async function runGuards(guards: readonly Guard[]): Promise<{ tally: Tally; lines: string[] }> {
  const tally = { passed: 0, failed: 0 }
  const lines: string[] = []
  for (const { name, run } of guards) {
    const startedMs = performance.now()
    const complaint = await run()
    lines.push(`${complaint === '' ? '✓' : '✗'} ${name} (${seconds(startedMs)})`)
    if (complaint !== '') lines.push(complaint.replace(/^/gm, '    '))
    tally[complaint === '' ? 'passed' : 'failed']++
  }
  return { tally, lines }
}

const startedMs = performance.now()
const words = process.argv.slice(2)
const isChanged = words.includes('--changed')
const named = words.filter((word) => !word.startsWith('--'))
const isFull = words.includes('--full') || named.some((path) => path.includes('.slow'))
const paths = isChanged ? testsOf(changedFiles(ROOT)) : named
const beside = isChanged ? BESIDE_CHANGED : named.length > 0 ? [] : BESIDE_TESTS

const quick = await runGuards(QUICK)
print(quick.lines.join('\n'))
const before = await runGuards(BEFORE_TESTS)
print(before.lines.join('\n'))
const hasNothingToRun = isChanged && paths.length === 0
if (hasNothingToRun) print('Nothing that has tests was changed.')
const [guards, tests] = await Promise.all([
  runGuards(beside),
  hasNothingToRun ? { files: [], tally: { passed: 0, failed: 0 } } : runTests(paths, isFull),
])
if (guards.lines.length > 0) print(`\n${guards.lines.join('\n')}`)
if (tests.files.length > 0) print(`\nThe slowest files:\n${slowestOf(tests.files).join('\n')}`)
const total = sum([quick.tally, before.tally, guards.tally, tests.tally])
print(`Took ${seconds(startedMs)}.`)
print(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
