import { beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { verification } from '../../../contract/people/verification.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/time.ts'
import { query } from '../../../test/direct-access.ts'
import { clientsOf, drained, open, server, setUpForms, shop, ticketOf } from '../../../test/filled-forms.ts'
import { type Browser, fillForm, hiddenFields, Iphone, takeCard } from '../../../test/phones.ts'

setUpForms()

const TEL = '+420601710001'
const fill = (values: Record<string, string>, browser?: Browser) =>
  fillForm(server, shop.formUrl, values, undefined, browser)
const own: Browser = { cookie: '' }
let cardOfGreta: string
let greta: { id: string; cardUrl: string | null }
const read = (id: string) => shop.owner.send(clients.readClient, { params: { c: shop.c, id } })
const idOf = async (where: string) =>
  (await query<{ id: string }>(server, `select id from clients where cabinet_id = $1 and ${where}`, [shop.c]))[0]?.id ??
  ''
beforeAll(async () => {
  const values = { name: 'Greta', surname: '', email: 'greta@mail.example', tel: TEL }
  cardOfGreta = ticketOf(await fill(values, own))
  greta = await read(await idOf(`tel = '${TEL}'`))
  await query(server, 'update clients set balance_minor = 98765, bonus_minor = 43210 where id = $1', [greta.id])
})

describe('a stranger who types the number of a client', () => {
  it('gets a new card with nothing of the client, who stays as before', async () => {
    const before = await clientsOf(shop, `tel = '${TEL}'`)
    const { installUrl, cardFileUrl } = await takeCard(server, shop.formUrl, {
      name: 'Thief',
      surname: 'Stone',
      email: 'thief@mail.example',
      tel: TEL,
    })
    expect(new URL(installUrl).pathname).not.toBe(cardOfGreta)
    const pass = await new Iphone(server).install(cardFileUrl)
    for (const text of [await (await fetch(installUrl)).text(), JSON.stringify(pass.json)])
      expect(text).not.toMatch(new RegExp(`Greta|987[.,]65|432[.,]1|${cardOfGreta}`))
    expect(await clientsOf(shop, `tel = '${TEL}'`)).toEqual(before)
  })

  it('is a client of his own, whom the owner sees beside the first', async () => {
    const thief = await read(await idOf(`name = 'Thief'`))
    expect(thief).toMatchObject({ tel: '', typedTel: TEL, sameNumber: [{ id: greta.id, name: 'Greta' }] })
    expect(await read(greta.id)).toMatchObject({ tel: TEL, typedTel: '', sameNumber: [{ id: thief.id }] })
  })

  it('and the browser that got the card: each gets its own card again', async () => {
    const stranger: Browser = { cookie: '' }
    const first = ticketOf(await fill({ name: 'Thief', tel: TEL }, stranger))
    expect(ticketOf(await fill({ name: 'Thief', tel: TEL }, stranger))).toBe(first)
    const again = await fill({ name: 'Greta', tel: TEL }, own)
    expect([ticketOf(again), again.headers.get('location')]).toEqual([cardOfGreta, expect.stringContaining('known=1')])
    // The cookie is that of a card: with another number it is worth nothing, and altered it is worth nothing.
    expect(ticketOf(await fill({ name: 'Greta', tel: '+420601710009' }, { ...own }))).not.toBe(cardOfGreta)
    const forged = { cookie: own.cookie.slice(0, -1) + (own.cookie.endsWith('A') ? 'B' : 'A') }
    expect(ticketOf(await fill({ name: 'Greta', tel: TEL }, forged))).not.toBe(cardOfGreta)
  })
})

describe('the client', () => {
  const mails = () => server.outside.smtp.mailbox.list('greta@mail.example')
  it('is emailed the link to the card, once a day, and nobody else is', async () => {
    await server.drainJobs()
    expect(mails()).toHaveLength(1)
    const text = server.outside.smtp.mailbox.get(mails()[0]?.id ?? '')?.text ?? ''
    expect(text).toContain(greta.cardUrl)
    expect(server.outside.smtp.mailbox.list('thief@mail.example')).toEqual([])
    server.passTime(25 * HOUR_MS)
    for (let i = 0; i < 3; i++) await fill({ name: 'Thief', tel: TEL })
    await server.drainJobs()
    expect(mails()).toHaveLength(2)
  })

  it('gets the card by SMS when the visitor asks for it: the phone has the card, the page does not', async () => {
    await shop.owner.send(verification.saveProvider, {
      params: { c: shop.c },
      body: { smsType: 'smsc', login: 'kartoteka', password: '', apiKey: 'emulated-key', smsFrom: 'CAFE' },
    })
    const sent = await fill({ name: 'Thief', tel: TEL })
    const page = await (await fetch(new URL(sent.headers.get('location') ?? '', server.url))).text()
    const action = /action="([^"]*\/sms[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const after = await drained(
      await fetch(new URL(action, server.url), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(hiddenFields('')),
      }),
    )
    expect(after.headers.get('location')).toContain('sms=sent')
    expect(server.outside.smsGateway.list(TEL)[0]?.text).toContain(greta.cardUrl)
  })
})

describe('a card that is handed over at the till', () => {
  const handOver = () => shop.owner.send(clients.handOver, { params: { c: shop.c, id: greta.id } })
  const scan = (url: string, method = 'GET') => fetch(url, { method, redirect: 'manual' })

  it('is given once, to one phone, which then gets it from the form too', async () => {
    const { url } = await handOver()
    expect((await scan(url, 'HEAD')).status).toBe(204)
    const [one, other] = await Promise.all([scan(url), scan(url)])
    const [taken, refused] = one.status === 303 ? [one, other] : [other, one]
    expect([taken.status, ticketOf(taken), refused.status]).toEqual([303, cardOfGreta, 410])
    expect(await refused.text()).toContain('This code works once')
    const phone = { cookie: taken.headers.get('set-cookie')?.split(';')[0] ?? '' }
    expect(ticketOf(await fill({ name: 'Greta', tel: TEL }, phone))).toBe(cardOfGreta)
  })

  it('is given for ten minutes, and by no altered code', async () => {
    const { url, expiresAt } = await handOver()
    expect(new Date(expiresAt).getTime() - server.now().getTime()).toBeGreaterThan(9 * MINUTE_MS)
    const later = url.replace(/(\d)(?=[\w-]{22}$)/, (digit) => String((Number(digit) + 1) % 10))
    const ticket = greta.cardUrl?.split('/').at(-1) ?? ''
    for (const wrong of [later, url.slice(0, -1), url.replace(/[^/]+$/, ticket), `${url}A`])
      expect([wrong, (await scan(wrong)).status]).toEqual([wrong, 404])
    server.passTime(10 * MINUTE_MS)
    expect((await scan(url)).status).toBe(410)
  })

  it('is not what a ticket of the code would open', async () => {
    const { url } = await handOver()
    const code = url.split('/').at(-1) ?? ''
    expect((await scan(`${server.url}/c/${shop.domain}/${code}`)).status).toBe(404)
    expect(await open()).not.toContain(code)
  })
})
