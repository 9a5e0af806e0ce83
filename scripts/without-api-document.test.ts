import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  browserSources,
  shapesUsed,
  withoutApiTexts,
  withoutExports,
  withShapesOnDemand,
} from './without-api-document.ts'

const ROOT = join(import.meta.dirname, '..')

const NONE: ReadonlySet<string> = new Set()

it('takes out titles, descriptions and unread shapes of calls, and nothing else', () => {
  const code = `import { call } from '../call.ts'
const fields = { description: 'a field', summary: 1, reply: z.string() }
const close = call('POST', '/shop', {
  who: 'user',
  body: z.object({ description: z.string() }),
  summary: 'Close'
})
export const shop = {
  open: call('GET', '/shop', { summary: 'Open', who: 'user', description: 'Opens' + ' it.', reply: z.object(fields) }),
  find: call('GET', '/shops', { who: 'user', query: z.object(fields) }),
  close,
}`
  expect(withoutApiTexts(code, new Set(['close.body', 'find.body']))).toBe(`import { call } from '../call.ts'
const fields = { description: 'a field', summary: 1, reply: z.string() }
const close = call('POST', '/shop', {
  who: 'user',
  body: z.object({ description: z.string() }),
  
})
export const shop = {
  open: call('GET', '/shop', {  who: 'user',   }),
  find: call('GET', '/shops', { who: 'user',  }),
  close,
}`)
})

const rooms = globSync('contract/*/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
const codeOf = (room: string) => readFileSync(join(ROOT, room), 'utf8')

it('finds those of every call of the contract', () => {
  const calls = rooms.map((room) => codeOf(room).split(/\bcall\('/).length - 1)
  expect(calls.reduce((sum, one) => sum + one)).toBeGreaterThan(150)
  for (const room of rooms) {
    const left = withoutApiTexts(codeOf(room), NONE).match(/^ {4}(?:summary|description|keeps|reply|body|query):/gm)
    expect([room, left]).toEqual([room, null])
  }
})

it('keeps every shape that a browser checks with', () => {
  const sources = browserSources()
  const used = shapesUsed(sources)
  const contracts = rooms.map((room) => withoutApiTexts(codeOf(room), used)).join('\n')
  const named = sources.flatMap((text) => [...text.matchAll(/\b[a-z]\w+\.(\w+)\.(body|query)\b(?!\.clientWidth)/g)])
  const asked = named.filter(([, name = '']) => new RegExp(`\\b${name}(?:: | = )call\\(`).test(contracts))
  expect(asked.length).toBeGreaterThan(15)
  for (const [what, name = '', part = ''] of asked) {
    const kept = new RegExp(`\\b${name}(?:: | = )call\\((?:(?!\\bcall\\()[^])*?\\b${part}:`).test(contracts)
    expect([what, kept]).toEqual([what, true])
  }
})

it('lets no browser read the shape of an answer', () => {
  expect(browserSources().filter((text) => /\b[a-z]\w+\.\w+\.reply\b/.test(text))).toEqual([])
})

it('makes a shape only where something uses it', () => {
  const code = `import { z } from 'zod'
const MAX = 3
const Name = z.string().max(MAX)
export const Shop = z.object({ name: Name }).refine((shop) => isFree(shop)), Other = [z.int()]
export const shops = { open: call('GET', '/shop', {}) }`
  expect(withShapesOnDemand(code)).toBe(`import { z } from 'zod'
const MAX = 3
const Name = /* @__PURE__ */ (() => z.string().max(MAX))()
export const Shop = /* @__PURE__ */ (() => z.object({ name: Name }).refine((shop) => isFree(shop)))(), Other = [z.int()]
export const shops = { open: call('GET', '/shop', {}) }`)
})

it('keeps the names of what it leaves out', () => {
  const path = join(ROOT, 'node_modules/zod/v4/core/json-schema-processors.js')
  const names = withoutExports(readFileSync(path, 'utf8')).match(/(?<=export const )\w+/g)
  expect(names).toEqual(expect.arrayContaining(['stringProcessor', 'objectProcessor', 'toJSONSchema']))
  expect(() => withoutExports('const nothing = 1')).toThrow('exports nothing')
})
