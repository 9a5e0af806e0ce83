import { describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { integration } from '../../../contract/business/integration.ts'
import { query } from '../../../test/direct-access.ts'
import {
  at,
  clientOf,
  codeOf,
  connect,
  crm,
  customerOf,
  newClient,
  openCrmServer,
  server,
  shop,
  status,
  sync,
} from '../../../test/crm-story.ts'

openCrmServer()

const both = { read: true, write: true, rewrite: false }
const desk = (asked: { trouble?: 'refused' | 'doubt' } = {}) =>
  shop.owner.send(integration.readDesk, { params: at(), query: asked })
const retry = (ids?: string[]) =>
  shop.owner.ask(integration.retryClients, { params: at(), body: ids === undefined ? {} : { ids } })
const candidates = (id: string) => shop.owner.send(integration.listCandidates, { params: { ...at(), id } })
const link = (id: string, crmId: string) =>
  shop.owner.ask(integration.linkClient, { params: { ...at(), id }, body: { crmId } })
const there = (customerId: string, phone: string, facts: object = {}) =>
  crm().customers.set(customerId, { customerId, phone, ...facts })
const setTel = (id: string, tel: string) =>
  query(server, 'update clients set tel = $1, version = version + 1 where id = $2', [tel, id])
const setBonus = (id: string, minor: number) =>
  query(server, 'update clients set bonus_minor = $1, version = version + 1 where id = $2', [minor, id])
async function exchange() {
  await sync()
  await server.drainJobs()
}

/** Anna is known there twice, the CRM refuses Ben, and Cid is fine. */
async function inTrouble() {
  const [anna, ben, cid] = [await newClient('Anna'), await newClient('Ben'), await newClient('Cid')]
  await setBonus(anna.id, 40_00)
  there('T-1', anna.tel, { name: 'Anna', bonus: 10 })
  there('T-2', anna.tel, { name: 'Annabel', bonus: 90 })
  await setTel(ben.id, '+000000000')
  await connect(both)
  await exchange()
  return { anna, ben, cid }
}

describe('the desk for clients in trouble', () => {
  it('lists who was refused and who is in doubt, with the reason, and nobody else', async () => {
    const { anna, ben } = await inTrouble()
    const all = await desk()
    expect(all).toMatchObject({ refused: 1, doubt: 1, next: null })
    expect(all.clients).toHaveLength(2)
    expect(all.clients).toContainEqual(expect.objectContaining({ id: anna.id, trouble: 'doubt', doubt: 'several' }))
    expect(all.clients).toContainEqual(
      expect.objectContaining({ id: ben.id, trouble: 'refused', fault: 'Wrong phone' }),
    )
    expect((await desk({ trouble: 'refused' })).clients.map(({ id }) => id)).toEqual([ben.id])
    expect((await desk({ trouble: 'doubt' })).clients.map(({ id }) => id)).toEqual([anna.id])
  })

  it('shows fifty at once and goes on where the page ended', async () => {
    await newClient('Anna')
    await query(
      server,
      `insert into clients (cabinet_id, id, template_id, card_number, name, tel, version, created_at, updated_at)
       select $1, gen_random_uuid(), (select id from templates where cabinet_id = $1 limit 1), 500000 + no, 'Dan', '',
         1, now(), now() from generate_series(1, 60) no`,
      [shop.c],
    )
    await connect(both)
    await query(
      server,
      `insert into crm_clients (cabinet_id, client_id, fault) select $1, id, 'No' from clients where cabinet_id = $1
       on conflict (cabinet_id, client_id) do update set fault = 'No'`,
      [shop.c],
    )
    const first = await desk()
    expect(first.clients).toHaveLength(50)
    const after = first.next ?? ''
    const second = await shop.owner.send(integration.readDesk, { params: at(), query: { after } })
    expect(second.next).toBeNull()
    const ids = [...first.clients, ...second.clients].map(({ id }) => id)
    expect(new Set(ids).size).toBe(61)
  })

  it('tries the refused one again on the same day, as soon as its reason is gone', async () => {
    const { ben, anna } = await inTrouble()
    expect(codeOf(await sync())[0]).toBe(406)
    await setTel(ben.id, ben.tel)
    expect((await retry([ben.id])).body.data).toMatchObject({ state: 'queue', total: 1 })
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', total: 1, done: 1, failed: 0 })
    expect(customerOf(ben.tel)).toMatchObject({ name: 'Ben' })
    expect((await desk()).clients.map(({ id }) => id)).toEqual([anna.id])
    // The day has had its run, and a repetition does not give it another.
    expect((await status()).nextAt).not.toBeNull()
  })

  it('tries all again, counts those that are still in trouble, and doubles nobody', async () => {
    const { cid } = await inTrouble()
    expect((await retry()).body.data).toMatchObject({ state: 'queue', total: 2 })
    // Pressed twice, it is one repetition.
    expect((await retry()).body.data).toMatchObject({ total: 2 })
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', total: 2, done: 0, failed: 2 })
    expect(await query(server, 'select from crm_runs where cabinet_id = $1 and retry > 0', [shop.c])).toHaveLength(1)
    expect([...crm().customers.values()].filter(({ phone }) => phone === cid.tel)).toHaveLength(1)
    expect((await retry()).status).toBe(200)
    await server.drainJobs()
    expect(await query(server, 'select from crm_runs where cabinet_id = $1 and retry > 0', [shop.c])).toHaveLength(2)
  })

  it('with nobody in trouble there is nothing to try again', async () => {
    await newClient('Anna')
    await connect(both)
    expect((await retry()).body.data).toMatchObject({ state: 'idle' })
    expect(await query(server, 'select from crm_runs where cabinet_id = $1', [shop.c])).toEqual([])
  })

  it('a client that is only read is asked for anew and never added there', async () => {
    const anna = await newClient('Anna')
    there('T-1', anna.tel, { bonus: 10 })
    there('T-2', anna.tel, { bonus: 20 })
    await connect({ read: true, write: false, rewrite: false })
    await server.drainJobs()
    expect((await desk()).doubt).toBe(1)
    crm().customers.delete('T-2')
    await retry()
    await server.drainJobs()
    expect(await desk()).toMatchObject({ refused: 0, doubt: 0 })
    expect((await clientOf(anna.id)).bonusMinor).toBe(10_00)
    expect([...crm().customers.keys()]).toEqual(['T-1'])
  })
})

describe('saying who a client is there', () => {
  it('shows everybody it may be and what a link would do, then links and exchanges', async () => {
    const { anna } = await inTrouble()
    const asked = await candidates(anna.id)
    expect(asked.ours).toMatchObject({ bonus: 40_00 })
    expect(asked.candidates).toEqual([
      expect.objectContaining({ crmId: 'T-1', name: 'Anna', isCompany: false, linkedTo: null }),
      expect.objectContaining({ crmId: 'T-2', name: 'Annabel' }),
    ])
    // The careful rule keeps the larger of both.
    expect(asked.candidates.map(({ theirs, after }) => [theirs.bonus, after.bonus])).toEqual([
      [10_00, 40_00],
      [90_00, 90_00],
    ])
    expect((await desk()).doubt).toBe(1)

    expect(codeOf(await link(anna.id, 'T-1'))).toEqual([200, undefined])
    await server.drainJobs()
    expect((await clientOf(anna.id)).bonusMinor).toBe(40_00)
    expect(crm().customers.get('T-1')?.bonus).toBe(40)
    expect(crm().customers.get('T-2')?.bonus).toBe(90)
    expect((await desk()).doubt).toBe(0)
  })

  it('pressed twice, it takes over nothing twice', async () => {
    const { anna } = await inTrouble()
    await link(anna.id, 'T-2')
    await server.drainJobs()
    expect((await clientOf(anna.id)).bonusMinor).toBe(90_00)
    crm().customers.set('T-2', { ...crm().customers.get('T-2'), customerId: 'T-2', bonus: 500 })
    expect(codeOf(await link(anna.id, 'T-2'))).toEqual([200, undefined])
    // That comes with the next reading, which knows what was sent meanwhile.
    expect((await clientOf(anna.id)).bonusMinor).toBe(90_00)
    await server.drainJobs()
  })

  it('refuses somebody who is gone, and who is another client’s', async () => {
    const { anna, cid } = await inTrouble()
    expect(codeOf(await link(anna.id, 'T-9'))).toEqual([409, 'crm_client_gone'])
    await query(server, 'update crm_clients set crm_id = $1 where client_id = $2', ['T-2', cid.id])
    const taken = await link(anna.id, 'T-2')
    expect(codeOf(taken)).toEqual([409, 'crm_client_taken'])
    expect(taken.body.error?.message).toContain('Cid')
    expect((await candidates(anna.id)).candidates[1]?.linkedTo).toMatchObject({ id: cid.id })
  })

  it('nothing changes while the CRM is away, and the sentence says so', async () => {
    const { anna } = await inTrouble()
    crm().router.setTroubles({ isDown: true })
    const asked = await shop.owner.ask(integration.listCandidates, { params: { ...at(), id: anna.id } })
    expect(codeOf(asked)).toEqual([422, 'crm_connection_lost'])
    expect(codeOf(await link(anna.id, 'T-1'))).toEqual([422, 'crm_connection_lost'])
    expect((await desk()).doubt).toBe(1)
  })

  it('a client that is left out of the exchange leaves the desk', async () => {
    const { anna } = await inTrouble()
    const off = { read: false, write: false, rewrite: false }
    await shop.owner.send(integration.saveClientSync, { params: { ...at(), id: anna.id }, body: off })
    expect((await desk()).doubt).toBe(0)
    expect((await shop.owner.send(clients.readClient, { params: { ...at(), id: anna.id } })).sync).toBe('off')
  })
})

describe('reading now', () => {
  it('takes over what was changed there without waiting for the hour', async () => {
    const anna = await newClient('Anna')
    await connect(both)
    await exchange()
    const customer = customerOf(anna.tel)
    crm().change(customer?.customerId ?? '', { bonus: 55 })
    expect((await shop.owner.ask(integration.readFromCrm, { params: at() })).status).toBe(200)
    await server.drainJobs()
    expect((await clientOf(anna.id)).bonusMinor).toBe(55_00)
  })

  it('is refused while nothing is connected or turned on', async () => {
    const ask = () => shop.owner.ask(integration.readFromCrm, { params: at() })
    expect(codeOf(await ask())).toEqual([409, 'integration_not_configured'])
    await connect(both)
    await shop.owner.send(integration.toggleIntegration, { params: at(), body: { isActive: false } })
    expect(codeOf(await ask())).toEqual([409, 'integration_not_active'])
    expect(codeOf(await retry())).toEqual([409, 'integration_not_active'])
  })
})
