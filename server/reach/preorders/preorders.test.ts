import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { certificates } from '../../../contract/cards/certificates.ts'
import { clients } from '../../../contract/people/clients.ts'
import { verification } from '../../../contract/people/verification.ts'
import { cabinets } from '../../../contract/platform/cabinets.ts'
import { preorders } from '../../../contract/reach/preorders.ts'
import { DAY_MS, moscowDay } from '../../../contract/time.ts'
import { makeJobsDue, query, setPlan, tally } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { type Browser, fillForm, Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import { deliverSms } from '../../people/verification/verification.ts'
import { takeNext } from './generate.ts'

const SMS = { smsType: 'smsc', login: 'kartoteka', password: '', apiKey: 'emulated-key', smsFrom: 'COFFEE' } as const

let server: TestServer
let shop: Shop
let shops = 0
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.outside.smsGateway.setVendorTrouble(null)
  shop = await openShop(server, `Pre${++shops}`)
  await setPlan(server, shop.c, 'base')
})

const params = () => ({ c: shop.c })
/** Far from one another: numbers that differ in the last four digits only share a limit. */
const newPhone = () => `+42060${String(1_000_000 + ++next * 10_007).slice(-7)}`
const collect = (expectedOn: string | null = null) =>
  shop.owner.send(preorders.activate, { params: params(), body: { isActive: false, expectedOn } })
const giveCards = () =>
  shop.owner.send(preorders.activate, { params: params(), body: { isActive: true, expectedOn: null } })
const connectSms = () => shop.owner.send(verification.saveProvider, { params: params(), body: SMS })
const status = () => shop.owner.send(preorders.readGeneration, { params: params() })
const generate = (prefers: 'sms' | 'email' = 'sms', isAgain = false) =>
  shop.owner.ask(preorders.generate, { params: params(), body: { prefers, isAgain } })
const enter = (values: { tel?: string; email?: string }, browser?: Browser) =>
  fillForm(server, shop.formUrl, { name: 'Ann', tel: values.tel ?? '', email: values.email ?? '' }, undefined, browser)
const texts = (tel: string) => server.outside.smsGateway.list(tel).map((sms) => sms.text)
const mails = (to: string) => server.outside.smtp.mailbox.list(to)
const issued = async () =>
  (await query<{ n: number }>(server, 'select count(*)::int as n from passes where cabinet_id = $1', [shop.c]))[0]?.n
/** Everything that is due now, and what becomes due by it. */
async function work(): Promise<void> {
  await makeJobsDue(server)
  await server.drainJobs()
}

describe('without cards', () => {
  it('the form says when the card comes, keeps what was entered, and is the same for a known number', async () => {
    const [known, fresh] = [newPhone(), newPhone()]
    await takeCard(server, shop.formUrl, { name: 'Old', tel: known })
    const day = moscowDay(new Date(server.now().getTime() + 20 * DAY_MS))
    expect(await collect(day)).toMatchObject({ isActive: false, isPaused: true, certificate: 'test', expectedOn: day })
    const shown = await (await fetch(shop.formUrl)).text()
    expect(shown).toContain('Reserve your card')
    const pages = []
    for (const tel of [fresh, known]) {
      const answer = await enter({ tel, email: 'ann@example.com' })
      expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
      pages.push((await answer.text()).replaceAll(/[\w-]{20,}/g, ''))
    }
    expect(pages[0]).toContain('ann@example.com')
    expect(pages[1]).toBe(pages[0])
    expect(await issued(), 'no card was made').toBe(1)
    const { data } = await shop.owner.send(clients.listClients, { params: params(), query: { q: fresh.slice(-6) } })
    expect(data).toMatchObject([{ name: 'Ann', tel: fresh, email: 'ann@example.com' }])
    expect(await status()).toMatchObject({ state: 'has_cards', waiting: 2 })
  })

  it('a certificate that was deleted has the same effect, and cards cannot be turned on', async () => {
    await shop.owner.send(certificates.removePassType, { params: params(), body: {} })
    expect((await enter({ tel: newPhone() })).status).toBe(200)
    expect(await shop.owner.send(preorders.readActivation, { params: params() })).toEqual({
      isActive: false,
      isPaused: false,
      certificate: 'none',
      expectedOn: null,
      waiting: 1,
    })
    const refused = await shop.owner.ask(preorders.activate, {
      params: params(),
      body: { isActive: true, expectedOn: null },
    })
    expect([refused.status, refused.body.error?.code]).toEqual([406, 'cards_not_active'])
    expect((await generate()).body.error?.code).toBe('cards_not_active')
    await shop.owner.send(certificates.activateTest, { params: params() })
    expect((await status()).state).toBe('allow')
  })

  it('a day that is over is refused', async () => {
    const body = { isActive: false, expectedOn: '2020-01-01' }
    const refused = await shop.owner.ask(preorders.activate, { params: params(), body })
    expect(refused.body.error?.fields).toMatchObject({ expectedOn: { code: 'end_in_past' } })
  })
})

