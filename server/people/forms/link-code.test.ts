import { expect, it } from 'vitest'
import { newLinkCode, readLinkCode } from './link-code.ts'

it('has no letters that look alike on paper', () => {
  const codes = Array.from({ length: 300 }, newLinkCode)
  expect(codes.join('')).toMatch(/^[2-9a-hjkmnp-z]+$/)
  expect(new Set(codes).size).toBeGreaterThan(295)
  for (const code of codes) expect(readLinkCode(code)).toBe(code)
})

it('is read as people type it', () => {
  expect(['K7M-XP9', ' k7m xp9', 'k7mxp9.'].map(readLinkCode)).toEqual(['k7mxp9', 'k7mxp9', 'k7mxp9'])
  for (const other of ['', 'k7mxp', 'k7mxp9a', 'k7mxpl', '../etc', 'k7mxp\u0000'])
    expect(readLinkCode(other), other).toBe(undefined)
})
