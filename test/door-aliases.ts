/** Doors that hand out a statement of their SQL as it is: a verb has its own name, shape and refusals. */
import type { Tree } from './imports.ts'

/** What doors still hand out. The list only shrinks. */
export const HANDED_OUT: Readonly<Record<string, string>> = {}

const DOOR = /^server\/\w+\/([\w-]+)\/\1\.ts$/

/** One readable line for each alias, and for each of the list that is gone. Types are free. */
export function doorAliases(tree: Tree, known: Readonly<Record<string, string>> = HANDED_OUT): string[] {
  const found = [...tree].flatMap(([file, text]) => {
    if (!DOOR.test(file)) return []
    const spaces = [...text.matchAll(/import \* as (\w+) from '\.\/[\w-]*sql\.ts'/g)].map(([, name]) => name)
    const constants = [...text.matchAll(/^export const (\w+) = (\w+)\.\w+$/gm)]
      .filter(([, , space]) => spaces.includes(space))
      .map(([, name]) => name as string)
    const handed = [...text.matchAll(/^export \{([^}]*)\} from '\.\/[\w-]*sql\.ts'/gm)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
    return [...constants, ...handed].map((name) => ({ file, name }))
  })
  const isKnown = (file: string, name: string) => known[file]?.split(' ').includes(name) === true
  const gone = Object.entries(known).flatMap(([file, names]) =>
    names
      .split(' ')
      .filter((name) => !found.some((one) => one.file === file && one.name === name))
      .map((name) => `no longer handed out: ${name} of ${file}`),
  )
  const lines = found
    .filter(({ file, name }) => !isKnown(file, name))
    .map(({ file, name }) => `${file} hands out ${name} of its SQL`)
  return [...lines, ...gone]
}
