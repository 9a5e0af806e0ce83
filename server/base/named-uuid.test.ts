import { expect, test } from 'vitest'
import { namedUuid, uuidOfHex } from './named-uuid.ts'

test('the same name is the same UUID, of any release: keys of messages under way must not change', () => {
  expect(namedUuid('run|card')).toBe('6a9def92-0f74-592c-a57d-6497e7ace780')
  expect(namedUuid('run|other')).not.toBe(namedUuid('run|card'))
  expect(uuidOfHex('0123456789abcdef0123456789abcdef')).toBe('01234567-89ab-cdef-0123-456789abcdef')
})
