/**
 * Lets people and phones reach the emulators through the product's own address: a proxy that streams.
 */
import { type IncomingHttpHeaders, request as ask } from 'node:http'
import type { ServerResponse } from 'node:http'
import { ACCOUNT_COOKIE } from '../../emulators/google-wallet/accounts.ts'
import type { Mount } from '../../server/business/operator/serve-outside.ts'

/** Headers of one connection, not of the message. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer'])

/** Who is signed in here is a matter of this server alone; a cookie of the other world goes there. */
function withoutOurCookies({ cookie, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  const theirs = (cookie ?? '').split('; ').filter((one) => one.startsWith(`${ACCOUNT_COOKIE}=`))
  return theirs.length > 0 ? { ...headers, cookie: theirs.join('; ') } : headers
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)))
}

/** @param url address of the process that emulates the outside world @param prefix only paths below it go there */
export function openPipe(url: string, prefix: string): Mount {
  const { hostname, port } = new URL(url)
  const streams = new Set<ServerResponse>()
  return {
    prefix,
    handle(request, response) {
      const onward = ask({
        hostname,
        port,
        path: request.url,
        method: request.method,
        agent: false,
        // A body of unknown length stays one; a body of none must not become one.
        headers: {
          ...withoutConnection(withoutOurCookies(request.headers)),
          ...(request.headers['transfer-encoding'] && { 'transfer-encoding': 'chunked' }),
        },
      })
      onward.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
        response.flushHeaders()
        if (answer.headers['content-type']?.startsWith('text/event-stream')) streams.add(response)
        answer.on('error', () => response.destroy())
        answer.pipe(response)
      })
      onward.on('error', () => {
        if (response.headersSent) return void response.destroy()
        response.writeHead(502, { 'content-type': 'application/json' }).end('{}')
      })
      response.on('close', () => {
        streams.delete(response)
        onward.destroy()
      })
      request.pipe(onward)
    },
    endStreams() {
      for (const response of streams) response.end()
    },
  }
}
