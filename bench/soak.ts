/**
 * `npm run bench:soak`: one web and one worker process work for `BENCH_MINUTES` (30) at a steady rate: forms, tills,
 * pushes to everybody and staff at once, in an account of `BENCH_CARDS` (20 000) cards. It prints the memory of both
 * processes by minute, the lag of their event loops, the longest waits for locks and the slowest statements, and fails
 * when a limit is broken.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { overview } from '../contract/business/overview.ts'
import type { Call } from '../contract/call.ts'
import { SCOPES } from '../contract/limits.ts'
import { clients } from '../contract/people/clients.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import { keys } from '../contract/platform/keys.ts'
import { holders } from '../contract/reach/holders.ts'
import { pushes } from '../contract/reach/pushes.ts'
import { MINUTE_MS } from '../contract/time.ts'
import { query, setPlan } from '../test/direct-access.ts'
import { PASSWORD, request, type Shop } from '../test/people.ts'
import { hiddenFields } from '../test/phones.ts'
import { type Installation, openInstallation, openLargeShop, quantile } from './installation.ts'
import { watchLocks } from './lock-watch.ts'
import { print, type BenchReport } from './report.ts'
import { growthOf, type Minute, watchProcess } from './soak-memory.ts'

const MINUTES = Number(process.env.BENCH_MINUTES ?? 30)
const CARDS = Number(process.env.BENCH_CARDS ?? 20_000)
/** One every so many milliseconds. */
const EVERY_MS = { form: 2000, till: 400, staff: 1000, push: 2 * MINUTE_MS }
/** Nobody fills in a form within a second. */
const TYPING_MS = 1500
const STATEMENT_MS = 200
const LAG_MS = 50
const GROWTH_MB = 1
const SHOWN = 8
const LOCK_LOOK_MS = 10

type Done = Record<string, { took: number[]; faults: Map<string, number> }>

/** What is due begins at its time, whether the one before has ended or not. */
async function steadily(everyMs: number, untilMs: number, work: (no: number) => Promise<void>): Promise<void> {
  const running = new Set<Promise<void>>()
  const began = performance.now()
  for (let no = 0; performance.now() < untilMs; no++) {
    const one = work(no).finally(() => running.delete(one))
    running.add(one)
    await sleep(Math.max(0, began + (no + 1) * everyMs - performance.now()))
  }
  await Promise.all(running)
}

/** Visitors come from everywhere: an address takes a hundred forms an hour. */
const addressOf = (no: number) => `10.${(no >> 16) & 255}.${(no >> 8) & 255}.${no & 255}`

async function fillOne(url: string, no: number): Promise<number> {
  const headers = { 'x-forwarded-for': addressOf(no) }
  const html = await (await fetch(url, { headers })).text()
  await sleep(TYPING_MS)
  const body = new URLSearchParams({
    ...hiddenFields(html),
    agree: 'on',
    name: `Visitor ${no}`,
    tel: `+420602${String(100_000 + no)}`,
  })
  const sent = await fetch(url, { method: 'POST', redirect: 'manual', body, headers })
  await sent.text()
  return sent.status
}

async function work({ server, webUrl }: Installation, shop: Shop, untilMs: number): Promise<Done> {
  const { c, owner, template } = shop
  const web = { url: webUrl }
  const { secret } = await owner.send(keys.createKey, {
    params: { c },
    body: { name: 'Till', scopes: [...SCOPES], endsAt: null, password: PASSWORD },
  })
  const holdersOf = await query<{ id: string }>(
    server,
    'select client_id as id from passes where cabinet_id = $1 order by md5(id::text) limit 5000',
    [c],
  )
  const idOf = (no: number) => holdersOf[no % holdersOf.length]?.id ?? ''
  const done: Done = {}
  const counted = async (kind: string, one: () => Promise<number>) => {
    const { took, faults } = (done[kind] ??= { took: [], faults: new Map() })
    const began = performance.now()
    const status = await one().catch((error: unknown) => String(error))
    took.push(performance.now() - began)
    if (typeof status === 'string' || status >= 400) faults.set(String(status), (faults.get(String(status)) ?? 0) + 1)
  }
  const ask = async (call: Call, input: Parameters<typeof request>[2], token = owner.token) =>
    (await request(web, call, input, token)).status
  const formUrl = new URL(new URL(shop.formUrl).pathname, webUrl).href
  const reads: (() => Promise<number>)[] = [
    () => ask(clients.listClients, { params: { c }, query: { limit: 50 } }),
    () => ask(clients.listClients, { params: { c }, query: { limit: 50, q: 'Ivanova' } }),
    () => ask(overview.readOverview, { params: { c }, query: { period: '30' } }),
    () => ask(cabinets.dashboard, { params: { c } }),
    () => ask(clients.balanceHistory, { params: { c, id: idOf(7) } }),
    () => ask(pushes.listPushes, { params: { c }, query: { limit: 50 } }),
  ]
  const sendPush = async (no: number) => {
    const made = await request(
      web,
      pushes.createPush,
      {
        params: { c, pushType: 'text' },
        body: { name: `Push ${no}`, message: 'Soup for {cardholder}', templates: [template] },
      },
      owner.token,
    )
    if (made.status >= 400) return made.status
    return ask(pushes.startSend, { params: { c, pushUuid: (made.body.data as { id: string }).id } })
  }
  await Promise.all([
    steadily(EVERY_MS.form, untilMs, (no) => counted('form, with typing', () => fillOne(formUrl, no))),
    steadily(EVERY_MS.till, untilMs, (no) =>
      counted('till', () =>
        ask(
          holders.changeAmount,
          { params: { c, id: idOf(no) }, body: { kind: 'bonus', action: 'add', amount: 100 } },
          no % 2 === 0 ? secret : owner.token,
        ),
      ),
    ),
    steadily(EVERY_MS.staff, untilMs, (no) => counted('staff', reads[no % reads.length] as () => Promise<number>)),
    steadily(EVERY_MS.push, untilMs, (no) => counted('push', () => sendPush(no))),
  ])
  return done
}

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
    const [done, web, worker] = await Promise.all([
      work(installation, shop, untilMs),
      watchProcess(webMetrics, untilMs),
      watchProcess(workerMetrics, untilMs),
    ])
    await locks.end()
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
          ([kind, { took, faults: seen }]) =>
            `${kind}: ${took.length}, ms at the median ${quantile(took, 0.5).toFixed(0)}, at 99 % ` +
            `${quantile(took, 0.99).toFixed(0)}; ` +
            `faults: ${[...seen].map(([code, n]) => `${n} × ${code}`).join() || 'none'}`,
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
