/**
 * The built browser side: the back office at /, the test phone at /phone, the files of public pages. Serves folders and
 * imports no room.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '../../contract/time.ts'
import { answerFault } from './answer-fault.ts'
import type { App } from './app.ts'
import { refuseAny } from './refusal.ts'

const DIST = join(import.meta.dirname, '../../dist')
const YEAR_MS = 365 * DAY_MS

/**
 * Nothing inline but styles with the nonce of this answer; frames show only this site's own pages.
 * @param pictures origin of the street map's tiles, if any
 * @param framedBy the test phones are shown beside the cabinet, the cabinet in no frame
 */
function policy(nonce: string, pictures: string, framedBy: "'none'" | "'self'"): string {
  return (
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; ` +
    `img-src 'self' data: blob:${pictures}; font-src 'self'; connect-src 'self'; ` +
    "frame-src 'self'; worker-src 'self'; manifest-src 'self'; " +
    `form-action 'self'; base-uri 'none'; frame-ancestors ${framedBy}`
  )
}

/** A page of the build, read once; each answer gets its own nonce. */
function pageOf(file: string, pictures: string, framedBy: "'none'" | "'self'"): () => { html: string; csp: string } {
  let text: string | undefined
  return () => {
    text ??= existsSync(file)
      ? readFileSync(file, 'utf8')
      : '<!doctype html><title>Kartoteka</title><p>Run "npm run build" first.</p>'
    const nonce = randomBytes(16).toString('base64')
    return { html: text.replaceAll('__CSP_NONCE__', nonce), csp: policy(nonce, pictures, framedBy) }
  }
}

const BUILT = [
  ['client/assets', '/assets/'],
  ['pages/assets', '/pages/assets/'],
] as const

/** A file of the build whose name contains a hash: it costs little, and a browser asks for it once. */
export const isBuiltFile = (url: string): boolean => BUILT.some(([, prefix]) => url.startsWith(prefix))

/** The built files: cached for a year if the name contains a hash, else for a minute. */
async function serveBuilt(http: FastifyInstance): Promise<void> {
  for (const [folder, prefix] of BUILT) {
    if (existsSync(join(DIST, folder))) {
      await http.register(fastifyStatic, {
        root: join(DIST, folder),
        prefix,
        decorateReply: false,
        immutable: true,
        maxAge: YEAR_MS,
        index: false,
      })
    }
  }
  if (existsSync(join(DIST, 'client'))) {
    await http.register(fastifyStatic, {
      root: join(DIST, 'client'),
      prefix: '/',
      decorateReply: false,
      index: false,
      wildcard: false,
      maxAge: 60_000,
      globIgnore: ['**/*.html', 'assets/**', '.vite/**'],
    })
  }
  // Browsers request it for pages that name no icon.
  http.get('/favicon.ico', async (_, reply) => reply.code(301).header('location', '/favicon.svg').send())
}

function serveDocument(
  http: FastifyInstance,
  path: string,
  file: string,
  pictures: string,
  framedBy: "'none'" | "'self'" = "'none'",
): void {
  const page = pageOf(join(DIST, file), pictures, framedBy)
  http.get(path, async (_, reply) => {
    const { html, csp } = page()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', csp)
      .header('cache-control', 'no-store')
      .send(html)
  })
}

/** Origin of the street map's tiles. They may come from several hosts, written as {s}. */
const picturesOf = ({ env: { map } }: App): string =>
  map ? ` ${new URL(map.tilesUrl.replace('{s}', 'wildcard')).origin.replace('wildcard', '*')}` : ''

/** OAuth providers drop the part of a redirect address after #, so they get a plain path. */
function serveWayBack(http: FastifyInstance): void {
  http.get<{ Params: { crmName: string } }>('/integration/:crmName', async (request, reply) => {
    if (!/^[\w-]{1,40}$/.test(request.params.crmName)) throw refuseAny('not_found')
    const { search } = new URL(request.url, 'http://local')
    return reply
      .code(302)
      .header('cache-control', 'no-store')
      .header('location', `/#/integration/${request.params.crmName}${search}`)
      .send()
  })
}

/** @param emulated the root certificate of the test authority, and whether the test phones have their emulators */
export async function serveWeb(
  http: FastifyInstance,
  app: App,
  emulated: { testRootPem: string; hasTestPhone: boolean },
): Promise<void> {
  await serveBuilt(http)
  serveDocument(http, '/', 'client/web/index.html', picturesOf(app))
  serveWayBack(http)
  http.get('/apple/test-root.pem', async (_, reply) => reply.type('application/x-pem-file').send(emulated.testRootPem))
  if (emulated.hasTestPhone) serveDocument(http, '/phone', 'client/phone/phone.html', '', "'self'")
  http.setNotFoundHandler((request, reply) => answerFault(app, request, reply, refuseAny('not_found')))
}
