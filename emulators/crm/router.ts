/** What every emulated CRM shares: its own path, troubles to switch on, and parsing of bodies. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodyOf, sendPart } from '../exchange.ts'

export type CrmTroubles = {
  /** This many calls are answered 429. */
  throttled: number
  /** Answers 503. */
  isDown: boolean
  /** Carries out the next calls that change something, and breaks off before it answers. */
  lostWrites: number
  /** It is down from the first lost write on. */
  isDownOnceLost: boolean
  /** Breaks off before it carries out the call. */
  lostBefore: number
  /** Answers with an HTML page. */
  html: boolean
  /** Answers with the first part of the body only. */
  torn: boolean
  redirect: string | null
  /** So many calls that name this break off before they are carried out. */
  brokenAbout: { text: string; times: number } | null
  /** This share of the calls breaks off, half of them before they are carried out and half before the answer. */
  brokenRate: number
  /** Delay of each answer. */
  slowMs: number
  /** Answers with an endless body. */
  endless: boolean
}

const QUIET: CrmTroubles = {
  throttled: 0,
  isDown: false,
  lostWrites: 0,
  isDownOnceLost: false,
  lostBefore: 0,
  html: false,
  torn: false,
  redirect: null,
  brokenAbout: null,
  brokenRate: 0,
  slowMs: 0,
  endless: false,
}
const BODY_MAX = 1024 * 1024
/** Its form leads on to the address that the application has registered. */
const PAGE_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; img-src data:"

export type VendorRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}
/** `isWrite`: changed something. */
export type VendorReply = {
  status: number
  body: unknown
  headers?: Record<string, string>
  isWrite?: boolean
  /** A page for people, instead of the body. */
  html?: string
}

export type VendorRouter = {
  prefix: string
  handler(request: IncomingMessage, response: ServerResponse): void
  setTroubles(troubles: Partial<CrmTroubles>): void
  calls(): number
}

/** @param throttled this vendor's 429 @param answer emulates the vendor */
export function openVendorRouter(
  prefix: string,
  throttled: VendorReply,
  answer: (asked: VendorRequest) => VendorReply | Promise<VendorReply>,
): VendorRouter {
  let troubles = QUIET
  let calls = 0

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    calls++
    const url = new URL(request.url ?? '/', 'http://crm')
    const body = await bodyOf(request, BODY_MAX)
    if (troubles.slowMs > 0) await sleep(troubles.slowMs)
    if (troubles.redirect !== null) return void response.writeHead(302, { location: troubles.redirect }).end()
    if (troubles.isDown) return send(response, 503, { error: 'Service Unavailable' })
    if (troubles.html)
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Welcome</h1>')
    if (troubles.endless) return flood(response)
    if (troubles.throttled > 0) {
      troubles = { ...troubles, throttled: troubles.throttled - 1 }
      return send(response, throttled.status, throttled.body, throttled.headers)
    }
    const isGet = request.method === 'GET'
    if (troubles.lostBefore > 0 && !isGet) {
      troubles = { ...troubles, lostBefore: troubles.lostBefore - 1 }
      return void response.destroy()
    }
    const { brokenAbout } = troubles
    if (brokenAbout && brokenAbout.times > 0 && `${request.url} ${body}`.includes(brokenAbout.text)) {
      troubles = { ...troubles, brokenAbout: { ...brokenAbout, times: brokenAbout.times - 1 } }
      return void response.destroy()
    }
    const luck = Math.random()
    if (luck < troubles.brokenRate / 2) return void response.destroy()
    const reply = await answer({
      method: request.method ?? 'GET',
      path: url.pathname.slice(prefix.length),
      query: url.searchParams,
      headers: request.headers,
      body,
    })
    if (luck < troubles.brokenRate) return void response.destroy()
    if (reply.isWrite && troubles.lostWrites > 0) {
      troubles = { ...troubles, lostWrites: troubles.lostWrites - 1, isDown: troubles.isDownOnceLost }
      return void response.destroy()
    }
    if (troubles.torn)
      return void response
        .writeHead(reply.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(reply.body).slice(0, -2))
    if (reply.html !== undefined)
      return sendPart(response, reply.status, 'text/html', reply.html, { 'content-security-policy': PAGE_POLICY })
    send(response, reply.status, reply.body, reply.headers)
  }

  return {
    prefix,
    handler: (request, response) => void take(request, response).catch(() => void response.destroy()),
    setTroubles: (wanted) => {
      troubles = { ...QUIET, ...wanted }
    },
    calls: () => calls,
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  // A text with a type of its own is a page and not JSON.
  const isText = typeof body === 'string' && headers['content-type'] !== undefined
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
    .end(body === undefined ? '' : isText ? body : JSON.stringify(body))
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const chunk = Buffer.alloc(64 * 1024, 32)
  const pour = (): void => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', pour)
  }
  pour()
}

/** The body as a JSON object, or undefined. */
export function jsonIn(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
