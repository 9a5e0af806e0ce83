/** A second process on the database of a test server: what one of them changes the other must see. */
import type { AddressInfo } from 'node:net'
import type { Env } from '../server/base/env.ts'
import { startServer } from '../server/main.ts'
import type { TestServer } from './server.ts'

export type SecondServer = { url: string; close(): Promise<void> }

/** @param env what differs from the first */
export async function startSecondServer(of: TestServer, env: Partial<Env> = {}): Promise<SecondServer> {
  const { http, close } = await startServer({
    env: { ...of.app.env, ...env, port: 0 },
    login: of.login,
    publicUrl: of.url,
    log: of.app.log,
    clock: of.app.clock,
    testRootPem: '',
    works: false,
    outside: of.app.outside,
  })
  return { url: `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`, close }
}
