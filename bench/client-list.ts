/**
 * The list of clients of an account with 150 000, beside 100 000 of others: each question to the product, and to a bare
 * Fastify route that sends the best SQL for it through row level security. One request at a time, alternating.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { clients } from '../contract/people/clients.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { query, setPlan } from '../test/direct-access.ts'
import { openShop, pathOf } from '../test/people.ts'
import { fillAccount } from './client-rows.ts'
import { startBenchServer } from './bench-server.ts'
import { print, type BenchReport } from './report.ts'

const CLIENTS = 150_000
const OTHERS = 20
const CLIENTS_OF_OTHERS = 5_000
const ROUNDS = 40
const TARGET = 2.5
const ROWS = `select c.*, t.name as template_name,
    p.google_saved_at,
    exists (select from registrations r where r.cabinet_id = p.cabinet_id and r.pass_id = p.id) as apple
  from c join templates t on t.cabinet_id = c.cabinet_id and t.id = c.template_id
    left join passes p on p.cabinet_id = c.cabinet_id and p.client_id = c.id`
const list = (where: string, order = 'created_at desc, id desc') =>
  `with c as materialized (select * from clients where cabinet_id = $1 and archived_at is null ${where}
    order by ${order} limit 50) ${ROWS} order by c.${order.replace(', id', ', c.id')}`
const APPLE = `and exists (select from passes p join registrations r on r.cabinet_id = p.cabinet_id and r.pass_id = p.id
  where p.cabinet_id = $1 and p.client_id = clients.id)`

type Case = { name: string; asked: Record<string, string>; sql: string }

const CASES = (deep: string): readonly Case[] => [
  { name: 'first page', asked: { at: 'first' }, sql: list('') },
  {
    name: 'deep page',
    asked: { at: deep },
    sql: list(
      `and (created_at, id) > (now() - interval '299000 minutes', '00000000-0000-0000-0000-000000000000')`,
      'created_at, id',
    ),
  },
  { name: 'a frequent surname', asked: { at: 'first', q: 'Ivanova' }, sql: list(`and search_text ilike '%ivanova%'`) },
  { name: 'two letters', asked: { at: 'first', q: 'an' }, sql: list(`and search_text ilike '%an%'`) },
  { name: 'digits of a phone', asked: { at: 'first', q: '7912082' }, sql: list(`and search_text ilike '%7912082%'`) },
  { name: 'cards on iPhones', asked: { at: 'first', platform: 'apple' }, sql: list(APPLE) },
  {
    name: 'count of a filter',
    asked: { at: 'first', limit: '1', sex: 'male' },
    sql: `select count(*) from clients where cabinet_id = $1 and archived_at is null and sex = 'male'`,
  },
]

const middle = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] as number

async function timed(url: string, headers: Record<string, string>): Promise<number> {
  const start = performance.now()
  const response = await fetch(url, { headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`)
  return performance.now() - start
}

/** Answers `/<number of the case>` for one account. */
async function startBare(login: pg.PoolConfig, c: number, cases: readonly Case[]) {
  const pool = new pg.Pool({ ...login, max: 2 })
  const bare = Fastify()
  bare.get<{ Params: { no: string } }>('/:no', async ({ params }) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query("select set_config('app.cabinet', $1, true)", [String(c)])
      const text = cases[Number(params.no)]?.sql ?? ''
      return (await client.query<object>(text, [c])).rows
    } finally {
      await client.query('commit')
      client.release()
    }
  })
  const url = await bare.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await bare.close()
    await pool.end()
  }
  return { url, close }
}

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  const server = await startBenchServer(postgres.connection)
  try {
    const shop = await openShop(server, 'Large')
    await setPlan(server, shop.c, 'expert')
    await fillAccount(server, shop, CLIENTS)
    for (let n = 0; n < OTHERS; n++) await fillAccount(server, await openShop(server, `Other${n}`), CLIENTS_OF_OTHERS)
    await query(server, 'vacuum analyze')
    const last = await shop.owner.send(clients.listClients, { params: { c: shop.c }, query: { at: 'last', limit: 50 } })
    const cases = CASES(last.meta.previous ?? 'last')
    const bare = await startBare(server.login, shop.c, cases)
    const report: BenchReport = { name: `clients of an account with ${CLIENTS}`, lines: [], ratios: [] }
    for (const [no, { name, asked }] of cases.entries()) {
      const times = { ours: [] as number[], bare: [] as number[] }
      const ours = `${server.url}${pathOf(clients.listClients, { c: shop.c })}?${new URLSearchParams({
        limit: '50',
        count: 'about',
        ...asked,
      })}`
      for (let round = 0; round < ROUNDS; round++) {
        times.ours.push(await timed(ours, { authorization: `Bearer ${shop.owner.token}` }))
        times.bare.push(await timed(`${bare.url}/${no}`, {}))
      }
      const [own, best] = [middle(times.ours), middle(times.bare)]
      report.lines.push(`${name}: ${own.toFixed(1)} ms, bare Fastify and SQL ${best.toFixed(1)} ms`)
      report.ratios.push({
        name: `${name}, to bare Fastify and SQL (at most ${TARGET})`,
        value: own / best,
        target: TARGET,
        ok: own / best <= TARGET,
      })
    }
    await bare.close()
    return report
  } finally {
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
