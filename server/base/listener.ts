/**
 * Receives what transactions send on commit (`pg_notify`): one connection a process, opened with the first
 * subscription.
 */
import pg from 'pg'
import { isDatabaseGone } from './database-faults.ts'
import type { Connection } from './logins.ts'
import type { Log } from './log.ts'
import { watchReach } from './reach.ts'
import { withoutContext } from './watch/context.ts'

/** @param payload null: the connection was interrupted and notifications may have been missed */
type OnMessage = (payload: string | null) => void

export type Listener = {
  on(channel: string, onMessage: OnMessage): void
  close(): Promise<void>
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
/** A server that stalls closes nothing, so the line is asked whether it still answers. */
const HEARTBEAT_MS = 15_000

/** @param options `name`: of the connection in `pg_stat_activity` */
export function openListener(
  login: Connection,
  log: Log,
  { name = 'kartoteka-listener', heartbeatMs = HEARTBEAT_MS }: { name?: string; heartbeatMs?: number } = {},
): Listener {
  const handlers = new Map<string, Set<OnMessage>>()
  const reach = watchReach(log)
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let isClosed = false

  const dispatch = (channel: string, payload: string | null) =>
    handlers.get(channel)?.forEach((onMessage) => onMessage(payload))

  function reconnectLater(lost: pg.Client): void {
    void lost.end().catch(() => undefined)
    if (client !== lost) return
    client = undefined
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(open, waitMs)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  function beatLater(asked: pg.Client): void {
    if (client !== asked || isClosed) return
    timer = setTimeout(() => {
      timer = setTimeout(() => {
        log.warn('the line for news does not answer')
        reconnectLater(asked)
      }, heartbeatMs)
      asked.query('select 1').then(
        () => {
          clearTimeout(timer)
          beatLater(asked)
        },
        () => reconnectLater(asked),
      )
    }, heartbeatMs)
  }

  async function listen(opened: pg.Client): Promise<void> {
    await reach(async () => {
      await opened.connect()
      for (const channel of handlers.keys()) await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
    })
    waitMs = FIRST_WAIT_MS
    for (const channel of handlers.keys()) dispatch(channel, null)
    beatLater(opened)
  }

  function open(): void {
    timer = undefined
    // The first one to ask for news would otherwise be named in every later line.
    withoutContext(openLine)
  }

  function openLine(): void {
    const opened = new pg.Client({
      ...login,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: name,
    })
    client = opened
    opened.on('notification', ({ channel, payload }) => dispatch(channel, payload ?? ''))
    opened.on('error', (error) => {
      if (client === opened) log.warn({ error: error.message }, 'the line for news was lost')
      reconnectLater(opened)
    })
    opened.on('end', () => reconnectLater(opened))
    listen(opened).catch((error: unknown) => {
      if (!isDatabaseGone(error)) log.warn({ error: String(error) }, 'the line for news cannot be opened')
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
