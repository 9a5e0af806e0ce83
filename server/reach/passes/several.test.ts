import { beforeAll, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { cardNumberText } from '../../../card/values.ts'
import { client, list, read, save, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { newAndroid, newIphone } from '../../../test/holders.ts'
import { fieldsOf, type Iphone } from '../../../test/phones.ts'
import { addSecondDesign, type SecondDesign, takeBoth } from '../../../test/two-cards.ts'
import { WALLET_DRIFT } from '../../../test/wallet-drift.ts'

setUpClients()

let second: SecondDesign
beforeAll(async () => {
  second = await addSecondDesign(shop)
})
const both = (name: string) => takeBoth(server, shop, second, name)
const drift = () => query(server, WALLET_DRIFT)
const found = async (platform: string) => (await list({ platform })).data.map((row) => row.id)
const announcing = (phone: Iphone) =>
  Object.values(phone.pass.json.storeCard)
    .flat()
    .filter((field) => field.key !== 'message' && field.changeMessage !== undefined)
    .map((field) => field.key)
const settled = async () => {
  await server.drainJobs()
}
const addPoints = async (id: string, amount: number) => {
  const body = { kind: 'bonus' as const, action: 'add' as const, amount }
  await shop.owner.send(holders.changeAmount, { params: { c: shop.c, id }, body })
  await settled()
}

it('shows what a client changes on both cards, and rings on the main one alone', async () => {
  const { id, main, further } = await both('Rhea')
  const phones = [await newIphone(server, shop, '', main), await newIphone(server, shop, '', further)] as const
  await addPoints(id, 12_300)
  const texts = [await phones[0].update(), await phones[1].update()]
  for (const phone of phones) expect(JSON.stringify(fieldsOf(phone.pass.json))).toContain('123')
  expect([texts[0]?.length, announcing(phones[0]).length]).toEqual([1, expect.any(Number)])
  expect([texts[1], announcing(phones[1])]).toEqual([[], []])
})

it('rings on the further card when the main one is in no wallet', async () => {
  const { id, main, further } = await both('Rhoda')
  const phone = await newIphone(server, shop, '', further)
  await addPoints(id, 12_300)
  expect((await phone.update()).length).toBeGreaterThan(0)
  // From now on it is the main card that rings.
  await newIphone(server, shop, '', main)
  await addPoints(id, 12_300)
  expect(await phone.update()).toEqual([])
})

it('asks Google to announce a change on one of two cards', async () => {
  const { id, main, further } = await both('Gwen')
  const [first, other] = [await newAndroid(server, shop, '', main), await newAndroid(server, shop, '', further)]
  const rung = async () => {
    const { notifications } = server.outside.googleWallet.snapshot()
    const cards = await Promise.all([first.cards(), other.cards()])
    return cards.map(([card]) => notifications[card?.objectId ?? '']?.length ?? 0)
  }
  await addPoints(id, 12_300)
  for (const phone of [first, other]) expect(JSON.stringify((await phone.cards())[0]?.view)).toContain('123')
  expect(await rung()).toEqual([1, 0])
})

it('counts a client once, in each wallet that has one of the cards', async () => {
  const { id, main, further } = await both('Cora')
  const phone = await newIphone(server, shop, '', further)
  expect([(await read(id)).installs, await found('apple')]).toEqual([['apple'], expect.arrayContaining([id])])
  const android = await newAndroid(server, shop, '', main)
  expect((await read(id)).installs).toEqual(['apple', 'google'])
  await phone.unregister()
  expect(await read(id)).toMatchObject({ installs: ['google'], removedAt: null, removals: [{ wallet: 'apple' }] })
  await android.remove((await android.cards())[0]?.objectId ?? '')
  await expect.poll(() => found('removed')).toContain(id)
  expect(await drift()).toEqual([])
})

it('counts a withdrawn card nowhere; the phone draws it as void and without its code', async () => {
  const { id, main: first, further } = await both('Vera')
  const phone = await newIphone(server, shop, '', further)
  const android = await newAndroid(server, shop, '', further)
  const cardId = (await read(id)).cards[1]?.id ?? ''
  await shop.owner.send(holders.withdrawCard, { params: { c: shop.c, id, cardId } })
  const after = await read(id)
  expect([after.installs, after.devices, await found('apple')]).toEqual([[], [], expect.not.arrayContaining([id])])
  await settled()
  await phone.update()
  expect([phone.pass.json.voided, phone.pass.json.barcodes]).toEqual([true, undefined])
  expect((await android.cards())[0]?.object.state).toBe('INACTIVE')
  // What changes afterwards reaches the card that is left.
  const kept = await newIphone(server, shop, '', first)
  await addPoints(id, 12_300)
  expect(await phone.update()).toEqual([])
  expect((await kept.update()).length).toBeGreaterThan(0)
  const main = (await read(id)).cards[0]?.id ?? ''
  const params = { c: shop.c, id, cardId: main }
  await shop.owner.send(holders.withdrawCard, { params })
  expect([(await read(id)).installs, await found('apple')]).toEqual([[], expect.not.arrayContaining([id])])
  await settled()
  await kept.update()
  expect([kept.pass.json.voided, kept.pass.json.barcodes]).toEqual([true, undefined])
  await shop.owner.send(holders.restoreCard, { params })
  await settled()
  await kept.update()
  expect([kept.pass.json.voided, kept.pass.json.barcodes?.length]).toEqual([undefined, 1])
  expect((await read(id)).installs).toEqual(['apple'])
  expect(await drift()).toEqual([])
})

it('gives the client another design: the card in a wallet that has it becomes the main one', async () => {
  const [held, free] = [await both('Hilda'), await both('Frida')]
  await newIphone(server, shop, '', held.further)
  await newIphone(server, shop, '', free.main)
  const [cards, others] = [(await read(held.id)).cards, (await read(free.id)).cards]
  for (const { id } of [held, free]) await save(id, { template: second.template })
  const shown = async (id: string) => (await read(id)).cards.map((card) => [card.id, card.template.id])
  expect(await shown(held.id)).toEqual([
    [cards[1]?.id, second.template],
    [cards[0]?.id, shop.template],
  ])
  // The other client's phone has the main card: it gets the design, and the two exchange theirs.
  expect(await shown(free.id)).toEqual([
    [others[0]?.id, second.template],
    [others[1]?.id, shop.template],
  ])
  for (const { id } of [held, free]) expect((await read(id)).template.id).toBe(second.template)
})

it('takes all cards along when clients are merged, and when one is erased', async () => {
  const { id, main, further } = await both('Merle')
  const kept = await client('Kunz')
  const phones = [await newIphone(server, shop, '', main), await newIphone(server, shop, '', further)]
  const params = { c: shop.c, id: kept.id }
  await shop.owner.send(merges.mergeClients, { params, body: { client: id } })
  expect((await read(kept.id)).installs).toEqual(['apple'])
  await settled()
  for (const phone of phones) {
    await phone.update()
    expect(JSON.stringify(phone.pass.json)).toContain('Kunz')
  }
  await shop.owner.send(merges.undoMerge, { params, body: { client: id } })
  expect([(await read(kept.id)).installs, (await read(id)).installs]).toEqual([[], ['apple']])
  const confirm = cardNumberText((await read(id)).cardNumber)
  const body = { confirm, reason: '' }
  const proof = await shop.owner.send(erasures.eraseClient, { params: { c: shop.c, id }, body })
  expect(proof.waiting).toEqual(['apple'])
  await settled()
  for (const phone of phones) {
    await phone.update()
    expect([phone.pass.json.voided, phone.pass.json.barcodes]).toEqual([true, undefined])
  }
  expect(await drift()).toEqual([])
})

it('counts two cards as one client of the plan, and the design of the second as used', async () => {
  const used = async () =>
    (await query<{ n: number }>(server, 'select cards::int as n from cabinets where id = $1', [shop.c]))[0]?.n
  const before = await used()
  await both('Paula')
  expect(await used()).toBe((before ?? 0) + 1)
  const params = { c: shop.c, uuid: second.template }
  expect((await shop.owner.ask(templates.removeTemplate, { params })).status).toBe(409)
  expect((await list({ template: second.template })).data.map((row) => row.name)).not.toContain('Paula')
})
