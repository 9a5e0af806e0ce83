/**
 * The open lines of this process: who hears news of which cabinet. Knows no HTTP: a line is something that can be told
 * and ended, and asked whether it may still be open.
 */
export type Line = {
  cabinetId: number
  userId: string
  sessionId: string
  tell(event: 'news' | 'end'): void
  /** A sign of life; proxies and browsers take a silent line for a dead one. */
  beat(): void
  end(): void
  /** Is the session still good and the cabinet still open to it. */
  mayStay(): Promise<boolean>
}

const BEAT_MS = 20_000
/** The database tells when a session or an access is removed; this look finds sessions that ran out. */
const BEATS_PER_LOOK = 15
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

  async function look(line: Line): Promise<void> {
    // A database that cannot be asked now is no reason to hang up: the next look decides.
    if (await line.mayStay().catch(() => true)) return
    finish(line)
  }

  function finish(line: Line): void {
    if (!open.has(line)) return
    line.tell('end')
    line.end()
    remove(line)
  }

  function beat(): void {
    beats++
    for (const line of open) {
      line.beat()
      if (beats % BEATS_PER_LOOK === 0) void look(line)
    }
  }

  return {
    isFull: (userId: string) => [...open].filter((line) => line.userId === userId).length >= LINES_PER_USER_MAX,
    add(line: Line): void {
      open.add(line)
      timer ??= setInterval(beat, BEAT_MS)
      // What was removed between the door and here was told before this line could hear it.
      void look(line)
    },
    remove,
    /** @param payload number of a cabinet; null: something may have been missed, so everybody looks */
    hearNews(payload: string | null): void {
      for (const line of open) if (payload === null || String(line.cabinetId) === payload) line.tell('news')
    },
    /** @param payload `session <id>` or `access <cabinet> <user>`; null: something may have been missed */
    hearGone(payload: string | null): void {
      for (const line of open) {
        if (payload === null) void look(line)
        else if (payload === `session ${line.sessionId}` || payload === `access ${line.cabinetId} ${line.userId}`)
          finish(line)
      }
    },
    /** The server leaves: lines end without a word, and browsers find their way to another one. */
    close(): void {
      for (const line of open) {
        line.end()
        remove(line)
      }
    },
  }
}
