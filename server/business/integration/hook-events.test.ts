import { beforeEach, describe, expect, it } from 'vitest'
import { type CrmHooks, HOOK_EVENTS_KEPT_DAYS } from '../../../contract/business/crm-hooks.ts'
import { integration } from '../../../contract/business/integration.ts'
import { clients } from '../../../contract/people/clients.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { at, begin, clientOf, codeOf, newClient, openCrmServer, server, shop, sync } from '../../../test/crm-story.ts'
import { makeJobsDue, query } from '../../../test/direct-access.ts'
import {
  connectLoyverse,
  customerOf,
  forgetLoyverse,
  loyverse,
  receiveEvents,
  settings,
} from '../../../test/loyverse-story.ts'
import { PASSWORD } from '../../../test/people.ts'
import { keepHooksDaily } from './hook-upkeep.ts'

openCrmServer()
beforeEach(forgetLoyverse)

const hooksNow = async (): Promise<CrmHooks> => {
  const hooks = await shop.owner.send(integration.readCrmHooks, { params: at() })
  if (!hooks) throw new Error('there are no events')
  return hooks
}
const statesNow = async () => (await hooksNow()).events.map(({ state }) => state)
/** Anna is in both, and nothing is on its way. */
async function meetAnna() {
  const anna = await newClient('Anna')
  await connectLoyverse()
  await sync()
  await server.drainJobs()
  await receiveEvents()
  const { id = '' } = customerOf(anna.tel) ?? {}
  await query(server, 'delete from crm_hook_events')
  await query(server, 'update crm_hooks set received = 0, forged = 0, echoes = 0')
  return { ...anna, crmId: id }
}
const post = (body: string, headers: Record<string, string> = {}, address?: string) =>
  hooksNow().then((hooks) =>
    fetch(address ?? hooks.address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    }),
  )
const eventAbout = (crmId: string, change: Record<string, unknown> = {}, merchant = loyverse().merchant.id) =>
  JSON.stringify({
    merchant_id: merchant,
    type: 'customers.update',
    created_at: new Date().toISOString(),
    customers: [{ ...loyverse().customers.get(crmId), ...change }],
  })
const signed = (body: string) => ({ 'x-loyverse-signature': loyverse().sign(body) })
const callsNow = () => loyverse().router.calls()

