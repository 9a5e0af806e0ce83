import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { client, read, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query } from '../../../test/direct-access.ts'
import { type Holder, inbox, latestRun, newAndroid, newIphone } from '../../../test/holders.ts'
import { fieldsOf } from '../../../test/phones.ts'
import { addSecondDesign, type SecondDesign, takeBoth } from '../../../test/two-cards.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { beginTriggerRun } from './for-triggers.ts'
import { addPeople, finishRun } from './run-of-people.ts'

setUpClients()

let second: SecondDesign
beforeAll(async () => {
  second = await addSecondDesign(shop)
})
const both = (name: string) => takeBoth(server, shop, second, name)
const one = async (name: string) => {
  const { id, cardFileUrl } = await client(name)
  return { id, card: { cardFileUrl } as Holder }
}
const make = async (message: string, templates: string[]) => {
  const body = { name: message, message, templates }
  return (await shop.owner.send(pushes.createPush, { params: { c: shop.c, pushType: 'text' }, body })).id
}
const send = async (pushUuid: string) => {
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid } })
  await server.drainJobs()
}
const history = async (id: string) =>
  (await shop.owner.send(clients.pushHistory, { params: { c: shop.c, id }, query: {} })).data.map((one) => [
    one.text,
    one.wallets.map((wallet) => wallet.wallet),
  ])

it('a push reaches both cards of a client, who is one person in its counts and is told once', async () => {
  const { id, main, further } = await both('Berta')
  const iphones = [await newIphone(server, shop, '', main), await newIphone(server, shop, '', further)]
  const androids = [await newAndroid(server, shop, '', main), await newAndroid(server, shop, '', further)]
  const push = await make('Both', [shop.template, second.template])
  const asked = { templates: [shop.template, second.template], segment: null }
  const reach = await shop.owner.send(pushes.reach, { params: { c: shop.c }, body: asked })
  expect(reach).toMatchObject({ clients: 1, apple: 1, google: 0, noCard: 0 })
  await send(push)
  expect([await iphones[0]?.update(), await iphones[1]?.update()]).toEqual([['Both'], []])
  for (const phone of iphones) expect(fieldsOf(phone.pass.json).message).toContain('Both')
  expect(await Promise.all(androids.map(inbox))).toEqual([[['TEXT_AND_NOTIFY', 'Both']], [['TEXT', 'Both']]])
  expect(await latestRun(shop, push)).toMatchObject({ cards: 1, sent: 1, failed: 0, waiting: 0 })
  const { apple, google } = await latestRun(shop, push)
  expect([apple, google]).toEqual([1, 0])
  expect(await history(id)).toEqual([['Both', ['apple', 'google']]])
  // A later message is announced again on the card that was silent.
  await send(await make('Gold alone', [second.template]))
  expect([await iphones[0]?.update(), await iphones[1]?.update()]).toEqual([[], ['Gold alone']])
  expect((await inbox(androids[1] as (typeof androids)[0])).at(-1)).toEqual(['TEXT_AND_NOTIFY', 'Gold alone'])
})

it('a message to one client is on every card of a wallet, and on one line of the history', async () => {
  const { id, main, further } = await both('Cilly')
  const phones = [await newIphone(server, shop, '', main), await newAndroid(server, shop, '', further)] as const
  const sent = await shop.owner.send(clients.sendMessage, { params: { c: shop.c, id }, body: { message: 'Come in' } })
  expect(sent.channels).toEqual(['apple', 'google'])
  await server.drainJobs()
  expect([await phones[0].update(), await inbox(phones[1])]).toEqual([['Come in'], [['TEXT', 'Come in']]])
  expect(await history(id)).toEqual([['Come in', ['apple']]])
})

it('rings on the card that a phone has, when the main one is in no wallet', async () => {
  const { id, further } = await both('Dora')
  const phone = await newIphone(server, shop, '', further)
  await shop.owner.send(clients.sendMessage, { params: { c: shop.c, id }, body: { message: 'Come in' } })
  await server.drainJobs()
  expect(await phone.update()).toEqual(['Come in'])
})