describe('afterwards', () => {
  it('everybody gets the link once, by the way that was shown before', async () => {
    await connectSms()
    await collect()
    const [both, phone, email] = [newPhone(), newPhone(), `only${shops}@example.com`]
    await enter({ tel: both, email: `both${shops}@example.com` })
    await enter({ tel: phone })
    await query(server, `update forms set settings = jsonb_set(settings, '{fields,2,required}', 'false')`)
    await enter({ email })
    await enter({})
    await giveCards()
    const before = await status()
    expect(before).toMatchObject({
      state: 'allow',
      waiting: 4,
      smsProvider: 'SMSC.ru',
      plans: { sms: { sms: 2, smsParts: 2, email: 1, nobody: 1 }, email: { sms: 1, email: 2, nobody: 1 } },
    })
    expect((await generate('sms')).body.data).toMatchObject({ state: 'queue', waiting: 0 })
    expect((await generate('sms')).body.error?.code).toBe('generation_running')
    expect((await shop.owner.send(cabinets.listJobs, { params: params() })).jobs).toMatchObject([
      { kind: 'preorders', state: 'running', done: 0, total: 4 },
    ])
    await work()
    expect([texts(both).length, texts(phone).length]).toEqual([1, 1])
    expect([mails(`both${shops}@example.com`).length, mails(email).length]).toEqual([0, 1])
    expect(await status()).toMatchObject({
      state: 'no_cards',
      run: { state: 'done', total: 4, done: 4, sms: 2, email: 1, failed: 1, unsure: 0 },
      left: [{ state: 'failed' }],
    })
    const link = /https?:\S+/.exec(texts(phone)[0] ?? '')?.[0] ?? ''
    expect((await new Iphone(server).install(`${link}/card.pkpass`)).json.serialNumber).toBeTruthy()
    expect((await generate()).body.error?.code).toBe('nobody_waits')
    await work()
    expect(texts(phone)).toHaveLength(1)
  })

  it('who takes the card at the form meanwhile gets no link', async () => {
    await connectSms()
    await collect()
    const tel = newPhone()
    const browser = { cookie: '' }
    await enter({ tel }, browser)
    await giveCards()
    await takeCard(server, shop.formUrl, { name: 'Ann', tel }, browser)
    expect((await status()).state).toBe('no_cards')
    expect(texts(tel)).toEqual([])
  })

  it('an address that a stranger gave for a known number gets a new card, not that of the number', async () => {
    const tel = newPhone()
    const { installUrl } = await takeCard(server, shop.formUrl, { name: 'Victim', tel })
    await collect()
    await enter({ tel, email: `thief${shops}@example.com` })
    await giveCards()
    expect((await status()).plans.email).toMatchObject({ email: 1, nobody: 0 })
    await generate('email')
    await work()
    const [mail] = mails(`thief${shops}@example.com`)
    const text = server.outside.smtp.mailbox.get(mail?.id ?? '')?.text ?? ''
    expect(text).toMatch(/\/c\/[\w-]+\/\w/)
    expect(text).not.toContain(installUrl)
  })
})

