import { beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { notifications } from '../../../contract/platform/notifications.ts'
import { smsLength } from '../../../contract/people/sms-text.ts'
import { verification } from '../../../contract/people/verification.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import { inputOf } from '../../../test/client-input.ts'
import { query } from '../../../test/direct-access.ts'
import {
  faults,
  newClient,
  outcomeOf,
  params,
  read,
  remove,
  save,
  sendLink,
  server,
  setUpSms,
  shop,
  trouble,
} from '../../../test/sms-shop.ts'
import { codeText } from './form-code.ts'

setUpSms()
beforeAll(() => save())

describe('the text of the link', () => {
  const saveTexts = (linkText: string, dailyLimit = 200) =>
    shop.owner.ask(verification.saveTexts, { params: params(), body: { linkText, dailyLimit } })
  it.each([
    ['Your card', 'link_token'],
    ['{link} {phone}', 'unknown_token'],
    ['{link}\n', 'ok'],
    ['', 'ok'],
    [`{link}${'x'.repeat(300)}`, 'too_long'],
  ])('%j: %s', async (text, wanted) => {
    const response = await saveTexts(text)
    expect(faults(response).linkText ?? 'ok').toBe(wanted)
  })

  it("has the client's name and link", async () => {
    server.passTime(DAY_MS)
    await saveTexts('{name}, {organisation}: {link}')
    const { id, cardUrl } = await newClient('Eva', '+420602000101')
    expect(await sendLink(id)).toMatchObject({
      status: 200,
      body: { data: { phone: '+420 ••• 101', isCertain: true } },
    })
    expect(server.outside.smsGateway.list('+420602000101')).toEqual([
      expect.objectContaining({ text: `Eva, Coffee Lab: ${cardUrl}`, by: 'smsc' }),
    ])
    await saveTexts('')
  })

  it('of a code fits into one SMS in every language, however long the name of the business is', () => {
    for (const lang of LANGUAGES)
      for (const name of ['Coffee Lab', 'Кофейня «Зерно» на Большой Никитской улице, второй этаж', 'x'.repeat(60)]) {
        expect([lang, smsLength(codeText(lang, '0412', name)).segments]).toEqual([lang, 1])
      }
  })
})

describe('the link by SMS', () => {
  it('is not sent without a provider, without a number, or to an unknown client', async () => {
    const client = await newClient('Ota', '+420602000102')
    const { id } = client
    await remove('smsc')
    expect(outcomeOf(await sendLink(id))).toEqual([412, 'sms_needed_for_link'])
    await save()
    expect(outcomeOf(await sendLink(crypto.randomUUID()))).toEqual([404, 'client_not_found'])
    await shop.owner.send(clients.saveClient, {
      params: { ...params(), id },
      body: { ...inputOf(client), tel: '' },
    })
    expect(outcomeOf(await sendLink(id))).toEqual([409, 'client_has_no_phone'])
  })

  it('once a minute and three an hour to one number, also when asked for at the same time', async () => {
    const { id } = await newClient('Jan', '+420602000103')
    const response = await Promise.all(Array.from({ length: 10 }, () => sendLink(id)))
    expect(response.filter(({ status }) => status === 200).length).toBe(1)
    expect(outcomeOf(response.find(({ status }) => status !== 200)!)).toEqual([429, 'sms_too_soon'])
    for (const wanted of [200, 200, 429]) {
      server.passTime(MINUTE_MS)
      expect((await sendLink(id)).status).toBe(wanted)
    }
    expect(server.outside.smsGateway.list('+420602000103')).toHaveLength(3)
  })

  it.each([
    ['auth', 406, 'sms_refused'],
    ['no_funds', 406, 'sms_refused'],
    ['sender_not_allowed', 406, 'sms_refused'],
    ['bad_phone', 406, 'sms_phone_refused'],
    ['down', 424, 'sms_provider_down'],
  ] as const)('%s: %i %s, and what was not sent is not counted', async (name, status, code) => {
    server.passTime(DAY_MS)
    const { id } = await newClient('Max', `+42060200${String(2000 + status + name.length)}`)
    trouble(name, 1)
    expect(outcomeOf(await sendLink(id))).toEqual([status, code])
    expect((await sendLink(id)).status).toBe(name === 'bad_phone' ? 429 : 200)
  })

  it('whose answer was lost is shown as not certain, and is not sent again', async () => {
    const { id } = await newClient('Lea', '+420602000104')
    trouble('lost', 1)
    expect(await sendLink(id)).toMatchObject({ status: 200, body: { data: { isCertain: false } } })
    expect(server.outside.smsGateway.list('+420602000104')).toHaveLength(1)
    expect(outcomeOf(await sendLink(id))).toEqual([429, 'sms_too_soon'])
  })

  it('stops at the limit of the day that the owner set', async () => {
    server.passTime(DAY_MS)
    await shop.owner.send(verification.saveTexts, { params: params(), body: { linkText: '', dailyLimit: 2 } })
    const sent: number[] = []
    for (let i = 0; i < 3; i++)
      sent.push((await sendLink((await newClient(`Guest ${i}`, `+42060${i + 2}330011`)).id)).status)
    expect(sent).toEqual([200, 200, 429])
    expect((await shop.owner.send(verification.readTexts, { params: params() })).sentToday).toBe(2)
    await shop.owner.send(verification.saveTexts, { params: params(), body: { linkText: '', dailyLimit: 200 } })
  })
})

describe('the log of SMS', () => {
  it('shows what was sent and what was refused, without whole numbers', async () => {
    const { data, meta } = await shop.owner.send(verification.listSms, { params: params(), query: { limit: 100 } })
    expect(meta.total).toBe(data.length)
    expect(new Set(data.map(({ state }) => state))).toEqual(new Set(['sent', 'unknown', 'refused']))
    expect(data.every(({ phone }) => /^\+\d{3} ••• \d{3}$/.test(phone))).toBe(true)
    expect(JSON.stringify(await query(server, 'select * from sms_log'))).not.toContain('602000103')
  })

  it('reports a refusing provider to the account once a day, and shows it until a text is sent', async () => {
    server.passTime(DAY_MS)
    const notices = async () =>
      (await shop.owner.send(notifications.listNotifications, { params: params(), query: { type: 'sms_failed' } })).meta
        .total
    const before = await notices()
    const { id } = await newClient('Nina', '+420602000105')
    trouble('no_funds')
    for (let i = 0; i < 3; i++) await sendLink(id)
    expect(await notices()).toBe(before + 1)
    expect((await read()).connected).toMatchObject({ failure: 'no_funds' })
    trouble(null)
    await sendLink(id)
    expect((await read()).connected).toMatchObject({ failure: null, failedAt: null })
  })

  it('notifies of an outage when it is the third in a row', async () => {
    server.passTime(DAY_MS)
    const notices = async () =>
      (await shop.owner.send(notifications.listNotifications, { params: params(), query: { type: 'sms_failed' } })).meta
        .total
    const { id } = await newClient('Petr', '+420602000106')
    const before = await notices()
    trouble('down')
    const counts: number[] = []
    for (let i = 0; i < 3; i++) {
      await sendLink(id)
      counts.push((await notices()) - before)
    }
    expect(counts).toEqual([0, 0, 1])
  })
})
