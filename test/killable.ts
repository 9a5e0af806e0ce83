/** An installation of real processes: PostgreSQL, web and worker, all killed in one moment, as by a power cut. */
import pg from 'pg'
import { launchElsewhere, postgresProcesses } from '../scripts/postgres/launch-trial.ts'
import { freePorts } from './free-ports.ts'
import { dataFolder, type Running, start, startEmulators } from './processes.ts'

export type Installation = {
  web: Running
  /** Of the process that PostgreSQL belongs to. */
  postgresPid: number
  /** Past the wall. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** From the start of the processes until `/readyz` answers. */
  startedInMs: number
  killAll(): Promise<void>
}

export type Killable = {
  webFolder: string
  start(): Promise<Installation>
}

/**
 * @param postgresFolder outlives all kills. The emulated world outlives them too: it is not ours.
 * @param wrapper of the command that launches PostgreSQL
 */
export async function openKillable(postgresFolder: string, wrapper: readonly string[] = []): Promise<Killable> {
  const [webPort, emulatorsPort] = [await freePorts(), await freePorts(3)]
  const emulatorsUrl = `http://127.0.0.1:${emulatorsPort}`
  const [webFolder, workerFolder, outsideFolder] = [dataFolder(), dataFolder(), dataFolder()]
  let hasEmulators = false

  async function launch() {
    const launched = await launchElsewhere(postgresFolder, {}, wrapper)
    if (!launched.connection) throw new Error(`PostgreSQL did not start: ${launched.output}`)
    return { child: launched.child, connection: launched.connection }
  }

  return {
    webFolder,
    async start() {
      const sinceMs = performance.now()
      const postgres = await launch()
      const { connection } = postgres
      const settings = {
        DATABASE_URL: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(connection.host)}`,
        MASTER_KEY: 'ab'.repeat(32),
        PUBLIC_URL: `http://127.0.0.1:${webPort}`,
        EMULATORS_URL: emulatorsUrl,
        DEMO: '1',
        CARDS_PER_ADDRESS_PERCENT: '100',
      }
      if (!hasEmulators)
        await startEmulators({ ...settings, EMULATORS_PORT: String(emulatorsPort), DATA_DIR: outsideFolder }).ready()
      hasEmulators = true
      const web = start({ ...settings, ROLE: 'web', PORT: String(webPort), DATA_DIR: webFolder })
      const worker = start({ ...settings, ROLE: 'worker', DATA_DIR: workerFolder })
      await web.ready()
      const startedInMs = performance.now() - sinceMs
      await worker.ready()
      const pool = new pg.Pool({ ...connection, max: 2 })
      pool.on('error', () => undefined)
      return {
        web,
        postgresPid: postgres.child.pid ?? 0,
        startedInMs,
        query: async <Row extends object>(text: string, values: unknown[] = []) =>
          (await pool.query<Row>(text, values)).rows,
        async killAll() {
          for (const one of [web.child, worker.child, postgres.child]) one.kill('SIGKILL')
          for (const line of postgresProcesses(postgresFolder)) killIfThere(Number.parseInt(line, 10))
          await Promise.all([web.exited, worker.exited])
          await pool.end()
        },
      }
    },
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended with the others.
  }
}
