/** The page of the integration, and the list of clients who wait for the CRM, in a large account. */
import pg from 'pg'
import { clients } from '../contract/people/clients.ts'
import { deskCalls } from '../contract/business/crm-desk.ts'
import { integration } from '../contract/business/integration.ts'
import { CAREFUL_POLICY } from '../contract/business/crm-meeting.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { setPlan } from '../test/direct-access.ts'
import { openShop, pathOf } from '../test/people.ts'
import { startTestServer } from '../test/server.ts'
import prepareTemplate from '../test/template.ts'
import { cpuOf, startAsker } from './cpu.ts'
import { print, type BenchReport } from './report.ts'

const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 150_000)
const TARGET_MS = 50
const TIMES = 20

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  process.env.TEST_PG_SOCKET = postgres.connection.host
  process.env.TEST_PG_PORT = String(postgres.connection.port)
  await prepareTemplate()
  const server = await startTestServer()
  const superuser = new pg.Pool({ ...server.connection, max: 1 })
  const asker = startAsker()
  try {
    const shop = await openShop(server, 'Large')
    await setPlan(server, shop.c, 'expert')
    await superuser.query(
      `insert into clients (cabinet_id, id, template_id, card_number, name, tel, version, created_at, updated_at)
       select $1, gen_random_uuid(), $2, 1000 + n, 'C' || n, '+79' || lpad(n::text, 9, '0'), 1, now(), now()
       from generate_series(1, $3::int) n`,
      [shop.c, shop.template, CLIENTS],
    )
    await superuser.query(
      `insert into integrations (cabinet_id, id, type, settings, is_read, is_write, is_rewrite, is_on, policy, begun_at,
         created_at, updated_at)
       values ($1, gen_random_uuid(), 'url', '{}', true, true, false, true, $2, now(), now(), now())`,
      [shop.c, CAREFUL_POLICY],
    )
    const ratios: BenchReport['ratios'] = []
    const ask = async (when: string) => {
      await superuser.query('vacuum analyze clients, crm_clients, crm_standings')
      const headers = { authorization: `Bearer ${shop.owner.token}` }
      const asked = [
        ['the integration', `${server.url}${pathOf(integration.readIntegration, { c: shop.c })}`],
        ['the desk', `${server.url}${pathOf(deskCalls.readDesk, { c: shop.c })}`],
        ['those who wait', `${server.url}${pathOf(clients.listClients, { c: shop.c })}?crm=waiting`],
      ] as const
      for (const [name, url] of asked) {
        await asker.ask({ url, headers, times: 3 })
        const { node, postgres: database } = await cpuOf(superuser, () => asker.ask({ url, headers, times: TIMES }))
        const value = (node + database) / TIMES
        ratios.push({ name: `${name}, ${when}: ms`, value, target: TARGET_MS, ok: value <= TARGET_MS })
      }
    }
    await ask('nobody was looked at')
    await superuser.query(
      `insert into crm_clients (cabinet_id, client_id, crm_id, written_version)
       select cabinet_id, id, 'G-' || card_number, case when card_number % 300 > 0 then 1 end from clients
       where cabinet_id = $1`,
      [shop.c],
    )
    await ask('one of 300 waits')
    await superuser.query('update crm_clients set written_version = null where cabinet_id = $1', [shop.c])
    await ask('all wait')
    await superuser.query('update crm_clients set written_version = 1 where cabinet_id = $1', [shop.c])
    await ask('nobody waits')
    await superuser.query(
      `update crm_clients set fault = 'refused' where cabinet_id = $1 and client_id in (
         select id from clients where cabinet_id = $1 order by card_number limit 300)`,
      [shop.c],
    )
    await ask('300 were refused')
    return { name: `what waits for the CRM, of ${CLIENTS} clients`, lines: [], ratios }
  } finally {
    await asker.close()
    await superuser.end()
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
