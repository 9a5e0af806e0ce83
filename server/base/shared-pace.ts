/**
 * A pace that all processes keep together: calls of one key start one interval after another, and where the other side
 * limits that, only so many are open at one time.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { DAY_MS } from '../../contract/time.ts'
import type { Db } from './db.ts'
import type { EndTurn, RateLimiter } from './rate-limiter.ts'

type Rate = {
  perSecond: number
  burst: number
  /** Calls that may be open at one time. */
  atOnce?: number
  /** How long a call is open at most. */
  openMs?: number
}

/** After a clock was set back nobody waits longer than this. */
const LONGEST_WAIT_MS = 5 * 60_000
const SWEEP_ONE_IN = 1000
/** A place of a process that was killed ends this long after its call would have. */
const SPARE_MS = 5_000
/** Who waits for a place looks twice in an interval, but not more often than this. */
const LOOK_MS = 20

/**
 * The generic cell rate algorithm, by the clock of the database. A turn is taken at once and then waited for, so many
 * who wait do not ask again and again. A place is taken together with its turn, so those who wait for one have no turn
 * yet that they would use late.
 */
export function sharedPace(db: Db, key: Buffer, { perSecond, burst, atOnce, openMs = 0 }: Rate): RateLimiter {
  const interval = 1000 / perSecond
  const ms = (count: number) => sql`${count} * interval '1 ms'`
  const now = sql`clock_timestamp()`

  /** @returns milliseconds until it may begin; undefined: all places are taken */
  async function take(place: string | null): Promise<number | undefined> {
    const next = sql`least(greatest(paces.free_at, ${now}), ${now} + ${ms(LONGEST_WAIT_MS)}) + ${ms(interval)}`
    const endOf = (free: typeof next) => sql`
      jsonb_build_object(${place}::text, extract(epoch from
        greatest(${free} - ${ms(interval * burst)}, ${now}) + ${ms(openMs + SPARE_MS)}))`
    // Of one row alone: one who waited for its lock sees who has taken a place meanwhile.
    const taken = sql`(select coalesce(jsonb_object_agg(id, ends), '{}') from jsonb_each(paces.places) one (id, ends)
      where ends::float8 > extract(epoch from ${now}))`
    const isFree = sql`(select count(*) from jsonb_object_keys(${taken})) < ${atOnce ?? 0}`
    const first = sql`${now} + ${ms(interval)}`
    const { rows } = await sql<{ wait: number }>`
      insert into paces (key, free_at, places)
      values (${key}, ${first}, ${place === null ? sql`'{}'` : endOf(first)})
      on conflict (key) do update set free_at = ${next}
        ${place === null ? sql`` : sql`, places = ${taken} || ${endOf(next)} where ${isFree}`}
      returning (extract(epoch from free_at - ${now}) * 1000)::float8 as wait
    `.execute(db)
    return rows[0] && rows[0].wait - interval * burst
  }

  const leave =
    (place: string): EndTurn =>
    async () => {
      // A place that could not be given back ends with its time; the answer that has come counts.
      await sql`update paces set places = places - ${place}::text where key = ${key}`.execute(db).catch(() => undefined)
    }

  return {
    async turn() {
      const place = atOnce === undefined ? null : crypto.randomUUID()
      let waitMs = await take(place)
      while (waitMs === undefined) {
        await sleep(Math.max(LOOK_MS, interval / 2))
        waitMs = await take(place)
      }
      if (Math.random() * SWEEP_ONE_IN < 1) await sweep(db)
      if (waitMs > 0) await sleep(waitMs)
      return place === null ? undefined : leave(place)
    },
  }
}

async function sweep(db: Db): Promise<void> {
  await sql`delete from paces where free_at < clock_timestamp() - ${DAY_MS} * interval '1 ms'`.execute(db)
}

/** The other side wants no calls of this key for a while: nobody who asks for a turn from now on begins earlier. */
export async function holdBack(db: Db, key: Buffer, { perSecond, burst }: Rate, waitMs: number): Promise<void> {
  const freeInMs = Math.min(waitMs + (burst * 1000) / perSecond, LONGEST_WAIT_MS)
  const until = sql`clock_timestamp() + ${freeInMs} * interval '1 ms'`
  await sql`
    insert into paces (key, free_at) values (${key}, ${until})
    on conflict (key) do update set free_at = greatest(paces.free_at, ${until})`.execute(db)
}
