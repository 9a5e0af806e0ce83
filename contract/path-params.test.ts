import { expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { call, type InputOf } from './call.ts'
import { type ParamsOf, readParam } from './path-params.ts'
import type { triggers } from './reach/triggers.ts'

const spec = { who: 'nobody', summary: 'Get it', description: 'Returns it.', reply: z.object({}) } as const

it('types the parameters of a path, one by one', () => {
  expectTypeOf<ParamsOf<'/applications/{c}/trigger/{triggerUuid}'>>().toEqualTypeOf<{
    c: number
    triggerUuid: string
  }>()
  expectTypeOf<InputOf<typeof triggers.readTrigger>['params']>().toEqualTypeOf<{ c: number; triggerUuid: string }>()
})

it('takes no path with an undeclared name', () => {
  // @ts-expect-error {shoe} is not declared
  expect(call('GET', '/applications/{c}/shoes/{shoe}', spec).path).toContain('{shoe}')
})

it('reads a value by its declared shape', () => {
  const id = crypto.randomUUID()
  expect([readParam('c', '12'), readParam('id', id), readParam('formKey', 'abc')]).toEqual([12, id, 'abc'])
  expect(['0x1', '-1', '1.5', '', '1'.repeat(17)].map((text) => readParam('cabinet', text))).toEqual(
    Array.from({ length: 5 }),
  )
  expect([readParam('pushUuid', 'x'), readParam('uuid', `${id}0`), readParam('email', 'x'.repeat(201))]).toEqual(
    Array.from({ length: 3 }),
  )
})
