/** A second web process of the operating system on a test's own database, which can be killed without warning. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePorts } from './free-ports.ts'
import type { TestServer } from './server.ts'
import { MASTER_KEY } from './template.ts'
import type { WebOrder } from './web-process.ts'

export type OtherProcess = { url: string; child: ChildProcess; kill(): Promise<void> }

/** @param settings of the environment, beside those of every test */
export async function startOtherProcess(
  server: TestServer,
  settings: Record<string, string> = {},
): Promise<OtherProcess> {
  const port = await freePorts()
  const order: WebOrder = {
    port,
    login: server.login,
    outside: server.app.outside,
    publicUrl: server.url,
    folder: server.app.env.dataDir,
    masterKey: MASTER_KEY,
    testRootPem: server.authority.rootPem,
    settings,
  }
  const child = fork(join(import.meta.dirname, './web-process.ts'), { execArgv: [] })
  child.send(order)
  await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const left = once(child, 'exit')
      child.kill('SIGKILL')
      await left
    },
  }
}
