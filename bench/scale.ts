/**
 * `npm run bench:scale`: every read of the large screens, every other call that reads, and the heavy writes, in
 * accounts of 10 000 and 100 000 clients with the history of a year, in one database and one run. It fails when a read
 * takes more than 50 ms of CPU (server and database), more than so many times the CPU of a bare Fastify route with the
 * best SQL, or grows with the account. `BENCH_SIZES=10000,100000,1000000` for other sizes, the smallest first;
 * `BENCH_READS=overview,feed` for some of the reads.
 */
import { createHash } from 'node:crypto'
import { clients } from '../contract/people/clients.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { setPlan } from '../test/direct-access.ts'
import { openShop, pathOf, type Shop } from '../test/people.ts'
import type { TestServer } from '../test/server.ts'
import { startBare } from './bare-sql.ts'
import { startBenchServer } from './bench-server.ts'
import { cpuOf, startAsker } from './cpu.ts'
import { otherReads } from './other-reads.ts'
import { print, type BenchReport } from './report.ts'
import type { Read } from './read.ts'
import { readsOf } from './scale-reads.ts'
import { fillYear, type Sized } from './scale-rows.ts'
import { measureWrites } from './scale-writes.ts'

const SIZES = (process.env.BENCH_SIZES ?? '10000,100000').split(',').map(Number)
const READS = (process.env.BENCH_READS ?? '').split(',')
const BLOCKS = 3
const TIMES = Number(process.env.BENCH_TIMES ?? 10)
const CPU_MS = 50
/** Up to so many clients; a read of everybody may take as much more in a larger account. */
const CPU_CLIENTS = 150_000
const RATIO = 2.5
const GROWTH = 1.3
/** Of a small answer the clock of the processes shows little: so much more is no growth, and no ratio. */
const SLACK_MS = 2

/** As `pg_temp.id` of the rows. */
export function idOf(name: string): string {
  const hex = createHash('md5').update(name).digest('hex')
  const set = `${hex.slice(0, 12)}4${hex.slice(13, 16)}a${hex.slice(17)}`
  return [set.slice(0, 8), set.slice(8, 12), set.slice(12, 16), set.slice(16, 20), set.slice(20)].join('-')
}

async function openSizes(server: TestServer): Promise<Sized[]> {
  const all: Sized[] = []
  for (const size of SIZES) {
    // Seven digits in a row would be a telephone number, which no name may hold.
    const shop = await openShop(server, `Size${size / 1000}k`)
    await setPlan(server, shop.c, 'expert')
    const start = performance.now()
    await fillYear(server, shop, size)
    console.error(`${size} clients made in ${((performance.now() - start) / 1000).toFixed(0)} s`)
    all.push({ clients: size, shop })
  }
  return all
}

type Measured = { clients: number; node: number; postgres: number; bare: number | undefined }

async function measureRead(
  server: TestServer,
  asker: ReturnType<typeof startAsker>,
  { read, shop, bareUrl }: { read: Read; shop: Shop; bareUrl: string },
): Promise<Omit<Measured, 'clients'>> {
  const own = {
    url: `${server.url}${pathOf(read.call, { c: shop.c, ...read.params?.(shop) })}?${new URLSearchParams(read.query)}`,
    headers: {
      authorization: `Bearer ${shop.owner.token}`,
      ...(read.body && { 'content-type': 'application/json' }),
    },
    ...(read.body && { body: JSON.stringify(read.body(shop)) }),
  }
  const best = { url: `${bareUrl}?c=${shop.c}`, headers: {} }
  const sum = { node: 0, postgres: 0, bare: 0 }
  await asker.ask({ ...own, times: 2 })
  if (read.sql) await asker.ask({ ...best, times: 2 })
  for (let block = 0; block < BLOCKS; block++) {
    const ours = await cpuOf(server.superuser, () => asker.ask({ ...own, times: TIMES }))
    sum.node += ours.node
    sum.postgres += ours.postgres
    if (!read.sql) continue
    const theirs = await cpuOf(server.superuser, () => asker.ask({ ...best, times: TIMES }))
    sum.bare += theirs.node + theirs.postgres
  }
  const each = (ms: number) => ms / (BLOCKS * TIMES)
  return { node: each(sum.node), postgres: each(sum.postgres), bare: read.sql ? each(sum.bare) : undefined }
}

