import { beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { inputOf } from '../../../test/client-input.ts'
import { query } from '../../../test/direct-access.ts'
import { server, setUpForms, shop, ticketOf } from '../../../test/filled-forms.ts'
import { type Browser, fieldsOf, fillForm, Iphone } from '../../../test/phones.ts'
import { addSecondDesign } from '../../../test/two-cards.ts'

setUpForms()

const TEL = '+420601810001'
const own: Browser = { cookie: '' }
let gold: string
let goldForm: string
let nela: string
beforeAll(async () => {
  const second = await addSecondDesign(shop)
  gold = second.template
  goldForm = second.formUrl
  await fillForm(server, shop.formUrl, { name: 'Nela', tel: TEL }, undefined, own)
  nela = (await query<{ id: string }>(server, 'select id from clients where tel = $1', [TEL]))[0]?.id ?? ''
})

const read = (id = nela) => shop.owner.send(clients.readClient, { params: { c: shop.c, id } })
const people = async () =>
  (await query<{ n: number }>(server, 'select count(*)::int as n from clients where cabinet_id = $1', [shop.c]))[0]?.n
const fill = (url: string, browser?: Browser, values: Record<string, string> = { name: 'Nela', tel: TEL }) =>
  fillForm(server, url, values, undefined, browser)
const opened = async (path: string) => {
  const { json } = await new Iphone(server).install(`${server.url}${path}/card.pkpass`)
  return { name: json.description, code: json.barcodes?.[0]?.message, fields: fieldsOf(json) }
}

describe('a known client who fills in a form with another design', () => {
  it('gets that card too, with the same number, code and amounts', async () => {
    const before = await people()
    await query(server, 'update clients set balance_minor = 98700 where id = $1', [nela])
    const [first, second] = [ticketOf(await fill(shop.formUrl, own)), ticketOf(await fill(goldForm, own))]
    expect(second).not.toBe(first)
    const [main, further] = [await opened(first), await opened(second)]
    expect([main.name, further.name]).toEqual(['Coffee card', 'Gold card'])
    expect(further.code).toBe(main.code)
    expect(further.fields).toEqual(main.fields)
    expect(await people()).toBe(before)
    const { cards, cardUrl, template } = await read()
    expect(cards).toMatchObject([
      { isMain: true, template: { id: shop.template }, url: server.url + first },
      { isMain: false, template: { id: gold, name: 'Gold card' }, url: server.url + second, withdrawnAt: null },
    ])
    expect([cardUrl, template.id]).toEqual([server.url + first, shop.template])
  })

  it('gets the same card again, and is told that he has had it', async () => {
    const again = await fill(goldForm, own)
    expect(again.headers.get('location')).toContain('known=1')
    expect((await read()).cards.map((card) => card.url)).toContain(server.url + ticketOf(again))
    expect((await read()).cards).toHaveLength(2)
    const twice = await Promise.all([fill(goldForm, own), fill(goldForm, own)])
    expect(new Set(twice.map(ticketOf))).toEqual(new Set([ticketOf(again)]))
  })

  it('is a stranger without a proof, and gets a card of his own', async () => {
    const before = await people()
    const stranger = await fill(goldForm)
    expect(stranger.headers.get('location')).not.toContain('known=1')
    expect(await people()).toBe((before ?? 0) + 1)
    expect((await read()).cards.map((card) => card.url)).not.toContain(server.url + ticketOf(stranger))
  })

  it('gets the card that his own one has become, not a second one of the design it had', async () => {
    const browser: Browser = { cookie: '' }
    const values = { name: 'Mila', tel: '+420601810002' }
    const first = ticketOf(await fill(shop.formUrl, browser, values))
    const [row] = await query<{ id: string }>(server, 'select id from clients where tel = $1', [values.tel])
    const mila = await read(row?.id ?? '')
    await shop.owner.send(clients.saveClient, {
      params: { c: shop.c, id: mila.id },
      body: { ...inputOf(mila), template: gold },
    })
    expect(ticketOf(await fill(shop.formUrl, browser, values))).toBe(first)
    expect(ticketOf(await fill(goldForm, browser, values))).toBe(first)
    expect((await read(mila.id)).cards).toMatchObject([{ isMain: true, template: { id: gold } }])
  })
})

describe('the owner', () => {
  const params = async (isMain: boolean) => ({
    c: shop.c,
    id: nela,
    cardId: (await read()).cards.find((card) => card.isMain === isMain)?.id ?? '',
  })

  it.each([false, true])('withdraws a card, main one %s, whose page is closed until it is restored', async (isMain) => {
    const card = (await read()).cards.find((one) => one.isMain === isMain)
    const at = { params: await params(isMain) }
    for (let i = 0; i < 2; i++)
      expect(await shop.owner.send(holders.withdrawCard, at)).toMatchObject([
        { isMain: true, withdrawnAt: isMain ? expect.any(String) : null },
        { isMain: false, withdrawnAt: isMain ? null : expect.any(String) },
      ])
    expect((await read()).cardUrl === null).toBe(isMain)
    const page = await fetch(card?.url ?? '')
    expect([page.status, await page.text()]).toEqual([410, expect.stringContaining('no longer valid')])
    expect((await fetch(`${card?.url}/card.pkpass`)).status).toBe(410)
    if (!isMain) expect((await shop.owner.ask(holders.makeMainCard, at)).body.error?.code).toBe('card_not_found')
    // A form does not give back what the business has taken.
    const again = await fill(isMain ? shop.formUrl : goldForm, own)
    expect(server.url + ticketOf(again)).toBe(card?.url)
    expect((await fetch(card?.url ?? '')).status).toBe(410)
    for (let i = 0; i < 2; i++) await shop.owner.send(holders.restoreCard, at)
    expect((await fetch(card?.url ?? '')).status).toBe(200)
    expect((await read()).cards.map((one) => one.withdrawnAt)).toEqual([null, null])
  })

  it('makes a further card the main one: the client gets its design', async () => {
    const [main, further] = (await read()).cards
    const cards = await shop.owner.send(holders.makeMainCard, { params: await params(false) })
    const after = await read()
    expect(cards).toEqual(after.cards)
    expect([after.template.id, after.cardUrl]).toEqual([gold, further?.url])
    expect(after.cards.map((card) => [card.id, card.isMain, card.template.id])).toEqual([
      [further?.id, true, gold],
      [main?.id, false, shop.template],
    ])
    await shop.owner.send(holders.makeMainCard, { params: await params(false) })
    expect((await read()).template.id).toBe(shop.template)
  })

  it('changes no card of another client', async () => {
    const other = (await query<{ id: string }>(server, `select id from clients where name = 'Mila'`))[0]?.id ?? ''
    const { cardId } = await params(false)
    for (const call of [holders.makeMainCard, holders.withdrawCard, holders.restoreCard])
      expect((await shop.owner.ask(call, { params: { c: shop.c, id: other, cardId } })).body.error?.code).toBe(
        'card_not_found',
      )
  })
})
