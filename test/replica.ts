/** A streaming replica of the PostgreSQL of this test run: a copy of its folder that follows it. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { servantAccount } from '../scripts/postgres/account.ts'
import { bundledPostgres, runnableBinaries } from '../scripts/postgres/binaries.ts'
import { makeTempFolder } from '../scripts/postgres/data-folder.ts'
import { serverArguments } from '../scripts/postgres/settings.ts'
import { type Guarded, runGuarded } from '../scripts/postgres/watchdog.ts'
import { testConnection } from './postgres.ts'
import { until } from './until.ts'

export type TestReplica = {
  /** Of its superuser, to a database of the run. */
  connection(database: string): ReturnType<typeof testConnection>
  /** Runs a statement there as the superuser. */
  run(statement: string, database?: string): Promise<Record<string, unknown>[]>
  /** Waits until it has all that has been written until now. */
  catchUp(): Promise<void>
  /** Ends it as the crash of its machine does. */
  kill(): void
  stop(): Promise<void>
}

async function ask(connection: pg.ClientConfig, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows as typeof rows
    return rows
  } finally {
    await client.end()
  }
}

/** Other test files drop databases meanwhile: what is gone when its turn comes is gone in the log of the server too. */
function unlessGone(work: () => void): void {
  try {
    work()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function copyFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) unlessGone(() => copyFiles(source, copy))
    else if (entry.isFile() && entry.name !== 'postmaster.pid') unlessGone(() => copyFileSync(source, copy))
  }
}

/** What changes while it is copied is in the log of the server, which the slot keeps for the copy. */
async function copyFolder(to: string, slot: string): Promise<void> {
  const primary = new pg.Client(testConnection('postgres'))
  await primary.connect()
  try {
    const { rows } = await primary.query<{ folder: string }>(
      `select current_setting('data_directory') as folder, pg_create_physical_replication_slot($1, true)`,
      [slot],
    )
    await primary.query(`select pg_backup_start('replica', true)`)
    copyFiles(rows[0]?.folder ?? '', to)
    const { rows: ended } = await primary.query<{ labelfile: string }>('select * from pg_backup_stop(false)')
    writeFileSync(join(to, 'backup_label'), ended[0]?.labelfile ?? '')
  } finally {
    await primary.end()
  }
}

export async function startTestReplica(): Promise<TestReplica> {
  const account = servantAccount()
  const folder = makeTempFolder(account, true)
  const cluster = join(folder, 'copy')
  const slot = `replica_${process.pid}`
  const primary = testConnection('postgres')
  const port = 5432
  const connection = (database: string) => ({ ...testConnection(database), host: folder, port })
  const endSlot = () =>
    until(
      () =>
        ask(primary, `select pg_drop_replication_slot('${slot}')`).then(
          () => true,
          () => false,
        ),
      'the slot is free',
    )
  let server: Guarded | undefined
  try {
    await copyFolder(cluster, slot)
    writeFileSync(join(cluster, 'standby.signal'), '')
    appendFileSync(
      join(cluster, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${primary.host} port=${primary.port} user=postgres'\nprimary_slot_name = '${slot}'\n`,
    )
    if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
    const binaries = runnableBinaries(bundledPostgres(), account)
    const place = { cluster, socketDir: folder, port, mark: slot }
    const lines: string[] = []
    server = runGuarded([join(binaries, 'bin/postgres'), ...serverArguments(place, true)], {
      account,
      mark: slot,
      temporary: folder,
      onLine: (line) => lines.push(line),
    })
    await until(
      () =>
        ask(connection('postgres'), 'select 1').then(
          () => true,
          () => false,
        ),
      'the replica answers',
    ).catch((error: unknown) => {
      throw new Error(lines.join('\n'), { cause: error })
    })
  } catch (error) {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
    await endSlot()
    throw error
  }
  const running = server
  const run = (statement: string, database = 'postgres') => ask(connection(database), statement)
  return {
    connection,
    run,
    async catchUp() {
      const [now] = await ask(primary, 'select pg_current_wal_insert_lsn()::text as lsn')
      await until(async () => {
        const [found] = await run(`select pg_last_wal_replay_lsn() >= '${String(now?.lsn)}' as has`)
        return found?.has === true
      }, 'the replica has all')
    },
    kill: () => process.kill(Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
      await endSlot()
    },
  }
}
