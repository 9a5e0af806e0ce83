import { describe, expect, it } from 'vitest'
import { externalEvents } from '../../../contract/people/external-events.ts'
import { purchases } from '../../../contract/reach/purchases.ts'
import type { UrlReceipt } from '../../engines/crm/url/emulator/emulator.ts'
import {
  at,
  clientOf,
  connect,
  crm,
  customerOf,
  newClient,
  openCrmServer,
  server,
  shop,
  sync,
} from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import { setProgramme } from '../../../test/purchase-story.ts'
import type { Verbs } from '../../engines/crm/connector.ts'
import { connectorOf } from '../../engines/crm/crm.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { readPurchases } from './purchases.ts'
import { readAll } from './reading.ts'
import { findIntegration } from './sql.ts'

openCrmServer()

describe('purchases of the CRM', () => {
  const writing = { read: false, write: true, rewrite: false }
  const both = { read: true, write: true, rewrite: false }
  const readBack = async () => {
    await server.app.jobs.enqueue(server.app.database.db as never, readAll, {})
    await server.drainJobs()
  }
  const bought = (id: string, tel: string, change: Partial<UrlReceipt> = {}): UrlReceipt => ({
    id,
    kind: 'sale',
    at: server.app.clock.now().toISOString(),
    sum: 100,
    customerId: customerOf(tel)?.customerId ?? '',
    place: 'Main Street 2',
    cashier: 'Eve',
    ...change,
  })
  const eventsOf = async (id: string) =>
    (await shop.owner.send(externalEvents.listEvents, { params: { ...at(), id }, query: {} as never })).events
  const waiting = async () =>
    (
      await query<{ document_id: string }>(
        server,
        'select document_id from crm_purchases_waiting where cabinet_id = $1 order by 1',
        [shop.c],
      )
    ).map((row) => row.document_id)
  /** A client whom the CRM knows. */
  const guest = async (name: string, flags = both) => {
    const client = await newClient(name)
    await connect(flags)
    await sync()
    await server.drainJobs()
    return client
  }

  it('stand on the page of the client: sale and refund, amount, time and place', async () => {
    const anna = await guest('Anna')
    const sale = bought('doc-1', anna.tel)
    crm().keepReceipt(sale)
    crm().keepReceipt(bought('doc-2', anna.tel, { at: sale.at, kind: 'refund', saleId: 'doc-1', sum: '40.50' }))
    await readBack()
    const common = { source: 'crm', at: sale.at, text: 'Main Street 2 · Eve', isVoid: false }
    expect((await eventsOf(anna.id)).toSorted((one, other) => (one.senderId < other.senderId ? -1 : 1))).toMatchObject([
      { ...common, senderId: 'doc-1', kind: 'purchase', amountMinor: 100_00, refundOf: null },
      { ...common, senderId: 'doc-2', kind: 'refund', amountMinor: 40_50, refundOf: 'doc-1' },
    ])
    // The CRM gives points itself.
    expect(await shop.owner.send(purchases.readProgramme, { params: at() })).toMatchObject({ givenBy: 'URL' })
    await setProgramme(shop)
    crm().keepReceipt(bought('doc-3', anna.tel))
    await readBack()
    expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 0 })
  })

  it('earn points once where the CRM gives none, and follow a document that is corrected or taken back', async () => {
    const anna = await guest('Anna', writing)
    await setProgramme(shop)
    const sale = bought('doc-1', anna.tel)
    const points = async () => (await clientOf(anna.id)).bonusMinor
    crm().keepReceipt(sale)
    crm().keepReceipt(sale)
    await readBack()
    const written = () => query(server, 'select xmin::text from external_events where client_id = $1', [anna.id])
    const before = await written()
    crm().keepReceipt(sale)
    await readBack()
    expect([await points(), await written()], 'it was not even written again').toEqual([5_00, before])
    expect(before).toHaveLength(1)
    crm().keepReceipt({ ...sale, sum: 60 })
    await readBack()
    expect(await points()).toBe(3_00)
    crm().keepReceipt({ ...sale, isVoid: true })
    await readBack()
    expect([await points(), (await eventsOf(anna.id))[0]?.isVoid]).toEqual([0, true])
    crm().keepReceipt(sale)
    crm().keepReceipt(bought('doc-2', anna.tel, { kind: 'refund', saleId: 'doc-1', sum: 50 }))
    await readBack()
    expect(await points()).toBe(2_00)
  })

  it('of somebody who is not here yet wait, and are theirs when they come', async () => {
    const anna = await guest('Anna', writing)
    await setProgramme(shop)
    crm().customers.set('B-7', { customerId: 'B-7', phone: '+420601960099' })
    crm().keepReceipt(bought('doc-b', '', { customerId: 'B-7' }))
    crm().keepReceipt(bought('doc-bad', anna.tel, { at: 'yesterday' }))
    crm().keepReceipt(bought('doc-nobody', '', { customerId: '' }))
    crm().keepReceipt(bought('doc-a', anna.tel))
    await readBack()
    expect([await waiting(), (await eventsOf(anna.id)).map(({ senderId }) => senderId)]).toEqual([['doc-b'], ['doc-a']])
    // It is followed while it waits.
    crm().keepReceipt(bought('doc-b', '', { customerId: 'B-7', sum: 80 }))
    await readBack()
    const ben = await newClient('Ben')
    crm().change('B-7', { phone: ben.tel })
    await query(server, 'delete from crm_runs where cabinet_id = $1', [shop.c])
    await sync()
    await server.drainJobs()
    expect([await waiting(), (await clientOf(ben.id)).bonusMinor]).toEqual([[], 4_00])
    expect((await eventsOf(ben.id)).map(({ senderId, amountMinor }) => [senderId, amountMinor])).toEqual([
      ['doc-b', 80_00],
    ])
  })

  it('that cannot be kept hold up no other of their page', async () => {
    const anna = await guest('Anna', both)
    const row = await openForWork(server.app, shop.c, findIntegration)
    const connector = connectorOf('url')
    if (!row || !connector) throw new Error('nothing is connected')
    const purchase = (id: string, place: string) => ({
      id,
      crmId: customerOf(anna.tel)?.customerId ?? '',
      kind: 'sale' as const,
      refundOf: null,
      at: server.now(),
      amountMinor: 100_00,
      currency: null,
      place,
      isVoid: false,
    })
    // PostgreSQL keeps no NUL in a text.
    const page = ['doc-1', 'doc-2', 'doc-3'].map((id) => purchase(id, id === 'doc-2' ? 'Main\u0000Street' : ''))
    const verbs = { purchases: async () => ({ purchases: page, next: 'end', isEnd: true }) } as unknown as Verbs
    const crmNow = { cabinetId: shop.c, domain: shop.domain, connector, row, verbs }
    expect(await readPurchases(server.app, crmNow)).toBe(true)
    const ids = (await eventsOf(anna.id)).map(({ senderId }) => senderId)
    expect(ids.toSorted()).toEqual(['doc-1', 'doc-3'])
  })

  it('in another currency are told and not counted', async () => {
    const anna = await guest('Anna')
    crm().keepReceipt(bought('doc-1', anna.tel, { currency: 'CZK', sum: 45 }))
    await readBack()
    expect(await eventsOf(anna.id)).toMatchObject([{ amountMinor: null, text: '45.00 CZK · Main Street 2 · Eve' }])
  })

  it('of a document that is now another client’s count for that one, points and all', async () => {
    const [anna, ben] = [await newClient('Anna'), await newClient('Ben')]
    await connect(writing)
    await sync()
    await server.drainJobs()
    await setProgramme(shop)
    crm().keepReceipt(bought('doc-1', anna.tel))
    await readBack()
    crm().keepReceipt(bought('doc-1', ben.tel))
    await readBack()
    expect([(await clientOf(anna.id)).bonusMinor, (await clientOf(ben.id)).bonusMinor]).toEqual([0, 5_00])
    expect([(await eventsOf(anna.id)).length, (await eventsOf(ben.id)).length]).toEqual([0, 1])
  })
})
