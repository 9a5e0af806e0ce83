/** Who has several cards gets the link of the one that the message is about. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { forms } from '../../../contract/people/forms.ts'
import { verification } from '../../../contract/people/verification.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { reminders } from '../../../contract/reach/reminders.ts'
import { DAY_MS, HOUR_MS, moscowDay, moscowMoment } from '../../../contract/time.ts'
import { makeJobsDue, query, setPlan } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { type Browser, fillForm, hiddenFields, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { addSecondDesign, type SecondDesign } from '../../../test/two-cards.ts'
import { wakeReminders } from '../../reach/reminders/jobs.ts'

const SMS = { smsType: 'smsc', login: 'kartoteka', password: '', apiKey: 'emulated-key', smsFrom: 'COFFEE' } as const

let server: TestServer
let shop: Shop
let gold: SecondDesign
let shops = 0
let tel: string
let email: string
let id: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Links${++shops}`)
  await setPlan(server, shop.c, 'expert')
  await shop.owner.send(verification.saveProvider, { params: { c: shop.c }, body: SMS })
  gold = await addSecondDesign(shop)
  tel = `+4206043${String(1_007 * shops).padStart(5, '0')}`
  email = `both${shops}@people.example`
  const browser: Browser = { cookie: '' }
  for (const url of [shop.formUrl, gold.formUrl]) await takeCard(server, url, { name: 'Ann', tel, email }, browser)
  const [row] = await query<{ id: string }>(server, 'select id from clients where tel = $1', [tel])
  id = row?.id ?? ''
  await server.drainJobs()
  server.passTime(2 * DAY_MS)
})

const of = () => ({ c: shop.c, id })
async function cards() {
  const { cards: all } = await shop.owner.send(clients.readClient, { params: of() })
  const [main, further] = [all.find((card) => card.isMain), all.find((card) => !card.isMain)]
  if (!main || !further) throw new Error('the client has no two cards')
  return { main, further }
}
const codeOf = (answer: { status: number; body: { error?: { code?: string } | undefined } }) => [
  answer.status,
  answer.body.error?.code,
]
const sms = () => server.outside.smsGateway.list(tel)[0]?.text ?? ''
function mail(): string {
  const { mailbox } = server.outside.smtp
  return mailbox.get(mailbox.list(email)[0]?.id ?? '')?.text ?? ''
}

const BY = [
  [
    'an SMS',
    async (body: { cardId?: string }) => {
      const answer = await shop.owner.ask(verification.sendLink, { params: of(), body })
      return { answer, text: sms() }
    },
  ],
  [
    'an email',
    async (body: { cardId?: string }) => {
      const answer = await shop.owner.ask(holders.emailCardLink, { params: of(), body })
      await server.drainJobs()
      return { answer, text: mail() }
    },
  ],
  [
    'the code at the till',
    async (body: { cardId?: string }) => {
      const answer = await shop.owner.ask(clients.handOver, { params: of(), body })
      const { url } = (answer.body.data ?? {}) as { url?: string }
      const to = url && (await fetch(url, { redirect: 'manual' })).headers.get('location')
      return { answer, text: to ? new URL(to.split('?')[0] ?? '', server.url).href : '' }
    },
  ],
] as const

describe.each(BY)('%s from the page of a client', (_, send) => {
  it('has the card that was chosen, else the main one', async () => {
    const { main, further } = await cards()
    expect((await send({})).text).toContain(main.url)
    server.passTime(HOUR_MS)
    const { text } = await send({ cardId: further.id })
    expect(text).toContain(further.url)
    expect(text).not.toContain(main.url)
  })

  it('is refused for a card that was withdrawn, and for one of somebody else', async () => {
    const { main, further } = await cards()
    const other = await takeCard(server, shop.formUrl, { name: 'Eve', tel: `${tel.slice(0, -1)}8` })
    const [stranger] = await query<{ id: string }>(server, 'select id from passes where id::text = $1', [
      other.cardFileUrl
        .split('/')
        .at(-2)
        ?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5'),
    ])
    expect(codeOf((await send({ cardId: stranger?.id ?? '' })).answer)).toEqual([404, 'card_not_found'])
    await shop.owner.send(holders.withdrawCard, { params: { ...of(), cardId: further.id } })
    expect(codeOf((await send({ cardId: further.id })).answer)).toEqual([404, 'card_not_found'])
    await shop.owner.send(holders.withdrawCard, { params: { ...of(), cardId: main.id } })
    expect(codeOf((await send({})).answer)).toEqual([404, 'card_not_found'])
  })
})

describe('a number that was typed without proof', () => {
  it('brings its client the card of that form, by email and by SMS', async () => {
    const { further } = await cards()
    const sent = await fillForm(server, gold.formUrl, { name: 'Thief', tel })
    await server.drainJobs()
    expect(mail()).toContain(further.url)
    const page = await (await fetch(new URL(sent.headers.get('location') ?? '', server.url))).text()
    const action = /action="([^"]*\/sms[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const body = new URLSearchParams(hiddenFields(''))
    await fetch(new URL(action, server.url), { method: 'POST', redirect: 'manual', body })
    expect(sms()).toContain(further.url)
  })

  it('brings the main card where the one of that form was withdrawn', async () => {
    const { main, further } = await cards()
    await shop.owner.send(holders.withdrawCard, { params: { ...of(), cardId: further.id } })
    await fillForm(server, gold.formUrl, { name: 'Thief', tel })
    await server.drainJobs()
    expect(mail()).toContain(main.url)
  })
})

describe('a reminder', () => {
  it.each(['email', 'sms_email'] as const)(
    'by %s has the card of its form, whichever is the main one',
    async (ways) => {
      const { main, further } = await cards()
      await shop.owner.send(holders.makeMainCard, { params: { ...of(), cardId: further.id } })
      const form = (await shop.owner.send(forms.listForms, { params: { c: shop.c } })).forms.find(
        (one) => one.url === shop.formUrl,
      )
      await shop.owner.send(reminders.saveReminder, {
        params: { c: shop.c, formKey: form?.formKey ?? '' },
        body: { isOn: true, afterDays: 1, ways, earlier: true },
      })
      const [now, today] = [server.now(), moscowDay(server.now())]
      server.passTime(moscowMoment(today, '12:00').getTime() + DAY_MS - now.getTime())
      await wakeReminders.handle(server.app, {})
      await makeJobsDue(server)
      await server.drainJobs()
      const text = ways === 'email' ? mail() : sms()
      expect(text).toContain(main.url)
      expect(text).not.toContain(further.url)
    },
  )
})
