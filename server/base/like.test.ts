import { expect, test } from 'vitest'
import { escapeLike, likeAnywhere } from './like.ts'

test('what a pattern would read as its own stands for itself', () => {
  expect(escapeLike('100%_a\\b')).toBe('100\\%\\_a\\\\b')
  expect(likeAnywhere('50%')).toBe('%50\\%%')
})
