/**
 * `npm run bench:soak`: one web and one worker process work for `BENCH_MINUTES` (30) at a steady rate: forms, tills,
 * pushes to everybody, triggers and staff at once, in an account of `BENCH_CARDS` (20 000) cards. It prints the memory
 * of both processes by minute, the lag of their event loops, how long a till takes beside a trigger, the longest waits
 * for locks and the slowest statements, and fails when a limit is broken.
 */
import { MINUTE_MS } from '../contract/time.ts'
import { query, setPlan } from '../test/direct-access.ts'
import { type Installation, openInstallation, openLargeShop, quantile } from './installation.ts'
import { watchLocks } from './lock-watch.ts'
import { print, type BenchReport } from './report.ts'
import { growthOf, type Minute, watchProcess } from './soak-memory.ts'
import { type Span, watchPasses } from './soak-triggers.ts'
import { work } from './soak-work.ts'

const MINUTES = Number(process.env.BENCH_MINUTES ?? 30)
const CARDS = Number(process.env.BENCH_CARDS ?? 20_000)
const STATEMENT_MS = 200
const LAG_MS = 50
const GROWTH_MB = 1
const SHOWN = 8
const LOCK_LOOK_MS = 10
const BESIDE = { pass: "a trigger's pass", audience: 'an audience that is being fixed' }

type Statement = { role: string; calls: number; max: number; mean: number; query: string }

/** Of the product's roles, not of the bench. */
function slowest({ server }: Installation): Promise<Statement[]> {
  return query<Statement>(
    server,
    `select r.rolname as role, s.calls::int, s.max_exec_time as max, s.mean_exec_time as mean,
       left(regexp_replace(s.query, '\\s+', ' ', 'g'), 110) as query
     from pg_stat_statements s join pg_roles r on r.oid = s.userid join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and r.rolname <> current_user
     order by s.max_exec_time desc limit ${SHOWN}`,
  )
}

const linesOf = (name: string, minutes: readonly Minute[]) =>
  minutes.map(
    ({ heapMb, rssMb, lagP50, lagP99 }, no) =>
      `${name}, minute ${no + 1}: heap ${heapMb.toFixed(0)} MB, resident ${rssMb.toFixed(0)} MB, ` +
      `lag ${lagP50.toFixed(0)} ms at the median, ${lagP99.toFixed(0)} ms at 99 %`,
  )

const timesOf = (calls: readonly Span[]): string => {
  const took = calls.map(({ from, to }) => to - from)
  const [middle, worst] = [quantile(took, 0.5), quantile(took, 0.99)]
  return `${took.length}, ms at the median ${middle.toFixed(0)}, at 99 % ${worst.toFixed(0)}`
}

const during = (calls: readonly Span[], spans: readonly Span[]): Span[] =>
  calls.filter((call) => spans.some(({ from, to }) => call.from <= to && call.to >= from))

const secondsOf = (spans: readonly Span[]): string =>
  (spans.reduce((sum, { from, to }) => sum + to - from, 0) / 1000).toFixed(0)

export async function run(): Promise<BenchReport> {
  const installation = await openInstallation()
  try {
    const shop = await openLargeShop(installation.server, 'Soak', CARDS)
    await setPlan(installation.server, shop.c, 'expert')
    await query(installation.server, 'update cabinets set slots = 1000 where id = $1', [shop.c])
    await query(installation.server, 'select pg_stat_statements_reset()')
    const untilMs = performance.now() + MINUTES * MINUTE_MS
    const { web: webMetrics, worker: workerMetrics } = installation.metricsUrls
    const locks = await watchLocks(installation, { lookMs: LOCK_LOOK_MS })
    const passes = await watchPasses(installation, shop)
    const [done, web, worker] = await Promise.all([
      work(installation, shop, untilMs),
      watchProcess(webMetrics, untilMs),
      watchProcess(workerMetrics, untilMs),
    ])
    await Promise.all([locks.end(), passes.end()])
    const tills = done['till']?.calls ?? []
    const waits = locks.all()
    const waitedMs = waits.reduce((sum, { ms }) => sum + ms, 0)
    const statements = await slowest(installation)
    const faults = Object.values(done).reduce(
      (sum, one) => sum + [...one.faults.values()].reduce((a, b) => a + b, 0),
      0,
    )
    const lag = quantile(
      web.map((one) => one.lagP99),
      0.5,
    )
    const slow = statements[0]?.max ?? 0
    const upTo = (name: string, value: number, target: number) => ({ name, value, target, ok: value <= target })
    return {
      name: 'soak',
      lines: [
        ...linesOf('web', web),
        ...linesOf('worker', worker),
        ...Object.entries(done).map(
          ([kind, { calls, faults: seen }]) =>
            `${kind}: ${timesOf(calls)}; faults: ${[...seen].map(([code, n]) => `${n} × ${code}`).join() || 'none'}`,
        ),
        ...(['pass', 'audience'] as const).map(
          (what) =>
            `till beside ${BESIDE[what]} (${secondsOf(passes.spans[what])} s in ${passes.spans[what].length}): ` +
            timesOf(during(tills, passes.spans[what])),
        ),
        `${waits.length} waits for a lock were seen, ${waitedMs.toFixed(0)} ms together`,
        ...waits
          .slice(0, SHOWN)
          .map(({ ms, waiting, blocker }) => `${ms.toFixed(0)} ms for a lock: ${waiting} <- ${blocker}`),
        ...statements.map(
          (one) =>
            `${one.max.toFixed(0)} ms at most, ${one.mean.toFixed(1)} in the mean of ${one.calls} ` +
            `(${one.role}): ${one.query}`,
        ),
      ],
      ratios: [
        upTo('web: MB of heap more by each minute, after a third', growthOf(web), GROWTH_MB),
        upTo('worker: MB of heap more by each minute, after a third', growthOf(worker), GROWTH_MB),
        upTo('web: ms of lag at 99 %, in the middle minute', lag, LAG_MS),
        upTo('ms of the slowest statement', slow, STATEMENT_MS),
        upTo('refused or failed', faults, 0),
      ],
    }
  } finally {
    await installation.close()
  }
}

if (import.meta.main) {
  const report = await run()
  print(report)
  process.exit(report.ratios.every(({ ok }) => ok) ? 0 : 1)
}
