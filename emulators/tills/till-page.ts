/** The tills in a browser: forms that post, and pages that look like the mailbox. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, sendPart } from '../exchange.ts'
import { tillPage, tillsPage, type View } from './till-html.ts'
import { Impossible, refund, saveGuest, sell, setPoints, sumOf, type Switch, SWITCHES } from './till.ts'
import type { Till } from './tills.ts'

const STYLE = Buffer.concat(
  ['../smtp/mailbox.css', './till.css'].map((file) => readFileSync(new URL(file, import.meta.url))),
)
const SCRIPT = readFileSync(new URL('./till.js', import.meta.url))
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' " +
  "data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
const BODY_MAX = 16 * 1024

/** `GET /` the tills, `GET /tills/{name}` one of them, `?guest=` with one guest, and what its forms post. */
export function createTillPages({
  prefix,
  tills,
}: {
  prefix: string
  tills: readonly Till[]
}): (request: IncomingMessage, response: ServerResponse) => void {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://till')
    const path = url.pathname.slice(prefix.length)
    const isGet = request.method === 'GET' || request.method === 'HEAD'
    if (isGet && (path === '' || path === '/')) return sendPage(response, 200, tillsPage(tills, prefix))
    if (isGet && path === '/till.css') return sendPart(response, 200, 'text/css', STYLE)
    if (isGet && path === '/till.js') return sendPart(response, 200, 'text/javascript', SCRIPT)
    const [, name, rest = ''] = /^\/tills\/([\w-]+)(\/.*)?$/.exec(path) ?? []
    const till = tills.find(({ counter }) => counter.name === name)
    if (!till) return sendPart(response, 404, 'text/plain', 'Not found')
    const view = { q: url.searchParams.get('q') ?? '', guest: url.searchParams.get('guest') ?? undefined }
    const show = (status: number, shown: View) =>
      sendPage(response, status, tillPage(till, digestOf(till), shown, prefix))
    if (isGet && rest === '') return show(200, { ...view, fault: undefined })
    if (isGet && rest === '/digest')
      return sendPart(response, 200, 'application/json', JSON.stringify({ digest: digestOf(till) }))
    if (request.method !== 'POST') return sendPart(response, 405, 'text/plain', 'Method not allowed')
    const form = new URLSearchParams(await bodyOf(request, BODY_MAX))
    const guest = decodeURIComponent(/^\/guests\/([^/]+)/.exec(rest)?.[1] ?? '') || undefined
    try {
      const shown = act(till, rest.replace(/^\/guests\/[^/]+/, '/guest'), guest, form)
      await till.save()
      const query = shown === undefined ? '' : `?guest=${encodeURIComponent(shown)}`
      response.writeHead(303, { location: `${prefix}/tills/${till.counter.name}${query}` }).end()
    } catch (error) {
      if (!(error instanceof Impossible)) throw error
      show(422, { q: '', guest, fault: error.message })
    }
  }

  return (request, response) =>
    void answer(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else sendPart(response, 400, 'text/plain', 'Bad request')
    })
}

/** @returns the guest whose page follows; undefined: the till's own */
function act(till: Till, what: string, guest: string | undefined, form: URLSearchParams): string | undefined {
  const { counter, state } = till
  const text = (name: string) => form.get(name) ?? ''
  const facts = () => ({ name: text('name'), phone: text('phone') })
  switch (what) {
    case '/guests':
      return saveGuest(counter, undefined, facts())
    case '/trouble':
      till.setTrouble(SWITCHES.find((one) => one === text('trouble')) ?? ('none' satisfies Switch))
      return undefined
    case '/refusals': {
      const phone = text('phone').replace(/[\s()-]/g, '')
      if (text('accept') === '') counter.refused.add(phone)
      else counter.refused.delete(phone)
      return undefined
    }
  }
  if (guest === undefined) throw new Impossible('There is no such form.')
  switch (what) {
    case '/guest':
      return saveGuest(counter, guest, facts())
    case '/guest/sales':
      sell(counter, state, guest, { sum: sumOf(text('sum')), paid: sumOf(text('paid')) })
      return guest
    case '/guest/refunds':
      refund(counter, state, text('receipt'))
      return guest
    case '/guest/points':
      setPoints(counter, guest, sumOf(text('points')))
      return guest
    default:
      throw new Impossible('There is no such form.')
  }
}

/** Of what the page shows: it is read again when this changes. */
const digestOf = ({ counter, state }: Till): string =>
  createHash('sha256')
    .update(JSON.stringify([counter.guests(), state.trouble, state.receipts.length, [...counter.refused]]))
    .digest('base64url')

const sendPage = (response: ServerResponse, status: number, html: string) =>
  sendPart(response, status, 'text/html', html, { 'content-security-policy': PAGE_POLICY })
