import { expect, test } from 'vitest'
import { roomsOf, selectTests } from './changed-tests.ts'

test('a path is about the room it lies in', () => {
  expect(roomsOf('server/people/clients/sql.ts')).toEqual(['clients'])
  expect(roomsOf('web/reach/pushes/page.test.tsx')).toEqual(['pushes'])
  expect(roomsOf('contract/reach/pushes.ts')).toEqual(['pushes'])
  expect(roomsOf('words/de/people/clients.json')).toEqual(['clients'])
  expect(roomsOf('test/stories/keys.test.ts')).toEqual(['keys'])
  expect(roomsOf('server/main.ts')).toEqual([])
  expect(roomsOf('web/base/send.ts')).toEqual([])
})

const imports = (...paths: string[]) => paths.map((path) => `import '${path}'`).join('\n')

const tree = new Map([
  ['card/draw.ts', ''],
  ['card/draw.test.ts', imports('./draw.ts')],
  ['contract/people/clients.ts', ''],
  ['server/people/clients/sql.ts', imports('../../../card/draw.ts')],
  ['server/people/clients/clients.test.ts', imports('../../../test/server.ts')],
  ['server/reach/pushes/pushes.ts', imports('../../people/clients/sql.ts')],
  ['server/reach/pushes/due.test.ts', imports('./pushes.ts')],
  ['server/reach/pushes/types.test.ts', "import type { Push } from './pushes.ts'"],
  ['server/cards/files/files.test.ts', imports('../../../test/server.ts')],
  ['test/server.ts', imports('../server/reach/pushes/pushes.ts')],
  ['test/rooms.test.ts', ''],
  ['test/hostile-input.test.ts', imports('../server/people/clients/sql.ts')],
  ['server/people/clients/many.slow.test.ts', ''],
  ['web/people/clients/page.tsx', ''],
  ['web/people/clients/series.test.ts', ''],
  ['test/stories/clients.test.ts', ''],
])

test('a change asks for the tests of its room and for those that import it, but not by way of the test server', () => {
  expect(selectTests(['server/people/clients/sql.ts'], tree)).toEqual([
    'server/people/clients/clients.test.ts',
    'server/reach/pushes/due.test.ts',
    'test/rooms.test.ts',
    'test/stories/clients.test.ts',
  ])
  expect(selectTests(['contract/people/clients.ts'], tree)).toEqual([
    'server/people/clients/clients.test.ts',
    'test/rooms.test.ts',
    'test/stories/clients.test.ts',
    'web/people/clients/series.test.ts',
  ])
})

test('a change in the browser asks for no test of the server', () => {
  expect(selectTests(['web/people/clients/page.tsx'], tree)).toEqual([
    'test/rooms.test.ts',
    'test/stories/clients.test.ts',
    'web/people/clients/series.test.ts',
  ])
})

test('a change of what tests use selects all tests that use it', () => {
  expect(selectTests(['test/server.ts'], tree)).toEqual([
    'server/cards/files/files.test.ts',
    'server/people/clients/clients.test.ts',
    'test/rooms.test.ts',
  ])
})

test('what nobody tests asks for nothing', () => {
  expect(selectTests(['docs/house.md'], tree)).toEqual([])
})
