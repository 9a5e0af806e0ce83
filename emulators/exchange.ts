/** Reading a request and answering it, as every emulator on plain HTTP does. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** @throws Error when the body is larger */
export async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** An answer that has begun is cut, so that no client takes half of one for a whole. */
export function sendJson(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return void response.destroy()
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

/** A page of an emulator, or a part of one. */
export function sendPart(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...headers,
  })
  response.end(body)
}
