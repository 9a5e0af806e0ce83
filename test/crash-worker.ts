/** A second process that only runs the jobs of a server; a test starts it and kills it without warning. */
import { openLog } from '../server/base/log.ts'
import { readEnv } from '../server/base/env.ts'
import type { Connection } from '../server/base/logins.ts'
import type { Outside } from '../server/base/app.ts'
import { startServer } from '../server/main.ts'

export type WorkerOrder = {
  login: Connection
  outside: Outside
  publicUrl: string
  folder: string
  masterKey: string
  testRootPem: string
  settings?: Record<string, string>
}

process.once('message', async (order: WorkerOrder) => {
  const env = readEnv(
    {
      ROLE: 'worker',
      PORT: '0',
      DATA_DIR: order.folder,
      MASTER_KEY: order.masterKey,
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      POOL_SIZE: '4',
      ...order.settings,
    },
    order.folder,
  )
  await startServer({
    env,
    login: order.login,
    publicUrl: order.publicUrl,
    log: openLog(env.logLevel),
    outside: order.outside,
    testRootPem: order.testRootPem,
  })
  process.send?.('working')
})
