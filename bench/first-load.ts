/**
 * What a browser loads before the first screen, and what each further page adds: gzip of every chunk that a page needs
 * with its language, read from the build's manifest. A signed-in user starts at the overview, others at the login.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readTree } from '../test/imports.ts'
import { openedPages } from '../test/pages-and-words.ts'
import { FIRST_ROOMS, INSIDE_ROOMS } from '../words/rooms.ts'
import { print, type BenchReport } from './report.ts'

const CLIENT = join(import.meta.dirname, '../dist/client')
const FIRST_MAX = 250 * 1024
const FURTHER_MAX = 63 * 1024
/** No page: it comes behind the plain field of a page, once that is drawn. */
const CHIP_EDITOR = { source: 'web/parts/token-input/chip-editor.tsx', max: 85 * 1024 }

type Chunk = { file: string; imports?: string[]; isDynamicEntry?: boolean }
type Manifest = Readonly<Record<string, Chunk>>

const ROOT = join(import.meta.dirname, '..')
const fileOf = (room: string) => globSync(`words/en/**/${room}.json`, { cwd: ROOT })
/** In the file that is loaded once for all pages. */
const TOGETHER = new Set<string>([...FIRST_ROOMS, ...INSIDE_ROOMS])
const FRONT = ['web/index.html', 'virtual:words/en/first']
/** The frame around every page inside an account, with its words. */
const INSIDE = [...FRONT, 'virtual:words/en/inside', 'web/shell/frames.tsx']
const FIRST_PAGES = {
  'log in': [...FRONT, 'web/platform/users/auth-frame.tsx', 'web/platform/users/login.tsx'],
  overview: [...INSIDE, 'web/business/dashboard/page.tsx'],
}

/** Loaded without being asked for, once the first page is drawn. */
const AHEAD = 'web/base/controls-ahead.ts'

/** The files of these sources and of all that they import statically. */
function filesOf(manifest: Manifest, sources: readonly string[]): Set<string> {
  const files = new Set<string>()
  const seen = new Set<string>()
  const visit = (source: string) => {
    if (seen.has(source)) return
    seen.add(source)
    const chunk = manifest[source]
    if (!chunk) throw new Error(`the build has no chunk of ${source}`)
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    for (const one of chunk.imports ?? []) visit(one)
  }
  for (const source of sources) visit(source)
  return files
}

const sizes = new Map<string, number>()
function gzipped(file: string): number {
  const size = sizes.get(file) ?? gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length
  sizes.set(file, size)
  return size
}
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + gzipped(file), 0)
const inKb = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`

/** Files of words that a page waits for, from the routes. */
function furtherWords(): Map<string, string[]> {
  return new Map(
    openedPages(readTree()).map(({ page, rooms }) => [
      page,
      rooms.filter((room) => !TOGETHER.has(room)).flatMap(fileOf),
    ]),
  )
}

export async function run(): Promise<BenchReport> {
  const path = join(CLIENT, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error('nothing is built: run npm run build')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
  const report: BenchReport = { name: 'first load of the cabinet', lines: [], ratios: [] }
  for (const [name, sources] of Object.entries(FIRST_PAGES)) {
    const files = filesOf(manifest, sources)
    const bytes = sum(files)
    report.lines.push(`${name}: ${inKb(bytes)} JS gzip in ${files.size} files`)
    report.ratios.push({
      name: `first load at ${name} of its 250 kB (at most 1)`,
      value: bytes / FIRST_MAX,
      target: 1,
      ok: bytes <= FIRST_MAX,
    })
  }
  const first = filesOf(manifest, FIRST_PAGES.overview)
  const had = filesOf(manifest, [...FIRST_PAGES.overview, AHEAD])
  report.lines.push(`  + ${inKb(sum(had) - sum(first)).padStart(8)} behind the first page, while nothing else is to do`)
  const words = furtherWords()
  const further = Object.keys(manifest)
    .filter((source) => /^web\/.*\.tsx$/.test(source) && manifest[source]?.isDynamicEntry)
    .map((source) => {
      const files = [...filesOf(manifest, [source, ...(words.get(source) ?? [])])].filter((file) => !had.has(file))
      return { source, bytes: sum(files), count: files.length }
    })
    .sort((left, right) => right.bytes - left.bytes)
  report.lines.push(
    ...further
      .slice(0, 6)
      .map(({ source, bytes, count }) => `  + ${inKb(bytes).padStart(8)} in ${count} files  ${source}`),
  )
  const editor = further.find(({ source }) => source === CHIP_EDITOR.source)
  if (!editor) throw new Error(`the build has no ${CHIP_EDITOR.source}`)
  report.ratios.push({
    name: 'what a field with chips brings, of its 85 kB (at most 1)',
    value: editor.bytes / CHIP_EDITOR.max,
    target: 1,
    ok: editor.bytes <= CHIP_EDITOR.max,
  })
  const largest = further.find((one) => one !== editor) ?? { source: 'none', bytes: 0 }
  report.ratios.push({
    name: `largest further page of its 63 kB (at most 1; ${largest.source})`,
    value: largest.bytes / FURTHER_MAX,
    target: 1,
    ok: largest.bytes <= FURTHER_MAX,
  })
  return report
}

if (import.meta.main) print(await run())
