/** The life of a process: what was opened last is closed first, whatever ends the process. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../server/base/log.ts'

export type Life = {
  /** Registers how something opened is closed again. */
  onEnd(close: () => Promise<void>): void
  /**
   * Closes everything and exits; asked twice, it goes on with the first.
   * @param why printed first; empty when it has been printed
   */
  end(why: string, exitCode: number): void
  isEnding(): boolean
  /** An error that nothing has caught is written to this log, and the process drains and ends. */
  logFaults(log: Log): void
}

const FORCED_AFTER_MS = 40_000
/** npm hands on the Ctrl-C that the terminal has sent to us as well: signals so close are one press of the key. */
const SAME_PRESS_MS = 700
const PARENT_LOOK_MS = 200

export const say = (line = ''): void => void process.stdout.write(`${line}\n`)

/** Listens to Ctrl-C, SIGTERM and the death of the npm that started us. */
export function openLife(): Life {
  const closers: (() => Promise<void>)[] = []
  let endingSinceMs: number | undefined

  async function closeAll(exitCode: number): Promise<void> {
    const forced = sleep(FORCED_AFTER_MS, 'forced', { ref: false })
    for (const close of closers.toReversed()) {
      const outcome = await Promise.race([close().catch((error: unknown) => say(String(error))), forced])
      if (outcome === 'forced') process.exit(exitCode || 1)
    }
    process.exit(exitCode)
  }

  function end(why: string, exitCode: number): void {
    if (endingSinceMs !== undefined) return
    endingSinceMs = performance.now()
    if (why !== '') say(`\n${why}: stopping …`)
    void closeAll(exitCode)
  }

  // The reader of our output may end first, as in `npm start | head`.
  process.stdout.on('error', () => {})
  process.on('SIGTERM', () => end('SIGTERM', 0))
  process.on('SIGHUP', () => end('The terminal was closed', 0))
  process.on('SIGINT', () => {
    // A second Ctrl-C means now; PostgreSQL notices and stops.
    if (endingSinceMs !== undefined && performance.now() - endingSinceMs > SAME_PRESS_MS) process.exit(130)
    end('Ctrl-C', 0)
  })
  if (process.env.npm_lifecycle_event) {
    // An npm that was killed outright could not pass a signal on.
    const parent = process.ppid
    setInterval(() => {
      if (process.ppid !== parent) end('npm has ended', 0)
    }, PARENT_LOOK_MS).unref()
  }
  return {
    onEnd: (close) => void closers.push(close),
    end,
    isEnding: () => endingSinceMs !== undefined,
    logFaults(log) {
      // A rejected promise that nothing awaits arrives here too.
      process.on('uncaughtException', (error, origin) => {
        log.fatal({ origin, error: error instanceof Error ? error.stack : String(error) }, 'an error was not caught')
        end('An error was not caught', 1)
      })
    },
  }
}
