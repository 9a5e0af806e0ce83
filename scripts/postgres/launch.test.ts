import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import { launchPostgres } from './launch.ts'
import {
  children,
  clearTrial,
  freshFolder,
  launch,
  launchElsewhere,
  postgresProcesses,
  query,
  untilGone,
} from './launch-trial.ts'

afterEach(clearTrial)

/** The cluster: its folder is named for the version. */
const postgresFolder = (dataDir: string) => join(dataDir, readdirSync(dataDir).find((name) => /^\d+$/.test(name)) ?? '')

describe('the embedded PostgreSQL', () => {
  test('it answers queries over its socket and leaves no process and no socket after a stop', async () => {
    const dataDir = freshFolder()
    const server = await launch(dataDir)
    expect(await query(server.connection, 'select 1 + 1 as sum')).toEqual([{ sum: 2 }])
    await server.stop()
    await server.exited
    await until(() => postgresProcesses(dataDir).length === 0, 'no process of it is left')
    expect(existsSync(server.connection.host)).toBe(false)
  })

  test('rows and statements never reach the log', async () => {
    const lines: string[] = []
    const server = await launchPostgres({ throwaway: true, log: (line) => lines.push(line) })
    const insert = `insert into people values ('anna@example.com')`
    await expect(
      query(server.connection, 'create table people (email text primary key)', insert, insert),
    ).rejects.toThrow('duplicate key')
    await server.stop()
    expect(lines.join('\n')).toContain('ready to accept connections')
    expect(lines.join('\n')).not.toContain('anna')
  })

  test('a throwaway server takes all its files with it', async () => {
    const server = await launchPostgres({ throwaway: true })
    expect(await query(server.connection, 'show fsync')).toEqual([{ fsync: 'off' }])
    await server.stop()
    expect(existsSync(server.connection.host)).toBe(false)
  })

  test('the lock file of a dead process that nobody has collected does not keep it from starting', async () => {
    const dataDir = freshFolder()
    await (await launch(dataDir)).stop()
    const cluster = postgresFolder(dataDir)
    const { uid, gid } = statSync(cluster)
    const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 600'], {
      uid,
      gid,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    })
    children.push(parent)
    const dead = await new Promise<string>((resolve) =>
      parent.stdout?.once('data', (text) => resolve(String(text).trim())),
    )
    // A shell would collect it; what the shell has become does not.
    await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n', 'the shell has become another')
    ;(parent.stdio[3] as Writable).end()
    await until(() => readFileSync(`/proc/${dead}/stat`, 'utf8').includes(') Z '), 'it is dead')
    writeFileSync(join(cluster, 'postmaster.pid'), `${dead}\n`)
    const server = await launch(dataDir)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('it is started again under the same address when it is killed, with every row', async () => {
    const dataDir = freshFolder()
    const server = await launch(dataDir)
    await query(server.connection, 'create table kept (no int)', 'insert into kept values (7)')
    const pid = Number(readFileSync(join(postgresFolder(dataDir), 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
    await until(
      () =>
        query(server.connection, 'select pg_postmaster_start_time() as at, no from kept').then(
          (rows) => (rows[0] as { no: number }).no === 7,
          () => false,
        ),
      'it answers again',
    )
    await server.stop()
    await server.exited
    // The guard of the wrapper is killed, and gone a moment later.
    await until(() => postgresProcesses(dataDir).length === 0, 'no process of it is left')
  })

  test('kill -9 of the launcher alone leaves no PostgreSQL process', async () => {
    const dataDir = freshFolder()
    const { child } = await launchElsewhere(dataDir)
    expect(postgresProcesses(dataDir)).not.toEqual([])
    child.kill('SIGKILL')
    await untilGone(dataDir)
  })

  test('a folder held by another process is refused with its number, and its server goes on', async () => {
    const dataDir = freshFolder()
    const { child, connection } = await launchElsewhere(dataDir)
    await expect(launch(dataDir)).rejects.toThrow(`in use by another running server (process ${child.pid})`)
    expect(await query(connection!, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a folder with other files in it is refused and left alone', async () => {
    const dataDir = freshFolder()
    writeFileSync(join(dirname(dataDir), 'letter.txt'), 'dear')
    await expect(launch(dirname(dataDir))).rejects.toThrow('holds something else')
    expect(statSync(dirname(dataDir)).uid).toBe(process.getuid?.())
  })
})
