/** Sentences that count something and have one form for all numbers: `allows 1 card templates`. */
import { flatten, type Words } from './word-faults.ts'

const PLURAL = /_(one|two|few|many|other)$/
/** A number, at most one word between, and a noun in the plural: `{{limit}} card designs`, `{{total}} API calls`. */
const COUNTED = /\{\{(\w+)\}\}((?: (?!of |found )[A-Za-z]+){1,2})/g

/** Nouns that follow a number in sentences that do have plural forms. */
function nounsIn(texts: ReadonlyMap<string, string>): Set<string> {
  const nouns = new Set<string>()
  for (const [key, text] of texts)
    if (key.endsWith('_other')) {
      const singular = texts.get(key.replace(/_other$/, '_one')) ?? ''
      for (const [word] of text.matchAll(/[a-z]{3,}s\b|\bpeople\b|entries/g))
        if (!new RegExp(`\\b${word}\\b`).test(singular)) nouns.add(word)
    }
  return nouns
}

/**
 * @param fixed patterns of keys whose number never changes or always has decimals
 * @returns the keys, each with what it counts
 */
export function uncounted(english: Words, fixed: readonly RegExp[]): string[] {
  const texts = flatten(english)
  const nouns = nounsIn(texts)
  return [...texts].flatMap(([key, text]) => {
    if (PLURAL.test(key) || fixed.some((pattern) => pattern.test(key))) return []
    return [...text.matchAll(COUNTED)]
      .filter(([, , words = '']) => words.split(' ').some((word) => nouns.has(word)))
      .map(([found]) => `${key}: ${found}`)
  })
}
