import { createServer } from 'node:net'

/**
 * Below the ports that the kernel gives to outgoing connections: one of those could be taken between the look and the
 * start of the server.
 */
const LOWEST = 12_000
const HIGHEST = 30_000

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
    probe.once('error', () => done(false)).listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/** The first of `count` ports in a row that nobody holds. */
export async function freePorts(count = 1): Promise<number> {
  for (;;) {
    const first = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    const row = await Promise.all(Array.from({ length: count }, (_, next) => isFree(first + next)))
    if (row.every(Boolean)) return first
  }
}
