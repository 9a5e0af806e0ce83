/** Words that every page waits for come as one file a language: `virtual:words/cz/first` and `…/inside`. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { FIRST_ROOMS, INSIDE_ROOMS } from '../words/rooms.ts'

const WORDS = join(import.meta.dirname, '../words')
const PARTS: Readonly<Record<string, readonly string[]>> = { first: FIRST_ROOMS, inside: INSIDE_ROOMS }

export const wordsTogether = (): Plugin => ({
  name: 'words-together',
  resolveId: (id) => (id.startsWith('virtual:words/') ? `\0${id}` : null),
  load(id) {
    const [, lang = '', part = ''] = /^\0virtual:words\/(\w+)\/(\w+)$/.exec(id) ?? []
    const rooms = PARTS[part]
    if (!rooms) return null
    const imports = rooms.map((room) => {
      const [file = ''] = globSync(`${lang}/**/${room}.json`, { cwd: WORDS })
      return `import ${room} from ${JSON.stringify(join(WORDS, file))}\n`
    })
    return `${imports.join('')}export default { ${rooms.join(', ')} }`
  },
})
