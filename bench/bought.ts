/**
 * Segments by purchases in a large account: processor time of counting their clients, and beside it of a count that
 * adds up every purchase.
 */
import pg from 'pg'
import type { Criterion, Rules } from '../contract/people/segments.ts'
import { DAY_MS } from '../contract/time.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { sizesOfRules } from '../server/people/segments/size.ts'
import { countRules } from '../server/people/segments/segments.ts'
import { openForWork } from '../server/platform/cabinets/cabinets.ts'
import { setPlan } from '../test/direct-access.ts'
import { openShop } from '../test/people.ts'
import { startTestServer } from '../test/server.ts'
import prepareTemplate from '../test/template.ts'
import { cpuOf } from './cpu.ts'
import { print, type BenchReport } from './report.ts'

const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 150_000)
const PURCHASES = Number(process.env.BENCH_PURCHASES ?? 500_000)
const TARGET_MS = 50
const TIMES = 5

/** As it was before there were days: of the purchases, with who is out of the archive. */
const ADDED_UP = `select count(*) from clients where cabinet_id = $1 and archived_at is null and (cabinet_id, id) in (
  select cabinet_id, coalesce(held_by, client_id) from external_events
  where cabinet_id = $1 and kind in ('purchase', 'refund') and not is_void and at >= $2
  group by 1, 2 having count(*) filter (where kind = 'purchase') >= 3)`

const asked = (...criteria: Criterion[]): Rules => ({ match: 'all', criteria })
const often = { kind: 'purchases', operator: 'gte', value: 3 } as const
const lately = { kind: 'lastPurchase', operator: 'lte', value: 30 } as const
const NOTHING = { kind: 'purchases', operator: 'eq', value: 0, days: 90 } as const
const CASES: readonly (readonly [string, Rules])[] = [
  ['three purchases', asked(often)],
  ['more than 1 000 spent', asked({ kind: 'spent', operator: 'gt', value: 1000_00 })],
  ['last purchase of 30 days', asked(lately)],
  ['never bought', asked({ kind: 'lastPurchase', operator: 'never' })],
  ['three in 30 days', asked({ ...often, days: 30 })],
  ['three in 365 days', asked({ ...often, days: 365 })],
  ['nothing in 90 days', asked(NOTHING)],
  ['1 000 spent in 365 days', asked({ kind: 'spent', operator: 'gt', value: 1000_00, days: 365 })],
  ['often, and not lately', asked(often, { ...lately, operator: 'gt' })],
  ['often, and men', asked(often, { kind: 'sex', operator: 'is', value: 'male' })],
  ['often or men', { match: 'any', criteria: [often, { kind: 'sex', operator: 'is', value: 'male' }] }],
  ['nothing in 90 days, and no points', asked(NOTHING, { kind: 'bonus', operator: 'eq', value: 0 })],
]

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  process.env.TEST_PG_SOCKET = postgres.connection.host
  process.env.TEST_PG_PORT = String(postgres.connection.port)
  await prepareTemplate()
  const server = await startTestServer()
  const superuser = new pg.Pool({ ...server.connection, max: 1 })
  // What the asking connection spends itself is not counted.
  const peer = new pg.Pool({ ...server.connection, max: 1 })
  try {
    const shop = await openShop(server, 'Large')
    await setPlan(server, shop.c, 'expert')
    const now = server.app.clock.now()
    // Row by row, triggers and keys would take most of the time: what is needed of them is done afterwards at once.
    await superuser.query('set session_replication_role = replica')
    await superuser.query(
      `insert into clients (cabinet_id, id, template_id, card_number, name, sex, version, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 1000 + n, 'C' || n, case when n % 3 > 0 then 'male' else 'female' end, 1, $4,
         $4 from generate_series(1, $3::int) n`,
      [shop.c, shop.template, CLIENTS, now],
    )
    // Over two years; every tenth client has bought nothing, some come much more often than others.
    await superuser.query(
      `insert into external_events (cabinet_id, id, client_id, kind, at, amount_minor, text, source, sender_id,
         received_at)
       select $1, gen_random_uuid(), c.id, 'purchase', $3::timestamptz - random() * interval '730 days',
         (random() * 90000)::int, '', 'bench', n::text, $3
       from generate_series(1, $2::int) n
       join (select id, row_number() over (order by card_number) - 1 as no from clients where cabinet_id = $1) c
         on c.no = floor(power((n::bigint * 7919 % 1000003) / 1000003.0, 1.5) * $4 * 0.9)`,
      [shop.c, PURCHASES, now, CLIENTS],
    )
    await superuser.query('insert into client_counts (cabinet_id, present) values ($1, $2)', [shop.c, CLIENTS])
    // A trigger gives buyers their places.
    await superuser.query('set session_replication_role = origin')
    await superuser.query(
      'select sum_up_purchases(array_agg(cabinet_id), array_agg(id)) from clients where cabinet_id = $1',
      [shop.c],
    )
    await superuser.query('vacuum analyze clients')
    await superuser.query('vacuum analyze client_purchases, external_events, client_counts')
    const cpu = async (work: () => Promise<unknown>) => {
      await work()
      const { node, postgres: database } = await cpuOf(superuser, async () => {
        for (let n = 0; n < TIMES; n++) await work()
      })
      return (node + database) / TIMES
    }
    const ratios: BenchReport['ratios'] = []
    const lines: string[] = []
    const exactly = { today: '2026-11-21', limit: 0, isExact: true }
    for (const [name, rules] of CASES) {
      const size = () => openForWork(server.app, shop.c, (db) => sizesOfRules(db, rules, exactly))
      const value = await cpu(size)
      ratios.push({ name: `${name}: ms`, value, target: TARGET_MS, ok: value <= TARGET_MS })
      const withSamples = await cpu(() => openForWork(server.app, shop.c, (db) => countRules(db, rules, now, true)))
      lines.push(`${name}: ${(await size()).size.count} clients, with samples ${withSamples.toFixed(0)} ms`)
    }
    const since = new Date(now.getTime() - 365 * DAY_MS)
    const addedUp = await cpu(() => peer.query(ADDED_UP, [shop.c, since]))
    lines.push(`three in 365 days, added up from the purchases each time: ${addedUp.toFixed(0)} ms`)
    return { name: `segments by purchases, ${CLIENTS} clients and ${PURCHASES} purchases`, lines, ratios }
  } finally {
    await peer.end()
    await superuser.end()
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
