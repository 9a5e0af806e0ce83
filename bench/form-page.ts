/** The public form: bytes of what a customer loads, and requests a second beside an empty route of the same server. */
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import autocannon from 'autocannon'
import Fastify from 'fastify'
import { launchPostgres } from '../scripts/postgres/launch.ts'
import { findForm } from '../server/people/forms/forms.ts'
import { openForPublic } from '../server/platform/cabinets/cabinets.ts'
import { pagesOf, readMaterial } from '../server/reach/issuing/form-pages.ts'
import type { TestServer } from '../test/server.ts'
import { startBenchServer } from './bench-server.ts'
import { print, type BenchReport } from './report.ts'

const HTML_CSS_MAX = 18 * 1024
const JS_MAX = 20 * 1024
const SECONDS = 5
const BLOCKS = 3
/** Of what a bare route that renders the same page can do. */
const BARE_SHARE = 0.5

const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length

/** A bare Fastify route that renders the same page from what was read once: no database, no counts, no plugins. */
async function startBare(server: TestServer) {
  const [cabinet, material] = await openForPublic(server.app, { domain: 'coffee-lab' }, async (own, db) => {
    const found = await findForm(db, 'welcome')
    if (!found) throw new Error('the demo has no form')
    return [own, await readMaterial(server.app, { cabinet: own, db, form: found })] as const
  })
  const bare = Fastify()
  bare.get('/f/:domain/:key', async (request, reply) => {
    const pages = await pagesOf(server.app, request, material)
    return reply.type('text/html; charset=utf-8').send(pages.form({ values: {}, errors: {}, token: randomUUID() }))
  })
  const url = await bare.listen({ port: 0, host: '127.0.0.1' })
  return { url: `${url}/f/${cabinet.domain}/welcome`, close: () => bare.close() }
}

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
    const bare = await startBare(server)
    const [ours, theirs]: [number[], number[]] = [[], []]
    // In turns, as other work of the machine comes and goes.
    for (let block = 0; block < BLOCKS; block++) {
      ours.push(await rate(address))
      theirs.push(await rate(bare.url))
    }
    await bare.close()
    const [form, same] = [mean(ours), mean(theirs)]
    return {
      name: 'public form page',
      lines: [
        `HTML + CSS ${htmlCss} bytes gzip, JS ${js} bytes gzip, ${1 + assets.length} requests without pictures`,
        `${Math.round(form)} pages/s over 8 connections, ${Math.round(empty)}/s for an empty route of ` +
          `the same server, ${Math.round(same)}/s for a bare route that renders the same page, in the same run`,
      ],
      ratios: [
        {
          name: 'pages/s to a bare Fastify route that renders the same page (at least 0.5)',
          value: form / same,
          target: BARE_SHARE,
          ok: form >= BARE_SHARE * same,
        },
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
