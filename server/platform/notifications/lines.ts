/**
 * The open lines of this process: which user receives news of which cabinet. It imports no HTTP: a line can be sent an
 * event, ended, and asked whether it may still be open.
 */
export type Line = {
  cabinetId: number
  userId: string
  sessionId: string
  send(event: 'news' | 'end'): void
  /** Keeps the line alive: proxies and browsers close one that is silent. */
  beat(): void
  end(): void
  /** Is the session still valid and the cabinet still open to it? */
  mayStay(): Promise<boolean>
}

const BEAT_MS = 20_000
/** The database reports removed sessions and accesses; this check finds sessions that ran out. */
const BEATS_PER_CHECK = 15
export const LINES_PER_USER_MAX = 10

export type Lines = ReturnType<typeof openLines>

export function openLines() {
  const open = new Set<Line>()
  let timer: NodeJS.Timeout | undefined
  let beats = 0

  function remove(line: Line): void {
    open.delete(line)
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  async function check(line: Line): Promise<void> {
    // A database that cannot be reached now is no reason to hang up: the next check decides.
    if (await line.mayStay().catch(() => true)) return
    finish(line)
  }

  function finish(line: Line): void {
    if (!open.has(line)) return
    line.send('end')
    line.end()
    remove(line)
  }

  function beat(): void {
    beats++
    for (const line of open) {
      line.beat()
      if (beats % BEATS_PER_CHECK === 0) void check(line)
    }
  }

  return {
    isFull: (userId: string) => [...open].filter((line) => line.userId === userId).length >= LINES_PER_USER_MAX,
    add(line: Line): void {
      open.add(line)
      timer ??= setInterval(beat, BEAT_MS)
      // A session may have been removed between the check at the door and this moment.
      void check(line)
    },
    remove,
    /** @param payload number of a cabinet; null: something may have been missed, so every page looks */
    receiveNews(payload: string | null): void {
      for (const line of open) if (payload === null || String(line.cabinetId) === payload) line.send('news')
    },
    /** @param payload `session <id>` or `access <cabinet> <user>`; null: something may have been missed */
    receiveGone(payload: string | null): void {
      for (const line of open) {
        if (payload === null) void check(line)
        else if (payload === `session ${line.sessionId}` || payload === `access ${line.cabinetId} ${line.userId}`)
          finish(line)
      }
    },
    /** The server shuts down: lines end without an event, and browsers connect to another process. */
    close(): void {
      for (const line of open) {
        line.end()
        remove(line)
      }
    },
  }
}
