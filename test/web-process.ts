/** A second web process on a test's own database; it ends as a server ends, by SIGTERM. */
import { openLog } from '../server/base/log.ts'
import { readEnv } from '../server/base/env.ts'
import { startServer } from '../server/main.ts'
import type { WorkerOrder } from './crash-worker.ts'

export type WebOrder = WorkerOrder & { port: number }

process.once('message', async (order: WebOrder) => {
  const env = readEnv(
    {
      ROLE: 'web',
      PORT: String(order.port),
      DATA_DIR: order.folder,
      MASTER_KEY: order.masterKey,
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      POOL_SIZE: '4',
      ...order.settings,
    },
    order.folder,
  )
  const server = await startServer({
    env,
    login: order.login,
    publicUrl: order.publicUrl,
    log: openLog(env.logLevel),
    outside: order.outside,
    testRootPem: order.testRootPem,
  })
  process.once('SIGTERM', () => void server.close().then(() => process.disconnect?.()))
  process.send?.('ready')
})
