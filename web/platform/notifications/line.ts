/**
 * The live connection to the server: opened with the bearer header, reopened when it is lost, held by one tab at a
 * time.
 */
import { NEWS_PATH } from '../../../contract/platform/notifications.ts'
import { addressOf } from '../../base/send.ts'
import { sessionToken } from '../../base/session.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** The server sends a keep-alive every 20 seconds. */
const SILENCE_MS = 50_000

export type Listening = {
  /** There is news, or some may have been missed. */
  onNews: () => void
  /** The session or the access is gone. */
  onOver: () => void
}

/** Names of the events in a text, and the rest: an event that is not complete. */
export function eventsIn(text: string): { names: string[]; rest: string } {
  const blocks = text.split(/\r?\n\r?\n/)
  const rest = blocks.pop() ?? ''
  return { names: blocks.flatMap((block) => /^event: ?(\w+)$/m.exec(block)?.[1] ?? []), rest }
}

/** Waits longer each time, with jitter. */
export function waitMs(tries: number, random = Math.random()): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries) * (0.5 + random / 2)
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resume) => {
    const timer = setTimeout(resume, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resume()
      },
      { once: true },
    )
  })

/** Reads one connection to its end. @returns `over` when reopening it makes no sense */
async function readLine(
  c: number,
  { onNews }: Listening,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<'lost' | 'over'> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const response = await fetch(addressOf(NEWS_PATH, { params: { c }, query: {} }), {
      headers: { authorization: `Bearer ${sessionToken() ?? ''}`, accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    })
    if (!response.ok || !response.body) return [401, 404, 423].includes(response.status) ? 'over' : 'lost'
    onOpen()
    let text = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      const { names, rest } = eventsIn(text + part.value)
      text = rest
      if (names.includes('end')) return 'over'
      if (names.includes('news')) onNews()
    }
    return 'lost'
  } catch {
    return 'lost'
  } finally {
    clearTimeout(timer)
  }
}

async function listen(c: number, listening: Listening, signal: AbortSignal): Promise<void> {
  for (let tries = 0; !signal.aborted; tries++) {
    const outcome = await readLine(c, listening, signal, () => {
      // News may have been missed before the connection was open.
      listening.onNews()
      tries = 0
    })
    if (signal.aborted) return
    if (outcome === 'over') return listening.onOver()
    await pause(waitMs(tries), signal)
  }
}

/**
 * Listens until the returned function is called. A browser keeps few connections to one server, so one tab holds it
 * and forwards events to the others.
 */
export function holdLine(c: number, listening: Listening): () => void {
  const end = new AbortController()
  const name = `kartoteka.news.${c}`
  const tabs = new BroadcastChannel(name)
  tabs.onmessage = () => listening.onNews()
  const hold = () =>
    listen(
      c,
      {
        ...listening,
        onNews: () => {
          tabs.postMessage('news')
          listening.onNews()
        },
      },
      end.signal,
    )
  const holdInTurn = async () => {
    const wasHeld = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await hold()
      return lock === null
    })
    if (!wasHeld || end.signal.aborted) return
    // Another tab forwards what comes from now on; news may have come since this page was read.
    listening.onNews()
    await navigator.locks.request(name, { signal: end.signal }, hold)
  }
  // Locks exist only on secure pages; elsewhere each tab has its own connection.
  const held = 'locks' in navigator ? holdInTurn() : hold()
  held.catch(() => undefined)
  return () => {
    end.abort()
    tabs.close()
  }
}
