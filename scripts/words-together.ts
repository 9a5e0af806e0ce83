/**
 * Words that every page waits for come as one file a language: `virtual:words/cz/first` and `…/inside`. Those of the
 * CRMs come as one too, `…/vendors`: each lies in the folder of its connector.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { FIRST_ROOMS, INSIDE_ROOMS } from '../words/rooms.ts'

const ROOT = join(import.meta.dirname, '..')
const WORDS = join(ROOT, 'words')
const VENDORS = join(ROOT, 'server/engines/crm')
const PARTS: Readonly<Record<string, readonly string[]>> = { first: FIRST_ROOMS, inside: INSIDE_ROOMS }

/** Whether the back office itself names a refusal; the sentence of every other one comes with the answer. */
export function browserNames(sources: readonly string[], part: 'codes' | 'fields'): (code: string) => boolean {
  const asking = sources.filter((text) => text.includes(`refusals.${part}.`))
  const found = (texts: readonly string[], pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  const starts = found(asking, new RegExp(`refusals\\.${part}\\.(\\w+)\\$\\{`, 'g'))
  // A code of a field may be chosen anywhere, by a check of the contract too.
  const chosenIn = part === 'fields' ? sources : asking.filter((text) => text.includes(`refusals.${part}.\${`))
  const named = new Set([
    ...found(asking, new RegExp(`refusals\\.${part}\\.(\\w+)['"\`]`, 'g')),
    ...found(chosenIn, /'(\w+)'/g),
  ])
  // What follows a beginning is one of a list, such as the faults of a CRM.
  const listed = new Set(found(sources, /'(\w+)'/g))
  const isListed = (code: string) =>
    starts.some((start) => code.startsWith(start) && listed.has(codeOf(code.slice(start.length))))
  return (code) => named.has(code) || isListed(code)
}

/** A counted sentence has a key for each plural form: `too_short_one`, `too_short_other`. */
const codeOf = (key: string) => key.replace(/_(one|few|many|other)$/, '')

type Sentences = Readonly<Record<string, string>>

/** The sentences of refusals as the browser needs them. */
export function refusalsInBrowser(lang: string): { codes: Sentences; fields: Sentences } {
  const sources = globSync('{web,contract}/**/*.{ts,tsx}', { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  const all = JSON.parse(readFileSync(join(WORDS, lang, 'refusals.json'), 'utf8')) as {
    codes: Sentences
    fields: Sentences
  }
  const kept = (part: 'codes' | 'fields') => {
    const isNamed = browserNames(sources, part)
    return Object.fromEntries(Object.entries(all[part]).filter(([key]) => isNamed(key) || isNamed(codeOf(key))))
  }
  return { codes: kept('codes'), fields: kept('fields') }
}

/** A notice comes with its sentences: the server makes them in the reader's language. */
function withoutNotices(file: string): object {
  const { notices: _, ...words } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
  return words
}

function wordsOfVendors(lang: string): object {
  const files = globSync(`*/words/${lang}.json`, { cwd: VENDORS })
  return Object.fromEntries(
    files.map((file) => [
      file.split(/[/\\]/)[0] ?? '',
      JSON.parse(readFileSync(join(VENDORS, file), 'utf8')) as object,
    ]),
  )
}

export const wordsTogether = (): Plugin => ({
  name: 'words-together',
  resolveId: (id) => (id.startsWith('virtual:words/') ? `\0${id}` : null),
  load(id) {
    const [, lang = '', part = ''] = /^\0virtual:words\/(\w+)\/(\w+)$/.exec(id) ?? []
    if (part === 'vendors') return `export default ${JSON.stringify(wordsOfVendors(lang))}`
    const rooms = PARTS[part]
    if (!rooms) return null
    const lines = rooms.map((room) => {
      if (room === 'refusals') return `const refusals = ${JSON.stringify(refusalsInBrowser(lang))}\n`
      const [file = ''] = globSync(`${lang}/**/${room}.json`, { cwd: WORDS })
      if (room === 'notifications')
        return `const notifications = ${JSON.stringify(withoutNotices(join(WORDS, file)))}\n`
      return `import ${room} from ${JSON.stringify(join(WORDS, file))}\n`
    })
    return `${lines.join('')}export default { ${rooms.join(', ')} }`
  },
})
