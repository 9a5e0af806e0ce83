/** The connection that a phone keeps open to receive pushes, as plain HTTP handlers that any server can mount. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { bodyOf, sendJson } from '../exchange.ts'
import type { Devices } from './devices.ts'

const KEEP_ALIVE_MS = 20_000
const TOKENS_MAX_BYTES = 1024 * 1024
const Tokens = z.array(z.string().regex(/^[0-9a-f]{64}$/))

export type Courier = {
  /**
   * `POST …/courier/register` → `{ pushToken }`, `DELETE …/courier/register?token=` → 204,
   * `GET …/courier/stream?token=` → server-sent events whose data is `{ topic, apnsId, at }`,
   * `PUT …/courier/tokens` with a list of tokens → 204: phones that have them already.
   */
  handle: (request: IncomingMessage, response: ServerResponse) => void
  close(): void
}

export function openCourier(devices: Devices): Courier {
  const streams = new Set<ServerResponse>()

  function stream(token: string, response: ServerResponse): void {
    const opened: string[] = []
    let isOpen = false
    const write = (text: string) => (isOpen ? response.write(text) : opened.push(text))
    const stop = devices.listen(token, (push) => write(`id: ${push.apnsId}\ndata: ${JSON.stringify(push)}\n\n`))
    if (!stop) return answer(response, 404, { reason: 'BadDeviceToken' })
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    isOpen = true
    response.write(`: open\n\n${opened.join('')}`)
    const timer = setInterval(() => response.write(': still here\n\n'), KEEP_ALIVE_MS)
    streams.add(response)
    response.on('close', () => {
      clearInterval(timer)
      stop()
      streams.delete(response)
    })
  }

  async function keepTokens(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      devices.keep(Tokens.parse(JSON.parse(await bodyOf(request, TOKENS_MAX_BYTES))))
      answer(response, 204)
    } catch {
      sendJson(response, 400, { reason: 'BadDeviceToken' })
    }
  }

  return {
    handle(request, response) {
      const url = new URL(request.url ?? '/', 'http://courier')
      const token = url.searchParams.get('token') ?? ''
      const what = `${request.method} ${url.pathname.replace(/^.*\/courier\//, '')}`
      if (what === 'POST register') return answer(response, 201, { pushToken: devices.register() })
      if (what === 'DELETE register')
        return devices.unregister(token) ? answer(response, 204) : answer(response, 404, { reason: 'BadDeviceToken' })
      if (what === 'GET stream') return stream(token, response)
      if (what === 'PUT tokens') return void keepTokens(request, response)
      return answer(response, 404, { reason: 'BadPath' })
    },
    close() {
      for (const response of streams) response.end()
    },
  }
}

function answer(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(body ? JSON.stringify(body) : undefined)
}
