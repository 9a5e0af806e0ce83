import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../test/until.ts'
import { afterEach, describe, expect, test } from 'vitest'
import {
  children,
  clearTrial,
  folders,
  freshFolder,
  launch,
  launchElsewhere,
  postgresProcesses,
  query,
  servers,
} from './launch-trial.ts'
import { LaunchRefused } from './launch-refused.ts'

afterEach(clearTrial)

describe('the embedded PostgreSQL', () => {
  test('it listens on no port, keeps every acknowledged commit', async () => {
    const { connection } = await launch(freshFolder())
    const names = ['listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'TimeZone']
    const [row] = await query(
      connection,
      `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`,
    )
    expect(row).toEqual({
      listen_addresses: '',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      TimeZone: 'UTC',
    })
    expect(connection.host.length + '/.s.PGSQL.5432'.length).toBeLessThan(100)
    expect(statSync(connection.host).mode & 0o077).toBe(0)
  })

  test('it compares Cyrillic text without regard to case and finds it by trigrams', async () => {
    const { connection } = await launch(freshFolder())
    const rows = await query(
      connection,
      'create extension pg_trgm',
      `select lower('ЁЖ Ä') as lower, similarity('Мария', 'мария') as similarity`,
    )
    expect(rows).toEqual([{ lower: 'ёж ä', similarity: 1 }])
  })
})

describe('the death of its launcher', () => {
  test('after kill -9 of PostgreSQL the next launch works immediately and a committed row is still there', async () => {
    const dataDir = freshFolder()
    const first = await launchElsewhere(dataDir)
    await query(first.connection!, 'create table kept (word text)', `insert into kept values ('acknowledged')`)
    first.child.kill('SIGKILL')
    const second = await launch(dataDir)
    expect(await query(second.connection, 'select word from kept')).toEqual([{ word: 'acknowledged' }])
    await second.stop()
    expect(existsSync(first.connection!.host)).toBe(false)
  })

  test('a power cut in the middle of the very first start leaves a folder on which the next launch works', async () => {
    const dataDir = freshFolder()
    const first = launchElsewhere(dataDir)
    await until(() => hasClusterBegun(dataDir), 'the cluster is being made')
    for (const line of postgresProcesses(dataDir)) {
      folders.push(...(line.match(/\/\S+\/kartoteka-\w{6}\b(?=\s)/g) ?? []))
      killHard(Number(line.split(' ')[0]))
    }
    children[0]!.kill('SIGKILL')
    expect((await first).connection).toBeUndefined()
    const second = await launch(dataDir)
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a server that lost its launcher and its watchdog is stopped by the next launch', async () => {
    const dataDir = freshFolder()
    const { child, connection } = await launchElsewhere(dataDir)
    await query(connection!, 'create table kept (word text)', `insert into kept values ('acknowledged')`)
    const watchdogsNow = () => postgresProcesses(dataDir).filter((line) => /^\d+ sh -c/.test(line))
    await until(() => watchdogsNow().length === 2, 'the watchdog and its guard run')
    const watchdogs = watchdogsNow()
    for (const line of watchdogs) process.kill(Number(line.split(' ')[0]), 'SIGKILL')
    await until(() => watchdogsNow().length === 0, 'both are gone')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(postgresProcesses(dataDir)).not.toEqual([])
    folders.push(connection!.host)
    const second = await launch(dataDir)
    expect(await query(second.connection, 'select word from kept')).toEqual([{ word: 'acknowledged' }])
  })

  test('a lock file that names a living stranger does not block the start', async () => {
    const dataDir = freshFolder()
    await (await launch(dataDir)).stop()
    const cluster = join(dataDir, readdirSync(dataDir)[0]!)
    const lock = join(cluster, 'postmaster.pid')
    const stranger = spawn(
      'sleep',
      ['60'],
      statSync(cluster).uid === process.getuid?.() ? {} : { uid: statSync(cluster).uid },
    )
    children.push(stranger)
    writeFileSync(lock, `${stranger.pid}\n${cluster}\n1700000000\n5432\n/nowhere\n\n\nready\n`)
    chownSync(lock, statSync(cluster).uid, statSync(cluster).gid)
    const server = await launch(dataDir)
    expect(await query(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

function hasClusterBegun(dataDir: string): boolean {
  return existsSync(dataDir) && readdirSync(dataDir).some((name) => existsSync(join(dataDir, name, 'PG_VERSION')))
}

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}

describe('one folder, one server', () => {
  test('of two simultaneous launches on a new folder one wins and the other gets a clear error', async () => {
    const dataDir = freshFolder()
    const results = await Promise.allSettled([launch(dataDir), launch(dataDir)])
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]!.reason).toBeInstanceOf(LaunchRefused)
    expect(refused[0]!.reason.message).toMatch(/is in use by another running server \(process \d+\)$/)
    expect(await query(servers[0]!.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('of four processes that start at the same time exactly one runs', async () => {
    const dataDir = freshFolder()
    const started = await Promise.all([1, 2, 3, 4].map(() => launchElsewhere(dataDir)))
    expect(started.filter(({ connection }) => connection)).toHaveLength(1)
    expect(started.filter(({ output }) => output.includes('in use by another running server'))).toHaveLength(3)
  })
})
