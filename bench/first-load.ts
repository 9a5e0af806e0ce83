/** What a browser loads before the cabinet's first screen, and what each further screen adds; read from the build's own graph. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { print, type BenchReport } from './passes.ts'

const CLIENT = join(import.meta.dirname, '../dist/client')
const FIRST_MAX = 300 * 1024
const FURTHER_MAX = 60 * 1024

const gzipped = (file: string) => gzipSync(readFileSync(join(CLIENT, file))).length

/** Files a chunk imports at once, itself included. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(CLIENT, file), 'utf8')
  for (const [, name] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) closure(`assets/${name}`, seen)
  return seen
}

/** Everything the cabinet may load one day, screens that are opened later included; the test phone's own files are not. */
function reachable(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = readFileSync(join(CLIENT, file), 'utf8')
  for (const [, name] of text.matchAll(/(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+\.js)/g)) reachable(`assets/${name}`, seen)
  return seen
}

export async function run(): Promise<BenchReport> {
  const page = join(CLIENT, 'web/index.html')
  if (!existsSync(page)) throw new Error('nothing is built: run npm run build')
  const html = readFileSync(page, 'utf8')
  const entries = [...html.matchAll(/(?:src|href)="\/(assets\/[\w.-]+\.js)"/g)].map(([, file]) => file as string)
  const first = new Set(entries.flatMap((file) => [...closure(file)]))
  const size = (files: Iterable<string>) => [...files].reduce((total, file) => total + gzipped(file), 0)
  const firstBytes = size(first)
  const chunks = [...new Set(entries.flatMap((file) => [...reachable(file)]))].filter((file) => !first.has(file))
  const further = chunks.map((file) => ({ file, bytes: size([...closure(file)].filter((one) => !first.has(one))) })).sort((left, right) => right.bytes - left.bytes)
  const largest = further[0] ?? { file: 'none', bytes: 0 }
  return {
    name: 'first load of the cabinet',
    lines: [
      `first load ${(firstBytes / 1024).toFixed(1)} kB JS gzip in ${first.size} files`,
      ...further.slice(0, 6).map(({ file, bytes }) => `  + ${(bytes / 1024).toFixed(1).padStart(6)} kB  ${file}`),
    ],
    ratios: [
      { name: 'first load of its 300 kB (at most 1)', value: firstBytes / FIRST_MAX, target: 1, ok: firstBytes <= FIRST_MAX },
      { name: `largest later chunk of its 60 kB (at most 1; ${largest.file})`, value: largest.bytes / FURTHER_MAX, target: 1, ok: largest.bytes <= FURTHER_MAX },
    ],
  }
}

if (import.meta.main) print(await run())
