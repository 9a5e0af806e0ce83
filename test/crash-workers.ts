/** Workers as processes of their own that are killed without warning, one after another. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { WorkerOrder } from './crash-worker.ts'
import type { TestServer } from './server.ts'
import { MASTER_KEY } from './template.ts'

export type CrashWorkers = {
  start(): Promise<void>
  /**
   * Kills the one that has worked longest and starts another. The others stall meanwhile, so that however long a start
   * takes, the work is not done before the next kill.
   */
  replaceOldest(): Promise<void>
  end(): void
}

const STALL_MS = 30_000

/** @param waitFactor of the pauses towards Google. @param settings of the environment, beside those of every test */
export function openCrashWorkers(
  server: TestServer,
  waitFactor: number,
  settings: Record<string, string> = {},
): CrashWorkers {
  const alive: ChildProcess[] = []

  async function start(): Promise<void> {
    const child = fork(join(import.meta.dirname, './crash-worker.ts'), { stdio: 'inherit', execArgv: [] })
    alive.push(child)
    const { dataDir } = server.app.env
    const order: WorkerOrder = {
      login: server.login,
      outside: { ...server.app.outside, waitFactor },
      publicUrl: server.url,
      folder: dataDir,
      testRootPem: server.authority.rootPem,
      masterKey: MASTER_KEY,
      settings,
    }
    child.send(order)
    await once(child, 'message')
  }

  return {
    start,
    async replaceOldest() {
      const oldest = alive.shift()
      const others = [...alive]
      oldest?.kill('SIGKILL')
      for (const other of others) other.kill('SIGSTOP')
      const goOn = () => others.forEach((other) => other.kill('SIGCONT'))
      // One that stalls in a transaction may hold a lock that the start waits for.
      const guard = setTimeout(goOn, STALL_MS)
      if (oldest) await once(oldest, 'exit')
      await start()
      clearTimeout(guard)
      goOn()
    },
    end() {
      for (const child of alive.splice(0)) child.kill('SIGKILL')
    },
  }
}
