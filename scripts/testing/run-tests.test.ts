import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './program.ts'
import { countFile, type FileReport, slowestOf, sum } from './run-tests.ts'

const file = (name: string, seconds: number, statuses: string[], status = 'passed'): FileReport => ({
  name: join(ROOT, name),
  status,
  startTime: 1000,
  endTime: 1000 + seconds * 1000,
  assertionResults: statuses.map((one) => ({ status: one })),
})

test('tests are counted by their outcome, and a file that could not be loaded is one failure', () => {
  const files = [
    file('a.test.ts', 1, ['passed', 'passed', 'skipped']),
    file('b.test.ts', 1, ['passed', 'failed'], 'failed'),
    file('c.test.ts', 0, [], 'failed'),
  ]
  expect(sum(files.map(countFile))).toEqual({ passed: 3, failed: 2 })
})

test('the slowest files come first, as many as are asked for', () => {
  const files = [file('quick.test.ts', 0.25, []), file('slow.test.ts', 61.04, []), file('middle.test.ts', 5, [])]
  expect(slowestOf(files, 2)).toEqual(['   61.0 s  slow.test.ts', '    5.0 s  middle.test.ts'])
})
