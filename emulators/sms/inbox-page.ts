/** The SMS inbox in a browser. It looks and refreshes like the mailbox. */
import { sendPart } from '../exchange.ts'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { numberPage, numbersPage } from './inbox-html.ts'
import type { Sms } from './message.ts'

const STYLE = Buffer.concat(
  ['../smtp/mailbox.css', './inbox.css'].map((file) => readFileSync(new URL(file, import.meta.url))),
)
const SCRIPT = readFileSync(new URL('../smtp/mailbox.js', import.meta.url))
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' " +
  "data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"

/**
 * `GET /` the numbers, `GET /?number=+420…` one of them, `GET /messages` (with the same query) as JSON, `POST /clear`.
 */
export function createInboxPages({
  prefix,
  list,
  clear,
}: {
  prefix: string
  list(to?: string): Sms[]
  clear(): void
}): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const url = new URL(request.url ?? '/', 'http://inbox')
    const path = url.pathname.slice(prefix.length)
    const number = url.searchParams.get('number') ?? undefined
    if (request.method === 'POST' && path === '/clear') {
      clear()
      return void response.writeHead(303, { location: `${prefix}/` }).end()
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendPart(response, 405, 'text/plain', 'Method not allowed')
    if (path === '' || path === '/') {
      const html = number === undefined ? numbersPage(list(), prefix) : numberPage(number, list(number), prefix)
      return sendPart(response, 200, 'text/html', html, { 'content-security-policy': PAGE_POLICY })
    }
    if (path === '/messages')
      return sendPart(response, 200, 'application/json', JSON.stringify({ messages: list(number) }))
    if (path === '/inbox.css') return sendPart(response, 200, 'text/css', STYLE)
    if (path === '/inbox.js') return sendPart(response, 200, 'text/javascript', SCRIPT)
    sendPart(response, 404, 'text/plain', 'Not found')
  }
}
