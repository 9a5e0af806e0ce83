/**
 * A server with the demo data, for benches: the tests' server, without the limit that keeps one visitor from flooding
 * it.
 */
import { seedDemo } from '../db/demo.ts'
import type { RunningPostgres } from '../scripts/postgres/launch.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import prepareTemplate from '../test/template.ts'

export async function startBenchServer(connection: RunningPostgres['connection']): Promise<TestServer> {
  process.env.TEST_PG_SOCKET = connection.host
  process.env.TEST_PG_PORT = String(connection.port)
  await prepareTemplate()
  const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '1000000' } })
  await seedDemo(server.app)
  return server
}
