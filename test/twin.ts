/** A second process on the same database, as far as a test can tell: its own port, pools and memory, the same clock and keys. */
import { createServer, type AddressInfo } from 'node:net'
import { startServer } from '../server/main.ts'
import type { TestServer } from './server.ts'

export type Twin = { url: string; close(): Promise<void> }

export async function startTwin(server: TestServer): Promise<Twin> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  const { env, publicUrl, log, clock, outside } = server.floor
  const twin = await startServer({ env: { ...env, port }, connection: server.connection, publicUrl, log, clock, outside, testRootPem: server.authority.rootPem, works: false })
  return { url: `http://127.0.0.1:${port}`, close: () => twin.close() }
}
