import { expect, it } from 'vitest'
import { z } from 'zod'
import { fit } from './shape.ts'

const Named = z.object({ name: z.string().max(20), marks: z.array(z.int()).max(3).default([]) })

it('returns what fits and reports what does not', () => {
  expect(fit(Named, { name: 'Anna' })).toEqual({ success: true, data: { name: 'Anna', marks: [] } })
  expect(fit(Named, { name: 5 }).error?.issues.map((issue) => issue.path)).toEqual([['name']])
})

it.each(['{"toString":"x"}', '{"valueOf":{},"toString":null}'])(
  'tells of an object whose length is %s, too',
  (text) => {
    const length: unknown = JSON.parse(text)
    expect(() => Named.safeParse({ name: { length } })).toThrow(TypeError)
    for (const value of [
      { length },
      { name: { length } },
      { name: 'Anna', marks: { length } },
      { name: 'Anna', marks: [{ length }] },
    ])
      expect(fit(Named, value).success).toBe(false)
  },
)