describe('a run that is disturbed', () => {
  it('leaves a part of the SMS of a day to the codes of forms, and goes on the next day', async () => {
    await connectSms()
    await shop.owner.send(verification.saveTexts, { params: params(), body: { linkText: '', dailyLimit: 4 } })
    await collect()
    const all = Array.from({ length: 5 }, newPhone)
    for (const tel of all) await enter({ tel })
    await giveCards()
    expect((await status()).smsPerDay).toBe(3)
    await generate()
    await server.drainJobs()
    const counts = () => tally(all.map((tel) => texts(tel).length))
    expect(counts()).toEqual({ 1: 3, 0: 2 })
    expect((await status()).run).toMatchObject({ state: 'running', done: 3, resumesAt: expect.any(String) })
    server.passTime(DAY_MS)
    await work()
    expect(counts()).toEqual({ 1: 5 })
  })

  it('waits for a provider that is away, and stops at one that refuses the account', async () => {
    await connectSms()
    await collect()
    const tel = newPhone()
    await enter({ tel })
    await giveCards()
    server.outside.smsGateway.setVendorTrouble('down', 1)
    await generate()
    await server.drainJobs()
    expect(texts(tel)).toEqual([])
    server.outside.smsGateway.setVendorTrouble('no_funds')
    server.passTime(10 * 60_000)
    await work()
    expect(await status()).toMatchObject({ state: 'allow', waiting: 1, run: { state: 'stopped', why: 'no_funds' } })
    server.outside.smsGateway.setVendorTrouble(null)
    await connectSms()
    server.passTime(10 * 60_000)
    await generate()
    await work()
    expect(texts(tel)).toHaveLength(1)
  })

  it('an SMS whose answer was lost is not sent again, and the owner is told', async () => {
    await connectSms()
    await collect()
    const tel = newPhone()
    await enter({ tel })
    await enter({ tel: newPhone() })
    await giveCards()
    server.outside.smsGateway.setVendorTrouble('lost', 1)
    await generate()
    await work()
    expect(texts(tel)).toHaveLength(1)
    expect(await status()).toMatchObject({ unsure: 1, run: { state: 'done', unsure: 1, sms: 1 } })
  })

  it('killed before and after the provider was asked: nobody twice, nobody forgotten', async () => {
    await connectSms()
    await collect()
    const all = Array.from({ length: 4 }, newPhone)
    for (const tel of all) await enter({ tel })
    await giveCards()
    await generate()
    const [run] = await query<{ id: string }>(server, 'select id from preorder_runs where cabinet_id = $1', [shop.c])
    const step = () =>
      openForPublic(server.app, { id: shop.c }, ({ domain }, db) => takeNext(server.app, db, domain, run?.id ?? ''))
    // The first is marked and nothing has left; the second has left and nothing was stored.
    expect((await step()).kind).toBe('send')
    const second = await step()
    if (second.kind !== 'send') throw new Error(second.kind)
    await expect(
      deliverSms(server.app, shop.c, second.ready, () => Promise.reject(new Error('killed'))),
    ).rejects.toThrow('killed')
    await work()
    server.passTime(5 * 60_000)
    await work()
    const counts = () => all.map((tel) => texts(tel).length)
    expect(counts()).toEqual([0, 1, 1, 1])
    const after = await status()
    expect(after).toMatchObject({ unsure: 2, run: { state: 'done', done: 4, sms: 2, unsure: 2 } })
    expect(after.left).toHaveLength(2)
    server.passTime(DAY_MS)
    expect((await generate('sms', true)).status).toBe(200)
    await work()
    expect(counts(), 'the owner wanted those again of which nobody knew').toEqual([1, 2, 1, 1])
    expect(await status()).toMatchObject({ unsure: 0, left: [] })
  })
})

describe('the numbers of cards', () => {
  const save = (body: object) => shop.owner.ask(cabinets.saveCardNumbers, { params: params(), body })
  it('change while few cards are issued, and not afterwards', async () => {
    const { version, name } = await shop.owner.send(cabinets.readGeneral, { params: params() })
    const saved = await save({ firstCardNumber: 500, plastic: { from: 90_000, to: 91_000 }, version })
    expect(saved.body.data).toMatchObject({ name, firstCardNumber: 500, plastic: { from: 90_000, to: 91_000 } })
    expect((await save({ firstCardNumber: 600, plastic: null, version })).body.error?.code).toBe('version_conflict')
    for (let card = 0; card < 11; card++) await takeCard(server, shop.formUrl, { name: 'Eva', tel: newPhone() })
    const refused = await save({ firstCardNumber: 700, plastic: null, version: version + 1 })
    expect([refused.status, refused.body.error?.code]).toEqual([424, 'start_number_locked'])
  })
})
