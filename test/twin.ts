/** A second process on the database of a test server: what one of them changes the other must see. */
import type { AddressInfo } from 'node:net'
import { startServer } from '../server/main.ts'
import type { TestServer } from './server.ts'

export type Twin = { url: string; close(): Promise<void> }

export async function startTwin(of: TestServer): Promise<Twin> {
  const { app, close } = await startServer({
    env: { ...of.floor.env, port: 0 }, connection: of.connection, publicUrl: of.url, log: of.floor.log, clock: of.floor.clock, testRootPem: '', works: false, outside: of.floor.outside,
  })
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close }
}
