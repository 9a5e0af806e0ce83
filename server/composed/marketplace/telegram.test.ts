import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { marketplace } from '../../../contract/reach/marketplace.ts'
import type { TelegramInput } from '../../../contract/reach/telegram.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { takeCard, unzipStored } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let shop: Shop
let bot: string
let token: string
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  telegram().setTroubles({ status500: false })
  shop = await openShop(server, `Bots${++shops}`)
  await setPlan(server, shop.c, 'base')
  bot = `bots_${shops}_bot`
  token = telegram().makeBot({ name: 'Coffee', username: bot })
})

const telegram = () => server.outside.telegramService
const params = () => ({ c: shop.c, moduleId: 'telegram' })
const read = () => shop.owner.send(marketplace.readModule, { params: params() })
const status = () => shop.owner.send(marketplace.telegramStatus, { params: { c: shop.c } })
async function save(isActive: boolean, change: Partial<TelegramInput> = {}) {
  const { version } = await read()
  return shop.owner.ask(marketplace.saveModule, {
    params: params(),
    body: { isActive, version, promos: [], telegram: { token, greeting: '', linkText: '', ...change } },
  })
}
type Answer = Awaited<ReturnType<typeof save>>
const outcomeOf = ({ status: code, body }: Answer) => [code, body.error?.code ?? 'ok']
const faultsOf = ({ body }: Answer) =>
  Object.fromEntries(Object.entries(body.error?.fields ?? {}).map(([name, fault]) => [name, fault.code]))
const webhookOf = async () => {
  const answer = await fetch(`${server.doorUrl}/outside/telegram/bot${token}/getWebhookInfo`)
  return ((await answer.json()) as { result: { url: string } }).result.url
}

