import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { judgeBadges } from './badges.ts'

it('names each badge that is not there, and one that is no plain picture', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kartoteka-badges-'))
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const judged = () => judgeBadges(folder).map(({ state, text }) => `${state}: ${text}`)
  try {
    expect(judged()).toEqual([expect.stringMatching(/^by hand: .*apple-en\.svg.*google-ru\.svg/)])
    for (const wallet of ['apple', 'google'])
      for (const lang of ['en', 'cz', 'de', 'ru']) put(`${wallet}-${lang}.svg`, '<svg viewBox="0 0 1 1"/>')
    expect(judged()).toEqual(['good: the official artwork of both wallets in every language'])
    put('google-de.svg', '<svg><script>steal()</script></svg>')
    expect(judged()).toEqual([expect.stringMatching(/^missing: google-de\.svg /)])
    put('google-de.svg', '<!doctype html><title>Not found</title>')
    expect(judged()).toEqual([expect.stringMatching(/^missing: google-de\.svg /)])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
