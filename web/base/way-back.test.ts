import { expect, test } from 'vitest'
import { isWayBack } from './way-back.ts'

test('pages of the cabinet are remembered with their query', () => {
  for (const path of ['/coffee-lab', '/coffee-lab/clients?page=2&q=anna%20b', '/coffee-lab/cards/0b9f-11', '/coffee-lab/settings/certificates', '/select_application?verifyEmailStatus=ok', '/create_application', '/invites_application']) {
    expect(isWayBack(path), path).toBe(true)
  }
})

test('nothing is remembered that leads elsewhere or back to the login', () => {
  for (const path of ['', '/', '//evil.example', '/\\evil.example', 'https://evil.example', '/login', '/login?x=1', '/logout', '/reset?token=1', '/register/verify/abc', '/signup', '/a/b/c/d', '/x y', `/coffee-lab?q=${'a'.repeat(600)}`, '/javascript:alert(1)']) {
    expect(isWayBack(path), path).toBe(false)
  }
})
