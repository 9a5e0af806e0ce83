/** The way to the database for a test that breaks it: connections are cut, refused, or get no answer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../server/base/logins.ts'

export type DatabaseLine = {
  connection: Connection
  /** Ends all connections and refuses new ones, as a server that was stopped does. */
  cut(): Promise<void>
  restore(): Promise<void>
  /** Nothing is answered and nothing closed, as by a server that hangs. */
  stall(): void
  resume(): void
  close(): Promise<void>
}

/** @param port where it is entered; left out: in a socket folder of its own */
export async function openDatabaseLine(to: Connection, port?: number): Promise<DatabaseLine> {
  if (!('host' in to)) throw new Error('the line leads to a socket folder')
  const folder = mkdtempSync(join(tmpdir(), 'line-'))
  const path = (host: string) => join(host, `.s.PGSQL.${to.port}`)
  const sockets = new Set<Socket>()
  let isStalled = false

  const server = createServer((near) => {
    const far = connect(path(to.host))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('data', (bytes) => other.write(bytes))
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      if (isStalled) one.pause()
    }
  })
  const address = port === undefined ? { path: path(folder) } : { port, host: '127.0.0.1' }
  const restore = () => new Promise<void>((done) => server.listen(address, () => done()))
  const cut = async () => {
    const closed = new Promise((done) => server.close(done))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await restore()
  return {
    connection: { ...to, ...(port === undefined ? { host: folder } : { host: '127.0.0.1', port }) },
    cut,
    restore,
    stall() {
      isStalled = true
      for (const socket of sockets) socket.pause()
    },
    resume() {
      isStalled = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      if (server.listening) await cut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
