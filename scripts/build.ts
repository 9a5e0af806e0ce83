/** Builds the browser side when its sources changed: the cabinet, the test phone, the public pages. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
const STAMP = join(ROOT, 'dist/.stamp')
const PLUGINS = ['scripts/without-api-document.ts', 'scripts/words-together.ts']
const SOURCES = [
  'web',
  'phone',
  'pages',
  'card',
  'contract',
  'words',
  'vite.config.ts',
  ...PLUGINS,
  'package-lock.json',
]

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return
  const entries =
    path.endsWith('.json') || path.endsWith('.ts') ? null : readdirSync(path, { withFileTypes: true, recursive: true })
  const files = entries
    ? entries
        .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [path]
  for (const file of files) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0')
}

/** Hash of everything that the build reads. */
export function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, join(ROOT, source))
  return hash.digest('hex')
}

export function isBuilt(hash = sourcesHash()): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash
}

/** One build at a time in this folder: the kernel frees the name with the process that holds it. */
async function takeTurn(): Promise<() => void> {
  const { dev, ino } = statSync(ROOT, { bigint: true })
  for (;;) {
    const server = createServer()
    const isOurs = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(`\0kartoteka-build-${dev}-${ino}`, () => resolve(true))
    })
    if (isOurs) return () => void server.close()
    await sleep(200)
  }
}

/** @returns whether something was built */
export async function build(): Promise<boolean> {
  if (isBuilt()) return false
  const release = await takeTurn()
  try {
    const hash = sourcesHash()
    if (isBuilt(hash)) return false
    const startedMs = performance.now()
    process.stdout.write('Building the browser side …\n')
    // A build that is broken off must not pass for the one before it.
    rmSync(STAMP, { force: true })
    await buildAll()
    writeFileSync(STAMP, hash)
    process.stdout.write(`The browser side is built (${Math.round((performance.now() - startedMs) / 1000)} s).\n`)
    return true
  } finally {
    release()
  }
}

async function buildAll(): Promise<void> {
  process.env.NODE_ENV = 'production'
  const { build: viteBuild } = await import('vite')
  const { buildPages } = await import('../pages/vite.pages.ts')
  await viteBuild({ root: ROOT, configFile: join(ROOT, 'vite.config.ts'), mode: 'production', logLevel: 'warn' })
  await buildPages(join(ROOT, 'dist/pages'))
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
}

if (import.meta.main) {
  // The process that asked for this build is gone.
  if (process.channel) process.on('disconnect', () => process.exit(1))
  await build()
  process.exit()
}
