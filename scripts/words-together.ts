/** Words that every page waits for come as one file a language: `virtual:words/cz/first` and `…/inside`. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { FIRST_ROOMS, INSIDE_ROOMS } from '../words/rooms.ts'

const ROOT = join(import.meta.dirname, '..')
const WORDS = join(ROOT, 'words')
const PARTS: Readonly<Record<string, readonly string[]>> = { first: FIRST_ROOMS, inside: INSIDE_ROOMS }

/** Whether the back office itself names a refusal; the sentence of every other one comes with the answer. */
export function browserNames(sources: readonly string[]): (code: string) => boolean {
  const asking = sources.filter((text) => text.includes('refusals.codes.'))
  const whole = asking.flatMap((text) => [...text.matchAll(/refusals\.codes\.(\w+)['"`]/g)].map(([, code]) => code))
  const starts = asking.flatMap((text) => [...text.matchAll(/refusals\.codes\.(\w+)\$\{/g)].map(([, start]) => start))
  const chosen = asking
    .filter((text) => text.includes('refusals.codes.${'))
    .flatMap((text) => [...text.matchAll(/'(\w+)'/g)].map(([, code]) => code))
  const named = new Set([...whole, ...chosen])
  return (code) => named.has(code) || starts.some((start) => start !== undefined && code.startsWith(start))
}

/** The sentences of refusals as the browser needs them. */
export function refusalsInBrowser(lang: string): object {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'))
  const isNamed = browserNames(sources)
  const { codes, ...others } = JSON.parse(readFileSync(join(WORDS, lang, 'refusals.json'), 'utf8')) as {
    codes: Readonly<Record<string, string>>
  }
  return { ...others, codes: Object.fromEntries(Object.entries(codes).filter(([code]) => isNamed(code))) }
}

export const wordsTogether = (): Plugin => ({
  name: 'words-together',
  resolveId: (id) => (id.startsWith('virtual:words/') ? `\0${id}` : null),
  load(id) {
    const [, lang = '', part = ''] = /^\0virtual:words\/(\w+)\/(\w+)$/.exec(id) ?? []
    const rooms = PARTS[part]
    if (!rooms) return null
    const lines = rooms.map((room) => {
      if (room === 'refusals') return `const refusals = ${JSON.stringify(refusalsInBrowser(lang))}\n`
      const [file = ''] = globSync(`${lang}/**/${room}.json`, { cwd: WORDS })
      return `import ${room} from ${JSON.stringify(join(WORDS, file))}\n`
    })
    return `${lines.join('')}export default { ${rooms.join(', ')} }`
  },
})
