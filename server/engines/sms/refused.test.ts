import { expect, test } from 'vitest'
import { reasonOf } from './refused.ts'

test.each([
  [400, 21211, 'phone'],
  [400, 21614, 'phone'],
  [400, 21408, 'phone'],
  [400, 21610, 'phone'],
  [403, 21408, 'phone'],
  [401, 20003, 'account'],
  [400, 10001, 'account'],
  [402, undefined, 'account'],
  [400, 21606, 'sender'],
  [400, 21659, 'sender'],
  [429, 20429, 'busy'],
  [400, 21611, 'busy'],
  [429, undefined, 'busy'],
  [500, 20500, 'down'],
  [503, undefined, 'down'],
  [400, undefined, 'down'],
  [302, undefined, 'down'],
  [404, 20404, 'down'],
] as const)('%i with the code %s is about the %s', (status, code, reason) => {
  expect(reasonOf(status, code)).toBe(reason)
})
