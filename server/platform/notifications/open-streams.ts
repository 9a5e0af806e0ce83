/**
 * The open streams of this process: which user receives news of which cabinet. It imports no HTTP: a stream can be sent
 * an event, ended, and asked whether it may still be open.
 */
export type OpenStream = {
  cabinetId: number
  userId: string
  sessionId: string
  send(event: 'news' | 'end'): void
  /** Keeps the stream alive: proxies and browsers close one that is silent. */
  beat(): void
  end(): void
  /** Is the session still valid and the cabinet still open to it? */
  mayStay(): Promise<boolean>
}

const BEAT_MS = 20_000
/** The database reports removed sessions and accesses; this check finds sessions that ran out. */
const BEATS_PER_CHECK = 15
export const STREAMS_PER_USER_MAX = 10

export type OpenStreams = ReturnType<typeof openStreams>

export function openStreams() {
  const open = new Set<OpenStream>()
  let timer: NodeJS.Timeout | undefined
  let beats = 0

  function remove(stream: OpenStream): void {
    open.delete(stream)
    if (open.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  async function check(stream: OpenStream): Promise<void> {
    // A database that cannot be reached now is no reason to hang up: the next check decides.
    if (await stream.mayStay().catch(() => true)) return
    finish(stream)
  }

  function finish(stream: OpenStream): void {
    if (!open.has(stream)) return
    stream.send('end')
    stream.end()
    remove(stream)
  }

  function beat(): void {
    beats++
    for (const stream of open) {
      stream.beat()
      if (beats % BEATS_PER_CHECK === 0) void check(stream)
    }
  }

  return {
    isFull: (userId: string) => [...open].filter((stream) => stream.userId === userId).length >= STREAMS_PER_USER_MAX,
    add(stream: OpenStream): void {
      open.add(stream)
      timer ??= setInterval(beat, BEAT_MS)
      // A session may have been removed between the check at the door and this moment.
      void check(stream)
    },
    remove,
    /** @param payload number of a cabinet; null: something may have been missed, so every page looks */
    receiveNews(payload: string | null): void {
      for (const stream of open) if (payload === null || String(stream.cabinetId) === payload) stream.send('news')
    },
    /** @param payload `session <id>` or `access <cabinet> <user>`; null: something may have been missed */
    receiveGone(payload: string | null): void {
      for (const stream of open) {
        if (payload === null) void check(stream)
        else if (payload === `session ${stream.sessionId}` || payload === `access ${stream.cabinetId} ${stream.userId}`)
          finish(stream)
      }
    },
    /** The server shuts down: streams end without an event, and browsers connect to another process. */
    close(): void {
      for (const stream of open) {
        stream.end()
        remove(stream)
      }
    },
  }
}
