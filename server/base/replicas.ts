/**
 * Replicas answer reads that may be some seconds old. One that is away, further behind than the limit, or that lacks
 * what calls of the account have written, is passed over: the read then goes to the database itself.
 */
import { sql, type Transaction } from 'kysely'
import type { Clock } from './clock.ts'
import { isDatabaseGone, isDatabaseSlow } from './database-faults.ts'
import { type Log, openLog } from './log.ts'
import { type Connection, enteredAt } from './logins.ts'
import { openPool, type Patience, type PoolOptions } from './pool.ts'
import { openShard, type Shard } from './transact.ts'
import type { PoolFigures } from './watch/metrics.ts'
import type { Turns } from './turns.ts'

type Tx = Transaction<object>

/**
 * What became of a read at one replica. `written`: the account has written what is not there yet. `repeated`: it failed
 * or was refused there, which what is not there yet may be the reason of, and the database itself answered.
 */
export type ReplicaOutcome = 'answered' | 'behind' | 'written' | 'away' | 'repeated'

/** What a replica must have to answer. */
export type Mark = { cabinetId: number; position: string; writes: number; since: Date }

type Replica = { place: string; shard: Shard; turns: Turns; figures(): PoolFigures }

export type Replicas = {
  /** Asked in a transaction of the database itself, which sees the cabinet. */
  markOf(tx: Tx, cabinetId: number): Promise<Mark>
  /**
   * @param enter opens the cabinet in the transaction, where it is known there
   * @returns nothing where no replica could answer
   */
  read<T>(
    mark: Mark,
    enter: (tx: Tx) => Promise<unknown>,
    work: (tx: Tx) => Promise<T>,
  ): Promise<{ made: T } | undefined>
  pools(): Record<string, PoolFigures>
  close(): Promise<void>
}

export type ReplicaOptions = {
  /** Hosts with ports. */
  places: readonly string[]
  lagMs: number
  clock: Clock
  count: (outcome: ReplicaOutcome) => void
  nowMs?: () => number
}
type Options = ReplicaOptions & {
  pool: Pick<PoolOptions, 'size' | 'types' | 'isPooled'>
  openSharedTurns(): Turns
  log: Log
}

/** A replica that stalls must not take the time of the call that the database itself then answers. */
const PATIENCE: Patience = { connectMs: 1_000, answerMs: 10_000 }

/** From the row of a call in the audit log to its commit, by the longest statement, and clocks that differ. */
const COMMIT_MS = 60_000
/** One that did not answer is tried again by a single read after so long. */
const REST_MS = 5_000
/** How closely positions of the database are remembered. */
const SAMPLE_MS = 50

/**
 * Rows are only added to the audit log, each before the answer to its call: a replica that counts as many has all of
 * them, and with them what the calls wrote.
 */
const writesOf = (cabinetId: number, since: Date) =>
  sql`(select count(*)::int from audit_log where about_cabinet = ${cabinetId} and at > ${since})`

/** Positions of the database in the last seconds. What has the oldest one of them is not behind. */
function openPositions(lagMs: number, nowMs: () => number) {
  const seen: { position: string; atMs: number }[] = []
  return {
    note(position: string, atMs: number): void {
      if (atMs - (seen.at(-1)?.atMs ?? -Infinity) >= SAMPLE_MS) seen.push({ position, atMs })
    },
    oldest(): { position: string; ageMs: number } | undefined {
      while (seen[0] && seen[0].atMs < nowMs() - lagMs) seen.shift()
      return seen[0] && { position: seen[0].position, ageMs: nowMs() - seen[0].atMs }
    },
  }
}

class Lacking extends Error {
  readonly what: 'behind' | 'written' | 'away'
  constructor(what: 'behind' | 'written' | 'away', reason: string = what) {
    super(reason)
    this.what = what
  }
}

/** @throws Lacking */
async function expectAll(tx: Tx, mark: Mark, position: string): Promise<void> {
  const { rows } = await sql<{ isCurrent: boolean | null; writes: number }>`
    select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as "isCurrent",
      ${writesOf(mark.cabinetId, mark.since)} as writes`.execute(tx)
  const [found] = rows
  if (!found || found.isCurrent === null) throw new Lacking('away', 'it follows no database')
  if (!found.isCurrent) throw new Lacking('behind')
  if (found.writes < mark.writes) throw new Lacking('written')
}

type State = 'used' | 'away' | 'behind'

