import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withoutApiTexts, withoutExports } from './without-api-document.ts'

const ROOT = join(import.meta.dirname, '..')

it('takes out titles and descriptions of calls, and nothing else', () => {
  const code = `import { call } from '../call.ts'
const fields = { description: 'a field', summary: 1 }
export const shop = {
  open: call('GET', '/shop', { summary: 'Open', who: 'user', description: 'Opens' + ' it.', reply: z.object(fields) }),
  close: call('POST', '/shop', {
    who: 'user',
    body: z.object({ description: z.string() }),
    summary: 'Close'
  }),
}`
  expect(withoutApiTexts(code)).toBe(`import { call } from '../call.ts'
const fields = { description: 'a field', summary: 1 }
export const shop = {
  open: call('GET', '/shop', {  who: 'user',  reply: z.object(fields) }),
  close: call('POST', '/shop', {
    who: 'user',
    body: z.object({ description: z.string() }),
    
  }),
}`)
})

it('finds those of every call of the contract', () => {
  const rooms = globSync('contract/*/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
  const calls = rooms.map((room) => readFileSync(join(ROOT, room), 'utf8').split(/\bcall\('/).length - 1)
  expect(calls.reduce((sum, one) => sum + one)).toBeGreaterThan(150)
  for (const room of rooms) {
    const code = readFileSync(join(ROOT, room), 'utf8')
    const left = withoutApiTexts(code).match(/^ {4}(?:summary|description|keeps):/gm)
    expect([room, left]).toEqual([room, null])
  }
})

it('keeps the names of what it leaves out', () => {
  const path = join(ROOT, 'node_modules/zod/v4/core/json-schema-processors.js')
  const names = withoutExports(readFileSync(path, 'utf8')).match(/(?<=export const )\w+/g)
  expect(names).toEqual(expect.arrayContaining(['stringProcessor', 'objectProcessor', 'toJSONSchema']))
  expect(() => withoutExports('const nothing = 1')).toThrow('exports nothing')
})
