import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createConnection, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { LaunchRefused } from './launch-refused.ts'

const fastShutdownMs = 20_000
const patienceMs = 30_000

/** A data folder that is ours until `release`, or until this process dies in any way. */
export type Ownership = { mark: string; release: () => void }

/**
 * Takes the folder for this process. The lock is a socket name in Linux' abstract namespace: the kernel frees it with
 * the process, so nothing can go stale. `mark` names the folder (not its path) in the command lines of its processes.
 */
export async function ownFolder(folder: string): Promise<Ownership> {
  const { dev, ino } = statSync(folder, { bigint: true })
  const mark = `kartoteka-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 16)}`
  const name = `\0${mark}`
  const server = createServer((socket) => socket.on('error', () => {}).end(String(process.pid)))
  const isFree = await listen(server, name)
  if (!isFree)
    throw new LaunchRefused(
      `The data folder ${folder} is in use by another running server (process ${await holderOf(name)})`,
    )
  server.unref()
  return { mark, release: () => void server.close() }
}

/**
 * Waits until no process of an earlier server is left on the folder, and asks one without a living launcher to stop.
 * Also removes the lock file of a server that is gone. PostgreSQL would take its process number for a live server when
 * it belongs to a stranger by now, or when nobody has collected the dead process yet.
 */
export async function endLeftovers(mark: string, cluster: string): Promise<void> {
  const startedAt = Date.now()
  const sent = new Set<string>()
  for (;;) {
    const lockPid = postmasterPid(cluster)
    const left = processesMarked(mark)
    if (left.length === 0) return refuseForeign(lockPid, cluster)
    const elapsedMs = Date.now() - startedAt
    const signal = elapsedMs > fastShutdownMs ? 'SIGQUIT' : 'SIGINT'
    if (lockPid && left.includes(lockPid) && !sent.has(signal)) {
      sent.add(signal)
      process.kill(lockPid, signal)
    }
    if (elapsedMs > patienceMs)
      throw new LaunchRefused(`An earlier PostgreSQL on ${cluster} does not stop (process ${left.join(', ')})`)
    await sleep(30)
  }
}

/** Process ids whose command line carries the mark; command lines are readable for everyone, unlike working folders. */
export function processesMarked(mark: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && commandLine(pid).includes(mark))
}

function listen(server: Server, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(name, () => resolve(true))
  })
}

function holderOf(name: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection(name).setEncoding('utf8').setTimeout(500)
    socket.on('data', (pid) => resolve(String(pid)))
    for (const event of ['error', 'timeout', 'close']) socket.on(event, () => socket.destroy() && resolve('unknown'))
  })
}

function refuseForeign(lockPid: number | undefined, cluster: string): void {
  if (!lockPid) return
  const program = commandLine(lockPid).split('\0')[0] ?? ''
  if (/(^|\/)postgres$/.test(program)) {
    throw new LaunchRefused(`${cluster} is in use by a PostgreSQL that was started by other means (process ${lockPid})`)
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function postmasterPid(cluster: string): number | undefined {
  return Number(readIfThere(join(cluster, 'postmaster.pid')).split('\n')[0]) || undefined
}

function commandLine(pid: number): string {
  return readIfThere(`/proc/${pid}/cmdline`)
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
