/** Values that no screen sends. Random ones follow a seed, so that a red run can be repeated. */
import type { Input } from './samples.ts'

/** Mulberry32: small, even enough for walks. Returns numbers from 0 to 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function nest(depth: number): unknown {
  let value: unknown = 'x'
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value }
  return value
}

/** Of every kind and at every edge. */
export const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  2_147_483_648,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e',
  '\r\nX-Evil: 1',
  '﷽'.repeat(200),
  'x'.repeat(10_000),
  '%',
  '\\',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '${7*7}',
  '{{7*7}}',
  '{balance}',
  '{',
  '}',
  '{no_such}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '0x10',
  '1e309',
  '-0',
  '٣',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '1990-13-01',
  '(a+)+$',
  '(?<=x)y',
  '[',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://127.0.0.1',
  '#12345',
  '#zzzzzz',
  'admin@',
  '@a.b',
  'a@b.c\n',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'cz',
  'CZ',
  'cs',
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: 1e9 },
  { length: { toString: 'x' } },
  { a: { b: { c: {} } } },
  { toString: 'x' },
  { $ne: null },
  nest(30),
  Array.from({ length: 200 }, (_, i) => i),
  Array.from({ length: 60 }, () => crypto.randomUUID()),
]

/** Whole bodies, as they are sent. */
export const RAW_BODIES: readonly string[] = [
  '',
  ' ',
  '{',
  '}',
  '[',
  '"',
  'null',
  'true',
  '0',
  '-',
  'NaN',
  '""',
  '[]',
  '{}',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '\u0000',
  '\ufeff{}',
  '{"__proto__":{"superuser":true}}',
  '{"constructor":{"prototype":{"superuser":true}}}',
  '{"a":1e999}',
  '{"\\u0000":1}',
  '{"a":"\\ud800"}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  JSON.stringify(Array.from({ length: 10_000 }, (_, i) => i)),
  'a=1&b=2',
  '--x\r\n\r\n--x--',
]

const chosen = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T

/** Paths to every part of a value, `[]` for the value itself. */
function waysInto(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [way]
  return [way, ...Object.entries(value).flatMap(([key, one]) => waysInto(one, [...way, key]))]
}

function changed(value: unknown, [key, ...rest]: readonly string[], change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((one, i) => (String(i) === key ? changed(one, rest, change) : (one as unknown)))
  const { [key]: old, ...others } = value as Record<string, unknown>
  const next = changed(old, rest, change)
  return next === undefined ? others : { ...others, [key]: next }
}

/** A text may be lengthened twice: far above every limit is enough. */
const GROWN_MAX = 500_000
const growText = (old: unknown) => (typeof old === 'string' ? (old || 'ab').repeat(400).slice(0, GROWN_MAX) : old)
const repeat = (old: unknown) =>
  Array.isArray(old) ? Array.from({ length: 500 }, () => old[0] as unknown) : [old, old]

/** A right value made wrong in one to three places. */
export function spoil(right: unknown, random: () => number): unknown {
  let value = right
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
    const way = chosen(waysInto(value), random)
    const kind = random()
    if (kind < 0.55) value = changed(value, way, () => chosen(VALUES, random))
    else if (kind < 0.7) value = changed(value, way, () => undefined)
    else if (kind < 0.8) value = changed(value, way, growText)
    else if (kind < 0.88) value = changed(value, way, repeat)
    else
      value = changed(value, way, (old) =>
        typeof old === 'object' && old !== null && !Array.isArray(old)
          ? {
              ...old,
              [chosen(['__proto__', 'constructor', 'toString', 'cabinet_id', 'superuser', '\0', ''], random)]: chosen(
                VALUES,
                random,
              ),
            }
          : chosen(VALUES, random),
      )
  }
  return value
}

/** A text for a place in an address. */
export function hostileText(random: () => number): string {
  const value = chosen(VALUES, random)
  return typeof value === 'string' ? value.slice(0, 300) : JSON.stringify(value).slice(0, 300)
}

/** Wrong in its body, its path or its query; sometimes in two of them. */
export function spoilInput(right: Input, random: () => number): Input {
  const kind = random()
  const input = { ...right }
  const names = Object.keys(right.params).filter((name) => name !== 'c')
  const name = names[Math.floor(random() * names.length)]
  if (right.body !== undefined && kind < 0.75) input.body = spoil(right.body, random)
  else if (name !== undefined && kind < 0.9)
    input.params = {
      ...right.params,
      [name]:
        hostileText(random)
          .replace(/^\.{1,2}$/, 'dots')
          .toWellFormed() || 'x',
    }
  if (kind >= 0.9 || random() < 0.3) {
    input.query = {
      ...right.query,
      [hostileText(random).slice(0, 20).toWellFormed()]: hostileText(random),
      page: hostileText(random),
      q: hostileText(random),
    }
  }
  return input
}
