import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendSms, type SmsAccount } from './sms.ts'

let vendor: Server
let account: SmsAccount
let answer: (response: ServerResponse) => void
let seen: { path: string; authorization: string; form: Record<string, string> }[]

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
  account = {
    url: `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
    login: 'AC12',
    password: 'secret',
    from: '+420600000000',
    timeoutMs: 300,
  }
})
afterEach(() => {
  vendor.closeAllConnections()
  vendor.close()
})

test('a text leaves as a form with the keys of the account', async () => {
  expect(await sendSms(account, '+420601234567', 'Kód 1234')).toEqual({ isSent: true, id: 'SM1' })
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
  await sendSms({ ...account, from }, '+420601234567', 'Hello')
  expect(seen[0]?.form).toEqual({ To: '+420601234567', MessagingServiceSid: from, Body: 'Hello' })
})

test('a refusal is told by its code, without the number', async () => {
  answer = (response) =>
    response
      .writeHead(400)
      .end(JSON.stringify({ code: 21211, message: "Invalid 'To' Phone Number: +420601234567", status: 400 }))
  expect(await sendSms(account, '+420601234567', 'Hello')).toEqual({
    isSent: false,
    trouble: 'phone',
    told: "400 21211 Invalid 'To' Phone Number: …",
  })
})

test.each<[string, (response: ServerResponse) => void, string]>([
  ['an answer that is no JSON', (response) => response.writeHead(201).end('<html>'), 'unanswered'],
  ['an answer without a number', (response) => response.writeHead(200).end('{}'), 'unanswered'],
  ['an answer without an end', (response) => response.writeHead(201).write('x'.repeat(70_000)), 'unanswered'],
  ['silence', () => undefined, 'unanswered'],
  ['a broken line', (response) => response.destroy(), 'unanswered'],
  ['a page in the way', (response) => response.writeHead(502).end('<html>Bad gateway</html>'), 'down'],
  ['a way elsewhere', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'down'],
  ['a closed door', (response) => response.writeHead(403).end(), 'account'],
])('%s is no success', async (_, given, trouble) => {
  answer = given
  expect(await sendSms(account, '+420601234567', 'Hello')).toMatchObject({ isSent: false, trouble })
  expect(seen).toHaveLength(1)
})

test('nothing leaves where nobody listens', async () => {
  vendor.close()
  vendor.closeAllConnections()
  expect(await sendSms(account, '+420601234567', 'Hello')).toMatchObject({
    isSent: false,
    trouble: 'down',
    told: 'ECONNREFUSED',
  })
})
