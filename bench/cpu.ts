/** CPU of this thread and of the PostgreSQL processes behind a pool, while another thread asks. */
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type pg from 'pg'

const TICK_MS = 10

/** Asks one address after the other; its own work is not counted. */
const ASKER = `
  const { parentPort } = require('node:worker_threads')
  let sent = 0
  parentPort.on('message', async ({ url, headers, times, body }) => {
    const took = []
    try {
      for (let n = 0; n < times; n++) {
        const posted = body === undefined ? {} : { method: 'POST', body: body.replaceAll('{no}', String(sent++)) }
        const began = performance.now()
        const answer = await fetch(url, { headers, redirect: 'manual', ...posted })
        const text = await answer.text()
        if (answer.status >= 400) throw new Error(url + ': ' + answer.status + ' ' + text.slice(0, 200))
        took.push(performance.now() - began)
      }
      parentPort.postMessage({ took })
    } catch (error) {
      parentPort.postMessage({ took, fault: String(error) })
    }
  })`

/** `body`: it is posted, each time with another number in the place of `{no}`. */
type Asked = { url: string; headers: Record<string, string>; times: number; body?: string }

export function startAsker() {
  const worker = new Worker(ASKER, { eval: true })
  return {
    /** @returns milliseconds of each answer */
    async ask(asked: Asked): Promise<number[]> {
      worker.postMessage(asked)
      const [{ took, fault }] = (await once(worker, 'message')) as [{ took: number[]; fault?: string }]
      if (fault) throw new Error(fault)
      return took
    },
    close: () => worker.terminate(),
  }
}

const fieldsOf = (pid: number): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
const ticksIn = (fields: readonly string[], first: number) => Number(fields[first]) + Number(fields[first + 1])

/**
 * Of the processes of PostgreSQL that serve logins other than the asking one, and of those that have ended meanwhile:
 * a pool closes what it does not need.
 */
async function postgresCpuMs(superuser: pg.Pool): Promise<number> {
  const { rows } = await superuser.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and backend_type = 'client backend'`,
  )
  const all = rows.map(({ pid }) => fieldsOf(pid))
  const parent = Number(all[0]?.[1])
  const ended = parent > 0 ? ticksIn(fieldsOf(parent), 13) : 0
  return (ended + all.reduce((sum, fields) => sum + ticksIn(fields, 11), 0)) * TICK_MS
}

export type Cpu = { node: number; postgres: number }

export async function cpuOf(superuser: pg.Pool, work: () => Promise<unknown>): Promise<Cpu> {
  const postgres = await postgresCpuMs(superuser)
  const node = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(node)
  return { node: (user + system) / 1000, postgres: (await postgresCpuMs(superuser)) - postgres }
}
