/**
 * An import of clients beside COPY: the very rows that it has made are taken away and copied back into the same tables
 * with the same indexes. COPY needs no check of a phone, no card numbers and no way back. Compared by the CPU of Node
 * and PostgreSQL: the two come one after the other, and other programs on the machine delay one of them more.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { imports } from '../contract/people/imports.ts'
import { cabinets } from '../contract/platform/cabinets.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { logInToDemo } from '../test/demo-people.ts'
import { query } from '../test/direct-access.ts'
import type { TestServer } from '../test/server.ts'
import { startBenchServer } from './bench-server.ts'
import { cpuOf } from './cpu.ts'
import { print, type BenchReport } from './report.ts'

const ROWS = Number(process.env.BENCH_IMPORT_ROWS ?? 100_000)
const TARGET = 0.25
/** In the order in which they can be filled. */
const TABLES = ['clients', 'passes', 'balance_events']
const OF_CABINET = {
  clients: 'cabinet_id = $1 and consent_source = $2',
  passes: `cabinet_id = $1 and client_id in (select id from clients where cabinet_id = $1 and consent_source = $2)`,
  balance_events: `cabinet_id = $1 and source = 'import' and $2 <> ''`,
} as const
const MARK = 'bench'

function fileOf(rows: number): Blob {
  const lines = Array.from(
    { length: rows },
    (_, n) =>
      `Name ${n % 997};Surname ${n % 7919};+420${601_000_000 + n};guest${n}@people.example;` +
      `7.4.19${60 + (n % 40)};${n % 900},50`,
  )
  return new Blob([`name;surname;phone;email;birthday;balance\n${lines.join('\n')}\n`])
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

const literal = (text: string, values: readonly [number, string]) =>
  text.replaceAll('$1', String(values[0])).replaceAll('$2', pg.escapeLiteral(values[1]))

/** Columns that are filled in, and the rows of the import as COPY writes them. */
async function takeOut(client: pg.Client, c: number) {
  const taken = []
  for (const table of TABLES) {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const columns = rows[0]?.columns ?? ''
    const where = literal(OF_CABINET[table as keyof typeof OF_CABINET], [c, MARK])
    const pieces: Buffer[] = []
    for await (const piece of client.query(copyTo(`copy (select ${columns} from ${table} where ${where}) to stdout`)))
      pieces.push(piece as Buffer)
    taken.push({ table, columns, bytes: Buffer.concat(pieces) })
  }
  return taken
}

const measured = async (superuser: TestServer['superuser'], work: () => Promise<unknown>) => {
  let wall = 0
  const cpu = await cpuOf(superuser, async () => {
    wall = await seconds(work)
  })
  return { wall, cpu: (cpu.node + cpu.postgres) / 1000 }
}

async function copyBack({ connection, superuser }: TestServer, c: number) {
  const client = new pg.Client({ ...connection })
  await client.connect()
  try {
    const taken = await takeOut(client, c)
    await client.query(`delete from client_import_rows where cabinet_id = ${c}`)
    for (const table of TABLES.toReversed())
      await client.query(
        `delete from ${table} where ${literal(OF_CABINET[table as keyof typeof OF_CABINET], [c, MARK])}`,
      )
    for (const table of TABLES) await client.query(`vacuum full ${table}`)
    return await measured(superuser, async () => {
      for (const { table, columns, bytes } of taken)
        await pipeline(Readable.from([bytes]), client.query(copyFrom(`copy ${table} (${columns}) from stdin`)))
    })
  } finally {
    await client.end()
  }
}

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  const server = await startBenchServer(postgres.connection)
  try {
    const owner = await logInToDemo(server, 'anna')
    const c = (await owner.send(cabinets.openCabinet, { params: { domain: 'coffee-lab' } })).id
    await query(server, 'update cabinets set slots = 1000 where id = $1', [c])
    let id = ''
    const uploadSeconds = await seconds(async () => {
      id = (await owner.send(imports.uploadImport, { params: { c }, body: {}, file: fileOf(ROWS) })).id
    })
    const params = { c, id }
    const file = await owner.send(imports.readImport, { params })
    const template = file.choices.template ?? ''
    const body = { ...file.choices, template, consentSource: MARK }
    const check = await measured(server.superuser, async () => {
      await owner.send(imports.checkImport, { params, body })
      await server.drainJobs()
    })
    const ours = await measured(server.superuser, async () => {
      await owner.send(imports.startImport, { params })
      await server.drainJobs()
    })
    const { counts } = await owner.send(imports.readImport, { params })
    if (counts.added !== ROWS) throw new Error(`only ${counts.added} of ${ROWS} lines were imported`)
    const copy = await copyBack(server, c)
    const timesOf = ({ wall, cpu }: typeof copy) => `${wall.toFixed(1)} s (CPU ${cpu.toFixed(1)} s)`
    const ratio = copy.cpu / ours.cpu
    return {
      name: 'import of clients',
      lines: [
        `${ROWS} lines: read in ${uploadSeconds.toFixed(1)} s, checked in ${timesOf(check)}, ` +
          `imported in ${timesOf(ours)}; ` +
          `COPY of the same rows into the same tables in the same run ${timesOf(copy)}`,
        `by the clock ${(copy.wall / ours.wall).toFixed(2)} of COPY; by CPU with the check ` +
          (copy.cpu / (ours.cpu + check.cpu)).toFixed(2),
      ],
      ratios: [
        { name: 'import to COPY into the same indexed tables', value: ratio, target: TARGET, ok: ratio >= TARGET },
      ],
    }
  } finally {
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
