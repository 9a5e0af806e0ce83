/**
 * Receives what transactions send on commit (`pg_notify`): one connection a process, opened with the first
 * subscription.
 */
import pg from 'pg'
import type { Connection } from './logins.ts'
import type { Log } from './log.ts'

/** @param payload null: the connection was interrupted and notifications may have been missed */
type OnMessage = (payload: string | null) => void

export type Listener = {
  on(channel: string, onMessage: OnMessage): void
  close(): Promise<void>
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000

export function openListener(login: Connection, log: Log): Listener {
  const handlers = new Map<string, Set<OnMessage>>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let isClosed = false

  const dispatch = (channel: string, payload: string | null) =>
    handlers.get(channel)?.forEach((onMessage) => onMessage(payload))

  function reconnectLater(lost: pg.Client): void {
    if (client !== lost) return
    client = undefined
    if (isClosed) return
    timer = setTimeout(open, waitMs)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  function open(): void {
    timer = undefined
    const opened = new pg.Client({
      ...login,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: 'kartoteka-listener',
    })
    client = opened
    opened.on('notification', ({ channel, payload }) => dispatch(channel, payload ?? ''))
    opened.on('error', (error) => {
      log.warn({ error: error.message }, 'the line for news was lost')
      reconnectLater(opened)
    })
    opened.on('end', () => reconnectLater(opened))
    void opened
      .connect()
      .then(async () => {
        for (const channel of handlers.keys()) await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
        waitMs = FIRST_WAIT_MS
        for (const channel of handlers.keys()) dispatch(channel, null)
      })
      .catch(() => {
        void opened.end().catch(() => undefined)
        reconnectLater(opened)
      })
  }

  return {
    on(channel, onMessage) {
      const others = handlers.get(channel)
      handlers.set(channel, (others ?? new Set()).add(onMessage))
      if (!client && !timer && !isClosed) open()
      else if (!others)
        void client?.query(`listen ${pg.escapeIdentifier(channel)}`).then(
          () => onMessage(null),
          () => undefined,
        )
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
