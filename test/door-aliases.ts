/** Doors that hand out a statement of their SQL as it is: a verb has its own name, shape and refusals. */
import type { Tree } from './imports.ts'

const DOOR = /^server\/\w+\/([\w-]+)\/\1\.ts$/

/** One readable line for each alias. Types are free. */
export function doorAliases(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) => {
    if (!DOOR.test(file)) return []
    const spaces = [...text.matchAll(/import \* as (\w+) from '\.\/[\w-]*sql\.ts'/g)].map(([, name]) => name)
    const constants = [...text.matchAll(/^export const (\w+) = (\w+)\.\w+$/gm)]
      .filter(([, , space]) => spaces.includes(space))
      .map(([, name]) => name as string)
    const handed = [...text.matchAll(/^export \{([^}]*)\} from '\.\/[\w-]*sql\.ts'/gm)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
    return [...constants, ...handed].map((name) => `${file} hands out ${name} of its SQL`)
  })
}
