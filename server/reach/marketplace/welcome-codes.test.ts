import { beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { marketplace } from '../../../contract/reach/marketplace.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { openShop } from '../../../test/people.ts'
import { fieldsOf, fillForm, Iphone, takeCard } from '../../../test/phones.ts'
import {
  askForCode,
  bonusOf,
  browserOf,
  configure,
  day,
  fill,
  fillAtOnce,
  fresh,
  idOf,
  phone,
  read,
  row,
  server,
  setUpPromos,
  shop,
} from '../../../test/promo-shop.ts'

setUpPromos()

describe('a welcome code', () => {
  beforeAll(() => fresh('Wanda'))

  it('gives its bonus once to a phone, shown on the card and in the history', async () => {
    await configure('welcome', [row({ code: 'Summer-10', bonusMinor: 1000 })])
    const tel = phone()
    const { cardFileUrl } = await takeCard(
      server,
      shop.formUrl,
      { name: 'Ida', tel, promo: 'summer10' },
      browserOf(tel),
    )
    expect(fieldsOf((await new Iphone(server).install(cardFileUrl)).json).center).toBe('10')
    for (let i = 0; i < 3; i++) expect(await fill({ tel, promo: 'SUMMER 10' })).toBe(303)
    expect(await bonusOf(tel)).toBe(1000)
    const params = { c: shop.c, id: await idOf(tel) }
    expect((await shop.owner.send(clients.balanceHistory, { params, query: {} })).data).toMatchObject([
      { kind: 'bonus', delta: 1000, after: 1000, source: 'promo' },
    ])
    expect((await shop.owner.send(marketplace.pointHistory, { params, query: {} })).data).toMatchObject([
      { amountMinor: 1000, reason: 'welcome', code: 'Summer-10', status: 'accrued', other: null },
    ])
    expect((await read()).promos).toMatchObject([{ used: 1, state: 'running' }])
  })

  it('is given to a known client too, and the phone shows it', async () => {
    const tel = phone()
    const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'Olga', tel }, browserOf(tel))
    const iphone = new Iphone(server)
    await iphone.install(cardFileUrl)
    await iphone.register()
    await iphone.update()
    await fill({ tel, promo: 'SUMMER-10' })
    await server.drainJobs()
    expect(await iphone.update()).toEqual(['You now have 10 points'])
  })

  it('filled in by fifty at the same time gives no more bonuses than it has', async () => {
    await configure('welcome', [row({ code: 'RUSH', bonusMinor: 300, max: 10 })])
    const tels = Array.from({ length: 50 }, phone)
    const statuses = tally(await fillAtOnce(tels.map((tel) => ({ name: 'Rush', tel, promo: 'rush' }))))
    // Those who come when it is used up see that at the field.
    expect((statuses[303] ?? 0) + (statuses[422] ?? 0)).toBe(50)
    const given = await Promise.all(tels.map((tel) => bonusOf(tel)))
    expect(given.filter((bonus) => bonus === 300)).toHaveLength(10)
    expect(given.filter((bonus) => bonus > 0 && bonus !== 300)).toEqual([])
    expect((await read()).promos).toMatchObject([{ used: 10, state: 'used_up' }])
  })

  it('of one phone sent fifty times at the same time gives one bonus', async () => {
    await configure('welcome', [row({ code: 'ONCE', bonusMinor: 300 })])
    const tel = phone()
    const statuses = await fillAtOnce(Array.from({ length: 50 }, () => ({ name: 'One', tel, promo: 'once' })))
    expect(tally(statuses)).toEqual({ 303: 50 })
    expect(await bonusOf(tel)).toBe(300)
  })

  it('that is wrong, planned or over is refused at the field, and no client is made', async () => {
    await configure('welcome', [
      row({ code: 'LATER', bonusMinor: 1, startsOn: day(3) }),
      row({ code: 'OVER', bonusMinor: 1, startsOn: '2020-01-01', endsOn: '2020-02-01' }),
    ])
    for (const promo of ['LATER', 'OVER', 'NEVER']) {
      const tel = phone()
      const response = await fillForm(server, shop.formUrl, { name: 'No', tel, promo })
      expect([
        promo,
        response.status,
        (await response.text()).includes('This code isn’t valid or has expired.'),
      ]).toEqual([promo, 422, true])
      expect(await bonusOf(tel)).toBe(-1)
    }
    const tel = phone()
    expect(await fill({ tel })).toBe(303)
    expect(await bonusOf(tel)).toBe(0)
  })

  it('left empty gives its bonus to every new client with a phone, in addition to a code', async () => {
    await configure('welcome', [row({ code: '', bonusMinor: 200 }), row({ code: 'MORE', bonusMinor: 50 })])
    const [first, second] = [phone(), phone()]
    await fill({ tel: first })
    await fill({ tel: first })
    await fill({ tel: second, promo: 'more' })
    expect([await bonusOf(first), await bonusOf(second)]).toEqual([200, 250])
    await fill({ name: 'Phoneless' })
    expect(
      await query(server, `select bonus_minor from clients where cabinet_id = $1 and name = 'Phoneless'`, [shop.c]),
    ).toEqual([{ bonus_minor: '0' }])
  })

  it('comes by a link into the field, or into a hidden one', async () => {
    await configure('welcome', [row({ code: 'LINK', bonusMinor: 70 })])
    expect(await (await fetch(`${shop.formUrl}?promo=link`)).text()).toMatch(/<input[^>]*name="promo"[^>]*value="link"/)
    await askForCode({ isHidden: true, required: true })
    const page = await (await fetch(`${shop.formUrl}?promo=link`)).text()
    expect(page).toMatch(/<input type="hidden" name="promo" value="link"/)
    expect(page).not.toContain('Promo code')
    const [good, wrong, none] = [phone(), phone(), phone()]
    await fill({ tel: good }, shop, '?promo=link')
    // The client has not typed what a link brings.
    expect(await fill({ tel: wrong }, shop, '?promo=nothing')).toBe(303)
    expect(await fill({ tel: none })).toBe(303)
    expect([await bonusOf(good), await bonusOf(wrong), await bonusOf(none)]).toEqual([70, 0, 0])
    expect((await read()).forms).toMatchObject([{ formKey: shop.formKey, asks: 'hidden' }])
    await askForCode()
  })

  it('hidden in a form needs Base, and a text that asks for the code', async () => {
    const small = await openShop(server, 'Demoshop')
    expect((await askForCode({ isHidden: true }, small)).body.error).toMatchObject({ code: 'hidden_promo_needs_plan' })
    expect((await askForCode({}, small)).status).toBe(200)
    expect((await askForCode({ isHidden: true, type: 'list', values: ['a'] })).status).toBe(422)
  })
})
