import { expect, it } from 'vitest'
import { embedCode, embedSize, embedUrl } from './embed-code.ts'

it('names the form and the link, and a name of the business is text, never markup', () => {
  expect(embedUrl('https://cards.example/f/shop/welcome', undefined)).toBe('https://cards.example/f/shop/welcome/embed')
  const url = embedUrl('https://cards.example/f/shop/welcome?lang=de', 'https://cards.example/q/shop/AB12')
  expect(url).toBe('https://cards.example/f/shop/welcome/embed?via=AB12')
  const code = embedCode(`${url}&x=1`, '"><script>alert(1)</script> & Co', embedSize({ logo: null, background: null }))
  expect(code).toContain('src="https://cards.example/f/shop/welcome/embed?via=AB12&amp;x=1"')
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co"')
  expect(code).toContain('width:316px;max-width:100%;height:560px')
  expect(embedSize({ logo: '/logo.png', background: '/back.png' })).toEqual({ width: 348, height: 658 })
  expect(code.match(/<[a-z/]+/g)).toEqual(['<iframe', '</iframe'])
})
