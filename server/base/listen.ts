/** What transactions tell when they commit (`pg_notify`): one connection a process, opened when somebody first listens. */
import pg from 'pg'
import { APP_ROLE, type Connection } from './db.ts'
import type { Log } from './log.ts'

/** @param payload null: the line was down, and something may have been told meanwhile */
type OnTold = (payload: string | null) => void

export type Ear = {
  hear(channel: string, onTold: OnTold): void
  close(): Promise<void>
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000

export function openEar(connection: Connection, log: Log): Ear {
  const heard = new Map<string, Set<OnTold>>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let waitMs = FIRST_WAIT_MS
  let isClosed = false

  const tell = (channel: string, payload: string | null) => heard.get(channel)?.forEach((onTold) => onTold(payload))

  function goOnLater(lost: pg.Client): void {
    if (client !== lost) return
    client = undefined
    if (isClosed) return
    timer = setTimeout(open, waitMs)
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  function open(): void {
    timer = undefined
    const opened = new pg.Client({ ...connection, options: `-c role=${APP_ROLE}`, keepAlive: true, connectionTimeoutMillis: 10_000, application_name: 'kartoteka-ear' })
    client = opened
    opened.on('notification', ({ channel, payload }) => tell(channel, payload ?? ''))
    opened.on('error', (error) => {
      log.warn({ error: error.message }, 'the line for news was lost')
      goOnLater(opened)
    })
    opened.on('end', () => goOnLater(opened))
    void opened.connect().then(async () => {
      for (const channel of heard.keys()) await opened.query(`listen ${opened.escapeIdentifier(channel)}`)
      waitMs = FIRST_WAIT_MS
      for (const channel of heard.keys()) tell(channel, null)
    }).catch(() => {
      void opened.end().catch(() => undefined)
      goOnLater(opened)
    })
  }

  return {
    hear(channel, onTold) {
      const others = heard.get(channel)
      heard.set(channel, (others ?? new Set()).add(onTold))
      if (!client && !timer && !isClosed) open()
      else if (!others) void client?.query(`listen ${pg.escapeIdentifier(channel)}`).then(() => onTold(null), () => undefined)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
