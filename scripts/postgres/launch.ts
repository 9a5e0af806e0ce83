/**
 * Starts the PostgreSQL that npm brought along, for people who have no server of their own (`DATABASE_URL`).
 * It listens on a Unix socket only, and stops when this process ends in any way, kill -9 included.
 */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, servantAccount } from './account.ts'
import { bundledPostgres, runnableBinaries } from './binaries.ts'
import { draftPrefix, makeTempFolder, prepareDataFolder, remakeFolder } from './data-folder.ts'
import { keepUp } from './keep-up.ts'
import { LaunchRefused } from './launch-refused.ts'
import { endLeftovers, ownFolder } from './ownership.ts'
import { clusterArguments, serverArguments } from './settings.ts'
import { type Guarded, runGuarded } from './watchdog.ts'

const port = 5432
const readyWithinMs = 120_000

export type LaunchOptions = {
  /** One line of PostgreSQL's log; it never holds statements or rows. */
  log?: (line: string) => void
  /** PostgreSQL ended unasked and is started again, under the same address. */
  onRestart?: (line: string) => void
} &
  /** A folder of ours that outlives us. */
  (
    | { dataDir: string; throwaway?: false }
    /** For tests: no fsync, everything in a temporary folder that goes away with the server. */
    | { throwaway: true; dataDir?: undefined }
  )

export type RunningPostgres = {
  /** For `pg`: `host` is the folder of the socket; user `postgres` is the superuser and needs no password. */
  connection: { host: string; port: number; user: 'postgres'; database: 'postgres' }
  /** Resolves when PostgreSQL has ended for good: asked, or again and again. */
  exited: Promise<void>
  /** Fast shutdown: open transactions are rolled back, connections are closed, then it resolves. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL and resolves when it accepts connections: about 0.1 s on an existing folder, 1–2 s on a fresh one.
 * Waits for an earlier server on the same folder that is still shutting down. Throws LaunchRefused with a sentence for
 * the operator, such as when another live process holds the folder.
 */
export async function launchPostgres(options: LaunchOptions): Promise<RunningPostgres> {
  const log = options.log ?? (() => {})
  const bundle = bundledPostgres()
  const place = options.throwaway
    ? { folder: undefined, account: servantAccount() }
    : prepareDataFolder(options.dataDir, bundle.major)
  const binaries = runnableBinaries(bundle, place.account)
  const socketDir = makeTempFolder(place.account, options.throwaway === true)
  const folder = place.folder ?? socketDir
  if (place.folder && place.folder !== resolve(options.dataDir ?? '')) log(`The data lies in ${place.folder}`)
  let ownership
  try {
    ownership = await ownFolder(folder)
    const { release } = ownership
    const run = {
      binaries,
      folder,
      socketDir,
      account: place.account,
      mark: ownership.mark,
      isThrowaway: options.throwaway === true,
      log,
    }
    const cluster = join(folder, bundle.major)
    await endLeftovers(run.mark, cluster)
    if (!existsSync(cluster)) await createCluster(run, cluster)
    const first = await startServer(run, cluster)
    const server = options.throwaway
      ? { exited: first.exited, stop: () => first.stop() }
      : keepUp(first, () => restartServer(run, cluster), options.onRestart ?? log)
    const exited = server.exited.then(release)
    return {
      connection: { host: socketDir, port, user: 'postgres', database: 'postgres' },
      exited,
      stop: async () => {
        await server.stop()
        await exited
      },
    }
  } catch (error) {
    ownership?.release()
    rmSync(socketDir, { recursive: true, force: true })
    throw error
  }
}

type Run = {
  binaries: string
  folder: string
  socketDir: string
  account: Account
  mark: string
  isThrowaway: boolean
  log(line: string): void
}

/** Built beside its place and renamed, so that a cluster which exists is a whole one. */
async function createCluster(run: Run, cluster: string): Promise<void> {
  for (const name of readdirSync(run.folder).filter((entry) => entry.startsWith(draftPrefix))) {
    rmSync(join(run.folder, name), { recursive: true })
  }
  const draft = join(run.folder, `${draftPrefix}${process.pid}`)
  const lines: string[] = []
  const initdb = runGuarded([join(run.binaries, 'bin/initdb'), ...clusterArguments(draft, run.isThrowaway)], {
    account: run.account,
    mark: run.mark,
    temporary: run.socketDir,
    keepOnSuccess: true,
    onLine: (line) => lines.push(line),
  })
  if ((await initdb.exited) !== 0)
    throw new LaunchRefused(`PostgreSQL could not make its data folder ${cluster}: ${lastWords(lines)}`)
  renameSync(draft, cluster)
  const folder = openSync(run.folder, 'r')
  fsyncSync(folder)
  closeSync(folder)
}

async function startServer(run: Run, cluster: string): Promise<Guarded> {
  const lines: string[] = []
  const command = [join(run.binaries, 'bin/postgres'), ...serverArguments({ ...run, cluster, port }, run.isThrowaway)]
  const server = runGuarded(command, {
    account: run.account,
    mark: run.mark,
    temporary: run.socketDir,
    onLine: (line) => {
      run.log(line)
      if (lines.push(line) > 20) lines.shift()
    },
  })
  let hasEnded = false
  server.exited.finally(() => (hasEnded = true)).catch(() => {})
  const deadline = Date.now() + readyWithinMs
  while (!isReady(cluster, run.socketDir)) {
    if (hasEnded) throw new LaunchRefused(`PostgreSQL did not start on ${cluster}: ${lastWords(lines)}`)
    if (Date.now() > deadline) {
      await server.stop()
      throw new LaunchRefused(
        `PostgreSQL on ${cluster} was not ready within ${readyWithinMs / 1000} s: ${lastWords(lines)}`,
      )
    }
    await sleep(5)
  }
  server.release()
  return server
}

/** On the same socket, so that every open pool finds it; what the last server has left is cleared away first. */
async function restartServer(run: Run, cluster: string): Promise<Guarded> {
  await endLeftovers(run.mark, cluster)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  remakeFolder(run.socketDir, run.account)
  return startServer(run, cluster)
}

/** The eighth line of the lock file says `ready`; the fifth is our socket folder, so a stale file does not count. */
function isReady(cluster: string, socketDir: string): boolean {
  const file = join(cluster, 'postmaster.pid')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return lines[4] === socketDir && lines[7]?.trim() === 'ready'
}

function lastWords(lines: string[]): string {
  return lines.slice(-5).join(' / ') || 'it gave no reason'
}
