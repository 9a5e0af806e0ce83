/**
 * Strangers who write one row, as forms of one business take its card numbers: their transactions while each waits for
 * the disk with the row locked, beside those that let it go first (`sharesRows`), in turns, and beside strangers who
 * share nothing. On a disk that is asked to write, as an installation asks it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openPool } from '../server/base/pool.ts'
import { openShard, type Shard } from '../server/base/transact.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { print, type BenchReport } from './report.ts'

const AT_ONCE = 16
const ROUNDS = 5
const SECONDS = 2
const WAYS = { 'waits for the disk': false, 'lets it go first': true } as const

const middle = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] as number

/** @returns transactions a second */
async function rate(shard: Shard, { sharesRows, isApart }: { sharesRows: boolean; isApart: boolean }): Promise<number> {
  const begun = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, who) => {
      while (performance.now() - begun < SECONDS * 1000) {
        await shard.transact({ sharesRows }, (tx) =>
          sql`update numbers set next = next + 1 where id = ${isApart ? who : 0}`.execute(tx),
        )
        done += 1
      }
    }),
  )
  return done / ((performance.now() - begun) / 1000)
}

export async function run(): Promise<BenchReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kartoteka-shared-rows-'))
  const postgres = await launchPostgres({ dataDir })
  const shard = openShard(openPool(postgres.connection, { size: AT_ONCE, log: pino({ level: 'silent' }) }))
  try {
    await sql`create table numbers (id int primary key, next int not null)`.execute(shard.db)
    await sql`insert into numbers select n, 0 from generate_series(0, ${AT_ONCE - 1}) n`.execute(shard.db)
    const { rows } = await sql<{ fsync: string; how: string }>`
      select current_setting('fsync') as fsync, current_setting('synchronous_commit') as how`.execute(shard.db)
    const rates = { 'waits for the disk': [] as number[], 'lets it go first': [] as number[] }
    const apart: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      apart.push(await rate(shard, { sharesRows: false, isApart: true }))
      for (const [name, sharesRows] of Object.entries(WAYS))
        rates[name as keyof typeof WAYS].push(await rate(shard, { sharesRows, isApart: false }))
    }
    const [waits, letsGo] = [middle(rates['waits for the disk']), middle(rates['lets it go first'])]
    return {
      name: 'rows that strangers share',
      lines: [
        `fsync ${rows[0]?.fsync}, synchronous_commit ${rows[0]?.how}, ${AT_ONCE} at once`,
        ...Object.entries({ ...rates, 'share nothing': apart }).map(
          ([name, all]) =>
            `${name}: ${middle(all).toFixed(0)} a second (${all.map((one) => one.toFixed(0)).join(', ')})`,
        ),
      ],
      ratios: [{ name: 'letting go first to waiting', value: letsGo / waits, target: 1.5, ok: letsGo / waits > 1.5 }],
    }
  } finally {
    await shard.db.destroy()
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  }
}

if (import.meta.main) print(await run())