function judge(read: Read, all: readonly Measured[]): BenchReport['ratios'] {
  const ratios: BenchReport['ratios'] = []
  const cpu = (one: Measured) => one.node + one.postgres
  for (const one of all) {
    const target = read.readsAll ? CPU_MS * Math.max(1, one.clients / CPU_CLIENTS) : CPU_MS
    if (!read.onDemand)
      ratios.push({ name: `${read.name}, ${one.clients}: ms of CPU`, value: cpu(one), target, ok: cpu(one) <= target })
    if (one.bare === undefined) continue
    const limit = read.ratio ?? RATIO
    const value = cpu(one) / one.bare
    const ok = cpu(one) <= limit * one.bare + SLACK_MS
    ratios.push({ name: `${read.name}, ${one.clients}: CPU to bare Fastify and SQL`, value, target: limit, ok })
  }
  for (const [no, one] of read.onDemand ? [] : all.slice(1).entries()) {
    const smaller = all[no] as Measured
    const limit = read.readsAll ? one.clients / smaller.clients : (read.growth ?? GROWTH)
    const value = cpu(one) / cpu(smaller)
    const ok = cpu(one) <= limit * cpu(smaller) + SLACK_MS
    ratios.push({ name: `${read.name}, from ${smaller.clients} to ${one.clients}: growth`, value, target: limit, ok })
  }
  return ratios
}

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  const server = await startBenchServer(postgres.connection)
  const asker = startAsker()
  const report: BenchReport = { name: 'accounts of any size', lines: [], ratios: [] }
  try {
    const sizes = await openSizes(server)
    const largest = sizes.at(-1)?.shop as Shop
    const last = await largest.owner.send(clients.listClients, {
      params: { c: largest.c },
      query: { at: 'last', limit: 50 },
    })
    const known = readsOf({
      client: idOf('client500'),
      push: idOf('push1'),
      segment: idOf('segment1'),
      lapsed: idOf('lapsed'),
      lapsedTagged: idOf('lapsed tagged'),
      lapsedDays: idOf('lapsed days'),
      hardlyAnybody: idOf('hardly anybody'),
      never: idOf('never bought'),
      last: last.meta.previous ?? 'last',
    })
    const reads = [...known, ...(await otherReads(server, largest, known))]
    const bare = await startBare(
      server.login,
      reads.map((read) => read.sql ?? []),
    )
    for (const [no, read] of reads.entries()) {
      if (!READS.some((part) => read.name.includes(part))) continue
      const all: Measured[] = []
      for (const { clients: size, shop } of sizes)
        all.push({ clients: size, ...(await measureRead(server, asker, { read, shop, bareUrl: `${bare.url}/${no}` })) })
      const line = all.map(
        (one) =>
          `${one.clients}: ${one.node.toFixed(1)} + ${one.postgres.toFixed(1)} ms` +
          (one.bare === undefined ? '' : ` (bare ${one.bare.toFixed(1)})`),
      )
      report.lines.push(`${read.name}: ${line.join(', ')}`)
      console.error(report.lines.at(-1))
      report.ratios.push(...judge(read, all))
    }
    await bare.close()
    const writes = await measureWrites(server, asker, sizes)
    report.lines.push(...writes.lines)
    report.ratios.push(...writes.ratios)
    return report
  } finally {
    await asker.close()
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) {
  const report = await run()
  print(report)
  process.exit(report.ratios.every(({ ok }) => ok) ? 0 : 1)
}
