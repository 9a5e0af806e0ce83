import { expect, it } from 'vitest'
import { overview } from '../../../contract/business/overview.ts'
import { clients as clientCalls } from '../../../contract/people/clients.ts'
import { pushes as contract } from '../../../contract/reach/pushes.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts'
import { server, setUpClients, shop } from '../../../test/client-shop.ts'
import { insideCabinet } from '../../base/db.ts'
import { addPastAmounts, addPastClients } from '../../people/clients/past.ts'
import { proveFigures } from '../../people/figures/figures.ts'
import { addPastHappenings, forgetHappenings } from '../../people/figures/past.ts'
import { addPastCards } from '../passes/past.ts'
import { addPastRuns, type PastMessage } from './past.ts'

setUpClients()

const ago = (days: number, hours = 0) => new Date(server.now().getTime() - days * DAY_MS - hours * HOUR_MS)
const person = (name: string) => ({
  id: crypto.randomUUID(),
  template_id: shop.template,
  lang: 'en' as const,
  name,
  surname: '',
  sex: null,
  birthday: null,
  email: '',
  tel: '',
  extra: {},
  form_id: null,
  consent_at: null,
  consent_text_hash: null,
  consent_ip: null,
  source: '',
  utm: null,
  created_at: ago(20),
})
const heldCards = () =>
  [
    { wallet: 'apple', from: ago(19), until: null },
    { wallet: 'apple', from: ago(19), until: ago(2) },
    { wallet: 'google', from: ago(19), until: null },
    { wallet: 'google', from: ago(19), until: ago(1) },
  ] as const

it('cards and messages of a past are counted as if it had been lived', async () => {
  const people = ['Ada', 'Bea', 'Cleo', 'Dora'].map(person)
  const cards = people.map(({ id }, no) => ({
    id: crypto.randomUUID(),
    clientId: id,
    templateId: shop.template,
    isMain: true,
    issuedAt: ago(20),
    held: heldCards()[no] ?? null,
    changes: 1,
    changedAt: ago(5),
    message: { text: 'Come', at: ago(5), number: 1 },
  }))
  const push = await shop.owner.send(contract.createPush, {
    params: { c: shop.c, pushType: 'text' },
    body: { name: 'Cake', message: 'Come', templates: [shop.template] },
  })
  const message = (no: number, more: Partial<PastMessage>): PastMessage => ({
    passId: cards[no]?.id ?? '',
    clientId: people[no]?.id ?? '',
    text: 'Come',
    wallet: heldCards()[no]?.wallet ?? 'apple',
    isAccepted: true,
    fetchedAt: null,
    removedAt: heldCards()[no]?.until ?? null,
    version: 2,
    ...more,
  })
  const phones = await insideCabinet(server.app.database, shop.c, async (db) => {
    const [first] = people
    const counted = await addPastClients(db, people, [
      {
        clientId: first?.id ?? '',
        at: ago(4),
        kind: 'bonus',
        delta: 5_00,
        source: 'cabinet',
        by: null,
        reason: '',
        till: '',
      },
    ])
    const carried = await addPastCards(server.app, db, cards)
    await forgetHappenings(db, ago(-1))
    await addPastRuns(db, [
      {
        id: crypto.randomUUID(),
        pushId: push.id,
        triggerId: null,
        message: 'Come',
        at: ago(5),
        messages: [
          message(0, { fetchedAt: ago(5) }),
          message(1, {}),
          message(2, {}),
          message(3, { isAccepted: false }),
        ],
      },
    ])
    await addPastAmounts(db, counted)
    await addPastHappenings(db, [{ at: ago(19), kind: 'installed', clientId: first?.id ?? '', detail: 'apple' }])
    return carried
  })
  expect(phones.map((phone) => phone.serial)).toEqual([cards[0]?.id])

  const { runs } = await shop.owner.send(contract.statistics, { params: { c: shop.c, pushUuid: push.id } })
  expect(runs).toMatchObject([{ cards: 4, sent: 3, failed: 1, delivered: 1, apple: 2, google: 2, waiting: 0 }])
  expect(runs[0]?.wallets.apple.removed).toBe(1)
  const read = await shop.owner.send(overview.readOverview, { params: { c: shop.c }, query: { period: '30' } })
  expect(read.now.total).toMatchObject({
    installed: { apple: 2, google: 2 },
    removed: { apple: 1, google: 1 },
    joined: 4,
  })
  expect(read.pushes).toMatchObject([{ id: push.id, cards: 4, sent: 3, came: 1 }])
  const { happenings } = await shop.owner.send(overview.listHappenings, { params: { c: shop.c } })
  expect(happenings.map((one) => one.kind)).toEqual(['points', 'push', 'installed'])
  expect(happenings[1]).toMatchObject({ count: 4, push: { id: push.id } })
  const { data } = await shop.owner.send(clientCalls.listClients, { params: { c: shop.c }, query: {} })
  const installs = Object.fromEntries(data.map((one) => [one.name, one.installs]))
  expect(installs).toEqual({ Ada: ['apple'], Bea: [], Cleo: ['google'], Dora: [] })
  expect(await insideCabinet(server.app.database, shop.c, proveFigures)).toEqual([])
  expect((await shop.owner.send(contract.readPush, { params: { c: shop.c, pushUuid: push.id } })).status).toBe('done')
})
