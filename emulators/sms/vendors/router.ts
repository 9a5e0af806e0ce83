/** Emulates every vendor at its own path: checks keys, rate limit and fields in the order in which a real one does. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Sms } from '../message.ts'
import type { Judged, Reply, Text, Vendor, VendorRefusal, VendorRequest, VendorTrouble } from './vendor.ts'
import { VENDORS, type VendorName } from './vendors.ts'

export type VendorRouter = {
  /** @returns false when the path is no vendor's */
  take(request: IncomingMessage, response: ServerResponse, path: string, body: () => Promise<string>): boolean
  /** Every call, or the next `times` of them, is answered this way; null: no trouble. */
  setTrouble(trouble: VendorTrouble | null, times?: number): void
}

const TEXT_MAX = 1600
const TAKES_FIRST: ReadonlySet<VendorTrouble> = new Set(['broken', 'lost'])
const NO_TEXT: Text = { to: '', from: '', text: '' }

/** @param keep receives each accepted text @param list what was accepted, newest first */
export function openVendorRouter(
  keep: (text: Omit<Sms, 'id' | 'at'>) => Sms,
  list: () => readonly Sms[],
): VendorRouter {
  let trouble: VendorTrouble | null = null
  let left = 0

  function nextTrouble(): VendorTrouble | null {
    const now = left > 0 ? trouble : null
    left = Math.max(0, left - 1)
    return now
  }

  function refusalOf(vendor: Vendor, asked: VendorRequest, now: VendorTrouble | null): VendorRefusal | null {
    if (!vendor.isKnown(asked) || now === 'auth') return 'auth'
    return now !== null && now !== 'down' && now !== 'hang' && !TAKES_FIRST.has(now) ? (now as VendorRefusal) : null
  }

  async function answer(name: VendorName, asked: VendorRequest, response: ServerResponse): Promise<void> {
    const vendor: Vendor = VENDORS[name]
    const read = vendor.read(asked)
    if (!read) return send(response, { status: 404, body: { error: 'not found' } })
    const now = nextTrouble()
    if (now === 'hang') return
    if (now === 'down')
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad gateway</html>')
    const refusal = refusalOf(vendor, asked, now)
    if (read.kind !== 'texts') {
      const refused = refusal === 'auth' || refusal === 'blocked' || refusal === 'throttled' ? refusal : null
      if (read.kind === 'kept')
        return send(
          response,
          refused ? vendor.refuse(refused, NO_TEXT, asked) : read.answer(list().filter(({ by }) => by === name)),
        )
      return send(
        response,
        refused
          ? balanceRefusal(name, vendor, refused, asked)
          : read.kind === 'account'
            ? (vendor.whole?.() ?? vendor.balance(asked))
            : vendor.balance(asked),
      )
    }
    const texts = read.texts.length > 0 ? read.texts : [NO_TEXT]
    const faults = texts.map((text) => refusal ?? faultOf(text))
    const [first] = faults
    if (first && faults.every((fault) => fault !== null))
      return send(response, vendor.refuse(first, texts[0] ?? NO_TEXT, asked))
    const request = randomUUID()
    const judged = texts.map((text, i): Judged => {
      const refused = faults[i] ?? null
      if (refused) return { ...text, id: '', refused }
      return { ...text, refused, id: keep({ ...text, to: `+${text.to.replace(/^\+/, '')}`, by: name, request }).id }
    })
    if (now === 'lost') return void response.destroy()
    if (now === 'broken') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":')
    send(response, vendor.taken(judged, request, asked))
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

function faultOf(text: Text): VendorRefusal | null {
  if (text.text === '' || text.text.length > TEXT_MAX) return 'text_forbidden'
  if (text.from === '') return 'sender_not_allowed'
  return !/^\+?[1-9]\d{6,14}$/.test(text.to) || text.to.endsWith('0000') ? 'bad_phone' : null
}

/** One vendor answers requests for the balance differently from requests to send a text. */
function balanceRefusal(name: VendorName, vendor: Vendor, why: VendorRefusal, asked: VendorRequest): Reply {
  if (name === 'vonage')
    return {
      status: why === 'throttled' ? 429 : 401,
      body: { 'error-code': '401', 'error-code-label': 'authentication failed' },
    }
  return vendor.refuse(why, NO_TEXT, asked)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function send(response: ServerResponse, { status, body }: Reply): void {
  const isWords = typeof body === 'string'
  response
    .writeHead(status, {
      'content-type': isWords ? 'text/plain; charset=utf-8' : 'application/json',
      'cache-control': 'no-store',
    })
    .end(isWords || body === undefined ? body : JSON.stringify(body))
}
