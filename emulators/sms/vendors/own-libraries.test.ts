/**
 * The vendors' own libraries against the emulated vendors: what they send is understood, and they understand what is
 * answered. Our own clients are tested against the same emulators.
 */
import { createServer, request as httpRequest, type RequestOptions, type Server } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { AuthType, Infobip } from '@infobip-api/sdk'
import { SMS } from '@vonage/sms'
import { initClient } from 'messagebird'
import twilio from 'twilio'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSmsGateway, type SmsGateway } from '../sms.ts'
import { VENDORS } from './vendors.ts'

const PHONE = '+420601234567'
const BAD_PHONE = '+420601230000'
const TEXT = 'Ваша карта: https://cards.example/c/1'
const PREFIX = '/outside/sms'
let gateway: SmsGateway
let web: Server
let url: string

beforeAll(async () => {
  gateway = await createSmsGateway({ account: { login: 'AC1', password: 'own' }, prefix: PREFIX })
  web = createServer((request, response) => gateway.handler(request, response))
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(web.address() as AddressInfo).port}${PREFIX}`
})
afterAll(() => {
  web.closeAllConnections()
  web.close()
})
beforeEach(() => gateway.clear())

/** What the gateway holds for the number. */
const kept = () => gateway.list(PHONE).map(({ text, from, by }) => ({ text, from, by }))
const faultOf = (work: Promise<unknown>): Promise<Record<string, unknown>> =>
  work.then(
    () => expect.fail('it was accepted'),
    (fault: unknown) => fault as Record<string, unknown>,
  )

describe("Twilio's library", () => {
  const { login: sid, password, sender } = VENDORS.twilio.account as Record<'login' | 'password' | 'sender', string>
  /** It knows no address but the vendor's. */
  class Here extends twilio.RequestClient {
    override request<T>(options: Parameters<typeof twilio.RequestClient.prototype.request<T>>[0]) {
      return super.request<T>({ ...options, uri: options.uri.replace('https://api.twilio.com', `${url}/twilio`) })
    }
  }
  const open = (user = sid, secret = password) => twilio(user, secret, { accountSid: sid, httpClient: new Here() })

  it('sends, reads the state, and lists page by page', async () => {
    const sent = await open().messages.create({ to: PHONE, from: sender, body: TEXT })
    expect(sent).toMatchObject({ status: 'queued', to: PHONE, from: sender, body: TEXT, errorCode: null })
    expect(kept()).toEqual([{ text: TEXT, from: sender, by: 'twilio' }])
    expect(await open().messages(sent.sid).fetch()).toMatchObject({ sid: sent.sid, status: 'delivered', body: TEXT })
    for (const body of ['second', 'third']) await open().messages.create({ to: PHONE, from: sender, body })
    const listed = await open().messages.list({ to: PHONE, pageSize: 2 })
    expect(listed.map(({ body }) => body)).toEqual(['third', 'second', TEXT])
    expect(listed[2]?.dateCreated).toBeInstanceOf(Date)
    expect(await open().messages.list({ to: '+420609999999' })).toEqual([])
    const service = `MG${'0a'.repeat(16)}`
    const own = await open().messages.create({ to: PHONE, messagingServiceSid: service, body: 'by a service' })
    expect(own).toMatchObject({ messagingServiceSid: service, from: null })
  })

  it('signs in with an API key, which may not read the account', async () => {
    const byKey = open(`SK${'c0ffee'.repeat(5)}01`, 'emulated-key-secret')
    const sent = await byKey.messages.create({ to: PHONE, from: sender, body: TEXT })
    expect(await byKey.messages(sent.sid).fetch()).toMatchObject({ status: 'delivered' })
    expect(await byKey.balance.fetch()).toMatchObject({ currency: 'USD' })
    expect(await faultOf(byKey.api.v2010.accounts(sid).fetch())).toMatchObject({ status: 401, code: 20003 })
    expect(await open().api.v2010.accounts(sid).fetch()).toMatchObject({ status: 'active' })
  })

  it('tells wrong keys, a bad number, and a message that is not there', async () => {
    const wrong = open(sid, 'wrong').messages.create({ to: PHONE, from: sender, body: TEXT })
    expect(await faultOf(wrong)).toMatchObject({ status: 401, code: 20003 })
    const bad = open().messages.create({ to: BAD_PHONE, from: sender, body: TEXT })
    expect(await faultOf(bad)).toMatchObject({ status: 400, code: 21211 })
    expect(
      await faultOf(
        open()
          .messages(`SM${'0'.repeat(32)}`)
          .fetch(),
      ),
    ).toMatchObject({ status: 404, code: 20404 })
    expect(gateway.list()).toEqual([])
  })
})

describe("Vonage's library", () => {
  const { login, password, sender } = VENDORS.vonage.account as Record<'login' | 'password' | 'sender', string>
  const open = (secret = password) =>
    new SMS({ apiKey: login, apiSecret: secret }, { restHost: `${url}/vonage`, timeout: 10_000 })

  it('sends JSON with its keys in a header', async () => {
    const sent = await open().send({ to: PHONE.slice(1), from: sender, text: TEXT, type: 'unicode' as never })
    expect(sent.messages).toEqual([expect.objectContaining({ status: '0', to: PHONE.slice(1) })])
    expect(kept()).toEqual([{ text: TEXT, from: sender, by: 'vonage' }])
  })

  it('loses the characters that its seven-bit alphabet does not have', async () => {
    await open().send({ to: PHONE.slice(1), from: sender, text: 'Größe `5` €, Ж' })
    expect(kept()).toEqual([{ text: 'Größe ?5? €, ?', from: sender, by: 'vonage' }])
  })

  it('tells wrong keys and a bad number', async () => {
    const failuresOf = async (work: Promise<unknown>) =>
      ((await faultOf(work)) as unknown as { getFailedMessages(): object[] }).getFailedMessages()
    const wrong = open('wrong').send({ to: PHONE.slice(1), from: sender, text: TEXT })
    expect(await failuresOf(wrong)).toEqual([expect.objectContaining({ status: '4', errorText: 'Bad Credentials' })])
    const bad = open().send({ to: BAD_PHONE.slice(1), from: sender, text: TEXT })
    expect(await failuresOf(bad)).toEqual([expect.objectContaining({ status: '6' })])
    expect(gateway.list()).toEqual([])
  })
})

describe("MessageBird's library", () => {
  const { apiKey, sender } = VENDORS.messagebird.account as Record<'apiKey' | 'sender', string>
  const open = (key = apiKey) => initClient(key)
  type Answered = (fault: Error | null, answer: unknown) => void
  const asked = (work: (callback: Answered) => void): Promise<unknown> =>
    new Promise((done, fail) => work((fault, answer) => (fault ? fail(fault) : done(answer))))

  beforeEach(() => {
    // It knows no address but the vendor's, and reaches it through this function.
    vi.spyOn(https, 'request').mockImplementation(((options: RequestOptions) => {
      expect(options.hostname).toBe('rest.messagebird.com')
      const { hostname, port } = new URL(url)
      return httpRequest({ ...options, hostname, port, path: `${PREFIX}/messagebird${options.path}` })
    }) as typeof https.request)
  })
  afterEach(() => vi.restoreAllMocks())

  it('sends to several numbers at once, reads the state, and lists', async () => {
    const recipients = [PHONE, '+420602000001', BAD_PHONE]
    const params = { originator: sender, recipients, body: TEXT, datacoding: 'auto' as const }
    const sent = (await asked((answer) => open().messages.create(params, answer))) as { id: string }
    expect(sent).toMatchObject({ body: TEXT, datacoding: 'unicode', recipients: { totalCount: 2, totalSentCount: 2 } })
    expect(kept()).toEqual([{ text: TEXT, from: sender, by: 'messagebird' }])
    const read = await asked((answer) => open().messages.read(sent.id, answer))
    expect(read).toMatchObject({
      id: sent.id,
      recipients: {
        totalDeliveredCount: 2,
        items: expect.arrayContaining([expect.objectContaining({ recipient: Number(PHONE), status: 'delivered' })]),
      },
    })
    const page = await asked((answer) => open().messages.list({ limit: 1, offset: 0, status: 'delivered' }, answer))
    expect(page).toMatchObject({ count: 1, totalCount: 1, items: [{ id: sent.id }] })
    expect(await asked((answer) => open().balance.read(answer))).toMatchObject({ payment: 'prepaid' })
  })

  it('tells wrong keys, a bad number, and a message that is not there', async () => {
    const params = { originator: sender, recipients: [PHONE], body: 'Hello' }
    const wrong = asked((answer) => open('wrong').messages.create({ ...params }, answer))
    expect(await faultOf(wrong)).toMatchObject({ statusCode: 401, errors: [{ code: 2, parameter: 'access_key' }] })
    const bad = { ...params, recipients: [BAD_PHONE] }
    expect(await faultOf(asked((answer) => open().messages.create(bad, answer)))).toMatchObject({
      statusCode: 422,
      errors: [{ code: 9, parameter: 'recipients' }],
    })
    const gone = asked((answer) => open().messages.read('0'.repeat(32), answer))
    expect(await faultOf(gone)).toMatchObject({ statusCode: 404, errors: [{ code: 20 }] })
    expect(gateway.list()).toEqual([])
  })
})

describe("Infobip's library", () => {
  const { apiKey, sender } = VENDORS.infobip.account as Record<'apiKey' | 'sender', string>
  type Answer = { status: number; data: Record<string, never> }
  type Channel = {
    send(message: object): Promise<Answer>
    logs: { get(filter: object): Promise<Answer> }
    reports: { get(filter: object): Promise<Answer> }
  }
  const open = (key = apiKey): Channel =>
    (
      new Infobip({ baseUrl: `${url}/infobip`, apiKey: key, authType: AuthType.ApiKey } as never) as {
        channels: { sms: Channel }
      }
    ).channels.sms
  const message = (...numbers: string[]) => ({
    messages: [{ from: sender, text: TEXT, destinations: numbers.map((to) => ({ to })) }],
  })

  it('sends in the second version of the API, and reads logs and reports', async () => {
    const { status, data } = await open().send(message(PHONE.slice(1), BAD_PHONE.slice(1)))
    expect([status, data]).toMatchObject([
      200,
      {
        messages: [
          { to: PHONE.slice(1), status: { groupName: 'PENDING' } },
          { to: BAD_PHONE.slice(1), status: { groupName: 'REJECTED', name: 'REJECTED_DESTINATION' } },
        ],
      },
    ])
    expect(kept()).toEqual([{ text: TEXT, from: sender, by: 'infobip' }])
    const [{ messageId }] = data.messages as unknown as [{ messageId: string }]
    const logs = await open().logs.get({ messageId })
    expect(logs.data.results).toMatchObject([{ messageId, to: PHONE.slice(1), text: TEXT, from: sender }])
    const reports = await open().reports.get({ bulkId: data.bulkId, limit: 10 })
    expect(reports.data.results).toMatchObject([{ messageId, status: { groupName: 'DELIVERED' } }])
    expect((await open().logs.get({ messageId: 'another' })).data).toEqual({ results: [] })
  })

  it('tells wrong keys and a bad number', async () => {
    // It returns the error instead of throwing it.
    expect(await open('wrong').send(message(PHONE.slice(1)))).toMatchObject({
      response: { status: 401, data: { requestError: { serviceException: { messageId: 'UNAUTHORIZED' } } } },
    })
    expect((await open().send(message(BAD_PHONE.slice(1)))).data.messages).toMatchObject([
      { status: { groupName: 'REJECTED' } },
    ])
    expect(gateway.list()).toEqual([])
  })
})
