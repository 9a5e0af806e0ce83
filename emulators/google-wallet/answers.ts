/** Requests in, answers out, in Google's shapes. */
import type { IncomingMessage, ServerResponse } from 'node:http'

const BODY_MAX = 1024 * 1024

/** An answer in the shape of Google's APIs: `{error: {code, message, status, errors, details}}`. */
export class GoogleError extends Error {
  readonly code: number
  readonly reason: string
  constructor(code: number, reason: string, message: string) {
    super(message)
    this.code = code
    this.reason = reason
  }
}

const STATUS_WORDS: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

export function sendGoogleError(res: ServerResponse, { code, reason, message }: GoogleError): void {
  const domain =
    reason === 'rateLimitExceeded' ? 'usageLimits' : code >= 500 || code === 401 ? 'global' : 'walletobjects'
  sendJson(res, code, {
    error: {
      code,
      message,
      status: STATUS_WORDS[code] ?? 'UNKNOWN',
      errors: [{ message, domain, reason }],
      details: [],
    },
  })
}

export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers })
  res.end(JSON.stringify(body))
}

/** `formTargets`: origins to which a form's answer may lead besides our own. */
export function sendHtml(res: ServerResponse, status: number, html: string, formTargets: string[] = []): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self' http: https: data:",
    "connect-src 'self'",
    "frame-src 'self'",
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ]
  res.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  res.end(html)
}

export function sendFile(res: ServerResponse, type: string, body: string | Buffer): void {
  res.writeHead(200, {
    'content-type': type,
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
  })
  res.end(body)
}

export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > BODY_MAX) throw new GoogleError(413, 'uploadTooLarge', 'Request body too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export async function readJson(req: IncomingMessage): Promise<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(await readBody(req))
  } catch (error) {
    if (error instanceof GoogleError) throw error
    throw new GoogleError(400, 'parseError', 'Invalid JSON payload received.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new GoogleError(400, 'parseError', 'Invalid JSON payload received. Expected an object.')
  }
  return value as Record<string, unknown>
}
