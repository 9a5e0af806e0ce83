import { setTimeout as sleep } from 'node:timers/promises'
import type { Guarded } from './watchdog.ts'

const restartsMax = 5
const withinMs = 10 * 60_000
const pauseMs = 500

/**
 * Starts a server again when it has ended unasked, five times in ten minutes at most: what ends more often needs a
 * person.
 * @returns `exited`: it has ended for good
 */
export function keepUp(
  first: Guarded,
  start: () => Promise<Guarded>,
  say: (line: string) => void,
): { exited: Promise<void>; stop(): Promise<void> } {
  let server = first
  let isStopping = false
  const restarts: number[] = []

  function mayStart(): boolean {
    const now = Date.now()
    while (restarts[0] !== undefined && now - restarts[0] > withinMs) restarts.shift()
    return !isStopping && restarts.push(now) <= restartsMax
  }

  async function startAgain(): Promise<boolean> {
    while (mayStart()) {
      say('PostgreSQL ended unasked and is started again')
      try {
        server = await start()
        if (isStopping) await server.stop()
        return !isStopping
      } catch (error) {
        say(error instanceof Error ? error.message : String(error))
        await sleep(pauseMs * 2 ** restarts.length, undefined, { ref: false })
      }
    }
    return false
  }

  async function run(): Promise<void> {
    do await server.exited
    while (await startAgain())
  }

  const exited = run()
  return {
    exited,
    async stop() {
      isStopping = true
      await server.stop()
      await exited
    },
  }
}
