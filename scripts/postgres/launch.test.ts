import { spawn } from 'node:child_process'
import { chownSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { launchPostgres } from './launch.ts'
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
  untilGone,
} from './launch-trial.ts'
import { LaunchRefused } from './launch-refused.ts'

afterEach(clearTrial)

describe('the embedded PostgreSQL', () => {
  test('it answers queries over its socket and leaves no process and no socket after a stop', async () => {
    const dataDir = freshFolder()
    const server = await launch(dataDir)
    expect(await query(server.connection, 'select 1 + 1 as sum')).toEqual([{ sum: 2 }])
    await server.stop()
    await server.exited
    expect(postgresProcesses(dataDir)).toEqual([])
    expect(existsSync(server.connection.host)).toBe(false)
  })

  test('it listens on no network port, keeps every acknowledged commit and plans each query for its own values', async () => {
    const { connection } = await launch(freshFolder())
    const names = ['listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'plan_cache_mode', 'TimeZone']
    const [row] = await query(
      connection,
      `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`,
    )
    expect(row).toEqual({
      listen_addresses: '',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      plan_cache_mode: 'force_custom_plan',
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
})

describe('the death of its launcher', () => {
  test('kill -9 stops PostgreSQL, the next launch works at once and an acknowledged row is still there', async () => {
    const dataDir = freshFolder()
    const first = await launchElsewhere(dataDir)
    await query(first.connection!, 'create table kept (word text)', `insert into kept values ('acknowledged')`)
    first.child.kill('SIGKILL')
    const second = await launch(dataDir)
    expect(await query(second.connection, 'select word from kept')).toEqual([{ word: 'acknowledged' }])
    await second.stop()
    expect(existsSync(first.connection!.host)).toBe(false)
  })

  test('kill -9 of the launcher alone leaves no PostgreSQL process', async () => {
    const dataDir = freshFolder()
    const { child } = await launchElsewhere(dataDir)
    expect(postgresProcesses(dataDir)).not.toEqual([])
    child.kill('SIGKILL')
    await untilGone(dataDir)
  })

  test('a power cut in the middle of the very first start leaves a folder on which the next launch works', async () => {
    const dataDir = freshFolder()
    const first = launchElsewhere(dataDir)
    while (!hasClusterBegun(dataDir)) await sleep(5)
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
    const watchdogs = postgresProcesses(dataDir).filter((line) => /^\d+ sh -c/.test(line))
    expect(watchdogs).toHaveLength(2)
    for (const line of watchdogs) process.kill(Number(line.split(' ')[0]), 'SIGKILL')
    child.kill('SIGKILL')
    await sleep(100)
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
    // It has ended by itself in the meantime.
  }
}

describe('one folder, one server', () => {
  test('of two launches at once on a fresh folder one wins and the other gets a sentence', async () => {
    const dataDir = freshFolder()
    const results = await Promise.allSettled([launch(dataDir), launch(dataDir)])
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]!.reason).toBeInstanceOf(LaunchRefused)
    expect(refused[0]!.reason.message).toMatch(/is in use by another running server \(process \d+\)$/)
    expect(await query(servers[0]!.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a folder held by another process is refused with the number of that process, and its server goes on', async () => {
    const dataDir = freshFolder()
    const { child, connection } = await launchElsewhere(dataDir)
    await expect(launch(dataDir)).rejects.toThrow(`in use by another running server (process ${child.pid})`)
    expect(await query(connection!, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('of four processes that start at once exactly one runs', async () => {
    const dataDir = freshFolder()
    const started = await Promise.all([1, 2, 3, 4].map(() => launchElsewhere(dataDir)))
    expect(started.filter(({ connection }) => connection)).toHaveLength(1)
    expect(started.filter(({ said }) => said.includes('in use by another running server'))).toHaveLength(3)
  }, 20_000)

  test('a folder with other files in it is refused and left alone', async () => {
    const dataDir = freshFolder()
    writeFileSync(join(dirname(dataDir), 'letter.txt'), 'dear')
    await expect(launch(dirname(dataDir))).rejects.toThrow('holds something else')
    expect(statSync(dirname(dataDir)).uid).toBe(process.getuid?.())
  })
})
