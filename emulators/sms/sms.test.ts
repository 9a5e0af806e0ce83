import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { numberText } from './inbox-html.ts'
import { createSmsGateway, type SmsGateway, type SmsState } from './sms.ts'

const prefix = '/outside/sms'
const account = { login: 'AC1', password: 'secret' }
let gateway: SmsGateway
let saved: SmsState | null
let web: Server
let url: string

const open = () =>
  createSmsGateway({
    account,
    prefix,
    state: {
      load: () => saved,
      save: (kept) => {
        saved = structuredClone(kept)
      },
    },
  })
beforeEach(async () => {
  saved = null
  gateway = await open()
  web = createServer((request, response) => gateway.handler(request, response))
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}${prefix}`
})
afterEach(() => {
  web.closeAllConnections()
  web.close()
})

async function post(fields: Record<string, string> = {}, as = account, timeoutMs = 10_000) {
  const response = await fetch(`${url}/2010-04-01/Accounts/${account.login}/Messages.json`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${as.login}:${as.password}`)}` },
    signal: AbortSignal.timeout(timeoutMs),
    body: new URLSearchParams({ To: '+420601234567', From: 'Kartoteka', Body: 'Code <1234>', ...fields }),
  })
  return { status: response.status, text: await response.text() }
}
const codeOf = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer
  return [status, (JSON.parse(text) as { code?: number }).code]
}

describe('the gateway', () => {
  test('accepts a text, returns its id and keeps it across a restart', async () => {
    const { status, text } = await post()
    expect([status, JSON.parse(text)]).toEqual([
      201,
      expect.objectContaining({ sid: expect.stringMatching(/^SM[0-9a-f]{32}$/), status: 'queued', error_code: null }),
    ])
    await gateway.close()
    gateway = await open()
    expect(gateway.list('+420601234567')).toEqual([expect.objectContaining({ from: 'Kartoteka', text: 'Code <1234>' })])
    expect(gateway.list('+420601234568')).toEqual([])
  })

  test('refuses as the real one does', async () => {
    expect(await codeOf(post({}, { login: 'AC1', password: 'wrong' }))).toEqual([401, 20003])
    expect(await codeOf(post({ To: '601234567' }))).toEqual([400, 21211])
    expect(await codeOf(post({ To: '+420601230000' }))).toEqual([400, 21211])
    expect(await codeOf(post({ From: '' }))).toEqual([400, 21603])
    expect(await codeOf(post({ Body: '' }))).toEqual([400, 21602])
    expect(gateway.list()).toEqual([])
  })

  test('emulates the faults that are switched on', async () => {
    gateway.setTroubles({ throttled: 1, badNumber: ['+49'] })
    expect(await codeOf(post())).toEqual([429, 20429])
    expect(await codeOf(post({ To: '+4915112345678' }))).toEqual([400, 21211])
    gateway.setTroubles({ status500: true })
    expect(await codeOf(post())).toEqual([500, 20500])
    gateway.setTroubles({ status500: false, brokenJson: true })
    expect(await post()).toEqual({ status: 201, text: '{"sid":"SM' })
    gateway.setTroubles({ brokenJson: false, hang: true })
    await expect(post({}, account, 300)).rejects.toThrow(/timeout|abort/i)
    expect([gateway.list().length, gateway.calls()]).toEqual([1, 5])
  })
})

describe('the inbox', () => {
  const read = async (path: string) => {
    const response = await fetch(url + path)
    return {
      status: response.status,
      html: await response.text(),
      policy: response.headers.get('content-security-policy') ?? '',
    }
  }

  test('shows numbers, then the texts of one, without inline script or style', async () => {
    await post()
    await post({ Body: 'Second' })
    await post({ To: '+4915112345678', Body: 'Other' })
    const [list, thread] = [await read('/'), await read('/?number=%2B420601234567')]
    expect(list.html).toContain('+420 601 234 567')
    expect(list.html).toContain('2 messages')
    expect(thread.html).toContain('Code &#60;1234&#62;')
    expect(thread.html.indexOf('1234')).toBeLessThan(thread.html.indexOf('Second'))
    expect(thread.html).not.toContain('Other')
    for (const { html, policy } of [list, thread]) {
      expect(html).not.toMatch(/<script(?! src)|\sstyle=|\son[a-z]+=/)
      expect(policy).toContain("script-src 'self'")
    }
  })

  test('is emptied by a button and refreshes itself from JSON', async () => {
    await post()
    expect(JSON.parse((await read('/messages?number=%2B420601234567')).html)).toEqual({
      messages: [expect.objectContaining({ text: 'Code <1234>' })],
    })
    await fetch(`${url}/clear`, { method: 'POST' })
    expect(gateway.list()).toEqual([])
    expect((await read('/')).html).toContain('No SMS yet.')
    expect((await read('/nothing')).status).toBe(404)
  })

  test('numbers are grouped for reading', () => {
    expect([numberText('+420601234567'), numberText('+12125550123'), numberText('nobody')]).toEqual([
      '+420 601 234 567',
      '+1 212 555 0123',
      'nobody',
    ])
  })
})
