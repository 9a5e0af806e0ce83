import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { unknownKeys } from './unknown-keys.ts'

const Shape = z.object({
  name: z.string(),
  list: z.array(z.object({ label: z.string() })).optional(),
  colours: z.record(z.enum(['title', 'text']), z.string()).nullable(),
  extra: z.record(z.string(), z.object({ value: z.string() })).default({}),
  rule: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('age'), value: z.object({ from: z.number() }) }),
    z.object({ kind: z.literal('sex'), is: z.string() }),
  ]),
})

describe('keys that nobody declared', () => {
  it.each<[string, unknown, string[]]>([
    ['none', { name: 'A', list: [{ label: 'x' }], colours: { title: '' }, extra: { any: { value: '' } } }, []],
    ['one of the body', { nmae: 'A' }, ['nmae']],
    ['one in a list', { list: [{ label: 'x' }, { label: 'x', labl: 'y' }] }, ['list.1.labl']],
    ['one of a closed map', { colours: { border: '' } }, ['colours.border']],
    ['one in an open map, whose own keys are data', { extra: { any: { valeu: '' } } }, ['extra.any.valeu']],
    ['one of the fitting variant', { rule: { kind: 'sex', is: 'x', value: 1 } }, ['rule.value']],
    ['one deep in a variant', { rule: { kind: 'age', value: { from: 1, too: 2 } } }, ['rule.value.too']],
    ['names that every object has', { constructor: 1, toString: 2 }, ['constructor', 'toString']],
    ['values of another type, which the shape refuses', { list: 'x', colours: [], rule: null }, []],
  ])('%s', (_, sent, found) => expect(unknownKeys(Shape, sent)).toEqual(found))

  it('are all that a call without a body is sent', () => {
    expect(unknownKeys(z.undefined(), {})).toEqual([])
    expect(unknownKeys(z.undefined(), { name: 'A' })).toEqual(['name'])
  })

  it('are named up to a limit', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${'x'.repeat(500)}${i}`, i]))
    const found = unknownKeys(Shape, many)
    expect([found.length, Math.max(...found.map((name) => name.length))]).toEqual([20, 100])
  })
})
