import { expect, test } from 'vitest'
import { frameOf } from './email-frame.ts'

const html =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body style="margin:0">' +
  '<p style="color:#333">Hi &#34; style=&#34;x&#34;</p>' +
  '<a href="https://x.example/?a=1" style="color:red">Go</a></body></html>'

test('styles become rules with the nonce of the page, and links lead nowhere', () => {
  const frame = frameOf(html, 'abc')
  expect(frame).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-abc'">` +
      '<style nonce="abc">.s0{margin:0}.s1{color:#333}.s2{color:red}</style>',
  )
  expect(frame).toContain('<body class="s0"><p class="s1">Hi &#34; style=&#34;x&#34;</p><a class="s2">Go</a></body>')
  expect(frame).not.toMatch(/style="|href=/)
})
