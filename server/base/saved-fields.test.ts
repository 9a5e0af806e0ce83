import { expect, it } from 'vitest'
import { z } from 'zod'
import { fillFromSaved, lacksFields } from './saved-fields.ts'

const Shape = z.object({
  name: z.string(),
  size: z.enum(['small', 'large']).default('small'),
  look: z.object({ colour: z.string(), isDark: z.boolean().default(false) }).nullable(),
  slots: z.record(z.enum(['top', 'bottom']), z.string()),
  notes: z.record(z.string(), z.string()),
  rows: z.array(z.object({ id: z.string().nullable(), label: z.string(), max: z.int().default(1) })).default([]),
  places: z.array(z.object({ latitude: z.number(), radiusM: z.int().default(100) })),
})
const saved = {
  name: 'Anna',
  size: 'large',
  look: { colour: 'red', isDark: true },
  slots: { top: 'a', bottom: 'b' },
  notes: { first: 'x', second: 'y' },
  rows: [
    { id: 'r1', label: 'One', max: 10 },
    { id: 'r2', label: 'Two', max: 20 },
  ],
  places: [
    { latitude: 50, radiusM: 300 },
    { latitude: 50, radiusM: 700 },
  ],
}
const filled = (sent: unknown) => fillFromSaved(Shape, sent, saved)

it('takes absent fields from what is saved, at any depth', () => {
  const { size: _, ...withoutSize } = saved
  expect(filled(withoutSize)).toEqual(saved)
  expect(filled({ ...saved, look: { colour: 'blue' } })).toEqual({ ...saved, look: { colour: 'blue', isDark: true } })
  expect(filled({ ...saved, slots: { top: 'c' } })).toEqual({ ...saved, slots: { top: 'c', bottom: 'b' } })
})

it('takes null and empty values as they are, and an open map as a whole', () => {
  expect(filled({ ...saved, look: null, name: '', notes: { third: 'z' }, rows: [] })).toEqual({
    ...saved,
    look: null,
    name: '',
    notes: { third: 'z' },
    rows: [],
  })
})

it('knows the entry of a list by its id, and one without an id by everything that was sent', () => {
  const { rows, places } = filled({
    rows: [
      { id: 'r2', label: 'Second' },
      { id: null, label: 'New' },
    ],
    places: [{ latitude: 50 }, { latitude: 50 }, { latitude: 51 }],
  }) as typeof saved
  expect(rows).toEqual([
    { id: 'r2', label: 'Second', max: 20 },
    { id: null, label: 'New' },
  ])
  expect(places).toEqual([{ latitude: 50, radiusM: 300 }, { latitude: 50, radiusM: 700 }, { latitude: 51 }])
})

it.each([
  [saved, false],
  [{ ...saved, look: null }, false],
  [{ ...saved, size: undefined }, true],
  [{ ...saved, look: { colour: 'blue' } }, true],
  [{ ...saved, slots: { top: 'c' } }, true],
  [{ ...saved, rows: [{ id: 'r1', label: 'One' }] }, true],
  ['text', false],
  [null, false],
])('%j lacks fields: %s', (sent, does) => {
  expect(lacksFields(Shape, sent)).toBe(does)
})

it.each(['text', 5, null, [], { look: 'dark', rows: 'many', slots: 3 }])(
  'leaves %j to the check of the shape',
  (sent) => {
    const result = filled(sent)
    expect(Shape.safeParse(result).success).toBe(false)
  },
)
