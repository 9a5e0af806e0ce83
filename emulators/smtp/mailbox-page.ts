/**
 * The mailbox in a browser: a list, and each email with its text and its HTML. An email's HTML is shown in a sandboxed
 * frame.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { frameDocument, listPage, mailPage, missingPage } from './mailbox-html.ts'
import type { Mailbox } from './smtp.ts'

export type MailboxPageOptions = {
  mailbox: Mailbox
  /** Path at which a host mounts the handler; default none. */ prefix?: string
}

const STYLE = readFileSync(new URL('./mailbox.css', import.meta.url))
const SCRIPT = readFileSync(new URL('./mailbox.js', import.meta.url))
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; " +
  "img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
/** Emails contain inline styles and pictures; scripts never run, and links only open by a click. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const FRAME_POLICY =
  `default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; font-src data:; ` +
  `frame-ancestors 'self'; sandbox ${SANDBOX}`

/**
 * `GET /` list (`?to=` finds by recipient), `GET /{id}` one email, `GET /{id}/html` its HTML,
 * `GET /{id}/attachments/{n}`, `GET /messages` and `GET /messages/{id}` as JSON, `POST /clear`. Mount before any body
 * parser.
 */
export function createMailboxPages({
  mailbox,
  prefix = '',
}: MailboxPageOptions): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    const url = new URL(req.url ?? '/', 'http://mailbox')
    const path = url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname
    const [first = '', second, third] = path.split('/').slice(1)
    const to = url.searchParams.get('to') ?? ''
    if (req.method === 'POST' && first === 'clear') {
      mailbox.clear()
      return void res.writeHead(303, { location: `${prefix}/` }).end()
    }
    if (req.method !== 'GET' && req.method !== 'HEAD') return send(res, 405, 'text/plain', 'Method not allowed')
    if (first === '') return sendPage(res, 200, listPage(mailbox.list(to), to, prefix))
    if (first === 'mailbox.css') return send(res, 200, 'text/css', STYLE)
    if (first === 'mailbox.js') return send(res, 200, 'text/javascript', SCRIPT)
    if (first === 'messages' && !second)
      return send(res, 200, 'application/json', JSON.stringify({ messages: mailbox.list(to) }))
    const mail = mailbox.get(first === 'messages' ? (second ?? '') : first)
    if (first === 'messages')
      return send(res, mail ? 200 : 404, 'application/json', JSON.stringify(mail ?? { error: 'not_found' }))
    if (!mail) return sendPage(res, 404, missingPage(prefix))
    if (second === 'html')
      return send(res, 200, 'text/html', frameDocument(mail.html), { 'content-security-policy': FRAME_POLICY })
    const file = second === 'attachments' ? mail.attachments[Number(third)] : undefined
    if (file) {
      return send(res, 200, 'application/octet-stream', Buffer.from(file.contentBase64, 'base64'), {
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.filename)}`,
      })
    }
    sendPage(res, 200, mailPage(mail, prefix, SANDBOX))
  }
}

function sendPage(res: ServerResponse, status: number, html: string): void {
  send(res, status, 'text/html', html, { 'content-security-policy': PAGE_POLICY })
}

function send(
  res: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  const charset = type === 'application/octet-stream' ? type : `${type}; charset=utf-8`
  res.writeHead(status, {
    'content-type': charset,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...headers,
  })
  res.end(body)
}
