import { expect, test } from 'vitest'
import { duplicateLines } from './duplicate-lines.ts'

const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `const value${from + index} = read(${from + index})`).join('\n')

const fault = 'a.ts:3 and b.ts:2 share 13 lines'

test('twelve equal lines may stay, thirteen are named, whatever their indentation and the brackets between', () => {
  const b = `other()\n${lines(13).replaceAll('\n', '\n\n  }\n    ')}\n`
  expect(
    duplicateLines(
      new Map([
        ['a.ts', `one()\ntwo()\n${lines(12)}\n`],
        ['b.ts', b],
      ]),
      {},
    ),
  ).toEqual([])
  expect(
    duplicateLines(
      new Map([
        ['a.ts', `one()\ntwo()\n${lines(13)}\n`],
        ['b.ts', b],
      ]),
      {},
    ),
  ).toEqual([fault])
})

test('a longer run is one fault, also within a file', () => {
  expect(duplicateLines(new Map([['a.ts', `${lines(20)}\nnext()\n${lines(20)}`]]), {})).toEqual([
    'a.ts:1 and a.ts:22 share 20 lines',
  ])
})

test('imports, comments and tests do not count', () => {
  const same = `import {\n${lines(20).replaceAll('const', '')}\n} from './x.ts'\n/*\n${lines(20, 50)}\n*/\n`
  expect(
    duplicateLines(
      new Map([
        ['a.ts', same],
        ['b.ts', same],
      ]),
      {},
    ),
  ).toEqual([])
  expect(
    duplicateLines(
      new Map([
        ['a.test.ts', lines(20)],
        ['test/b.ts', lines(20)],
      ]),
      {},
    ),
  ).toEqual([])
})

test('an exception stays only as long as it is one', () => {
  const files = (count: number) =>
    new Map([
      ['a.ts', lines(count)],
      ['b.ts', lines(count)],
    ])
  expect(duplicateLines(files(13), { 'a.ts b.ts': 'two protocols' })).toEqual([])
  expect(duplicateLines(files(12), { 'a.ts b.ts': 'two protocols' })).toEqual([
    'a.ts b.ts: shares fewer lines now, so it leaves the list',
  ])
})
