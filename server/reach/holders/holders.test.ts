import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { variables } from '../../../contract/cards/variables.ts'
import type { ClientInput } from '../../../contract/people/clients.ts'
import { users } from '../../../contract/platform/users.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { newHolder } from '../../../test/holders.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import type { CabinetDb } from '../../base/db.ts'
import { getClient, readPair, type StoredClient } from '../../people/clients/clients.ts'
import { factsOf } from '../../people/clients/columns.ts'
import { rowsOfClient } from '../../people/clients/in-queries.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { issueCardOfDesign, readKnownCards } from '../passes/passes.ts'
import * as holders from './holders.ts'

let server: TestServer
let shop: Shop
let ownerId: string
let otherTemplate: string
let holder: StoredClient
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Hana')
  await setPlan(server, shop.c, 'expert')
  ownerId = (await shop.owner.send(users.me)).id
  const params = { c: shop.c }
  const body = { name: 'Gold card', type: 'bonus' as const, birthdayEnabled: false, variables: {} }
  otherTemplate = (
    await shop.owner.send(templates.createTemplate, { params, body: { ...body, design: plainDesign() } })
  ).id
})
afterAll(() => server?.close())

const inside = <T>(work: (db: CabinetDb) => Promise<T>) => openForWork(server.app, shop.c, work)
beforeEach(async () => {
  await newHolder(server, shop, 'Hugo')
  await server.drainJobs()
  const [newest] = await query<{ id: string }>(
    server,
    'select id from clients where cabinet_id = $1 order by card_number desc limit 1',
    [shop.c],
  )
  holder = await inside((db) => getClient(db, newest?.id ?? ''))
})

const versionOfCard = async () =>
  (await query<{ version: number }>(server, 'select version::int from passes where client_id = $1', [holder.id]))[0]
    ?.version
/** Queued announcements of this client's card. */
const announcements = async () =>
  await query(
    server,
    `select from pgboss.job j, passes p where j.name = 'announce-cards' and j.state = 'created'
      and p.client_id = $1 and jsonb_exists(j.data -> 'passes', p.id::text)`,
    [holder.id],
  )
const inputOf = (row: StoredClient): ClientInput =>
  ({ ...factsOf(row), template: row.template_id, version: row.version }) as ClientInput
const filled = () => ({
  values: { tel: holder.tel, surname: 'Holt', middlename: 'M' },
  templateId: shop.template,
  formId: holder.form_id ?? '',
  lang: 'en' as const,
  consent: null,
  utm: null,
  token: crypto.randomUUID(),
  proof: { isCoded: true, ownIds: [] },
})

const by = (): holders.By => ({ source: 'cabinet', userId: ownerId })
const newFacts = (): Parameters<typeof holders.createClient>[2] =>
  ({ ...inputOf(holder), tel: '', lang: 'en' }) as Parameters<typeof holders.createClient>[2]

/** Somebody else, just made. */
async function newest(db: CabinetDb): Promise<string> {
  const made = await holders.createClient(server.app, db, newFacts(), by())
  if (made.kind !== 'made') throw new Error('there is no new client')
  return made.client.id
}

const secondCard = async (db: CabinetDb) => (await issueCardOfDesign(server.app, db, holder, otherTemplate)).pass

