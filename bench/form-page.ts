/** The public form: bytes of what a customer loads, and requests a second beside an empty route of the same server. */
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { startBenchServer } from './bench-server.ts'
import { print, type BenchReport } from './report.ts'

const HTML_CSS_MAX = 18 * 1024
const JS_MAX = 20 * 1024
const SECONDS = 5

async function rate(url: string): Promise<number> {
  const result = await autocannon({ url, connections: 8, duration: SECONDS })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`)
  return result.requests.average
}

export async function run(): Promise<BenchReport> {
  const postgres = await launchPostgres({ throwaway: true })
  const server = await startBenchServer(postgres.connection)
  try {
    const address = `${server.url}/f/coffee-lab/welcome`
    const html = await (await fetch(address)).text()
    const assets = [
      ...new Set([...html.matchAll(/(?:href|src)="(\/pages\/assets\/[^"]+)"/g)].map(([, path]) => path as string)),
    ]
    const sizes = await Promise.all(
      assets.map(async (path) => ({
        path,
        gzip: gzipSync(new Uint8Array(await (await fetch(server.url + path)).arrayBuffer())).length,
      })),
    )
    const sum = (end: string) =>
      sizes.filter(({ path }) => path.endsWith(end)).reduce((total, { gzip }) => total + gzip, 0)
    const htmlCss = gzipSync(html).length + sum('.css')
    const js = sum('.js')
    const empty = await rate(`${server.url}/healthz`)
    const form = await rate(address)
    return {
      name: 'public form page',
      lines: [
        `HTML + CSS ${htmlCss} bytes gzip, JS ${js} bytes gzip, ${1 + assets.length} requests without pictures`,
        `${Math.round(form)} pages/s over 8 connections, ${Math.round(empty)}/s for an empty route of ` +
          'the same server in the same run',
      ],
      ratios: [
        {
          name: 'HTML + CSS of its 18 kB (at most 1)',
          value: htmlCss / HTML_CSS_MAX,
          target: 1,
          ok: htmlCss <= HTML_CSS_MAX,
        },
        { name: 'JS of its 20 kB (at most 1)', value: js / JS_MAX, target: 1, ok: js <= JS_MAX },
      ],
    }
  } finally {
    await server.close()
    await postgres.stop()
  }
}

if (import.meta.main) print(await run())