describe('events of a CRM', () => {
  it('are ordered when it is turned on, and a change there is on the card without a reading', async () => {
    const anna = await meetAnna()
    expect(await hooksNow()).toMatchObject({ state: 'registered', isSubscribed: true, failure: null })
    expect(loyverse().webhooks.map(({ type, url }) => [type, url])).toEqual([
      ['customers.update', (await hooksNow()).address],
      ['receipts.update', (await hooksNow()).address],
    ])
    loyverse().change(anna.crmId, { total_points: 40 })
    loyverse().sell(anna.crmId)
    await receiveEvents()
    expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 40_00 })
    const after = await hooksNow()
    expect(after).toMatchObject({ received: 2, forged: 0, lastEventAt: expect.any(String) })
    expect(after.events.map(({ state, clients }) => [state, clients])).toEqual([
      ['done', 1],
      ['done', 1],
    ])
  })

  it('that are forged, of another account or rubbish are refused, counted, and change nothing', async () => {
    const anna = await meetAnna()
    const rich = eventAbout(anna.crmId, { total_points: 9999 })
    const before = callsNow()
    for (const [body, headers] of [
      [rich, {}],
      [rich, { 'x-loyverse-signature': 'forged' }],
      [`${rich} `, signed(rich)],
      [eventAbout(anna.crmId, {}, 'another-merchant'), undefined],
      ['rubbish', undefined],
    ] as const)
      expect((await post(body, headers ?? signed(body))).status).toBe(200)
    await receiveEvents()
    expect(callsNow()).toBe(before)
    expect(await hooksNow()).toMatchObject({ forged: 4, received: 0, lastEventAt: expect.any(String) })
    expect(new Set(await statesNow())).toEqual(new Set(['forged']))
    expect(await query(server, 'select 1 from crm_hook_events where sealed is not null')).toEqual([])
    expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 0 })
  })

  it('are taken although somebody has sent the same, forged, before', async () => {
    const anna = await meetAnna()
    loyverse().customers.set(anna.crmId, { ...loyverse().customers.get(anna.crmId), total_points: 6 } as never)
    const body = eventAbout(anna.crmId)
    await post(body, { 'x-loyverse-signature': 'forged' })
    await receiveEvents()
    expect(await statesNow()).toEqual(['forged'])
    await post(body, signed(body))
    await receiveEvents()
    expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 6_00 })
  })

  it('tell at whom to look: amounts are those of the CRM, and not of the event', async () => {
    const anna = await meetAnna()
    loyverse().customers.set(anna.crmId, { ...loyverse().customers.get(anna.crmId), total_points: 5 } as never)
    const body = eventAbout(anna.crmId, { total_points: 500 })
    await post(body, signed(body))
    await receiveEvents()
    expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 5_00 })
  })

  it('that are sent again are one, and one that is applied again by hand changes nothing more', async () => {
    const anna = await meetAnna()
    loyverse().customers.set(anna.crmId, { ...loyverse().customers.get(anna.crmId), total_points: 7 } as never)
    const body = eventAbout(anna.crmId)
    for (let times = 0; times < 3; times++) expect((await post(body, signed(body))).status).toBe(200)
    await receiveEvents()
    await post(body, signed(body))
    await receiveEvents()
    const { events, received } = await hooksNow()
    expect([events.map(({ state }) => state), received]).toEqual([['done'], 1])
    const id = events[0]?.id ?? ''
    const params = { ...at(), id }
    const replayed = await shop.owner.send(integration.replayHookEvent, { params })
    expect(replayed?.events.map(({ state, canReplay }) => [state, canReplay])).toEqual([['waiting', false]])
    await server.drainJobs()
    expect(await statesNow()).toEqual(['echo'])
    expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 7_00 })
    const history = await shop.owner.send(clients.balanceHistory, { params: { ...at(), id: anna.id }, query: {} })
    expect(history.data.filter(({ kind }) => kind === 'bonus')).toHaveLength(1)
    const gone = await shop.owner.ask(integration.replayHookEvent, { params: { ...at(), id: crypto.randomUUID() } })
    expect(codeOf(gone)).toEqual([404, 'event_gone'])
  })

  it('about our own changes are recognised, and nobody is asked about them', async () => {
    const anna = await meetAnna()
    await query(server, "update clients set surname = 'Novak', version = version + 1 where id = $1", [anna.id])
    await query(server, 'delete from crm_runs')
    await sync()
    await server.drainJobs()
    expect(loyverse().customers.get(anna.crmId)?.name).toBe('Anna Novak')
    const before = callsNow()
    await receiveEvents()
    expect(await statesNow()).toEqual(['echo'])
    expect(await hooksNow()).toMatchObject({ echoes: 1, received: 1 })
    expect(callsNow()).toBe(before)
  })

  it('wait while the CRM is away, and are applied when it is back', async () => {
    const anna = await meetAnna()
    loyverse().change(anna.crmId, { total_points: 3 })
    loyverse().router.setTroubles({ isDown: true })
    await receiveEvents()
    expect(await statesNow()).toEqual(['waiting'])
    loyverse().router.setTroubles({})
    await makeJobsDue(server)
    await server.drainJobs()
    expect(await statesNow()).toEqual(['done'])
    expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 3_00 })
  })

  it('about somebody who is not linked yet lead to a look at who that is', async () => {
    await meetAnna()
    const ben = await newClient('Ben')
    loyverse().add({ name: 'Ben', phone_number: ben.tel, total_points: 8 })
    await receiveEvents()
    await server.drainJobs()
    expect(await clientOf(ben.id)).toMatchObject({ bonusMinor: 8_00 })
  })

  it('come by an address that nobody can guess, small and not too many', async () => {
    const anna = await meetAnna()
    const { address } = await hooksNow()
    const body = eventAbout(anna.crmId)
    const [cabinet, key = ''] = address.slice(address.lastIndexOf('/') + 1).split('.')
    const counted = `crm-hook|${shop.c}`
    await query(server, 'delete from tries where key = $1', [counted])
    const other = `${key.startsWith('a') ? 'b' : 'a'}${key.slice(1)}`
    for (const wrong of [
      address.replace(key, other),
      address.replace(`${cabinet}.`, '999999.'),
      address.replace('loyverse', 'moysklad'),
      address.replace(key, ''),
    ])
      expect((await post(body, signed(body), wrong)).status, wrong).toBe(404)
    expect((await post('x'.repeat(300_000))).status).toBe(413)
    expect(await statesNow()).toEqual([])
    // Strangers use up nothing of what the CRM may send.
    expect(await query(server, 'select count from tries where key = $1', [counted])).toEqual([])
    expect((await post(body, signed(body))).status).toBe(200)
    await query(server, 'update tries set count = 600 where key = $1', [counted])
    const many = await post(body, signed(body))
    expect([many.status, Number(many.headers.get('retry-after')) > 0]).toEqual([429, true])
    await query(server, 'delete from tries')
  })

  it('stop with the subscription, the switch and the integration, at the CRM too', async () => {
    const anna = await meetAnna()
    const { address } = await hooksNow()
    const body = eventAbout(anna.crmId)
    const subscribe = async (isSubscribed: boolean) => {
      await shop.owner.send(integration.subscribeToHooks, { params: at(), body: { isSubscribed } })
      await server.drainJobs()
    }
    await subscribe(false)
    expect([loyverse().webhooks.length, (await hooksNow()).state]).toEqual([0, 'none'])
    expect((await post(body, signed(body))).status).toBe(410)
    await subscribe(true)
    expect(loyverse().webhooks).toHaveLength(2)
    for (const isActive of [false, true]) {
      await shop.owner.send(integration.toggleIntegration, { params: at(), body: { isActive } })
      await server.drainJobs()
      expect(loyverse().webhooks).toHaveLength(isActive ? 2 : 0)
    }
    const renewed = await shop.owner.send(integration.renewHookKey, { params: at() })
    expect(renewed?.address).not.toBe(address)
    await server.drainJobs()
    expect(new Set(loyverse().webhooks.map(({ url }) => url))).toEqual(new Set([renewed?.address]))
    expect((await post(body, signed(body), address)).status).toBe(404)
    await shop.owner.send(integration.removeIntegration, {
      params: at(),
      body: { command: 'RESETCRM', password: PASSWORD },
    })
    expect((await post(body, signed(body), renewed?.address).catch(() => null))?.status ?? 404).toBe(404)
    await server.drainJobs()
    expect(loyverse().webhooks).toEqual([])
    expect(await query(server, 'select 1 from crm_farewells')).toEqual([])
  })

  it('that the CRM has switched off are ordered again at night, and old ones are swept', async () => {
    const anna = await meetAnna()
    loyverse().change(anna.crmId, { total_points: 1 })
    await receiveEvents()
    for (const one of loyverse().webhooks) one.status = 'DISABLED'
    await keepHooksDaily.handle(server.app, {})
    await server.drainJobs()
    expect(loyverse().webhooks.map(({ status }) => status)).toEqual(['ENABLED', 'ENABLED'])
    expect(await statesNow()).toHaveLength(1)
    server.passTime((HOOK_EVENTS_KEPT_DAYS + 1) * DAY_MS)
    await keepHooksDaily.handle(server.app, {})
    expect(await statesNow()).toEqual([])
  })

  it('about a client who is erased are erased too', async () => {
    const anna = await meetAnna()
    loyverse().change(anna.crmId, { total_points: 2 })
    await receiveEvents()
    expect(await statesNow()).toEqual(['done'])
    const { cardNumber } = await clientOf(anna.id)
    await shop.owner.send(erasures.eraseClient, {
      params: { ...at(), id: anna.id },
      body: { confirm: String(cardNumber).padStart(6, '0'), reason: '' },
    })
    expect(await statesNow()).toEqual([])
    expect(await query(server, 'select 1 from crm_index where crm_id = $1', [anna.crmId])).toEqual([])
  })

  it('of a personal key are not signed: the address alone proves them', async () => {
    const anna = await newClient('Anna')
    const body = {
      type: 'loyverse',
      settings: { server: settings().server, password: 'emulated-token' },
      flags: { read: true, write: true, rewrite: false },
      version: 0,
    }
    await shop.owner.send(integration.saveIntegration, { params: at(), body })
    await shop.owner.send(integration.activateIntegration, { params: at() })
    loyverse().add({ name: 'Anna', phone_number: anna.tel, total_points: 0 })
    await begin()
    await sync()
    await server.drainJobs()
    await receiveEvents()
    const { id = '' } = customerOf(anna.tel) ?? {}
    loyverse().change(id, { total_points: 11 })
    await receiveEvents()
    expect(await clientOf(anna.id)).toMatchObject({ bonusMinor: 11_00 })
  })
})
