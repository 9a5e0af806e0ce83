/**
 * The cost of checking a key and counting its call: the same call of the same server with a key and with a session,
 * alternating. With a key every call writes its count, all of a cabinet into one row; a session writes once a minute.
 */
import autocannon from 'autocannon'
import { cabinets } from '../contract/platform/cabinets.ts'
import { keys } from '../contract/platform/keys.ts'
import { variables } from '../contract/cards/variables.ts'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { logInToDemo } from '../test/demo-people.ts'
import { query } from '../test/direct-access.ts'
import { pathOf } from '../test/people.ts'
import { startBenchServer } from './bench-server.ts'
import { print, type BenchReport } from './report.ts'

const ROUNDS = 3
const SECONDS = 2
const CONNECTIONS = [1, 8] as const

async function rate(url: string, token: string, connections: number): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: SECONDS,
    headers: { authorization: `Bearer ${token}` },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return result.requests.average
}

const middle = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] as number

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  const server = await startBenchServer(postgres.connection)
  try {
    const owner = await logInToDemo(server, 'anna')
    const c = (await owner.send(cabinets.openCabinet, { params: { domain: 'coffee-lab' } })).id
    const { secret } = await owner.send(keys.createKey, {
      params: { c },
      body: { name: 'Bench', scopes: ['cards:read'], endsAt: null },
    })
    await query(server, 'update tariffs set api_per_hour = 100000000, api_per_second = 1000000')
    const url = server.url + pathOf(variables.listVariables, { c })
    const report: BenchReport = { name: 'calls with a key', lines: [], ratios: [] }
    for (const connections of CONNECTIONS) {
      const rates = { session: [] as number[], key: [] as number[] }
      await rate(url, secret, connections)
      for (let round = 0; round < ROUNDS; round++) {
        rates.session.push(await rate(url, owner.token, connections))
        rates.key.push(await rate(url, secret, connections))
      }
      const [session, key] = [middle(rates.session), middle(rates.key)]
      report.lines.push(
        `${Math.round(key)}/s with a key, ${Math.round(session)}/s with a session over ${connections} ` +
          `connection(s): ${((1000 / key - 1000 / session) * connections).toFixed(2)} ms more a call`,
      )
      report.ratios.push({
        name: `a call with a key to one with a session, ${connections} connection(s)`,
        value: key / session,
        target: 0.6,
        ok: key / session >= 0.6,
      })
    }
    return report
  } finally {
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
