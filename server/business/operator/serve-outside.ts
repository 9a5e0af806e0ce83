/**
 * The addresses under `/outside`: what is emulated and has pages for people. Only browsers that have opened a one-time
 * link get past here.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../base/app.ts'
import { openVisit, type Reach, reachOf, readEmulatedParts } from './outside.ts'

/** A part of the outside world that is emulated, under its own path. */
export type Mount = {
  prefix: string
  handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Ends the answers that never end on their own, when the server stops. */
  endStreams?: () => void
}

const ENTER = '/outside/enter/'
const isBelow = (url: string, prefix: string) => url.startsWith(prefix) && /^($|[/?])/.test(url.slice(prefix.length))

/** Servers on other ports of this machine get the same cookies, so each has a name of its own. */
const cookieName = (app: App) => `outside_${new URL(app.publicUrl).port || 'main'}`

function cookieOf(app: App, request: FastifyRequest): string | undefined {
  const [, value] =
    new RegExp(`(?:^|;\\s*)${cookieName(app)}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '') ?? []
  return value
}

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 34rem; margin: 15vh auto 0; padding: 0 1.25rem; }
  h1 { font-size: 1.5rem; line-height: 1.25; }`

/** For people a page, for programs a code. Like all pages of the emulated world it is in English. */
function refuse(request: FastifyRequest, reply: FastifyReply, title: string, text: string): FastifyReply {
  reply.code(403).header('cache-control', 'no-store')
  if (!request.headers.accept?.includes('text/html')) return reply.send({ error: { code: 'forbidden', message: text } })
  const nonce = randomBytes(16).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    )
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
        `<meta name="viewport" content="width=device-width"><style nonce="${nonce}">${STYLE}</style></head>` +
        `<body><h1>${title}</h1><p>${text}</p></body></html>`,
    )
}

const HOW =
  'The mailbox, the SMS inbox and the wallets of this server are emulated, and open only to those who run it. ' +
  'Open the link that the server prints when it starts (it works once), or “Emulated services” in the operator’s area.'

async function enter(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const token = request.url.slice(ENTER.length).split('?')[0] ?? ''
  const visit = request.method === 'GET' && /^[\w-]{43}$/.test(token) ? await openVisit(app, token) : null
  if (!visit) return refuse(request, reply, 'This link has been used or is no longer valid', HOW)
  const isHttps = app.publicUrl.startsWith('https:')
  // A link to the phones takes nothing from a browser that may see more.
  const before = await reachOfBrowser(app, request)
  if (before !== 'all' || visit.isPrinted || (await reachOf(app, visit.cookie)) === 'all')
    reply.header(
      'set-cookie',
      `${cookieName(app)}=${visit.cookie}; Path=/outside; Max-Age=${Math.floor(visit.lastsMs / 1000)}; ` +
        `HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`,
    )
  return reply
    .header('cache-control', 'no-store')
    .code(303)
    .header('location', await wayOn(app, request, visit))
    .send()
}

/** A printed link leads to the product, an operator's to the mailbox, one of the test phones to these. */
async function wayOn(
  app: App,
  { url }: FastifyRequest,
  visit: { cookie: string; isPrinted: boolean },
): Promise<string> {
  if (visit.isPrinted) return '/'
  const start = app.outside.pages.find((page) => page === 'mail' || page === 'sms')
  const { searchParams } = new URL(url, app.publicUrl)
  if (start && !searchParams.has('phones') && (await reachOf(app, visit.cookie)) === 'all') return `/outside/${start}/`
  searchParams.delete('phones')
  return searchParams.size > 0 ? `/phone?${searchParams.toString()}` : '/phone'
}

/** Where the test phones find what they need; a wallet that is real has no test phone. */
const phoneAddresses = ({ publicUrl, outside: { pages } }: App) => ({
  ...(pages.includes('apple') && { appleCourierUrl: '/outside/apple/courier' }),
  ...(pages.includes('google') && { googleDeviceUrl: '/outside/google/device' }),
  testRootUrl: '/apple/test-root.pem',
  publicUrl,
})

async function reachOfBrowser(app: App, request: FastifyRequest): Promise<Reach> {
  const cookie = cookieOf(app, request)
  return cookie === undefined ? 'none' : reachOf(app, cookie)
}

/** What a test phone asks for: its push address, its cards at Google, the page that saves a card. */
const OF_PHONES = [
  '/outside/phone.json',
  '/outside/apple/courier',
  '/outside/google/device',
  '/outside/google/gp/v/save',
] as const

export function serveOutside(http: FastifyInstance, app: App, mounts: readonly Mount[]): void {
  if (mounts.length === 0) return
  http.addHook('onRequest', async (request, reply) => {
    const { url } = request
    if (!isBelow(url, '/outside')) return
    if (url.startsWith(ENTER)) return enter(app, request, reply)
    const reach = await reachOfBrowser(app, request)
    if (isBelow(url, '/outside/visit.json'))
      return reply.header('cache-control', 'no-store').send({ reach, ...readEmulatedParts(app) })
    if (reach === 'none' || (reach === 'phones' && !OF_PHONES.some((path) => isBelow(url, path))))
      return refuse(request, reply, 'This page is not open to you', HOW)
    if (isBelow(url, '/outside/phone.json')) return reply.header('cache-control', 'no-store').send(phoneAddresses(app))
    const mount = mounts.find(({ prefix }) => isBelow(url, prefix))
    if (!mount) return
    reply.hijack()
    mount.handle(request.raw, reply.raw)
  })
  http.addHook('preClose', async () => {
    for (const mount of mounts) mount.endStreams?.()
  })
}
