/** Finds places that share more than twelve lines of code: what both need belongs in one. */

/** The longest run of lines that two places may share. */
const ALLOWED = 12
/** A test is written out in full. */
const IS_TEST = /^test\/|\.test\.tsx?$/

/** Pairs that may stay, each with its reason. The list can only shrink: a pair that shares less fails the check. */
const EXCEPTIONS: Readonly<Record<string, string>> = {}

type Line = { text: string; number: number }
type Place = { file: string; at: number }

/** Lines that say something: no comments, no imports, no lone brackets. */
function codeLines(text: string): Line[] {
  const isImport = /^(import|export) (type )?(\*|\{|\w+ from)[\s\S]*? from '[^']+'$/gm
  const blank = (found: string) => found.replace(/[^\n]/g, '')
  return text
    .replace(isImport, blank)
    .replace(/\/\*[\s\S]*?\*\//g, blank)
    .split('\n')
    .map((line, index) => ({ text: line.trim().replace(/\s+/g, ' '), number: index + 1 }))
    .filter((line) => /\w/.test(line.text) && !line.text.startsWith('//') && !line.text.startsWith('import '))
}

/** Where windows of so many lines begin, those that occur more than once. */
function repeatedWindows(files: ReadonlyMap<string, readonly Line[]>, size: number): Place[][] {
  const windows = new Map<string, Place[]>()
  for (const [file, lines] of files) {
    for (let at = 0; at + size <= lines.length; at++) {
      const key = lines
        .slice(at, at + size)
        .map((line) => line.text)
        .join('\n')
      const places = windows.get(key)
      if (places) places.push({ file, at })
      else windows.set(key, [{ file, at }])
    }
  }
  return [...windows.values()].filter((places) => places.length > 1)
}

type Run = { first: Place; second: Place; length: number }

/** Windows that follow each other at both places are one run of lines. */
function joinWindows(windows: readonly Place[][], size: number): Run[] {
  const runs = new Map<string, Run>()
  const keyOf = (first: Place, second: Place, shift: number) =>
    `${first.file} ${first.at + shift} ${second.file} ${second.at + shift}`
  for (const places of windows) {
    for (const [index, first] of places.entries()) {
      for (const second of places.slice(index + 1)) {
        // A list of equal lines overlaps with itself.
        if (first.file === second.file && second.at - first.at < size) continue
        const run = runs.get(keyOf(first, second, -1)) ?? { first, second, length: size - 1 }
        runs.delete(keyOf(first, second, -1))
        runs.set(keyOf(first, second, 0), { ...run, length: run.length + 1 })
      }
    }
  }
  return [...runs.values()]
}

/**
 * One line for each pair of files that shares too much, and for each exception that is none any more.
 * @param allowed pairs that may share lines, `a.ts b.ts`, with the reason
 */
export function duplicateLines(
  texts: ReadonlyMap<string, string>,
  allowed: Readonly<Record<string, string>> = EXCEPTIONS,
): string[] {
  const files = new Map(
    [...texts].filter(([file]) => !IS_TEST.test(file)).map(([file, text]) => [file, codeLines(text)]),
  )
  const lineOf = ({ file, at }: Place) => `${file}:${files.get(file)?.[at]?.number ?? 0}`
  const pairs = new Map(
    joinWindows(repeatedWindows(files, ALLOWED + 1), ALLOWED + 1).map(({ first, second, length }) => [
      `${first.file} ${second.file}`,
      `${lineOf(first)} and ${lineOf(second)} share ${length} lines`,
    ]),
  )
  return [
    ...[...pairs].filter(([pair]) => !(pair in allowed)).map(([, fault]) => fault),
    ...Object.keys(allowed)
      .filter((pair) => !pairs.has(pair))
      .map((pair) => `${pair}: shares fewer lines now, so it leaves the list`),
  ]
}
