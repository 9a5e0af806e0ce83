/** Between a worker and Google: holds chosen requests, so that another worker comes in between. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '../server/base/app.ts'
import type { TestServer } from './server.ts'

export const isMessage = ({ url }: IncomingMessage) => url?.endsWith('/addMessage') === true
/** The older messages that make room for a new one. */
export const isRoom = ({ method }: IncomingMessage, body: string) => method === 'PATCH' && body.includes('"messages"')

export async function openGate(to: string, isHeld: (request: IncomingMessage, body: string) => boolean) {
  let held = 0
  const opened = Promise.withResolvers<void>()
  const gate = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (isHeld(request, Buffer.concat(parts).toString())) {
      held++
      await opened.promise
    }
    const { method = 'GET', url = '', headers } = request
    const answer = await fetch(new URL(url, to), {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      body: parts.length > 0 ? Buffer.concat(parts) : null,
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resume) => gate.listen(0, '127.0.0.1', resume))
  return {
    url: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    held: () => held,
    open: () => opened.resolve(),
    close: () => gate.close(),
  }
}

/** A worker that reaches Google through the gate. */
export function behind({ app }: Pick<TestServer, 'app'>, gate: { url: string }): App {
  const { outside } = app
  const apiUrl = gate.url + new URL(outside.google.apiUrl).pathname
  return { ...app, outside: { ...outside, google: { ...outside.google, apiUrl } } }
}
