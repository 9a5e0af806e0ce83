/** Changes of all clients of one large account, once each from the call to the last part: how long they take. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { templates } from '../contract/cards/templates.ts'
import { type BulkAction, bulkEdits } from '../contract/reach/bulk-edits.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { bulkJobs } from '../server/composed/bulk-edits/jobs.ts'
import { query, setPlan } from '../test/direct-access.ts'
import { openShop, plainDesign } from '../test/people.ts'
import { startBenchServer } from './bench-server.ts'
import { fillMillion, MILLION } from './million-rows.ts'
import { type BenchReport, print } from './report.ts'

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  const server = await startBenchServer(postgres.connection)
  try {
    const shop = await openShop(server, 'Olga')
    await setPlan(server, shop.c, 'expert')
    await fillMillion(server, shop, false)
    await query(server, 'update cabinets set slots = 1000, cards = $2 where id = $1', [shop.c, MILLION])
    const body = {
      name: 'Gold',
      type: 'discount',
      design: plainDesign(),
      birthdayEnabled: false,
      variables: {},
    } as const
    const gold = await shop.owner.send(templates.createTemplate, { params: { c: shop.c }, body })
    const lag = monitorEventLoopDelay({ resolution: 5 })
    const lines: string[] = []
    const edit = async (action: BulkAction) => {
      const asked = { rows: { of: 'all' as const }, action }
      const start = performance.now()
      const { id, total } = await shop.owner.send(bulkEdits.startBulkEdit, { params: { c: shop.c }, body: asked })
      const startedMs = performance.now() - start
      lag.reset()
      lag.enable()
      const timer = setInterval(() => {
        console.error(action.kind, Math.round((performance.now() - start) / 1000), 's')
      }, 30_000)
      while ((await shop.owner.send(bulkEdits.readBulkEdit, { params: { c: shop.c, id } })).state === 'running')
        await server.app.jobs.drain(server.app, [bulkJobs.run])
      clearInterval(timer)
      lag.disable()
      const seconds = (performance.now() - start) / 1000
      const { counts, state } = await shop.owner.send(bulkEdits.readBulkEdit, { params: { c: shop.c, id } })
      lines.push(
        `${action.kind}: ${total} clients, started in ${startedMs.toFixed(0)} ms, ` +
          `${state} after ${seconds.toFixed(0)} s ` +
          `(${Math.round(total / seconds)}/s), ${JSON.stringify(counts)}; event loop behind by ` +
          `${(lag.percentile(99.9) / 1e6).toFixed(0)} ms at 99.9 %, ${(lag.max / 1e6).toFixed(0)} ms at most`,
      )
      console.error(lines.at(-1))
    }
    await edit({ kind: 'message', message: 'Soup is ready' })
    await edit({ kind: 'amount', amount: 'bonus', action: 'add', value: 100, reason: 'Spring' })
    await edit({ kind: 'template', template: gold.id })
    return { name: 'bulk edits', lines, ratios: [] }
  } finally {
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
