/**
 * How far the event loop falls behind while files that are large or made to harm are read: by the clock, which other
 * programs on the machine delay too, and by the work of the thread alone.
 */
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { certificates } from '../contract/cards/certificates.ts'
import { imports } from '../contract/people/imports.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { issuePassCertificate, writeP12 } from '../server/engines/wallet/apple/test-authority.ts'
import { logInToDemo } from '../test/demo-people.ts'
import { query } from '../test/direct-access.ts'
import { startBenchServer } from './bench-server.ts'
import { print, type BenchReport } from './report.ts'

const ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 100_000)
const TARGET_MS = 50
const LOOK_MS = 5
const DAMAGED = 50

type Lag = { clock: number; own: number; seconds: number }

async function lagOf(work: () => Promise<unknown>): Promise<Lag> {
  const clock = monitorEventLoopDelay({ resolution: LOOK_MS })
  let own = 0
  let last = process.threadCpuUsage()
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    own = Math.max(own, (user + system) / 1000)
    last = process.threadCpuUsage()
  }, LOOK_MS)
  const start = performance.now()
  clock.enable()
  await work()
  clock.disable()
  clearInterval(timer)
  return { clock: clock.max / 1e6, own, seconds: (performance.now() - start) / 1000 }
}

const line = (n: number, name = `Name ${n % 997}`) =>
  `${name};+420${601_000_000 + n};guest${n}@people.example;${n % 900},50`
const csv = (lines: readonly string[]) => new Blob([`name;phone;email;balance\n${lines.join('\n')}\n`])
const blobOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])

/** Made in a thread of its own: what a bomb unpacks to would lie in our heap, and clearing it would be our work. */
async function bombs(): Promise<Blob[]> {
  const worker = new Worker(new URL('./bombs.ts', import.meta.url))
  const [files] = (await once(worker, 'message')) as [Uint8Array[]]
  await worker.terminate()
  return files.map(blobOf)
}

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  const server = await startBenchServer(postgres.connection)
  try {
    const owner = await logInToDemo(server, 'anna')
    const c = (await owner.send(cabinets.openCabinet, { params: { domain: 'coffee-lab' } })).id
    await query(server, 'update cabinets set slots = 1000 where id = $1', [c])
    const issued = await issuePassCertificate(server.authority, {
      passTypeIdentifier: 'pass.example.bench',
      teamIdentifier: 'BENCH12345',
    })
    const p12 = writeP12(issued, 'Open-me', { legacy: false })
    const upload = (file: Blob) => owner.ask(imports.uploadImport, { params: { c }, body: {}, file })
    const idOf = async (file: Blob) => (await owner.send(imports.uploadImport, { params: { c }, body: {}, file })).id
    const check = async (id: string) => {
      const params = { c, id }
      const { choices } = await owner.send(imports.readImport, { params })
      const body = { ...choices, template: choices.template ?? '' }
      await owner.send(imports.checkImport, { params, body })
      await server.drainJobs()
    }
    const file = csv(Array.from({ length: ROWS }, (_, n) => line(n)))
    const formulas = csv(Array.from({ length: 10_000 }, (_, n) => line(n, '=HYPERLINK("http://x";"y")')))
    const harmful = await bombs()
    let id = ''
    const steps: [string, () => Promise<unknown>][] = [
      [`${ROWS} lines are read`, async () => (id = await idOf(file))],
      ['they are checked', () => check(id)],
      [
        'they are imported',
        async () => {
          await owner.send(imports.startImport, { params: { c, id } })
          await server.drainJobs()
        },
      ],
      ['10000 formulas are read and checked', async () => check(await idOf(formulas))],
      [`${harmful.length} XLSX bombs are refused`, () => Promise.all(harmful.map(upload))],
      [
        `${DAMAGED} damaged .p12 are refused`,
        async () => {
          for (let n = 0; n < DAMAGED; n++) {
            const bad = Buffer.from(p12)
            const at = 40 + n * 60
            bad[at] = (bad[at] ?? 0) ^ 1
            await owner.ask(certificates.uploadApple, {
              params: { c },
              body: { password: 'Open-me' },
              file: blobOf(bad),
            })
          }
        },
      ],
      [
        `${DAMAGED} damaged .cer are refused`,
        async () => {
          for (let n = 0; n < DAMAGED; n++)
            await owner.ask(certificates.uploadIssued, { params: { c }, file: blobOf(p12.subarray(n, n + 900)) })
        },
      ],
    ]
    const report: BenchReport = { name: 'event loop under harmful files', lines: [], ratios: [] }
    for (const [name, work] of steps) {
      const { clock, own, seconds } = await lagOf(work)
      report.lines.push(
        `${name}: ${seconds.toFixed(1)} s, behind by ${clock.toFixed(0)} ms, own work ${own.toFixed(0)} ms`,
      )
      report.ratios.push({
        name: `${name}: own work at once in ms`,
        value: own,
        target: TARGET_MS,
        ok: own < TARGET_MS,
      })
    }
    return report
  } finally {
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
