/**
 * The door for events of CRMs: the CPU of an event that is written down and of one that is sent again, beside a bare
 * Fastify route that reads the same body and answers. In turns, in one run.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { addressOf, prepareHooks } from '../server/business/integration/hook-upkeep.ts'
import { findHook } from '../server/business/integration/hooks-sql.ts'
import { connectorOf } from '../server/engines/crm/crm.ts'
import { openForWork } from '../server/platform/cabinets/cabinets.ts'
import { openShop } from '../test/people.ts'
import { startTestServer } from '../test/server.ts'
import prepareTemplate from '../test/template.ts'
import { cpuOf, startAsker } from './cpu.ts'
import { print, type BenchReport } from './report.ts'

const VENDOR = 'loyverse'
/** An integration takes 600 events a minute. */
const BLOCKS = 5
const TIMES = 100
/**
 * Of a route that does nothing: an event is counted, encrypted, stored and queued in a transaction. Taken from what was
 * measured, so that growth shows.
 */
const TARGET = 30

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  process.env.TEST_PG_SOCKET = postgres.connection.host
  process.env.TEST_PG_PORT = String(postgres.connection.port)
  await prepareTemplate()
  const server = await startTestServer()
  const superuser = new pg.Pool({ ...server.connection, max: 1 })
  const asker = startAsker()
  const bare = Fastify()
  bare.post('/', async (_, reply) => reply.code(200).send())
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
  try {
    const shop = await openShop(server, 'Hooked')
    await superuser.query(
      `insert into integrations (cabinet_id, id, type, settings, is_read, is_write, is_rewrite, is_on, created_at,
         updated_at)
       values ($1, gen_random_uuid(), $2, '{}', true, false, false, true, now(), now())`,
      [shop.c, VENDOR],
    )
    const connector = connectorOf(VENDOR)
    if (!connector) throw new Error(`there is no ${VENDOR}`)
    const url = await openForWork(server.app, shop.c, async (db) => {
      await prepareHooks(server.app, db, connector)
      const hook = await findHook(db)
      return hook ? addressOf(server.app, VENDOR, shop.c, hook) : ''
    })
    const body = (no: string) =>
      JSON.stringify({
        merchant_id: 'm',
        type: 'customers.update',
        created_at: '2026-11-21T09:00:00Z',
        customers: [{ id: no, name: 'Anna', phone_number: '+420601960000', total_points: 12, note: 'x'.repeat(500) }],
      })
    const headers = { 'content-type': 'application/json' }
    const cases = [
      { name: 'bare route', url: bareUrl, body: body('{no}') },
      { name: 'an event', url, body: body('{no}') },
      { name: 'the same event again', url, body: body('same') },
    ]
    const spent = cases.map(() => 0)
    for (const one of cases) await asker.ask({ ...one, headers, times: 10 })
    for (let block = 0; block < BLOCKS; block++) {
      await superuser.query('delete from tries')
      for (const [index, one] of cases.entries()) {
        const { node, postgres: database } = await cpuOf(superuser, () => asker.ask({ ...one, headers, times: TIMES }))
        spent[index] = (spent[index] ?? 0) + node + database
      }
    }
    const each = spent.map((ms) => ms / BLOCKS / TIMES)
    const [bareMs = 1] = each
    return {
      name: 'the door for events of CRMs',
      lines: cases.map(({ name }, index) => `${name}: ${(each[index] ?? 0).toFixed(2)} ms`),
      ratios: cases.slice(1).map(({ name }, index) => {
        const value = (each[index + 1] ?? 0) / bareMs
        return { name: `${name}, in bare routes`, value, target: TARGET, ok: value <= TARGET }
      }),
    }
  } finally {
    await bare.close()
    await asker.close()
    await superuser.end()
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
