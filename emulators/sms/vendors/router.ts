/** Emulates every vendor at its own path: checks keys, rate limit and fields in the order in which a real one does. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VendorRequest, Reply, Text, Vendor, VendorRefusal, VendorTrouble } from './vendor.ts'
import { VENDORS, type VendorName } from './vendors.ts'

export type VendorRouter = {
  /** @returns false when the path is no vendor's */
  take(request: IncomingMessage, response: ServerResponse, path: string, body: () => Promise<string>): boolean
  /** Every call, or the next `times` of them, is answered this way; null: no trouble. */
  setTrouble(trouble: VendorTrouble | null, times?: number): void
}

const TEXT_MAX = 1600
const TAKES_FIRST: ReadonlySet<VendorTrouble> = new Set(['broken', 'lost'])

/** @param keep receives each accepted text */
export function openVendorRouter(keep: (text: Text & { by: VendorName }) => void): VendorRouter {
  let trouble: VendorTrouble | null = null
  let left = 0

  function nextTrouble(): VendorTrouble | null {
    const now = left > 0 ? trouble : null
    left = Math.max(0, left - 1)
    return now
  }

  function judge(vendor: Vendor, asked: VendorRequest, text: Text, now: VendorTrouble | null): VendorRefusal | null {
    if (!vendor.isKnown(asked) || now === 'auth') return 'auth'
    if (now !== null && now !== 'down' && now !== 'hang' && !TAKES_FIRST.has(now)) return now as VendorRefusal
    if (text.text === '' || text.text.length > TEXT_MAX) return 'text_forbidden'
    if (text.from === '') return 'sender_not_allowed'
    return !/^\+?[1-9]\d{6,14}$/.test(text.to) || text.to.endsWith('0000') ? 'bad_phone' : null
  }

  async function answer(name: VendorName, asked: VendorRequest, response: ServerResponse): Promise<void> {
    const vendor: Vendor = VENDORS[name]
    const read = vendor.read(asked)
    if (!read) return send(response, { status: 404, body: { error: 'not found' } })
    const now = nextTrouble()
    if (now === 'hang') return
    if (now === 'down')
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
    if (read.kind !== 'text') {
      const isIn = vendor.isKnown(asked) && now !== 'auth'
      const refused = isIn ? (now === 'blocked' || now === 'throttled' ? now : null) : 'auth'
      return send(
        response,
        refused
          ? balanceRefusal(name, vendor, refused)
          : read.kind === 'account'
            ? (vendor.whole?.() ?? vendor.balance())
            : vendor.balance(),
      )
    }
    const refusal = judge(vendor, asked, read.text, now)
    if (refusal) return send(response, vendor.refuse(refusal, read.text))
    keep({ ...read.text, to: `+${read.text.to.replace(/^\+/, '')}`, by: name })
    if (now === 'lost') return void response.destroy()
    if (now === 'broken') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":')
    send(response, vendor.taken(read.text, randomUUID()))
  }

  return {
    take(request, response, path, body) {
      const [, name = '', rest = ''] = /^\/(\w+)(\/.*)$/.exec(path) ?? []
      if (!Object.hasOwn(VENDORS, name)) return false
      const url = new URL(request.url ?? '/', 'http://vendor')
      void body()
        .then((text) =>
          answer(
            name as VendorName,
            {
              method: request.method ?? 'GET',
              path: rest,
              query: url.searchParams,
              headers: request.headers,
              form: new URLSearchParams(text),
              json: parse(text),
            },
            response,
          ),
        )
        .catch(() => response.destroy())
      return true
    },
    setTrouble(wanted, times = Number.POSITIVE_INFINITY) {
      trouble = wanted
      left = wanted === null ? 0 : times
    },
  }
}

/** One vendor answers requests for the balance differently from requests to send a text. */
function balanceRefusal(name: VendorName, vendor: Vendor, why: VendorRefusal): Reply {
  if (name === 'vonage')
    return {
      status: why === 'throttled' ? 429 : 401,
      body: { 'error-code': '401', 'error-code-label': 'authentication failed' },
    }
  return vendor.refuse(why, { to: '', from: '', text: '' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