type Verb = (db: CabinetDb) => Promise<unknown>
/** What each verb of the room changes in this client. A verb that is missing here fails the test below. */
const CHANGES: Record<keyof typeof holders, Verb> = {
  saveClient: (db) => holders.saveClient(server.app, db, holder.id, { ...inputOf(holder), name: 'Hubert' }, by()),
  createClient: (db) => holders.createClient(server.app, db, newFacts(), by()),
  changeAmounts: (db) =>
    holders.changeAmounts(server.app, db, (changeOne) =>
      changeOne(holder.id, { kind: 'bonus', action: 'add', amount: 300, reason: '', till: '' }, by()),
    ),
  changeAmount: (db) =>
    holders.changeAmount(
      server.app,
      db,
      holder.id,
      { kind: 'bonus', action: 'add', amount: 300, reason: '', till: '' },
      by(),
    ),
  archiveClient: (db) => holders.archiveClient(server.app, db, holder.id),
  bringBackClient: (db) => holders.bringBackClient(server.app, db, holder.id),
  eraseClient: (db) => holders.eraseClient(server.app, db, holder.id),
  mergeClients: async (db) =>
    holders.mergeClients(server.app, db, await readPair(db, holder.id, await newest(db), true), by()),
  undoMerge: async (db) => {
    const other = await newest(db)
    await holders.mergeClients(server.app, db, await readPair(db, holder.id, other, true), by())
    await holders.undoMerge(server.app, db, holder.id, other, by())
  },
  queueCardEmail: (db) => holders.queueCardEmail(server.app, db, holder.id, 'card_link'),
  doOnce: (db) =>
    holders.doOnce(db, { key: crypto.randomUUID(), asked: {} }, server.now(), () =>
      Promise.resolve({ clientId: holder.id, eventId: null }),
    ),
  saveFilledForm: (db) => holders.saveFilledForm(server.app, db, filled()),
  saveFromCrm: (db) =>
    holders.saveFromCrm(server.app, db, holder.id, { person: {}, amounts: { bonusMinor: 700 }, rewrites: true }),
  saveAllFromCrm: async (db) => {
    const client = await getClient(db, holder.id)
    return holders.saveAllFromCrm(server.app, db, [{ client, change: { bonus_minor: 700, balance_minor: 100 } }])
  },
  addBonus: (db) => holders.addBonus(server.app, db, holder.id, 500, server.now()),
  addBonusTo: async (db) => {
    const cards = await readKnownCards(db, rowsOfClient(db, holder.id))
    return holders.addBonusTo(server.app, db, { client: holder, cards }, 500, server.now())
  },
  moveToTemplate: (db) => holders.moveToTemplate(server.app, db, [holder.id], otherTemplate),
  makeMainCard: async (db) => holders.makeMainCard(server.app, db, holder.id, (await secondCard(db)).id),
  restoreCard: async (db) => holders.restoreCard(server.app, db, holder.id, (await secondCard(db)).id),
  withdrawCard: async (db) => holders.withdrawCard(server.app, db, holder.id, (await secondCard(db)).id),
  saveDefault: (db) => holders.saveDefault(server.app, db, [shop.template], 'motto'),
  forgetVariable: (db) => holders.forgetVariable(server.app, db, 'motto'),
  forgetVariableBehind: (db) => holders.forgetVariableBehind(server.app, db, 'motto', null),
  changeImported: (db) =>
    holders.changeImported(
      server.app,
      db,
      [{ id: holder.id, version: holder.version, change: { name: 'Hubert', balance_minor: 700 } }],
      ownerId,
    ),
  addImported: (db) =>
    holders.addImported(server.app, db, [{ id: crypto.randomUUID(), facts: { name: 'Hana' } }], {
      templateId: shop.template,
      lang: 'en',
      consentSource: '',
      asPreorders: false,
      by: ownerId,
    }),
  removeImported: (db) => holders.removeImported(db, [crypto.randomUUID()]),
  holdByPhone: (db) => holders.holdByPhone(db, '+420601950777'),
  forgetForm: (db) => holders.forgetForm(db, holder.form_id ?? '', 10),
  hasMoreOfForm: (db) => holders.hasMoreOfForm(db, holder.form_id ?? '', 10),
}
/**
 * What is on no card, an import, which adds and removes whole clients, a new client, whose card is new, a request, and
 * a search by phone, which alone change nobody. What changes a second card is tested in `second-card.test.ts`.
 */
const WITHOUT_CARD = [
  'forgetVariable',
  'forgetVariableBehind',
  'archiveClient',
  'bringBackClient',
  'createClient',
  'doOnce',
  'forgetForm',
  'hasMoreOfForm',
  'holdByPhone',
  'addImported',
  'removeImported',
  'queueCardEmail',
  'makeMainCard',
  'restoreCard',
  'withdrawCard',
]

describe('a changed client', () => {
  it('has a case here for every verb that changes it', () => {
    expect(Object.keys(CHANGES).sort()).toEqual(Object.keys(holders).sort())
  })

  it.each(Object.keys(CHANGES).filter((name) => !WITHOUT_CARD.includes(name)) as (keyof typeof holders)[])(
    'takes the card along, once: %s',
    async (name) => {
      const before = (await versionOfCard()) ?? 0
      await inside(CHANGES[name])
      expect(await versionOfCard()).toBeGreaterThan(before)
      expect(await announcements()).toHaveLength(1)
    },
  )

  it('updates the card once when two things change in one transaction', async () => {
    await inside(async (db) => {
      await CHANGES.saveFilledForm(db)
      await CHANGES.addBonus(db)
    })
    expect(await announcements()).toHaveLength(1)
  })

  it('leaves the card alone when nothing changed, or when the change was rolled back', async () => {
    const before = await versionOfCard()
    await inside((db) => holders.addBonus(server.app, db, holder.id, 0, server.now()))
    await inside(async (db) => {
      await CHANGES.addBonus(db)
      throw new Error('undone')
    }).catch(() => undefined)
    expect(await versionOfCard()).toBe(before)
    expect(await announcements()).toEqual([])
  })

  it('loses the value of a removed variable, and a form open in a browser must be loaded again', async () => {
    await shop.owner.send(variables.createVariable, {
      params: { c: shop.c },
      body: { name: 'motto', defaultValue: '', description: '' },
    })
    await inside((db) =>
      holders.saveClient(server.app, db, holder.id, { ...inputOf(holder), extra: { motto: 'Hop' } }, by()),
    )
    await inside(CHANGES.forgetVariable)
    const after = await inside((db) => getClient(db, holder.id))
    expect(after.extra).toEqual({})
    expect(after.version).toBe(holder.version + 2)
  })
})
