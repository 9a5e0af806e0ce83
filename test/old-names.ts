/** Finds our old dialect in identifiers and comments; docs/house.md has the terms that replace it. */
import { parseSync } from 'oxc-parser'
import type { Tree } from './imports.ts'

const OLD_IN_NAMES = new Set(
  'tell tells telling told said hear hears hearing heard mend mends mended mending whoever deed deeds played'.split(
    ' ',
  ),
)
const OLD_WORDS = String.raw`told|said|hears?|heard|mend(s|ed|ing)?|whoever|deeds?|played`
const OLD_PHRASES = String.raw`stands(?! for)|(is|are) meant|goes along|by itself`
const OLD_IN_COMMENTS = new RegExp(String.raw`\b(${OLD_WORDS}|${OLD_PHRASES})\b`, 'gi')
/** Parsing is slow: a file without any of the words is not parsed. */
const MAY_BE_OLD = /tell|told|said|hear|mend|whoever|deed|played|stands|meant|goes\s|by\s/i
/** What a comment quotes is not its own language. */
const QUOTED = /`[^`]*`|"[^"]*"|“[^”]*”/g

/** `toldOfDraft` and `FAILURES_TOLD` have the part `told`; `hearing` in `shearing` is no part. */
const partsOf = (name: string) => name.split(/(?<=[a-z0-9])(?=[A-Z])|[_$]/).map((part) => part.toLowerCase())

/** Every identifier of the file, property names and JSX included; strings are not. */
function namesIn(node: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(node)) for (const one of node) namesIn(one, found)
  else if (typeof node === 'object' && node !== null) {
    if ('name' in node && typeof node.name === 'string') found.add(node.name)
    for (const value of Object.values(node)) if (typeof value === 'object') namesIn(value, found)
  }
  return found
}

/** @throws Error when the file does not parse: a rule that reads nothing must not pass */
function faultsIn(file: string, text: string): string[] {
  const { program, comments, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file} does not parse: ${errors[0].message}`)
  const names = [...namesIn(program)].filter((name) => partsOf(name).some((part) => OLD_IN_NAMES.has(part)))
  const phrases = comments.flatMap(({ value, start }) => {
    const line = text.slice(0, start).split('\n').length
    const found =
      value
        .replaceAll(/\s+\*?\s*/g, ' ')
        .replaceAll(QUOTED, '')
        .match(OLD_IN_COMMENTS) ?? []
    return found.map((phrase) => `${file}:${line} has "${phrase}" in a comment`)
  })
  return [...names.map((name) => `${file} names something ${name}`), ...phrases]
}

/** One line for each old name and each old phrase; texts in words/ have a test of their own. */
export function oldNames(tree: Tree): string[] {
  return [...tree].flatMap(([file, text]) =>
    file.startsWith('words/') || !MAY_BE_OLD.test(text) ? [] : faultsIn(file, text),
  )
}
