import { beforeAll, describe, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { clients } from '../../../contract/people/clients.ts'
import { marketplace } from '../../../contract/reach/marketplace.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { plainDesign } from '../../../test/people.ts'
import { Iphone, takeCard } from '../../../test/phones.ts'
import {
  bonusOf,
  codeOf,
  configure,
  fill,
  fillAtOnce,
  fresh,
  idOf,
  phone,
  row,
  server,
  setUpPromos,
  shop,
} from '../../../test/promo-shop.ts'

setUpPromos()

describe('a friend', () => {
  beforeAll(async () => {
    await fresh('Fritz')
    await configure('referral', [row({ inviterMinor: 500, invitedMinor: 300, max: 2 })])
  })

  it("who comes by a code gives both their bonus; the inviter's phone and both clients' pages show it", async () => {
    const [ann, ben] = [phone(), phone()]
    const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'Ann', tel: ann })
    const iphone = new Iphone(server)
    await iphone.install(cardFileUrl)
    await iphone.register()
    await iphone.update()
    const code = await codeOf(ann)
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    await fill({ name: 'Ben', tel: ben, promo: `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}` })
    expect([await bonusOf(ann), await bonusOf(ben)]).toEqual([500, 300])
    await server.drainJobs()
    expect(await iphone.update()).toEqual(['You now have 5 points'])
    const points = async (tel: string) =>
      (await shop.owner.send(marketplace.pointHistory, { params: { c: shop.c, id: await idOf(tel) }, query: {} })).data
    expect(await points(ann)).toMatchObject([
      { reason: 'inviter', amountMinor: 500, other: { name: 'Ben' }, status: 'accrued' },
    ])
    expect(await points(ben)).toMatchObject([
      { reason: 'invited', amountMinor: 300, other: { name: 'Ann' }, status: 'accrued' },
    ])
    expect(await shop.owner.send(clients.readClient, { params: { c: shop.c, id: await idOf(ben) } })).toMatchObject({
      inviter: { name: 'Ann' },
      friends: 0,
    })
    expect(await shop.owner.send(clients.readClient, { params: { c: shop.c, id: await idOf(ann) } })).toMatchObject({
      inviter: null,
      friends: 1,
    })
  })

  it('beyond the limit of an inviter is stored as not accrued, also when fifty come at the same time', async () => {
    const host = phone()
    await fill({ name: 'Host', tel: host })
    const code = await codeOf(host)
    const guests = Array.from({ length: 50 }, () => ({ name: 'Crowd', tel: phone(), promo: code }))
    expect(tally(await fillAtOnce(guests))).toEqual({ 303: 50 })
    expect(await bonusOf(host)).toBe(1000)
    const kept = await query<{ is_accrued: boolean }>(
      server,
      'select is_accrued from client_invitations where inviter_id = $1',
      [await idOf(host)],
    )
    expect([kept.length, kept.filter((one) => one.is_accrued).length]).toEqual([50, 2])
    const { data, meta } = await shop.owner.send(marketplace.pointHistory, {
      params: { c: shop.c, id: await idOf(host) },
      query: { limit: 100 },
    })
    expect([meta.total, data.filter((one) => one.status === 'not_accrued').length]).toEqual([50, 48])
  })

  it("is invited once: neither a known client nor one's own code counts", async () => {
    const [cid, dora] = [phone(), phone()]
    await fill({ name: 'Cid', tel: cid })
    await fill({ name: 'Dora', tel: dora })
    await fill({ tel: dora, promo: await codeOf(cid) })
    await fill({ tel: cid, promo: await codeOf(cid) })
    expect([await bonusOf(cid), await bonusOf(dora)]).toEqual([0, 0])
  })

  it('finds the code on the card', async () => {
    const template = await shop.owner.send(templates.readTemplate, { params: { c: shop.c, uuid: shop.template } })
    const design = plainDesign({
      back: { fields: [{ label: 'Your code for friends', value: '{invitecode}' }], links: [] },
    })
    await shop.owner.send(templates.saveTemplate, {
      params: { c: shop.c, uuid: shop.template },
      body: { name: 'x', design, birthdayEnabled: false, variables: {}, version: template.version },
    })
    const tel = phone()
    const { cardFileUrl } = await takeCard(server, shop.formUrl, { name: 'Eve', tel })
    expect(JSON.stringify((await new Iphone(server).install(cardFileUrl)).json.storeCard.backFields)).toContain(
      await codeOf(tel),
    )
  })

  it('is invited by the link on the install page, as long as the offer runs', async () => {
    const { installUrl } = await takeCard(server, shop.formUrl, { name: 'Host', tel: phone() })
    const link =
      new RegExp(`${shop.formUrl}\\?promo=[A-Z0-9]{8}`).exec(await (await fetch(installUrl)).text())?.[0] ?? ''
    const friend = phone()
    await fill({ tel: friend, promo: new URL(link).searchParams.get('promo') ?? '' })
    expect(await bonusOf(friend)).toBe(300)
  })

  it('no longer counts when the offer is over', async () => {
    const host = phone()
    await fill({ name: 'Late', tel: host })
    await configure('referral', [])
    expect(await fill({ tel: phone(), promo: await codeOf(host) })).toBe(422)
    expect(await bonusOf(host)).toBe(0)
  })
})
