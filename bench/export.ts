/** A file of a million clients: how much more memory the process takes while it is written, and while it is read. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_COLUMNS } from '../contract/limits.ts'
import { clientExports } from '../contract/people/exports.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { keepHeapSmall } from '../server/base/small-heap.ts'
import { setPlan } from '../test/direct-access.ts'
import { openShop, pathOf } from '../test/people.ts'
import { startBenchServer } from './bench-server.ts'
import { fillMillion, MILLION } from './million-rows.ts'
import { print, type BenchReport } from './report.ts'

const TARGET_MB = 64
const LOOK_MS = 20
const MB = 1_000_000

/** Counts from what the process has when the work begins. */
async function moreMemory(work: () => Promise<unknown>): Promise<{ megabytes: number; seconds: number }> {
  const start = performance.now()
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), LOOK_MS)
  await work()
  clearInterval(timer)
  return { megabytes: (most - before) / MB, seconds: (performance.now() - start) / 1000 }
}

/** By another process, so that the reader's memory is not counted. */
async function download(url: string, token: string): Promise<void> {
  const read = `const answer = await fetch(process.argv[1], { headers: { authorization: process.argv[2] } })
    let bytes = 0
    for await (const piece of answer.body) bytes += piece.length
    if (!answer.ok || bytes < ${MILLION * 50}) process.exit(1)`
  const reader = spawn(process.execPath, ['--input-type=module', '-e', read, url, `Bearer ${token}`])
  const [code] = (await once(reader, 'exit')) as [number]
  if (code !== 0) throw new Error('the file was not read as a whole')
}

export async function run(): Promise<BenchReport> {
  // As a server starts.
  keepHeapSmall()
  const postgres = await launchPostgres({ throwaway: true })
  const server = await startBenchServer(postgres.connection)
  try {
    const shop = await openShop(server, 'Files')
    await setPlan(server, shop.c, 'expert')
    await fillMillion(server, shop, false)
    const params = { c: shop.c }
    await shop.owner.send(clientExports.startExport, {
      params,
      body: { columns: [...EXPORT_COLUMNS], rows: { of: 'all' } },
    })
    await sleep(1000)
    const written = await moreMemory(() => server.drainJobs())
    const { latest } = await shop.owner.send(clientExports.exportStatus, { params })
    if (latest?.done !== latest?.total) throw new Error(`only ${latest?.done} of ${MILLION} clients were written`)
    const url = server.url + pathOf(clientExports.downloadExport, { ...params, id: latest?.id ?? '' })
    const read = await moreMemory(() => download(url, shop.owner.token))
    const ratio = (name: string, { megabytes }: { megabytes: number }) => ({
      name: `export of ${MILLION} clients, ${name}: MB more than before`,
      value: megabytes,
      target: TARGET_MB,
      ok: megabytes <= TARGET_MB,
    })
    return {
      name: 'export of clients',
      lines: [`${MILLION} clients: written in ${written.seconds.toFixed(0)} s, read in ${read.seconds.toFixed(0)} s`],
      ratios: [ratio('written', written), ratio('read', read)],
    }
  } finally {
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
