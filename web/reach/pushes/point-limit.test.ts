import { expect, test } from 'vitest'
import { overLimit } from './point-limit.ts'

const used = [
  { template: 'coffee', push: 'a', type: 'geo' as const, points: 6 },
  { template: 'coffee', push: 'b', type: 'geo' as const, points: 3 },
  { template: 'coffee', push: 'c', type: 'beacon' as const, points: 9 },
  { template: 'bakery', push: 'a', type: 'geo' as const, points: 6 },
]
const draft = (points: number, templates = ['bakery', 'coffee']) => ({ type: 'geo' as const, templates, points })

test('points of other pushes of the same type on the same card count', () => {
  expect(overLimit(draft(1), { used, limit: 10, pushId: null })).toBeNull()
  expect(overLimit(draft(2), { used, limit: 10, pushId: null })).toEqual({ template: 'coffee', total: 11 })
  expect(overLimit(draft(5), { used, limit: 10, pushId: null })).toEqual({ template: 'bakery', total: 11 })
})

test('what the push itself has on the cards already is not counted twice', () => {
  expect(overLimit(draft(7), { used, limit: 10, pushId: 'a' })).toBeNull()
  expect(overLimit(draft(8), { used, limit: 10, pushId: 'a' })).toEqual({ template: 'coffee', total: 11 })
  expect(overLimit(draft(8, []), { used, limit: 1, pushId: 'a' })).toBeNull()
})
