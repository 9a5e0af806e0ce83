import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { verification } from '../../../contract/people/verification.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { ESTIMATED_MAX, reminders } from '../../../contract/reach/reminders.ts'
import { DAY_MS, HOUR_MS, moscowDay, moscowMoment } from '../../../contract/time.ts'
import { cardNumberText } from '../../../card/values.ts'
import { makeJobsDue, query, setPlan, tally } from '../../../test/direct-access.ts'
import { newIphone } from '../../../test/holders.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { deliverSms } from '../../people/verification/verification.ts'
import { openForPublic } from '../../platform/cabinets/cabinets.ts'
import { issuePasses } from '../passes/passes.ts'
import { newPass, remindNext, wakeReminders } from './jobs.ts'

const SMS = { smsType: 'smsc', login: 'kartoteka', password: '', apiKey: 'emulated-key', smsFrom: 'COFFEE' } as const

let server: TestServer
let shop: Shop
let formKey: string
let shops = 0
let next = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.outside.smsGateway.setVendorTrouble(null)
  shop = await openShop(server, `Remind${++shops}`)
  await setPlan(server, shop.c, 'expert')
  formKey = (await shop.owner.send(forms.listForms, { params: { c: shop.c } })).forms[0]?.formKey ?? ''
  goTo('12:00')
})

/** The next time that it is so late in Moscow. */
function goTo(time: string): void {
  const now = server.now()
  const today = moscowMoment(moscowDay(now), time).getTime()
  server.passTime((today > now.getTime() ? today : today + DAY_MS) - now.getTime())
}
const params = () => ({ c: shop.c, formKey })
const newPhone = () => `+42060${String(1_000_000 + ++next * 10_007).slice(-7)}`
async function filled(values: { email?: string; tel?: string } = {}) {
  const { email = `reader${++next}@example.com`, tel = newPhone() } = values
  const card = await takeCard(server, shop.formUrl, { name: 'Ann', tel, email })
  const [row] = await query<{ id: string; number: number }>(
    server,
    'select id, card_number as number from clients where tel = $1',
    [tel],
  )
  return { ...card, email, tel, id: row?.id ?? '', number: row?.number ?? 0 }
}
const turnOn = (more: object = {}) =>
  shop.owner.send(reminders.saveReminder, {
    params: params(),
    body: { isOn: true, afterDays: 2, ways: 'email', earlier: false, ...more },
  })
const estimate = (afterDays = 2) =>
  shop.owner.send(reminders.estimateReminder, { params: params(), query: { afterDays } })
const state = () => shop.owner.send(reminders.readReminder, { params: params() })
const connectSms = () => shop.owner.send(verification.saveProvider, { params: { c: shop.c }, body: SMS })
const mails = (to: string) => server.outside.smtp.mailbox.list(to).filter(({ subject }) => subject.includes('forget'))
const texts = (tel: string) => server.outside.smsGateway.list(tel)
async function pass(): Promise<void> {
  await wakeReminders.handle(server.app, {})
  await makeJobsDue(server)
  await server.drainJobs()
}
const read = (id: string) => shop.owner.send(clients.readClient, { params: { c: shop.c, id } })

