import { expect, it } from 'vitest'
import { readUtm, sourceOf } from './source.ts'

it('reads what a link carries, cleaned, and nothing else', () => {
  expect(readUtm({ utm_source: ' QR\n poster\u0000 ', utm_medium: '', utm_campaign: 'Май', promo: 'X' })).toEqual({
    source: 'QR poster',
    campaign: 'Май',
  })
  expect(readUtm({ lang: 'en' })).toBe(null)
  expect(readUtm({ utm_source: 'x'.repeat(500) })?.source).toHaveLength(100)
  const cut = readUtm({ utm_source: `x${'😀'.repeat(200)}`, utm_medium: `${'a'.repeat(9)}\uD83D` })
  expect([cut?.source?.isWellFormed(), cut?.medium]).toEqual([true, 'a'.repeat(9)])
})

it('counts one source under one name', () => {
  expect(['Instagram', ' instagram ', 'INSTAGRAM'].map((source) => sourceOf(readUtm({ utm_source: source })))).toEqual([
    'instagram',
    'instagram',
    'instagram',
  ])
  expect([sourceOf(null), sourceOf({ source: 'Direct' }), sourceOf({ medium: 'mail' })]).toEqual(['', '', ''])
  expect(sourceOf({ source: 'Link:5' }), 'a named link').toBe('link 5')
  expect(sourceOf({ source: 'y'.repeat(90) })).toHaveLength(60)
})