describe('the module of Telegram', () => {
  it('is connected with a token, which is stored encrypted and never returned', async () => {
    expect((await read()).telegram).toMatchObject({ hasToken: false, username: '', state: 'off' })
    expect(await status()).toMatchObject({ state: 'no_token', webhook: null })
    const saved = await save(true, { greeting: 'Welcome!', linkText: 'Our news' })
    expect(saved).toMatchObject({
      status: 200,
      body: {
        data: {
          isActive: true,
          telegram: { hasToken: true, username: bot, state: 'connected', greeting: 'Welcome!', subscribers: 0 },
        },
      },
    })
    expect(JSON.stringify([saved.body, await read(), await status()])).not.toContain(token.split(':')[1])
    const [row] = await query<{ sealed_token: Buffer }>(server, 'select * from telegram_bots where cabinet_id = $1', [
      shop.c,
    ])
    expect(row?.sealed_token.toString('latin1')).not.toContain(token)
    expect(await status()).toMatchObject({
      state: 'connected',
      username: bot,
      webhook: { isOurs: true, pending: 0, lastError: null },
    })
  })

  it('needs a token that Telegram knows, and keeps none that it does not', async () => {
    expect(faultsOf(await save(true, { token: '' }))).toEqual({ 'telegram.token': 'required' })
    expect(faultsOf(await save(true, { token: 'hello' }))).toEqual({ 'telegram.token': 'telegram_token_refused' })
    const wrong = await save(true, { token: `${token.slice(0, -5)}AAAAA` })
    expect([outcomeOf(wrong), faultsOf(wrong)]).toEqual([
      [422, 'telegram_token_refused'],
      { 'telegram.token': 'telegram_token_refused' },
    ])
    telegram().setTroubles({ status500: true })
    expect(outcomeOf(await save(true))).toEqual([424, 'telegram_unreachable'])
    telegram().setTroubles({ status500: false })
    expect((await read()).telegram).toMatchObject({ hasToken: false, state: 'off' })
    expect((await read()).isActive).toBe(false)
  })

  it('keeps its token where an empty one is sent, on and off', async () => {
    expect(outcomeOf(await save(false))).toEqual([200, 'ok'])
    expect((await read()).telegram).toMatchObject({ hasToken: true, username: bot, state: 'off' })
    expect(await webhookOf()).toBe('')
    expect(outcomeOf(await save(true, { token: '' }))).toEqual([200, 'ok'])
    const before = await webhookOf()
    expect(before).toContain(`/telegram/${shop.c}.`)
    expect(outcomeOf(await save(true, { token: '', greeting: 'Hi' }))).toEqual([200, 'ok'])
    expect(await webhookOf(), 'a new text asks nothing of Telegram').toBe(before)
    expect((await read()).telegram).toMatchObject({ state: 'connected', greeting: 'Hi' })
  })

  it('stays on for thirty days, then sends no more updates', async () => {
    await save(true)
    expect(outcomeOf(await save(false))).toEqual([425, 'module_too_young'])
    expect(await webhookOf()).not.toBe('')
    await query(server, `update cabinet_modules set since = since - interval '31 days' where cabinet_id = $1`, [shop.c])
    expect(outcomeOf(await save(false, { token: '' }))).toEqual([200, 'ok'])
    expect(await webhookOf()).toBe('')
    expect((await read()).telegram).toMatchObject({ hasToken: true, state: 'off' })
    const again = { update_id: 77, message: { chat: { id: 1, type: 'private' }, text: '/start' } }
    expect(await telegram().sendAgain(bot, again)).toBeNull()
  })

  it('changes its bot, and lets the one before go', async () => {
    await save(true)
    const other = telegram().makeBot({ name: 'Other', username: `other_${shops}_bot` })
    expect(outcomeOf(await save(true, { token: other }))).toEqual([200, 'ok'])
    expect(await webhookOf()).toBe('')
    expect((await read()).telegram).toMatchObject({ username: `other_${shops}_bot`, state: 'connected' })
  })

  it('says when another program has taken the bot', async () => {
    await save(true)
    const api = `${server.doorUrl}/outside/telegram/bot${token}/setWebhook`
    await fetch(`${api}?url=${encodeURIComponent('https://other.example/hook')}`)
    expect(await status()).toMatchObject({ state: 'connected', webhook: { isOurs: false } })
  })

  it('has no promo codes, and others have no bot', async () => {
    const { version } = await read()
    const promo = { id: null, code: 'A', bonusMinor: 100, inviterMinor: 0, invitedMinor: 0, max: null }
    const promos = [{ ...promo, startsOn: '2026-11-01', endsOn: null }]
    const body = { isActive: false, version, promos, telegram: { token, greeting: '', linkText: '' } }
    const answer = await shop.owner.ask(marketplace.saveModule, { params: params(), body })
    expect(faultsOf(answer as Answer)).toEqual({ promos: 'too_many' })
    expect(
      (await shop.owner.send(marketplace.readModule, { params: { c: shop.c, moduleId: 'welcome' } })).telegram,
    ).toBeNull()
  })

  it('puts its link onto the page of a card and on its back while it is on', async () => {
    const card = await takeCard(server, shop.formUrl, { name: 'Ann', tel: '+420601112233', email: 'ann@example.com' })
    const page = async () => (await fetch(card.installUrl)).text()
    expect(await page()).not.toContain('/telegram')
    const link = `${card.installUrl}/telegram`
    const back = async () => {
      const file = Buffer.from(await (await fetch(card.cardFileUrl)).arrayBuffer())
      return unzipStored(file).get('pass.json')?.toString() ?? ''
    }
    expect(await back()).not.toContain('/telegram')
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(404)
    await save(true, { linkText: 'Our news' })
    expect(await page()).toContain('Our news')
    const { pathname } = new URL(link)
    expect(await back()).toContain(`${pathname}\\">Our news`)
    const [one, other] = await Promise.all([1, 2].map(() => fetch(link, { redirect: 'manual' })))
    expect([one?.status, one?.headers.get('cache-control')]).toEqual([302, 'no-store'])
    expect(one?.headers.get('location')).toMatch(new RegExp(`/${bot}\\?start=[\\w-]{22}$`))
    expect(one?.headers.get('location')).not.toBe(other?.headers.get('location'))
    const forged = link.replace(/.(?=\/telegram$)/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await fetch(forged, { redirect: 'manual' })).status).toBe(404)
  })
})
