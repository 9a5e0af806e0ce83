import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { holders, type ChangedAmounts } from '../../../contract/reach/holders.ts'
import { client, read, save, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { Iphone } from '../../../test/phones.ts'

setUpClients()

const change = (id: string, body: object) => shop.owner.ask(holders.changeAmount, { params: { c: shop.c, id }, body })
const history = async (id: string) =>
  (await shop.owner.send(clients.balanceHistory, { params: { c: shop.c, id }, query: { limit: 100 } })).data

describe('an amount', () => {
  it('is added, taken and set, and the phone shows it', async () => {
    const { id, cardFileUrl } = await client('Ada')
    const phone = new Iphone(server)
    await phone.install(cardFileUrl)
    await phone.register()
    await phone.update()
    const till = 'Main Street 2'
    expect((await change(id, { kind: 'bonus', action: 'add', amount: 500, reason: 'Lunch', till })).body.data).toEqual({
      event: { id: expect.any(String) as string, at: expect.any(String) as string, delta: 500, after: 500 },
      balanceMinor: 0,
      bonusMinor: 500,
      discountHundredths: 0,
      isRepeat: false,
    })
    await server.drainJobs()
    expect(await phone.update()).toEqual(['You now have 5 points'])
    server.passTime(1000)
    await change(id, { kind: 'bonus', action: 'take', amount: 200 })
    server.passTime(1000)
    await change(id, { kind: 'discount', action: 'set', amount: 7_50 })
    expect(await read(id)).toMatchObject({ bonusMinor: 300, discountHundredths: 7_50 })
    expect(await history(id)).toMatchObject([
      { kind: 'discount', delta: 7_50, after: 7_50, reason: '', till: '' },
      { kind: 'bonus', delta: -200, after: 300 },
      { kind: 'bonus', delta: 500, after: 500, reason: 'Lunch', till, by: 'Lola Tester', source: 'cabinet' },
    ])
  })

  it('never goes below zero: of ten tills that take at the same moment only as many as there is for', async () => {
    const { id } = await client('Bea')
    await change(id, { kind: 'bonus', action: 'set', amount: 350 })
    const all = await Promise.all(
      Array.from({ length: 10 }, () => change(id, { kind: 'bonus', action: 'take', amount: 100 })),
    )
    expect(tally(all.map((answer) => answer.status))).toEqual({ 200: 3, 409: 7 })
    expect(all.find((answer) => answer.status === 409)?.body.error).toMatchObject({
      code: 'amount_too_small',
      detail: { kind: 'bonus', has: 50, asked: 100 },
    })
    expect((await read(id)).bonusMinor).toBe(50)
    expect((await history(id)).map((event) => event.after)).toHaveLength(4)
    expect((await save(id, { bonusMinor: -1 })).body.error?.fields).toMatchObject({
      bonusMinor: { code: 'below_zero' },
    })
  })

  it('loses and doubles nothing between two tills, whatever they do at the same moment', async () => {
    const { id } = await client('Cyd')
    const step = fc.record({ action: fc.constantFrom('add', 'take'), amount: fc.integer({ min: 1, max: 500 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        const before = (await read(id)).balanceMinor
        const all = await Promise.all(steps.map((one) => change(id, { kind: 'balance', ...one })))
        const sum = all.reduce((so, answer) => so + ((answer.body.data as ChangedAmounts)?.event?.delta ?? 0), 0)
        for (const { status } of all) expect([200, 409]).toContain(status)
        expect((await read(id)).balanceMinor).toBe(before + sum)
      }),
      { numRuns: 8 },
    )
    const [row] = await query<{ sum: number }>(
      server,
      `select sum(delta)::int as sum from balance_events where client_id = $1 and kind = 'balance'`,
      [id],
    )
    expect((await read(id)).balanceMinor).toBe(row?.sum)
  })

  it('changes once by one request key, and a lost answer is told again', async () => {
    const { id } = await client('Dia')
    const body = { kind: 'bonus', action: 'add', amount: 100, requestKey: 'receipt-0001' }
    const all = await Promise.all(Array.from({ length: 5 }, () => change(id, body)))
    expect(tally(all.map((answer) => answer.status))).toEqual({ 200: 5 })
    const answers = all.map((answer) => answer.body.data as ChangedAmounts)
    expect(answers.filter((answer) => !answer.isRepeat)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.event?.id)).size).toBe(1)
    expect((await read(id)).bonusMinor).toBe(100)
    const other = await change(id, { ...body, amount: 900 })
    expect([other.status, other.body.error?.code]).toEqual([409, 'request_key_reused'])
    const somebodyElse = await client('Eva')
    expect((await change(somebodyElse.id, body)).body.error?.code).toBe('request_key_reused')
    expect((await read(somebodyElse.id)).bonusMinor).toBe(0)
  })

  it('that a refused request did not change can be asked for again with the same key', async () => {
    const { id } = await client('Fay')
    const body = { kind: 'bonus', action: 'take', amount: 100, requestKey: 'receipt-0002' }
    expect((await change(id, body)).status).toBe(409)
    await change(id, { kind: 'bonus', action: 'add', amount: 150 })
    expect((await change(id, body)).body.data).toMatchObject({ bonusMinor: 50, isRepeat: false })
  })

  it('set to what it is leaves no history and no new card', async () => {
    const { id } = await client('Gil')
    await server.drainJobs()
    const version = (await read(id)).version
    expect((await change(id, { kind: 'bonus', action: 'set', amount: 0 })).body.data).toMatchObject({ event: null })
    expect([(await read(id)).version, await history(id)]).toEqual([version, []])
  })

  it.each<[string, object, number, string]>([
    ['a discount over a hundred', { kind: 'discount', action: 'set', amount: 100_01 }, 422, 'amount_too_large'],
    ['less than nothing', { kind: 'bonus', action: 'add', amount: -5 }, 422, 'invalid_input'],
    ['half a cent', { kind: 'bonus', action: 'add', amount: 0.5 }, 422, 'invalid_input'],
    ['more than there can be', { kind: 'bonus', action: 'add', amount: 1e15 }, 422, 'invalid_input'],
    ['an unknown amount', { kind: 'luck', action: 'add', amount: 5 }, 422, 'invalid_input'],
    ['an unknown action', { kind: 'bonus', action: 'double', amount: 5 }, 422, 'invalid_input'],
  ])('refuses %s and changes nothing', async (_, body, status, code) => {
    const { id } = await client('Hal')
    const before = await read(id)
    const answer = await change(id, body)
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
    expect(await read(id)).toEqual(before)
  })

  it('that only the CRM changes is changed there, not here', async () => {
    const { id } = await client('Ivo')
    await query(
      server,
      `insert into integrations (cabinet_id, id, type, settings, is_read, is_write, is_rewrite, is_on, created_at,
        updated_at) values ($1, gen_random_uuid(), 'url', '{}', true, false, false, true, now(), now())`,
      [shop.c],
    )
    expect((await change(id, { kind: 'bonus', action: 'add', amount: 100 })).status).toBe(200)
    await query(server, `insert into crm_clients (cabinet_id, client_id, crm_id) values ($1, $2, 'crm-1')`, [
      shop.c,
      id,
    ])
    const refused = await change(id, { kind: 'bonus', action: 'add', amount: 100 })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'amount_of_crm'])
    expect((await save(id, { bonusMinor: 700 })).body.error?.code).toBe('amount_of_crm')
    expect((await save(id, { name: 'Ivan' })).status).toBe(200)
    // Where it is written too, the change goes out as an operation.
    await query(server, 'update integrations set is_write = true where cabinet_id = $1', [shop.c])
    expect((await change(id, { kind: 'bonus', action: 'take', amount: 40 })).status).toBe(200)
    await query(server, 'delete from integrations where cabinet_id = $1', [shop.c])
    expect((await read(id)).bonusMinor).toBe(60)
  })
})
