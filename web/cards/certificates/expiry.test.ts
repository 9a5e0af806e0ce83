import { expect, it } from 'vitest'
import { expiryOf } from './expiry.ts'

const now = new Date('2026-11-21T12:00:00Z')

it('counts whole days and asks for a new certificate two months before', () => {
  expect(expiryOf('2027-03-14T23:59:59Z', now)).toEqual({ days: 113, state: 'valid' })
  expect(expiryOf('2027-01-20T12:00:00Z', now)).toEqual({ days: 60, state: 'valid' })
  expect(expiryOf('2027-01-20T11:59:59Z', now)).toEqual({ days: 59, state: 'soon' })
})

it('the last day is not over until its last second', () => {
  expect(expiryOf('2026-11-21T12:00:01Z', now)).toEqual({ days: 0, state: 'soon' })
  expect(expiryOf('2026-11-21T12:00:00Z', now)).toEqual({ days: 0, state: 'expired' })
})
