/**
 * The preview of a first meeting at 100 000 clients, which a page asks for every two seconds while they are looked up:
 * processor time of one call.
 */
import pg from 'pg'
import { CAREFUL_POLICY } from '../contract/business/crm-meeting.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { readMeeting } from '../server/business/integration/meeting.ts'
import { openForWork } from '../server/platform/cabinets/cabinets.ts'
import { openShop } from '../test/people.ts'
import { startTestServer } from '../test/server.ts'
import prepareTemplate from '../test/template.ts'
import { cpuOf } from './cpu.ts'
import { print, type BenchReport } from './report.ts'

const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 100_000)
const ENTERED = 10_000
const CALLS = 10
const TARGET_MS = 50

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  process.env.TEST_PG_SOCKET = postgres.connection.host
  process.env.TEST_PG_PORT = String(postgres.connection.port)
  await prepareTemplate()
  const server = await startTestServer()
  const superuser = new pg.Pool({ ...server.connection, max: 1 })
  try {
    const shop = await openShop(server, 'Meeting')
    for (let from = 1; from <= CLIENTS; from += ENTERED)
      await superuser.query(
        `insert into clients (cabinet_id, id, template_id, card_number, name, tel, bonus_minor, version, created_at,
           updated_at)
         select $1, gen_random_uuid(), $2, 1000 + n, 'C' || n, '+79' || lpad(n::text, 9, '0'), n % 9000, 1,
           now() - n * interval '1 minute', now() from generate_series($3::int, $4::int) n`,
        [shop.c, shop.template, from, Math.min(CLIENTS, from + ENTERED - 1)],
      )
    await superuser.query(
      `insert into integrations (cabinet_id, id, type, settings, is_read, is_write, is_rewrite, is_on, policy,
         look_state, looked, created_at, updated_at)
       values ($1, gen_random_uuid(), 'moysklad', '{}', true, true, false, true, $2, 'running', $3, now(), now())`,
      [shop.c, CAREFUL_POLICY, CLIENTS],
    )
    await superuser.query(
      `insert into crm_clients (cabinet_id, client_id, match, doubt, their_bonus)
       select cabinet_id, id, (array['same', 'none', 'same', 'same'])[1 + card_number % 4], null,
         case when card_number % 4 <> 1 then card_number * 7 % 9000 end
       from clients where cabinet_id = $1 and card_number > 1000`,
      [shop.c],
    )
    await superuser.query('vacuum analyze')
    const ask = () => openForWork(server.app, shop.c, (db) => readMeeting(db))
    const first = await ask()
    const spent = await cpuOf(superuser, async () => {
      for (let call = 0; call < CALLS; call++) await ask()
    })
    const [node, postgresMs] = [spent.node / CALLS, spent.postgres / CALLS]
    const value = node + postgresMs
    return {
      name: 'preview of a first meeting',
      lines: [
        `${first?.same} of ${first?.total} are there; ${node.toFixed(1)} ms of Node and ${postgresMs.toFixed(1)} of ` +
          'PostgreSQL a call',
      ],
      ratios: [{ name: `${CLIENTS} looked up: ms of ours a call`, value, target: TARGET_MS, ok: value <= TARGET_MS }],
    }
  } finally {
    await superuser.end()
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
