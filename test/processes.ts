/** Real processes for tests: started as `npm start` starts them, ended as people and machines end them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { visit } from './server.ts'
import { until } from './until.ts'
import { postgresProcesses } from '../scripts/postgres/launch-trial.ts'

const SCRIPTS = join(import.meta.dirname, '../scripts')
const running = new Set<ChildProcess>()
const folders: string[] = []

/** A data folder yet to be made, in a folder that every user can enter. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kartoteka-start-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return join(folder, 'data')
}

export type Running = {
  child: ChildProcess
  url: string
  output(): string
  /** Resolves with the exit code, null after a kill. */
  exited: Promise<number | null>
  /** Waits until it answers and has its demo, if it has one; or fails with its output. */
  ready(): Promise<Running>
}

/** The surroundings of a shell, without what the test runner has put there. */
const bare = Object.fromEntries(
  ['PATH', 'HOME', 'TMPDIR'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
)

/** @param program path of a script, or `-e` and a text */
export function startProgram(program: readonly string[], env: Record<string, string>): Running {
  const child = spawn(process.execPath, program, { env: { ...bare, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  const exited = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      running.delete(child)
      resolve(code)
    }),
  )
  const url = `http://127.0.0.1:${env.PORT ?? ''}`
  const one: Running = {
    child,
    url,
    exited,
    output: () => output,
    async ready() {
      const probe =
        env.ROLE === 'worker' || !env.PORT
          ? async () => /running|is emulated at/.test(output)
          : async () =>
              /is running at/.test(output) &&
              (env.DEMO !== '1' || /Demo form/.test(output)) &&
              (await fetch(`${url}/readyz`)).ok
      await until(() => {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it ended: ${output}`)
        return probe().catch(() => false)
      }, 'it is ready')
      return one
    },
  }
  return one
}

export const start = (env: Record<string, string>): Running =>
  startProgram([join(SCRIPTS, 'start.ts')], { DEMO: '0', POOL_SIZE: '4', ...env })
export const startEmulators = (env: Record<string, string>): Running =>
  startProgram([join(SCRIPTS, 'emulators.ts')], env)

/** Headers of a browser that has opened the link that the start printed. */
export async function visitorOf(server: Running): Promise<{ cookie: string }> {
  const [, path] = /(\/outside\/enter\/[\w-]+)/.exec(server.output()) ?? []
  return { cookie: await visit(`${server.url}${path ?? ''}`) }
}

/** What the people of the demo log in with. */
export const demoPasswordIn = (dataDir: string): string => readFileSync(join(dataDir, 'demo-password'), 'utf8').trim()

/** Waits until no PostgreSQL and no watchdog of the folder is left. */
export function untilGone(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres')
  return until(() => !existsSync(folder) || postgresProcesses(folder).length === 0, `nothing runs in ${dataDir}`)
}

/** For afterAll: ends what a test left running and removes the folders. */
export async function clearProcesses(): Promise<void> {
  const left = [...running]
  for (const child of left) child.kill('SIGKILL')
  await Promise.all(
    left.map(
      (child) =>
        new Promise((done) =>
          child.exitCode === null && child.signalCode === null ? child.once('close', done) : done(null),
        ),
    ),
  )
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
