/** Work that began before its CRM was disconnected: it may end whenever it likes, and keeps nothing. */
import { describe, expect, it } from 'vitest'
import { integration } from '../../../contract/business/integration.ts'
import { at, connect, newClient, openCrmServer, server, shop } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import { PASSWORD } from '../../../test/people.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import type { Found, Verbs } from '../../engines/crm/connector.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import { openClientIndex } from './client-index.ts'
import { exchangeClient } from './exchange.ts'
import type { Crm } from './held.ts'
import { readPurchases } from './purchases.ts'
import { readPeople } from './reading.ts'
import { findIntegration } from './sql.ts'

openCrmServer()

const FLAGS = { read: true, write: true, rewrite: false }
const reset = () =>
  shop.owner.send(integration.removeIntegration, { params: at(), body: { command: 'RESETCRM', password: PASSWORD } })
async function connectAnew(): Promise<void> {
  await reset()
  await connect(FLAGS)
}
async function rowNow() {
  const row = await openForWork(server.app, shop.c, findIntegration)
  if (!row) throw new Error('nothing is connected')
  return row
}

const STRANGER: Found = {
  crmId: 'OLD-1',
  tel: '+420601777777',
  cardNumber: '',
  person: {},
  amounts: { bonusMinor: 900_00 },
}
type Call = 'search' | 'create' | 'update' | 'adjust' | 'read' | 'purchases'

/** A CRM that has one guest. @param during happens while it is asked for this */
async function crmWith(found: readonly Found[], call: Call | undefined, during: () => Promise<void>): Promise<Crm> {
  const connector = connectorOf('url')
  if (!connector) throw new Error('there is no connector')
  let isOpen = true
  const answer = async <T>(name: Call, value: T): Promise<T> => {
    if (name === call && isOpen) {
      isOpen = false
      await during()
    }
    return value
  }
  const purchases = [
    {
      id: 'R-1',
      crmId: STRANGER.crmId,
      kind: 'sale' as const,
      refundOf: null,
      at: server.now(),
      amountMinor: 100_00,
      currency: null,
      place: '',
      isVoid: false,
    },
  ]
  const verbs: Verbs = {
    checkLogin: async () => ({}),
    checkProgram: async () => undefined,
    search: () => answer('search', [...found]),
    create: () => answer('create', { crmId: STRANGER.crmId }),
    update: () => answer('update', true),
    adjust: () => answer('adjust', undefined),
    read: () => answer('read', [...found]),
    purchases: () => answer('purchases', { purchases, next: 'old cursor', isEnd: true }),
  }
  return { cabinetId: shop.c, domain: shop.domain, connector, row: await rowNow(), verbs }
}

const linkOf = async (id: string) => {
  const [link] = await query(
    server,
    `select crm_id, their_tel, their_bonus::int, written_version, operation_id, is_creating, met_at from crm_clients
     where client_id = $1`,
    [id],
  )
  return link
}
const UNKNOWN = {
  crm_id: null,
  their_tel: null,
  their_bonus: null,
  written_version: null,
  operation_id: null,
  is_creating: false,
  met_at: null,
}

describe('a CRM that is disconnected while it is asked', () => {
  it.each([
    ['search', true],
    ['create', false],
    ['update', true],
    ['adjust', true],
  ] as const)('for %s is known no more, whatever it answers', async (call, isFound) => {
    await connect(FLAGS)
    const { id, tel } = await newClient('Anna')
    await query(server, 'update clients set bonus_minor = 100000, version = version + 1 where id = $1', [id])
    const crm = await crmWith(isFound ? [{ ...STRANGER, tel }] : [], call, connectAnew)
    expect(await exchangeClient(server.app, crm, id)).toBe('gone')
    expect(await linkOf(id)).toMatchObject(UNKNOWN)
    expect(await exchangeClient(server.app, crm, id), 'later work of it').toBe('gone')
    expect(await linkOf(id)).toMatchObject(UNKNOWN)
  })

  it('leaves nothing when no other one is connected', async () => {
    await connect(FLAGS)
    const { id } = await newClient('Anna')
    const crm = await crmWith([], 'create', async () => void (await reset()))
    expect(await exchangeClient(server.app, crm, id)).toBe('gone')
    expect(await query(server, 'select from crm_clients where cabinet_id = $1', [shop.c])).toEqual([])
  })

  it('moves no amount and no cursor of the next one', async () => {
    await connect(FLAGS)
    const { id, tel } = await newClient('Anna')
    await exchangeClient(server.app, await crmWith([{ ...STRANGER, tel }], undefined, connectAnew), id)
    expect(await linkOf(id)).toMatchObject({ crm_id: STRANGER.crmId })
    const changed = { ...STRANGER, tel, amounts: { bonusMinor: 1_00 } }
    await readPeople(server.app, await crmWith([changed], 'read', connectAnew), [STRANGER.crmId])
    await readPurchases(server.app, await crmWith([changed], 'purchases', connectAnew))
    expect(await linkOf(id)).toMatchObject(UNKNOWN)
    const [client] = await query(server, 'select bonus_minor::int as bonus from clients where id = $1', [id])
    expect(client).toEqual({ bonus: 900_00 })
    expect(await rowNow()).toMatchObject({ purchase_cursor: '', last_read_at: null })
    for (const table of ['external_events', 'crm_purchases_waiting'])
      expect(await query(server, `select from ${table} where cabinet_id = $1`, [shop.c])).toEqual([])
  })
})

describe('the index of a CRM', () => {
  const person = (crmId: string) => ({ crmId, tel: '+420601888888', cardNumber: '', person: {} })
  const known = { tel: '+420601888888', cardNumber: '', email: '' }
  const kept = () => query(server, 'select crm_id from crm_index where cabinet_id = $1', [shop.c])

  it.each([
    ['was disconnected', async () => void (await reset())],
    ['was connected anew', connectAnew],
    [
      'leads elsewhere',
      async () => {
        await query(
          server,
          `update integrations set settings = settings || '{"organizationId": "other"}' where cabinet_id = $1`,
          [shop.c],
        )
        await query(server, 'delete from crm_index where cabinet_id = $1', [shop.c])
      },
    ],
  ])('that %s is not written by work of before, which comes to its end', async (_, end) => {
    await connect(FLAGS)
    const index = openClientIndex(server.app, shop.c, await rowNow())
    await index.keep([person('A')], 'page 2')
    expect([await index.place(), await index.find(known)]).toEqual(['page 2', ['A']])
    await end()
    expect(await index.find(known)).toEqual([])
    await index.keep([person('B')], 'page 3')
    await index.keep([person('C')], 'page 4')
    expect([await kept(), await index.place(), await index.find(known)]).toEqual([[], 'page 4', []])
  })

  it('is not touched by settings that are only tried', async () => {
    await connect(FLAGS)
    await openClientIndex(server.app, shop.c, await rowNow()).keep([person('A')], 'page 2')
    const tried = openClientIndex(server.app, shop.c, undefined)
    expect([await tried.place(), await tried.find(known)]).toEqual(['', []])
    await tried.keep([person('B')], 'page 9')
    expect([await kept(), await tried.place()]).toEqual([[{ crm_id: 'A' }], 'page 9'])
  })
})