it('a trigger sends a push to the cards of its designs alone', async () => {
  const { id, main, further } = await both('Elsa')
  const phones = [await newIphone(server, shop, '', main), await newIphone(server, shop, '', further)] as const
  const pushId = await make('For gold', [second.template])
  await openForWork(server.app, shop.c, async (db) => {
    const run = await beginTriggerRun(server.app, db, { pushId, triggerId: crypto.randomUUID() })
    await addPeople(db, run, sql`select ${id}::uuid as id`)
    await finishRun(server.app, db, run)
  })
  await server.drainJobs()
  expect([await phones[0].update(), await phones[1].update()]).toEqual([[], ['For gold']])
  expect(await latestRun(shop, pushId)).toMatchObject({ cards: 1, sent: 1 })
})

it('a card that was withdrawn after the audience was fixed gets nothing', async () => {
  const { id, further } = await both('Fanny')
  const phone = await newIphone(server, shop, '', further)
  const push = await make('Too late', [second.template])
  await shop.owner.send(pushes.startSend, { params: { c: shop.c, pushUuid: push } })
  const cardId = (await read(id)).cards[1]?.id ?? ''
  await query(server, 'update passes set voided_at = now() where id = $1', [cardId])
  await server.drainJobs()
  expect(await phone.update()).toEqual([])
  expect(fieldsOf(phone.pass.json).message).toBe('')
})

it('a person of two merged clients is told once of a push and of a change; an undo makes two of it', async () => {
  const [kept, gone] = [await one('Gerda'), await one('Gerda')]
  const cards = [kept, gone] as const
  const phones = [await newIphone(server, shop, '', cards[0].card), await newIphone(server, shop, '', cards[1].card)]
  const params = { c: shop.c, id: kept.id }
  const news = async () => {
    await server.drainJobs()
    return [await phones[0]?.update(), await phones[1]?.update()]
  }
  const add = () =>
    shop.owner.send(holders.changeAmount, {
      params,
      body: { kind: 'bonus' as const, action: 'add' as const, amount: 100 },
    })
  await shop.owner.send(merges.mergeClients, { params, body: { client: gone.id } })
  await news()
  expect((await read(kept.id)).cards.map((card) => [card.isMain, card.isOfMerged])).toEqual([
    [true, false],
    [false, true],
  ])
  await add()
  expect((await news()).map((texts) => texts?.length)).toEqual([1, 0])
  const push = await make('For everybody', [shop.template])
  const reach = async () =>
    (
      await shop.owner.send(pushes.reach, {
        params: { c: shop.c },
        body: { templates: [shop.template], segment: null },
      })
    ).clients
  const before = await reach()
  await send(push)
  expect(await news()).toEqual([['For everybody'], []])
  expect((await history(kept.id)).filter(([text]) => text === 'For everybody').length).toBe(1)

  // A phone that has only the card of the merged client shows it as news.
  await phones[0]?.unregister()
  await add()
  expect((await news())[1]?.length).toBe(1)
  await shop.owner.send(clients.sendMessage, { params, body: { message: 'Only you' } })
  expect((await news())[1]).toEqual(['Only you'])
  expect((await history(kept.id))[0]?.[0]).toBe('Only you')

  const [, second] = (await read(kept.id)).cards
  const at = { ...params, cardId: second?.id ?? '' }
  expect((await shop.owner.ask(holders.makeMainCard, { params: at })).body.error?.code).toBe('card_not_found')
  await shop.owner.send(holders.withdrawCard, { params: at })
  await shop.owner.send(holders.restoreCard, { params: at })
  await shop.owner.send(merges.undoMerge, { params, body: { client: gone.id } })
  expect(await reach()).toBe(before + 1)
  expect((await read(gone.id)).cards.map((card) => [card.isMain, card.isOfMerged])).toEqual([[true, false]])
})
