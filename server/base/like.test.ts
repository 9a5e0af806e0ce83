import { expect, test } from 'vitest'
import { escapeLike, likeAnywhere } from './like.ts'

test('wildcards of a pattern match only themselves', () => {
  expect(escapeLike('100%_a\\b')).toBe('100\\%\\_a\\\\b')
  expect(likeAnywhere('50%')).toBe('%50\\%%')
})
