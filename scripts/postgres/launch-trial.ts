/** What the tests of the launcher share: folders to launch on, launches in other processes, and a look at what runs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { until } from '../../test/until.ts'
import { launchPostgres, type RunningPostgres } from './launch.ts'

export const folders: string[] = []
export const servers: RunningPostgres[] = []
export const children: ChildProcess[] = []

/** For afterEach: ends all that a test started and removes its folders. */
export async function clearTrial(): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  for (const folder of folders) await untilGone(folder)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** A data folder yet to be made, in a folder that everybody can enter. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'launch-test-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return join(folder, 'data')
}

export async function launch(dataDir: string): Promise<RunningPostgres> {
  const server = await launchPostgres({ dataDir })
  servers.push(server)
  return server
}

export async function query(connection: RunningPostgres['connection'], ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  let rows: unknown[] = []
  for (const statement of statements) rows = (await client.query(statement)).rows
  await client.end()
  return rows
}

/**
 * A Node process that launches PostgreSQL on the folder, then prints its connection and stays.
 * @param wrapper a command that runs the command that follows it
 */
export async function launchElsewhere(
  dataDir: string,
  account: { uid?: number; gid?: number } = {},
  wrapper: readonly string[] = [],
) {
  const program = `
    import { launchPostgres } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'launch.ts')).href)}
    const { connection } = await launchPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    console.log(JSON.stringify(connection))
    setInterval(() => {}, 1000)`
  const [command, ...words] = [...wrapper, process.execPath, '--input-type=module', '-e', program]
  const child = spawn(command, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  children.push(child)
  const output = await new Promise<string>((resolve) => {
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    child.stdout.on('data', (chunk) => resolve(String(chunk)))
    child.on('exit', () => resolve(errors))
  })
  return {
    child,
    output,
    connection: output.startsWith('{') ? (JSON.parse(output) as RunningPostgres['connection']) : undefined,
  }
}

/** Servers and their watchdogs anywhere in the folder. */
export function postgresProcesses(folder: string): string[] {
  const real = realpathSync(folder)
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return line.includes(`-D ${real}/`) ? [`${pid} ${line}`] : []
      } catch {
        return []
      }
    })
}

export async function untilGone(folder: string): Promise<void> {
  await until(() => postgresProcesses(folder).length === 0, `nothing runs in ${folder}`)
}
