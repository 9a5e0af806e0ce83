import { describe, expect, it } from 'vitest'
import { type Client, clients } from '../../../contract/people/clients.ts'
import { keys } from '../../../contract/platform/keys.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { list, read, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { request } from '../../../test/people.ts'

setUpClients()

type Answered = { client: Client; isNew: boolean }
const upsert = (body: object) => shop.owner.ask(holders.upsertClient, { params: { c: shop.c }, body })
const saved = async (body: object) => (await upsert(body)).body.data as Answered

describe('a client added or updated by phone', () => {
  it('is made with a card, then found in another spelling, and keeps what is not given', async () => {
    await query(server, `update cabinets set phone = '+420601000000' where id = $1`, [shop.c])
    const first = await saved({ tel: '+420 601 710 001', name: 'Nora', email: 'nora@people.example' })
    expect(first).toMatchObject({ isNew: true, client: { name: 'Nora', tel: '+420601710001', balanceMinor: 0 } })
    expect((await fetch(first.client.cardUrl ?? '')).status).toBe(200)
    const second = await saved({ tel: '601710001', surname: 'Novak' })
    expect(second).toMatchObject({
      isNew: false,
      client: { id: first.client.id, name: 'Nora', surname: 'Novak', email: 'nora@people.example' },
    })
    expect((await saved({ tel: '601710001', email: '' })).client).toMatchObject({ name: 'Nora', email: '' })
    expect((await list({ q: '601710001' })).meta.total).toBe(1)
  })

  it('is not touched by the same again: no new version, no new card', async () => {
    const body = { tel: '+420601710002', name: 'Otto', birthday: '1990-05-17', sex: 'male', extra: {} }
    const { client } = await saved(body)
    const cards = () => query(server, `select version from passes where client_id = $1`, [client.id])
    const before = await cards()
    expect(await saved(body)).toMatchObject({ isNew: false, client: { version: client.version } })
    expect(await cards()).toEqual(before)
    expect((await saved({ ...body, name: 'Ota' })).client.version).toBe(client.version + 1)
    expect(await cards()).not.toEqual(before)
  })

  it('is one client, however many ask at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, i) => upsert({ tel: '+420601710003', surname: `S${i}` })),
    )
    expect(tally(all.map(({ status }) => status))).toEqual({ 200: 6 })
    expect(all.filter(({ body }) => (body.data as Answered).isNew)).toHaveLength(1)
    expect((await list({ q: '601710003' })).meta.total).toBe(1)
  })

  it('of one who was merged into another it is the other one, whose number stays', async () => {
    const kept = await saved({ tel: '+420601710004', name: 'Kept' })
    const gone = await saved({ tel: '+420601710005', name: 'Gone' })
    await shop.owner.send(merges.mergeClients, {
      params: { c: shop.c, id: kept.client.id },
      body: { client: gone.client.id },
    })
    expect(await saved({ tel: '+420601710005', surname: 'Both' })).toMatchObject({
      isNew: false,
      client: { id: kept.client.id, tel: '+420601710004', surname: 'Both' },
    })
  })

  it.each<[string, object, number, string]>([
    ['without a phone', { name: 'X' }, 422, 'invalid_input'],
    ['a phone that is none', { tel: '12345678' }, 422, 'bad_phone'],
    ['an amount', { tel: '+420601710009', bonusMinor: 5 }, 422, 'invalid_input'],
    ['a template of nobody', { tel: '+420601710009', template: crypto.randomUUID() }, 404, 'template_not_found'],
    ['a birthday to come', { tel: '+420601710001', birthday: '2999-01-01' }, 422, 'invalid_input'],
    ['a variable nobody knows', { tel: '+420601710001', extra: { nothing: 'x' } }, 422, 'unknown_variable'],
  ])('is refused: %s', async (_, body, status, code) => {
    const answer = await upsert(body)
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
    expect((await list({ q: '601710009' })).meta.total).toBe(0)
  })

  it('is written by a program with a key, and by none that may only read', async () => {
    const secretOf = async (scopes: ('clients:read' | 'clients:write')[]) =>
      (await shop.owner.send(keys.createKey, { params: { c: shop.c }, body: { name: 'Till', scopes, endsAt: null } }))
        .secret
    const input = { params: { c: shop.c }, body: { tel: '+420601710006', name: 'Robo' } }
    const reader = await secretOf(['clients:read'])
    expect((await request(server, holders.upsertClient, input, reader)).status).toBe(403)
    const answer = await request(server, holders.upsertClient, input, await secretOf(['clients:write']))
    const { client } = answer.body.data as Answered
    expect((await read(client.id)).name).toBe('Robo')
    const { data } = await shop.owner.send(clients.balanceHistory, { params: { c: shop.c, id: client.id }, query: {} })
    expect(data).toEqual([])
  })
})
