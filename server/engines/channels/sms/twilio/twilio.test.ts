import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { twilio } from './twilio.ts'

let vendor: Server
let wire: { vendor: string; url: string; timeoutMs: number }
let answer: (response: ServerResponse) => void
let seen: { path: string; authorization: string; form: Record<string, string> }[]

const account = { login: 'AC12', password: 'secret', apiKey: '', smsFrom: '+420600000000' }
const send = (smsFrom = account.smsFrom) =>
  twilio.send({ ...account, smsFrom }, { to: '+420601234567', text: 'Kód 1234', reference: 'r' }, wire)

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

beforeEach(async () => {
  seen = []
  answer = (response) => response.writeHead(201).end(JSON.stringify({ sid: 'SM1', status: 'queued' }))
  vendor = createServer((request, response) => {
    void read(request).then((text) => {
      seen.push({
        path: request.url ?? '',
        authorization: request.headers.authorization ?? '',
        form: Object.fromEntries(new URLSearchParams(text)),
      })
      answer(response)
    })
  })
  await new Promise<void>((done) => vendor.listen(0, '127.0.0.1', done))
  wire = { vendor: 'twilio', url: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`, timeoutMs: 30_000 }
})
afterEach(() => {
  vendor.closeAllConnections()
  vendor.close()
})

test('a text is sent as a form with the keys of the account', async () => {
  expect(await send()).toEqual({ isSent: true, id: 'SM1' })
  expect(seen).toEqual([
    {
      path: '/2010-04-01/Accounts/AC12/Messages.json',
      authorization: `Basic ${btoa('AC12:secret')}`,
      form: { To: '+420601234567', From: '+420600000000', Body: 'Kód 1234' },
    },
  ])
})

test('a messaging service sends in its own name', async () => {
  const from = `MG${'0a'.repeat(16)}`
  await send(from)
  expect(seen[0]?.form).toEqual({ To: '+420601234567', MessagingServiceSid: from, Body: 'Kód 1234' })
})

test('the detail of a refusal is its code and words, without the number', async () => {
  answer = (response) =>
    response
      .writeHead(400)
      .end(JSON.stringify({ code: 21211, message: "Invalid 'To' Phone Number: +420601234567", status: 400 }))
  expect(await send()).toEqual({
    isSent: false,
    mayHaveLeft: false,
    failure: 'bad_phone',
    detail: "21211 Invalid 'To' Phone Number: …",
  })
})

test.each([
  [400, 21211, 'bad_phone'],
  [400, 21614, 'bad_phone'],
  [400, 21612, 'bad_phone'],
  [400, 21408, 'bad_phone'],
  [400, 21610, 'bad_phone'],
  [403, 21408, 'bad_phone'],
  [401, 20003, 'auth'],
  [400, 10001, 'blocked'],
  [402, undefined, 'no_funds'],
  [403, undefined, 'auth'],
  [400, 21606, 'sender_not_allowed'],
  [400, 21659, 'sender_not_allowed'],
  [429, 20429, 'throttled'],
  [400, 21611, 'throttled'],
  [429, undefined, 'throttled'],
  [500, 20500, 'temporary'],
  [503, undefined, 'temporary'],
  [400, undefined, 'temporary'],
  [302, undefined, 'temporary'],
  [404, 20404, 'temporary'],
] as const)('%i with the code %s is %s, and nothing has left', async (status, code, failure) => {
  answer = (response) => response.writeHead(status).end(JSON.stringify({ code, message: 'No', status }))
  expect(await send()).toMatchObject({ isSent: false, failure, mayHaveLeft: false })
})

test.each<[string, (response: ServerResponse) => void, boolean]>([
  ['an answer that is no JSON', (response) => response.writeHead(201).end('<html>'), true],
  ['an answer without a number', (response) => response.writeHead(200).end('{}'), true],
  ['an answer without an end', (response) => response.writeHead(201).write('x'.repeat(70_000)), true],
  ['silence', () => undefined, true],
  ['a broken connection', (response) => response.destroy(), true],
  ['a page in the way', (response) => response.writeHead(502).end('<html>Bad gateway</html>'), false],
  ['a redirect', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), false],
])('%s is no success', async (_, given, mayHaveLeft) => {
  answer = given
  wire.timeoutMs = 500
  expect(await send()).toMatchObject({ isSent: false, mayHaveLeft, failure: 'temporary' })
  expect(seen).toHaveLength(1)
})

test('nothing is sent to a closed port', async () => {
  vendor.close()
  vendor.closeAllConnections()
  expect(await send()).toMatchObject({ isSent: false, mayHaveLeft: false, detail: 'ECONNREFUSED' })
})
