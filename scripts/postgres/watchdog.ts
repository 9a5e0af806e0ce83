import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type Account, spawnAs } from './account.ts'

/**
 * Runs a command for as long as our end of its stdin is open. The kernel closes that end with our process, whatever
 * kills it; then the command gets SIGINT (fast shutdown) and, half a minute later, SIGQUIT. At last the folder `$1` is
 * removed; with `keep` in `$2` only if the command failed.
 */
const script = `
trap '' HUP INT TERM
temporary=$1; keep=$2; shift 2
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
(
  read -r line <&3
  kill -INT $child
  for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do sleep 1; done
  kill -QUIT $child
) >/dev/null 2>&1 &
guard=$!
exec 3<&-
wait $child
code=$?
kill -KILL $guard
[ "$keep$code" = keep0 ] || rm -rf -- "$temporary"
exit $code
`

export type Guarded = {
  /** Resolves with the exit code when the command has ended, asked or not. */
  exited: Promise<number>
  /** Ends the command the same way our death would, and waits for it. */
  stop(): Promise<number>
  /** From here on the command does not keep our process alive. */
  release(): void
}

/**
 * `mark` shows in the command line of the watchdog; `temporary` is a folder to remove at the end (or only on failure).
 */
export function runGuarded(
  command: string[],
  options: {
    account: Account
    mark: string
    temporary: string
    keepOnSuccess?: boolean
    onLine(line: string): void
  },
): Guarded {
  const child = spawn(
    'sh',
    ['-c', script, options.mark, options.temporary, options.keepOnSuccess ? 'keep' : '', ...command],
    {
      ...spawnAs(options.account),
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  child.stdin.on('error', () => {})
  createInterface(child.stderr).on('line', (line) => options.onLine(line))
  const handles = [child, child.stdin, child.stderr] as unknown as { ref(): void; unref(): void }[]
  return {
    exited,
    release: () => handles.forEach((handle) => handle.unref()),
    stop: () => {
      handles.forEach((handle) => handle.ref())
      child.stdin.end()
      return exited
    },
  }
}
