/**
 * An installation of one web and one worker process, each as the operating system runs them, on a PostgreSQL that
 * writes to the disk; the outside world is emulated in the process of the bench.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { openCrashWorkers } from '../test/crash-workers.ts'
import { query } from '../test/direct-access.ts'
import { freePorts } from '../test/free-ports.ts'
import { startOtherProcess } from '../test/other-process.ts'
import { openShop, type Shop } from '../test/people.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import prepareTemplate from '../test/template.ts'
import { fillClients } from './million-rows.ts'

export type Installation = {
  /** With the emulated outside world; it answers nobody in the bench. */
  server: TestServer
  webUrl: string
  /** The metrics of each process. */
  metricsUrls: { web: string; worker: string }
  close(): Promise<void>
}

/** Those of a start without settings, behind one proxy; all requests come from one machine. */
const SETTINGS = { POOL_SIZE: '12', REQUESTS_PER_MINUTE: '1000000', TRUST_PROXY: '1' }

/** Statements are counted in the database itself, by `pg_stat_statements`. */
async function launchCounting(dataDir: string) {
  const first = await launchPostgres({ dataDir })
  const superuser = new pg.Client(first.connection)
  await superuser.connect()
  await superuser.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await superuser.end()
  await first.stop()
  return launchPostgres({ dataDir })
}

export async function openInstallation(): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'kartoteka-bench-'))
  const postgres = await launchCounting(join(folder, 'data'))
  process.env.TEST_PG_SOCKET = postgres.connection.host
  process.env.TEST_PG_PORT = String(postgres.connection.port)
  await prepareTemplate()
  const server = await startTestServer({ env: SETTINGS })
  await query(server, 'create extension pg_stat_statements')
  const [webPort, workerPort] = [await freePorts(), await freePorts()]
  // Of which process a session is, as `pg_stat_activity` shows it.
  process.env.PGAPPNAME = 'web'
  const web = await startOtherProcess(server, { ...SETTINGS, METRICS_PORT: String(webPort) })
  process.env.PGAPPNAME = 'worker'
  const workers = openCrashWorkers(server, 1, { ...SETTINGS, METRICS_PORT: String(workerPort) })
  await workers.start()
  delete process.env.PGAPPNAME
  return {
    server,
    webUrl: web.url,
    metricsUrls: { web: `http://127.0.0.1:${webPort}/metrics`, worker: `http://127.0.0.1:${workerPort}/metrics` },
    async close() {
      workers.end()
      await web.kill()
      await server.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A business whose every card is on an iPhone that the emulated Apple knows. @param cards in whole tens */
export async function openLargeShop(server: TestServer, name: string, cards: number): Promise<Shop> {
  const shop = await openShop(server, name)
  // Nine of ten have a card.
  await fillClients(server, shop, { clients: Math.ceil(cards / 0.9), accounts: 1 })
  await query(server, 'delete from registrations where cabinet_id = $1', [shop.c])
  await query(server, 'update passes set google_saved_at = null, google_object_id = null where cabinet_id = $1', [
    shop.c,
  ])
  await query(
    server,
    `insert into registrations (cabinet_id, id, device_id, pass_id, push_token, created_at, token_at)
     select p.cabinet_id, gen_random_uuid(), 'device-' || p.id, p.id, t.token, now(), now()
     from (select *, row_number() over (order by id) as no from passes where cabinet_id = $1) p
     join unnest($2::text[]) with ordinality t (token, no) on t.no = p.no`,
    [shop.c, server.outside.applePush.registerPhones(cards)],
  )
  await query(server, 'vacuum analyze')
  return shop
}

/** What so large a share of them is at most. */
export function quantile(all: readonly number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
