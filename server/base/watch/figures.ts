/** What is read at the moment of a scrape: the queue, and the connections to the database. */
import { Gauge, type Registry } from 'prom-client'
import type { Sources } from './metrics.ts'
import { openQueueReader } from './queue-figures.ts'

/** @returns sets the figures; without the database those of the queue are left out, and the others stay */
export function setFigures(registry: Registry): (sources: Sources) => Promise<void> {
  const registers = [registry]
  const connections = new Gauge({
    name: 'kartoteka_database_connections',
    help: 'Connections by pool: total, idle, and waiting for work that waits for one; max is the size of the pool.',
    labelNames: ['pool', 'state'],
    registers,
  })
  const isUp = new Gauge({
    name: 'kartoteka_database_up',
    help: '1 when the queue could be read; at 0 its figures are left out.',
    registers,
  })
  const jobs = new Gauge({
    name: 'kartoteka_jobs',
    help: 'Jobs in the queue: waiting (due), delayed, retrying (failed, tried again later), active, parked.',
    labelNames: ['job', 'state'],
    registers,
  })
  const oldest = new Gauge({
    name: 'kartoteka_job_oldest_seconds',
    help: 'For how long the oldest job that is due has waited to be taken.',
    labelNames: ['job'],
    registers,
  })
  const readQueue = openQueueReader()
  return async ({ database, jobs: queue }) => {
    for (const [pool, figures] of Object.entries({ ...database.pools(), jobs: queue.pool() }))
      for (const [state, value] of Object.entries(figures)) connections.set({ pool, state }, value)
    const read = await readQueue(queue)
    isUp.set(read ? 1 : 0)
    jobs.reset()
    oldest.reset()
    for (const { job, oldestSeconds, ...states } of read ?? []) {
      for (const [state, value] of Object.entries(states)) jobs.set({ job, state }, value)
      oldest.set({ job }, oldestSeconds)
    }
  }
}
