import { expect, test } from 'vitest'
import { requestIdOf } from './request-id.ts'

test.each(['4bf92f3577b34da6a3ce929d0e0e4736', '5f0c1f6e-3b0e-4b7a-9b51-2f8f5a0c7d11', 'req_12345'])(
  'the number %s of a proxy is kept',
  (given) => expect(requestIdOf(given)).toBe(given),
)

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['a short one', '1234567'],
  ['a long one', 'a'.repeat(41)],
  ['two', 'aaaaaaaa, bbbbbbbb'],
  ['a list', ['aaaaaaaa', 'bbbbbbbb']],
  ['a line break', 'aaaaaaaa\n{"level":60}'],
  ['markup', '<script>alert(1)</script>'],
  ['a quote', `aaaaaaaa' or 1=1`],
  ['other letters', 'žžžžžžžž'],
])('%s is replaced', (_, given) => {
  const [one, other] = [requestIdOf(given), requestIdOf(given)]
  expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}$/)
  expect(one).not.toBe(other)
})
