/**
 * The list of clients of the largest of a thousand accounts with a million clients: the CPU of the product, and of a
 * bare Fastify route that sends the best SQL for the same answer through row level security. In turns, in one run.
 */
import { clients } from '../contract/people/clients.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { query, setPlan } from '../test/direct-access.ts'
import { openShop, pathOf } from '../test/people.ts'
import { startBare } from './bare-sql.ts'
import { startBenchServer } from './bench-server.ts'
import { type Cpu, cpuOf, startAsker } from './cpu.ts'
import { fillMillion, MILLION } from './million-rows.ts'
import { print, type BenchReport } from './report.ts'

const BLOCKS = 6
const TIMES = 10
const TARGET = 2.5

const ROWS = `select c.*, t.name as template_name, w.in_apple, w.in_google, w.removed_at,
    array(select tags.name from client_tags one join tags on tags.cabinet_id = one.cabinet_id and tags.id = one.tag_id
      where one.cabinet_id = c.cabinet_id and one.client_id = c.id order by tags.name) as tags
  from c join templates t on t.cabinet_id = c.cabinet_id and t.id = c.template_id
    left join client_wallets w on w.cabinet_id = c.cabinet_id and w.client_id = c.id`
const PRESENT = 'cabinet_id = $1 and archived_at is null'
const rows = (where: string, order = 'created_at desc, id desc') =>
  `with c as materialized (select * from clients where ${PRESENT} ${where} order by ${order} limit 50)
   ${ROWS} order by c.${order.replace(', id', ', c.id')}`
const count = (where: string) => `select count(*) from clients where ${PRESENT} ${where}`
const ALL = 'select present as count from client_counts where cabinet_id = $1'
const searched = (text: string): string[] => [
  rows(`and search_text ilike '%${text}%'`),
  count(`and search_text ilike '%${text}%'`),
]

type Case = { name: string; asked: Record<string, string>; sql: readonly string[] }

const CASES = (deep: string): readonly Case[] => [
  { name: 'first page of 50', asked: { at: 'first' }, sql: [rows(''), ALL] },
  {
    name: 'deep page',
    asked: { at: deep },
    sql: [rows(`and (created_at, id) > (now() - interval '270000 minutes', gen_random_uuid())`, 'created_at, id'), ALL],
  },
  { name: 'a surname', asked: { at: 'first', q: 'Ivanova' }, sql: searched('ivanova') },
  { name: 'a rare surname', asked: { at: 'first', q: 'Surname0a1' }, sql: searched('surname0a1') },
  { name: 'digits of a phone', asked: { at: 'first', q: '7912082' }, sql: searched('7912082') },
  { name: 'a filter', asked: { at: 'first', sex: 'male' }, sql: [rows(`and sex = 'male'`), count(`and sex = 'male'`)] },
  {
    // Of those whom it chooses none is among the newest thousand.
    name: 'a filter, counted exactly',
    asked: { at: 'first', count: 'exact', balanceFrom: '50000' },
    sql: [rows('and balance_minor >= 50000'), count('and balance_minor >= 50000')],
  },
]

const add = (one: Cpu, other: Cpu): Cpu => ({ node: one.node + other.node, postgres: one.postgres + other.postgres })
const each = (ms: number) => (ms / (BLOCKS * TIMES)).toFixed(2)

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  const server = await startBenchServer(postgres.connection)
  const asker = startAsker()
  try {
    const shop = await openShop(server, 'Largest')
    await setPlan(server, shop.c, 'expert')
    await fillMillion(server, shop, true)
    const [largest] = await query<{ clients: number }>(
      server,
      'select present as clients from client_counts where cabinet_id = $1',
      [shop.c],
    )
    const last = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { at: 'last', limit: 50 } })
    const cases = CASES(last.meta.previous ?? 'last')
    const bare = await startBare(
      server.login,
      cases.map((one) => one.sql),
    )
    const report: BenchReport = {
      name: `clients of the largest account, ${largest?.clients} of ${MILLION}`,
      lines: [],
      ratios: [],
    }
    for (const [no, { name, asked }] of cases.entries()) {
      const question = new URLSearchParams({ limit: '50', count: 'about', ...asked })
      const own = {
        url: `${server.url}${pathOf(clients.listClients, { c: shop.c })}?${question}`,
        headers: { authorization: `Bearer ${shop.owner.token}` },
      }
      const best = { url: `${bare.url}/${no}?c=${shop.c}`, headers: {} }
      for (const one of [own, best]) await asker.ask({ ...one, times: TIMES })
      let [ours, theirs]: [Cpu, Cpu] = [
        { node: 0, postgres: 0 },
        { node: 0, postgres: 0 },
      ]
      for (let block = 0; block < BLOCKS; block++) {
        ours = add(ours, await cpuOf(server.superuser, () => asker.ask({ ...own, times: TIMES })))
        theirs = add(theirs, await cpuOf(server.superuser, () => asker.ask({ ...best, times: TIMES })))
      }
      report.lines.push(
        `${name}: CPU of Node ${each(ours.node)} ms, of PostgreSQL ${each(ours.postgres)} ms; ` +
          `bare Fastify and SQL ${each(theirs.node)} and ${each(theirs.postgres)} ms`,
      )
      const value = (ours.node + ours.postgres) / (theirs.node + theirs.postgres)
      report.ratios.push({
        name: `${name}: CPU to bare Fastify and SQL (at most ${TARGET})`,
        value,
        target: TARGET,
        ok: value <= TARGET,
      })
    }
    await bare.close()
    return report
  } finally {
    await asker.close()
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