describe('a reminder by email', () => {
  it('comes after two days, by day, once, and to nobody who came before', async () => {
    const early = await filled()
    server.passTime(3 * DAY_MS)
    expect(await turnOn()).toMatchObject({ isOn: true, afterDays: 2, since: expect.any(String) })
    const late = await filled()
    await pass()
    server.passTime(DAY_MS)
    await pass()
    expect(mails(late.email)).toEqual([])
    server.passTime(DAY_MS + HOUR_MS)
    goTo('21:00')
    await pass()
    expect(mails(late.email), 'not at night').toEqual([])
    goTo('10:30')
    await pass()
    await pass()
    server.passTime(DAY_MS)
    await pass()
    expect([mails(late.email).length, mails(early.email).length]).toEqual([1, 0])
    const text = server.outside.smtp.mailbox.get(mails(late.email)[0]?.id ?? '')?.text ?? ''
    expect(text).toContain((await read(late.id)).cardUrl)
    expect((await read(late.id)).reminder).toMatchObject({ channel: 'email', state: 'sent' })
    expect((await read(early.id)).reminder).toBeNull()
    expect((await state()).sent).toEqual({ email: 1, sms: 0, unsure: 0, failed: 0 })
  })

  it('keeps to the hours of the time zone that the owner has chosen', async () => {
    expect(await turnOn({ timeZone: 'Asia/Vladivostok' })).toMatchObject({ timeZone: 'Asia/Vladivostok' })
    const one = await filled()
    server.passTime(3 * DAY_MS)
    // There it is seven hours later than in Moscow.
    goTo('18:00')
    await pass()
    expect(mails(one.email)).toEqual([])
    goTo('04:00')
    await pass()
    expect(mails(one.email)).toHaveLength(1)
    expect((await state()).timeZone).toBe('Asia/Vladivostok')
    const refused = await shop.owner.ask(reminders.saveReminder, {
      params: params(),
      body: { isOn: true, afterDays: 2, ways: 'email', timeZone: 'Moon/Base', earlier: false },
    })
    expect([refused.status, refused.body.error?.fields?.timeZone?.code]).toEqual([422, 'invalid'])
  })

  it('goes to those who came before when the owner has seen how many they are', async () => {
    const early = await filled()
    server.passTime(3 * DAY_MS)
    expect(await estimate()).toMatchObject({ clients: 1, ways: { email: { email: 1, sms: 0, nobody: 0 } } })
    expect((await estimate(5)).clients).toBe(0)
    expect((await turnOn({ earlier: true })).since).toBeNull()
    await pass()
    expect(mails(early.email)).toHaveLength(1)
    expect((await estimate()).clients).toBe(0)
    await shop.owner.send(reminders.saveReminder, {
      params: params(),
      body: { isOn: false, afterDays: 2, ways: 'email' },
    })
    expect((await turnOn()).since).not.toBeNull()
  })

  it('goes to nobody with a card in a wallet, or one that was in a wallet, and to nobody who has left', async () => {
    const [apple, google, removed, archived] = [await filled(), await filled(), await filled(), await filled()]
    const [erased, withdrawn, silent, merged] = [await filled(), await filled(), await filled(), await filled()]
    await newIphone(server, shop, '', apple)
    await query(server, 'update passes set google_saved_at = now() where client_id = $1', [google.id])
    await (await newIphone(server, shop, '', removed)).unregister()
    const at = (id: string) => ({ c: shop.c, id })
    await shop.owner.send(erasures.archiveClient, { params: at(archived.id) })
    const confirm = cardNumberText(erased.number)
    await shop.owner.send(erasures.eraseClient, { params: at(erased.id), body: { confirm, reason: '' } })
    const cardId = (await read(withdrawn.id)).cards[0]?.id ?? ''
    await shop.owner.send(holders.withdrawCard, { params: { ...at(withdrawn.id), cardId } })
    await query(server, 'update clients set consent_at = null where id = $1', [silent.id])
    await shop.owner.send(merges.mergeClients, { params: at(apple.id), body: { client: merged.id } })
    await turnOn({ earlier: true })
    server.passTime(3 * DAY_MS)
    expect((await estimate()).clients).toBe(0)
    await pass()
    expect((await state()).sent.email).toBe(0)
  })

  it('is sent once for a person of two merged clients', async () => {
    const [kept, gone] = [await filled(), await filled()]
    await turnOn({ earlier: true })
    server.passTime(3 * DAY_MS)
    await query(server, 'update clients set email = $2 where id = $1', [kept.id, ''])
    await query(server, "update clients set tel = '' where id = $1", [kept.id])
    await pass()
    expect(mails(gone.email)).toHaveLength(1)
    await shop.owner.send(merges.mergeClients, { params: { c: shop.c, id: kept.id }, body: { client: gone.id } })
    await pass()
    expect(mails(gone.email)).toHaveLength(1)
    expect((await read(kept.id)).reminder).toMatchObject({ channel: 'email' })
  })
})

