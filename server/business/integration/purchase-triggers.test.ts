import { beforeEach, describe, expect, it } from 'vitest'
import { erasures } from '../../../contract/reach/erasures.ts'
import { externalEvents } from '../../../contract/people/external-events.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { triggers } from '../../../contract/reach/triggers.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/time.ts'
import type { UrlReceipt } from '../../engines/crm/url/emulator/emulator.ts'
import { at, connect, crm, customerOf, newClient, openCrmServer, server, shop, sync } from '../../../test/crm-story.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { makePush, newIphone } from '../../../test/holders.ts'
import { LOOK_EVERY_MS } from '../../reach/triggers/due.ts'
import { runTriggers, wakeTriggers } from '../../reach/triggers/jobs.ts'
import { readAll } from './reading.ts'

openCrmServer()

describe('a trigger after a purchase', () => {
  let trigger = ''
  beforeEach(async () => {
    await setPlan(server, shop.c, 'advanced')
    for (const table of ['triggers', 'external_events'])
      await query(server, `delete from ${table} where cabinet_id = $1`, [shop.c])
  })
  const readBack = async () => {
    await server.app.jobs.enqueue(server.app.database.db as never, readAll, {})
    await server.drainJobs()
  }
  const ago = (ms: number) => new Date(server.now().getTime() - ms).toISOString()
  const bought = (id: string, tel: string, change: Partial<UrlReceipt> = {}): UrlReceipt => ({
    id,
    kind: 'sale',
    at: ago(0),
    sum: 100,
    customerId: customerOf(tel)?.customerId ?? '',
    place: '',
    cashier: '',
    ...change,
  })
  /** The next look of the trigger. */
  async function look(): Promise<void> {
    server.passTime(LOOK_EVERY_MS + 1000)
    await wakeTriggers.handle(server.app, {})
    await server.drainJobs()
  }
  async function turnOn(): Promise<void> {
    const params = { c: shop.c }
    const { id } = await shop.owner.send(triggers.createTrigger, { params })
    trigger = id
    const push = await makePush(shop, 'Thank you')
    await shop.owner.send(triggers.saveTrigger, {
      params: { ...params, triggerUuid: id },
      body: {
        name: 'Thanks',
        activation: 'purchase',
        segment: null,
        action: 'push',
        push,
        template: null,
        date: null,
        time: null,
        daysToBirthday: 0,
        daysAfterCreate: 1,
        removeTemplateAfterDays: null,
        version: 1,
      },
    })
    await shop.owner.send(triggers.switchTrigger, { params: { ...params, triggerUuid: id }, body: { isActive: true } })
    server.passTime(1000)
  }
  /** A client with the card on a phone, so that a message reaches it. */
  async function buyer(name: string) {
    const client = await newClient(name)
    await newIphone(server, shop, name, { ...client, googleUrl: '' })
    return client
  }
  async function guest(name: string) {
    const client = await buyer(name)
    await connect({ read: true, write: true, rewrite: false })
    await sync()
    await server.drainJobs()
    server.passTime(1000)
    return client
  }
  /** Clients whom it has thanked, and how often. */
  const thanked = async () => {
    const runs = await query(server, 'select from push_runs where trigger_id = $1', [trigger])
    const acts = await query<{ client_id: string }>(
      server,
      'select client_id from trigger_acts where trigger_id = $1 order by at',
      [trigger],
    )
    return { runs: runs.length, acts: acts.map((row) => row.client_id) }
  }
  const report = (id: string, senderId: string, at_: string, kind: 'purchase' | 'refund' = 'purchase') =>
    shop.owner.ask(externalEvents.addEvent, {
      params: { ...at(), id },
      body: { kind, at: at_, senderId, amountMinor: 100_00, text: '' } as never,
    })

  it('acts once for a document of the CRM, read as often as it likes, refunded or corrected', async () => {
    const anna = await guest('Anna')
    await turnOn()
    crm().keepReceipt(bought('doc-1', anna.tel))
    await readBack()
    await look()
    const once = { runs: 1, acts: [anna.id] }
    expect(await thanked()).toEqual(once)
    await query(server, `update integrations set purchase_cursor = '' where cabinet_id = $1`, [shop.c])
    await readBack()
    await look()
    expect(await thanked()).toEqual(once)
    crm().keepReceipt(bought('doc-1', anna.tel, { sum: 90 }))
    crm().keepReceipt(bought('doc-2', anna.tel, { kind: 'refund', saleId: 'doc-1', sum: 20 }))
    await readBack()
    await look()
    expect(await thanked()).toEqual(once)
    crm().keepReceipt(bought('doc-3', anna.tel))
    await readBack()
    await look()
    expect(await thanked()).toEqual({ runs: 2, acts: [anna.id, anna.id] })
  })

  it('acts once when several workers look together, and when it looks at the same time again', async () => {
    const anna = await guest('Anna')
    await turnOn()
    await report(anna.id, 'till-1', ago(0))
    server.passTime(LOOK_EVERY_MS)
    await Promise.all([1, 2, 3].map(() => runTriggers.handle(server.app, { cabinetId: shop.c })))
    await query(server, 'update triggers set looked_at = null, next_run_at = now() where id = $1', [trigger])
    await look()
    expect(await thanked()).toEqual({ runs: 1, acts: [anna.id] })
  })

  it('is not started by what was bought before the CRM was connected or the trigger was turned on', async () => {
    const anna = await buyer('Anna')
    await turnOn()
    const before = ago(500)
    server.passTime(1000)
    await connect({ read: true, write: true, rewrite: false })
    await sync()
    await server.drainJobs()
    for (let no = 0; no < 30; no++) crm().keepReceipt(bought(`old-${no}`, anna.tel, { at: before }))
    await readBack()
    await look()
    const [counted] = await query<{ events: number }>(
      server,
      'select count(*)::int as events from external_events where cabinet_id = $1',
      [shop.c],
    )
    expect([counted?.events, await thanked()]).toEqual([30, { runs: 0, acts: [] }])
    await query(server, 'delete from triggers where cabinet_id = $1', [shop.c])
    const bare = ago(0)
    server.passTime(1000)
    await turnOn()
    crm().keepReceipt(bought('between', anna.tel, { at: bare }))
    crm().keepReceipt(bought('new', anna.tel))
    await readBack()
    await look()
    expect(await thanked()).toEqual({ runs: 1, acts: [anna.id] })
  })

  it('is not started by a purchase that becomes known late, is given back or void before it looks', async () => {
    const anna = await guest('Anna')
    await turnOn()
    server.passTime(3 * DAY_MS)
    await look()
    crm().keepReceipt(bought('late', anna.tel, { at: ago(25 * HOUR_MS) }))
    crm().keepReceipt(bought('back', anna.tel))
    crm().keepReceipt(bought('back-1', anna.tel, { kind: 'refund', saleId: 'back', sum: 100 }))
    crm().keepReceipt(bought('void', anna.tel, { isVoid: true }))
    await report(anna.id, 'only back', ago(0), 'refund')
    await readBack()
    await look()
    expect(await thanked()).toEqual({ runs: 0, acts: [] })
    // Corrected, it is no more news than before.
    crm().keepReceipt(bought('late', anna.tel, { at: ago(25 * HOUR_MS), sum: 90 }))
    await readBack()
    await look()
    expect(await thanked()).toEqual({ runs: 0, acts: [] })
  })

  it('acts once for a buyer who is merged into another afterwards, and on nobody who is archived', async () => {
    const [anna, ben] = [await buyer('Anna'), await buyer('Ben')]
    await turnOn()
    await report(ben.id, 'till-1', ago(0))
    await look()
    await query(server, 'delete from crm_clients where cabinet_id = $1', [shop.c])
    const merged = await shop.owner.ask(merges.mergeClients, {
      params: { ...at(), id: anna.id },
      body: { client: ben.id },
    })
    expect(merged.status).toBe(200)
    await query(server, 'update triggers set looked_at = null where id = $1', [trigger])
    await look()
    expect(await thanked()).toEqual({ runs: 1, acts: [ben.id] })
    await report(anna.id, 'till-2', ago(0))
    await shop.owner.send(erasures.archiveClient, { params: { ...at(), id: anna.id } })
    await look()
    expect((await thanked()).runs).toBe(1)
  })

  it('is estimated without a number, and can be saved without a segment', async () => {
    await newClient('Anna')
    const estimate = await shop.owner.send(triggers.estimateTrigger, {
      params: at(),
      query: { activation: 'purchase' } as never,
    })
    expect(estimate).toMatchObject({ who: 1, clients: null, birthdayCards: null })
    expect(estimate.nextRunAt).not.toBeNull()
  })
})
