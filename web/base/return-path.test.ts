import { expect, test } from 'vitest'
import { isReturnPath } from './return-path.ts'

test('pages of the cabinet are remembered with their query', () => {
  for (const path of [
    '/coffee-lab',
    '/coffee-lab/clients?page=2&q=anna%20b',
    '/coffee-lab/cards/0b9f-11',
    '/coffee-lab/settings/certificates',
    '/coffee-lab/form/779f93af46be/links',
    '/coffee-lab/clients/import/5',
    '/select_application?verifyEmailStatus=ok',
    '/create_application',
    '/invites_application',
  ]) {
    expect(isReturnPath(path), path).toBe(true)
  }
})

test('nothing is remembered that leads elsewhere or back to the login', () => {
  for (const path of [
    '',
    '/',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/login',
    '/login?x=1',
    '/logout',
    '/reset?token=1',
    '/register/verify/abc',
    '/signup',
    '/a/b/c/d',
    '/coffee-lab/form/779f/links/5',
    '/x y',
    `/coffee-lab?q=${'a'.repeat(600)}`,
    '/javascript:alert(1)',
  ]) {
    expect(isReturnPath(path), path).toBe(false)
  }
})

const BACKSLASH = String.fromCharCode(92)

test('every known trick to lead a browser elsewhere is refused', () => {
  const evils = [
    '//evil.example',
    '///evil.example',
    '////evil.example',
    `/${BACKSLASH}evil.example`,
    `${BACKSLASH}${BACKSLASH}evil.example`,
    `/${BACKSLASH}/evil.example`,
    `${BACKSLASH}/evil.example`,
    'http://evil.example',
    'https://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'HTTPS://EVIL.example',
    'ftp://evil.example',
    'ws://evil.example',
    'evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<b>x</b>',
    'vbscript:x',
    'blob:https://evil.example/1',
    'file:///etc/passwd',
    'mailto:x@evil.example',
    '/%2F%2Fevil.example',
    '/%2f/evil.example',
    '/%5Cevil.example',
    '/%09/evil.example',
    '/%00//evil.example',
    '%2F%2Fevil.example',
    '/coffee-lab/%2e%2e//evil.example',
    '/coffee-lab//evil.example',
    '/.evil.example',
    '/..//evil.example',
    '/@evil.example',
    '/user@evil.example',
    '/coffee-lab:443',
    ' //evil.example',
    '\t//evil.example',
    '\n//evil.example',
    '/\t/evil.example',
    '/\r/evil.example',
    '#//evil.example',
    '?x=//evil.example',
    '/coffee-lab#//evil.example',
    '/coffee-lab?next=https://evil.example',
    '/coffee-lab?next=<script>',
    '/ⓔⓥⓘⓛ.example',
    '/coffee-lab/。。/x',
    '/\u2028evil',
    `/coffee-lab${'/a'.repeat(9)}`,
  ]
  expect(evils.length).toBeGreaterThanOrEqual(40)
  expect(evils.filter(isReturnPath)).toEqual([])
})