describe('a reminder by SMS', () => {
  it('needs a provider, and goes where there is no email', async () => {
    const refused = await shop.owner.ask(reminders.saveReminder, {
      params: params(),
      body: { isOn: true, afterDays: 1, ways: 'email_sms' },
    })
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'reminder_needs_sms'])
    await connectSms()
    const [both, phone] = [await filled(), await filled({ email: '' })]
    await turnOn({ ways: 'email_sms', earlier: true })
    server.passTime(3 * DAY_MS)
    expect(await estimate()).toMatchObject({
      clients: 2,
      smsProvider: 'SMSC.ru',
      ways: { email_sms: { email: 1, sms: 1, nobody: 0 }, sms_email: { sms: 2 }, email: { email: 1, nobody: 1 } },
    })
    await pass()
    await pass()
    expect([texts(both.tel).length, texts(phone.tel).length, mails(both.email).length]).toEqual([0, 1, 1])
    expect(texts(phone.tel)[0]?.text).toContain((await read(phone.id)).cardUrl)
    expect((await state()).sent).toEqual({ email: 1, sms: 1, unsure: 0, failed: 0 })
  })

  it('killed before and after the provider was asked: nobody twice', async () => {
    await connectSms()
    const all = [await filled({ email: '' }), await filled({ email: '' }), await filled({ email: '' })]
    await turnOn({ ways: 'sms_email', earlier: true })
    server.passTime(3 * DAY_MS)
    const run = newPass()
    const step = () =>
      openForPublic(server.app, { id: shop.c }, ({ domain }, db) => remindNext(server.app, db, domain, run))
    expect((await step()).kind).toBe('send')
    const second = await step()
    if (second.kind !== 'send') throw new Error(second.kind)
    await expect(
      deliverSms(server.app, shop.c, second.ready, () => Promise.reject(new Error('killed'))),
    ).rejects.toThrow('killed')
    await pass()
    server.passTime(5 * 60_000)
    await pass()
    expect(tally(all.map(({ tel }) => texts(tel).length))).toEqual({ 0: 1, 1: 2 })
    expect((await state()).sent).toMatchObject({ sms: 1, unsure: 2 })
  })

  it('waits for a provider that is away, and for the next day when the day is used up', async () => {
    await connectSms()
    const people = [await filled({ email: '' }), await filled({ email: '' }), await filled({ email: '' })]
    await shop.owner.send(verification.saveTexts, { params: { c: shop.c }, body: { linkText: '', dailyLimit: 2 } })
    await turnOn({ ways: 'sms_email', earlier: true })
    server.passTime(3 * DAY_MS)
    server.outside.smsGateway.setVendorTrouble('down', 1)
    const sent = () => people.reduce((sum, { tel }) => sum + texts(tel).length, 0)
    await pass()
    expect([sent(), (await state()).sent.sms]).toEqual([0, 0])
    for (let day = 1; day <= 3; day++) {
      server.passTime(DAY_MS)
      await pass()
      expect(sent()).toBe(day)
    }
    server.passTime(DAY_MS)
    await pass()
    expect(sent()).toBe(3)
  })
})

it('of more than a thousand who are due counts a thousand, and says so', async () => {
  const made = await query<{ id: string; template_id: string }>(
    server,
    `insert into clients (cabinet_id, id, name, email, card_number, template_id, form_id, consent_at, created_at,
       updated_at)
     select $1, gen_random_uuid(), 'Ann', 'many' || n || '@example.com', 500000 + n, $2, f.id, $4, $4, $4
     from generate_series(1, $3::int) n, forms f where f.cabinet_id = $1 and f.form_key = $5 returning id, template_id`,
    [shop.c, shop.template, ESTIMATED_MAX + 1, server.now(), formKey],
  )
  await openForPublic(server.app, { id: shop.c }, (_, db) => issuePasses(server.app, db, made))
  server.passTime(3 * DAY_MS)
  const found = await estimate()
  expect([found.clients, found.isMore, found.ways.email.email]).toEqual([ESTIMATED_MAX, true, ESTIMATED_MAX])
  await query(server, 'delete from passes where client_id = $1', [made[0]?.id])
  expect(await estimate()).toMatchObject({ clients: ESTIMATED_MAX, isMore: false })
})
