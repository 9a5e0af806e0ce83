/**
 * How big a regular expression becomes when its repeats are written out, as the engine does before it matches, and how
 * long a text it can match. Found without the engine, because compiling a big expression is what takes the time.
 */

type Reader = { source: string; at: number }
/** Neither is ever less than what the engine makes of it. `longest`: in code points, Infinity without a bound. */
export type ExpressionSize = { steps: number; longest: number }

const ONE: ExpressionSize = { steps: 1, longest: 1 }
/** What a group costs besides its content, and an alternative. */
const GROUP_STEPS = 2
const ALTERNATIVE_STEPS = 2

/** Classes by name, `\pL` or `\p{Greek}`, have hundreds of ranges each. */
export function countNamedClasses(source: string): number {
  return source.match(/\\[pP]/g)?.length ?? 0
}

const FOLDED_FIRST = 0x41
const FOLDED_LAST = 0x1e943

/** A letter at one end of a range, with how it is written, or an escape whose letter is the engine's to know. */
const RANGE_END = String.raw`(?:\\x\{[0-9a-fA-F]+\}|\\x[0-9a-fA-F]{2}|\\.|[^\\])`
const RANGE = new RegExp(`(?=(${RANGE_END})-(${RANGE_END}))`, 'gsu')

/** Escapes of single letters count as the letter itself; only `\t` and the like are lower, octal ones do not matter. */
function letterOf(end: string): number {
  const hex = /^\\x\{?([0-9a-fA-F]+)/.exec(end)?.[1]
  if (hex !== undefined) return Number.parseInt(hex, 16)
  return (end.startsWith('\\') ? end.slice(1) : end).codePointAt(0) ?? 0
}

/**
 * Letters that the engine asks for their other case one by one: those of the ranges in an expression that ignores case.
 * A hyphen outside a class is counted too, which makes no usual expression too much.
 */
export function countFoldedLetters(source: string): number {
  if (!/\(\?[a-zA-Z]*i/.test(source)) return 0
  let letters = 0
  for (const [, from = '', to = ''] of source.matchAll(RANGE))
    letters += Math.max(0, Math.min(letterOf(to), FOLDED_LAST) - Math.max(letterOf(from), FOLDED_FIRST) + 1)
  return letters
}

function after(source: string, end: string, from: number): number {
  const found = source.indexOf(end, from)
  return found < 0 ? source.length : found + end.length
}

/** `[…]`: a bracket that comes first or behind a backslash does not end it. */
function readClass(reader: Reader): ExpressionSize {
  const { source } = reader
  reader.at += source[reader.at + 1] === '^' ? 2 : 1
  if (source[reader.at] === ']') reader.at++
  while (reader.at < source.length && source[reader.at] !== ']') {
    if (source.startsWith('[:', reader.at)) reader.at = after(source, ':]', reader.at)
    else reader.at += source[reader.at] === '\\' ? 2 : 1
  }
  reader.at++
  return ONE
}

/** `\Q…\E` is its letters; every other escape is one. */
function readEscape(reader: Reader): ExpressionSize {
  const { source, at } = reader
  if (source[at + 1] === 'Q') {
    reader.at = after(source, '\\E', at)
    return { steps: reader.at - at, longest: reader.at - at }
  }
  const isNamed = /^\\[pPx]/.test(source.slice(at, at + 2))
  if (isNamed && source[at + 2] === '{') reader.at = after(source, '}', at)
  else reader.at += isNamed ? 3 : 2
  return ONE
}

const GROUP_HEAD = /^\((?:\?(?:P?<\w+>|<?[=!]|[a-zA-Z-]*:?))?/

function readAtom(reader: Reader): ExpressionSize {
  const letter = reader.source[reader.at]
  if (letter === '(') {
    reader.at += GROUP_HEAD.exec(reader.source.slice(reader.at))?.[0].length ?? 1
    const inside = readAlternatives(reader)
    reader.at++
    return { steps: inside.steps + GROUP_STEPS, longest: inside.longest }
  }
  if (letter === '[') return readClass(reader)
  if (letter === '\\') return readEscape(reader)
  reader.at++
  return ONE
}

/** The engine repeats what comes before a group of flags. */
const REPEAT = /^(?:\(\?[a-zA-Z-]+\))*(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})/

/** All repeats behind one atom: `a{2}{3}` is six of them. */
function readRepeats(reader: Reader, atom: ExpressionSize): ExpressionSize {
  let { steps, longest } = atom
  for (;;) {
    const found = REPEAT.exec(reader.source.slice(reader.at))
    if (!found) return { steps, longest }
    reader.at += found[0].length
    const [, sign, least, comma, most] = found
    const isEndless = sign === '*' || sign === '+' || (comma !== undefined && most === '')
    const times = sign === undefined ? Math.max(Number(least), Number(most ?? 0), 1) : 1
    // Each of the optional ones needs a step of its own.
    steps = steps * times + (times - Math.min(Number(least ?? 1), times)) + 2
    longest = isEndless ? Infinity : longest * times
  }
}

function readAlternatives(reader: Reader): ExpressionSize {
  const { source } = reader
  let [steps, longest, ofThis] = [0, 0, 0]
  while (reader.at < source.length && source[reader.at] !== ')') {
    if (source[reader.at] === '|') {
      reader.at++
      steps += ALTERNATIVE_STEPS
      ofThis = 0
      continue
    }
    const part = readRepeats(reader, readAtom(reader))
    steps += part.steps
    ofThis += part.longest
    longest = Math.max(longest, ofThis)
  }
  return { steps, longest }
}

const FRAME_STEPS = 6

export function sizeOfExpression(source: string): ExpressionSize {
  const reader: Reader = { source, at: 0 }
  let [steps, longest] = [FRAME_STEPS, 0]
  // A bracket without its partner is the engine's to refuse.
  for (; reader.at < source.length; reader.at++) {
    const part = readAlternatives(reader)
    steps += part.steps
    longest += part.longest
  }
  return { steps, longest }
}
