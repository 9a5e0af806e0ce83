import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTelegram, type TelegramService } from '../../../../emulators/telegram/telegram.ts'
import {
  answerCallbackQuery,
  deleteWebhook,
  getMe,
  getWebhookInfo,
  sendMessage,
  setWebhook,
  type Wire,
} from './telegram.ts'

const BOT = { name: 'Coffee Lab', username: 'coffee_lab_bot' }
let telegram: TelegramService
let web: Server
let wire: Wire
let token: string
let nowMs: number
beforeEach(async () => {
  nowMs = Date.parse('2026-11-27T10:00:00Z')
  telegram = await createTelegram({ now: () => new Date(nowMs) })
  web = createServer((request, response) => telegram.handler(request, response))
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done))
  wire = { url: `http://127.0.0.1:${(web.address() as AddressInfo).port}`, timeoutMs: 10_000 }
  token = telegram.makeBot(BOT)
})
afterEach(() => {
  web.closeAllConnections()
  web.close()
})

/** Ann has pressed Start. @returns the number of her chat */
function startedBy(person: string): number {
  telegram.start(BOT.username, person, '')
  return telegram.chat(BOT.username, person).userId
}
const send = (chatId: number, text = 'Coffee is on us') => sendMessage(wire, token, { chatId, text })
const textsOf = (person: string) =>
  telegram.chat(BOT.username, person).messages.flatMap(({ by, text }) => (by === 'bot' ? [text] : []))

test('a token says whose it is, and a wrong one is refused without its text', async () => {
  expect(await getMe(wire, token)).toEqual({
    kind: 'done',
    result: { id: Number(token.split(':')[0]), username: BOT.username, name: BOT.name },
  })
  const wrong = `${token.slice(0, -4)}AAAA`
  const answer = await getMe(wire, wrong)
  expect(answer).toEqual({ kind: 'bad_token', detail: '401 Unauthorized' })
  expect(JSON.stringify(answer)).not.toContain(wrong)
  telegram.revoke(BOT.username)
  expect((await getMe(wire, token)).kind).toBe('bad_token')
})

test.each(['', 'abc', '12:a/../../x', '12:a?b', '12:a#b'])('%j is no token, and nobody is asked', async (text) => {
  web.close()
  web.closeAllConnections()
  expect(await getMe(wire, text)).toEqual({ kind: 'bad_token', detail: 'not a token' })
})

test('a webhook is set with a secret, described and deleted', async () => {
  const url = 'https://cards.example/telegram/1.key'
  expect((await getWebhookInfo(wire, token)) as object).toMatchObject({ result: { url: '', pending: 0 } })
  expect(await setWebhook(wire, token, { url, secret: 'a-secret_1' })).toEqual({ kind: 'done', result: true })
  expect(await getWebhookInfo(wire, token)).toEqual({ kind: 'done', result: { url, pending: 0, lastError: null } })
  expect(await deleteWebhook(wire, token)).toEqual({ kind: 'done', result: true })
  expect(await getWebhookInfo(wire, token)).toMatchObject({ result: { url: '' } })
  expect(await setWebhook(wire, token, { url: 'http://cards.example/', secret: 'a' })).toMatchObject({
    kind: 'refused',
    status: 400,
    detail: expect.stringContaining('HTTPS'),
  })
})

test('a message arrives with its buttons', async () => {
  const chatId = startedBy('Ann')
  const buttons = [
    { text: 'Yes', data: 'yes:1' },
    { text: 'Site', url: 'https://cards.example/' },
  ] as const
  const sent = await sendMessage(wire, token, { chatId, text: 'Shall we <write>?', buttons })
  expect(sent).toEqual({ kind: 'sent', messageId: expect.any(Number) })
  expect(telegram.chat(BOT.username, 'Ann').messages.at(-1)).toMatchObject({
    text: 'Shall we <write>?',
    buttons: [[{ text: 'Yes', callback_data: 'yes:1' }], [{ text: 'Site', url: 'https://cards.example/' }]],
  })
  expect(await answerCallbackQuery(wire, token, '1')).toEqual({ kind: 'done', result: true })
})

test('who blocked the bot, was deleted, never came or does not exist', async () => {
  const [ann, bob] = [startedBy('Ann'), startedBy('Bob')]
  telegram.setBlocked(BOT.username, 'Ann', true)
  expect((await send(ann)).kind).toBe('blocked')
  telegram.setBlocked(BOT.username, 'Ann', false)
  expect((await send(ann)).kind).toBe('sent')
  telegram.deleteAccount('Bob')
  expect((await send(bob)).kind).toBe('gone')
  expect((await send(telegram.chat(BOT.username, 'Eve').userId)).kind).toBe('gone')
  expect((await send(5)).kind).toBe('gone')
})

test('more than thirty in a second are throttled, with the seconds to wait', async () => {
  const chatId = startedBy('Ann')
  for (let count = 0; count < 30; count++) expect((await send(chatId)).kind).toBe('sent')
  expect(await send(chatId)).toMatchObject({ kind: 'throttled', seconds: 2 })
  nowMs += 1000
  expect((await send(chatId)).kind).toBe('sent')
})

test('a text that Telegram does not take is refused, and a repeat would be the same', async () => {
  const chatId = startedBy('Ann')
  expect((await send(chatId, 'x'.repeat(4096))).kind).toBe('sent')
  expect(await send(chatId, 'x'.repeat(4097))).toMatchObject({ kind: 'refused', status: 400 })
})

test.each([
  [{ status500: true }, 'temporary', 0],
  [{ lostAnswer: true }, 'unknown', 1],
  [{ hang: true }, 'unknown', 1],
  [{ brokenJson: true }, 'unknown', 1],
] as const)('%j is %s, and %i arrived', async (trouble, kind, arrived) => {
  const chatId = startedBy('Ann')
  telegram.setTroubles(trouble)
  wire.timeoutMs = 500
  expect((await send(chatId)).kind).toBe(kind)
  expect(textsOf('Ann')).toHaveLength(arrived)
})

test('nothing leaves for a port that is closed', async () => {
  web.close()
  web.closeAllConnections()
  expect(await send(1)).toEqual({ kind: 'temporary', detail: 'ECONNREFUSED' })
})
