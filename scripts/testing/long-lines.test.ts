import { expect, test } from 'vitest'
import { ROOT } from './program.ts'
import { longLines, sourceFiles } from './long-lines.ts'

test('a line of 120 characters may stay, one of 121 is named; characters are counted, not bytes', () => {
  const files = new Map([
    ['right.ts', `// short\n${'ж'.repeat(120)}\n`],
    ['wrong.ts', `${'x'.repeat(120)}\n${'é'.repeat(121)}`],
  ])
  expect(longLines(files)).toEqual(['wrong.ts:2 has 121 characters'])
})

test('the source files are read', () => {
  const files = sourceFiles(ROOT)
  expect(files.has('scripts/testing/long-lines.ts')).toBe(true)
  expect(files.has('scripts/setup.mjs')).toBe(true)
  expect([...files.keys()].some((file) => file.includes('node_modules'))).toBe(false)
})