/** Whether a replica is asked now, and one line in the log when that changes. */
function openState({ place }: Replica, { log, lagMs }: Options, nowMs: () => number) {
  let state: State = 'used'
  let triedAgainAtMs = -Infinity
  return {
    /** Of one that is away or behind: one read in five seconds, so that not all wait for it. */
    mayBeAsked(): boolean {
      if (state === 'used') return true
      if (nowMs() < triedAgainAtMs) return false
      triedAgainAtMs = nowMs() + REST_MS
      return true
    },
    current: () => state,
    noteUse(): void {
      if (state !== 'used') log.warn({ replica: place }, 'a replica is asked again')
      state = 'used'
    },
    noteAway(reason: string): void {
      if (state !== 'away')
        log.warn({ replica: place, error: reason }, 'a replica cannot be asked: reads go to the database itself')
      state = 'away'
      triedAgainAtMs = nowMs() + REST_MS
    },
    /** @param ageMs of the position it lacks: one of this moment says nothing about the limit */
    noteBehind(ageMs: number): void {
      if (state === 'behind' || ageMs < lagMs / 2) return
      log.warn({ replica: place, limitMs: lagMs }, 'a replica is behind: reads go to the database itself')
      state = 'behind'
      triedAgainAtMs = nowMs() + REST_MS
    },
  }
}

function openReplica(login: Connection, place: string, { pool: options, openSharedTurns }: Options): Replica {
  // What it cannot do is a line of its own in the log.
  const pool = openPool(enteredAt(login, place), { ...options, patience: PATIENCE, log: openLog('silent') })
  return { place, shard: openShard(pool), turns: openSharedTurns(), figures: () => pool.figures() }
}

/** @param login of the app's role: replicas have the roles of the database. @returns nothing where there is none */
export function openReplicas(login: Connection, options: Options): Replicas | undefined {
  if (options.places.length === 0) return undefined
  const replicas = options.places.map((place) => openReplica(login, place, options))
  const { lagMs, clock, count, nowMs = () => performance.now() } = options
  const positions = openPositions(lagMs, nowMs)
  const states = new Map(replicas.map((one) => [one, openState(one, options, nowMs)]))
  let turn = 0

  async function readAt<T>(
    { shard, turns }: Replica,
    mark: Mark,
    [enter, work]: [(tx: Tx) => Promise<unknown>, (tx: Tx) => Promise<T>],
    state: ReturnType<typeof openState>,
  ): Promise<{ made: T } | undefined> {
    const oldest = positions.oldest()
    const before = state.current()
    let isInside = false
    try {
      const made = await turns(mark.cabinetId, async () => {
        // It was left while this read waited for its turn.
        const now = state.current()
        if (now !== before && now !== 'used') throw new Lacking(now)
        return shard.transact({ isReadOnly: true }, async (tx) => {
          // Who was given access a moment ago is not known there yet.
          if (!(await enter(tx))) throw new Lacking('behind')
          await expectAll(tx, mark, oldest?.position ?? mark.position)
          isInside = true
          return work(tx)
        })
      })
      state.noteUse()
      count('answered')
      return { made }
    } catch (error) {
      const outcome = error instanceof Lacking ? error.what : isInside && !isDatabaseGone(error) ? 'repeated' : 'away'
      if (isInside && isDatabaseSlow(error)) throw error
      if (outcome === 'away') state.noteAway(error instanceof Error ? error.message : String(error))
      if (outcome === 'behind') state.noteBehind(oldest?.ageMs ?? 0)
      count(outcome)
      return undefined
    }
  }

  return {
    async markOf(tx, cabinetId) {
      const askedMs = nowMs()
      const since = new Date(clock.now().getTime() - lagMs - COMMIT_MS)
      const { rows } = await sql<{ position: string; writes: number }>`
        select pg_current_wal_lsn()::text as position, ${writesOf(cabinetId, since)} as writes`.execute(tx)
      const { position = '0/0', writes = 0 } = rows[0] ?? {}
      positions.note(position, askedMs)
      return { cabinetId, position, writes, since }
    },
    async read(mark, enter, work) {
      const first = turn++
      for (let i = 0; i < replicas.length; i++) {
        const replica = replicas[(first + i) % replicas.length] as Replica
        const state = states.get(replica)
        const read = state?.mayBeAsked() ? await readAt(replica, mark, [enter, work], state) : undefined
        if (read) return read
      }
      return undefined
    },
    pools: () => Object.fromEntries(replicas.map((one, i) => [`replica-${i + 1}`, one.figures()])),
    async close() {
      await Promise.all(replicas.map(({ shard }) => shard.db.destroy()))
    },
  }
}
