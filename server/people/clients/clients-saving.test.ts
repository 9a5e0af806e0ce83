import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clients, type Client } from '../../../contract/people/clients.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { openShop, plainDesign, signIn } from '../../../test/people.ts'
import { fieldsOf, Iphone } from '../../../test/phones.ts'
import { templates } from '../../../contract/cards/templates.ts'
import { inputOf } from '../../../test/client-input.ts'
import { client, read, save, server, shop, setUpClients } from '../../../test/client-shop.ts'

setUpClients()

describe('saving a client', () => {
  it('changes the card on the phone, and moves the client to another template', async () => {
    const { id, cardFileUrl } = await client('Mia')
    const phone = new Iphone(server)
    await phone.install(cardFileUrl)
    await phone.register()
    await phone.update()
    expect((await save(id, { name: 'Maria', surname: 'Nová', balanceMinor: 125_000 })).status).toBe(200)
    await server.drainJobs()
    expect(await phone.update()).toEqual(['Your balance is 1\u00a0250.00'])
    expect(fieldsOf(phone.pass.json)).toMatchObject({ left: 'Maria Nová' })
    const gold = await shop.owner.send(templates.createTemplate, {
      params: { c: shop.c },
      body: {
        name: 'Gold',
        type: 'bonus',
        design: plainDesign({ cardName: 'Gold card' }),
        birthdayEnabled: false,
        variables: {},
      },
    })
    await save(id, { template: gold.id })
    await phone.update()
    expect(phone.pass.json.description).toBe('Gold card')
  })

  it('of eight editors at the same time lets one win; a stale save changes nothing and leaves no history', async () => {
    const { id } = await client('Race')
    const body = inputOf(await read(id))
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        shop.owner.ask(clients.saveClient, { params: { c: shop.c, id }, body: { ...body, bonusMinor: 100 + i } }),
      ),
    )
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 409: 7 })
    const winner = all.find((response) => response.status === 200)?.body.data as Client
    expect((await read(id)).bonusMinor).toBe(winner.bonusMinor)
    expect(
      (await shop.owner.send(clients.balanceHistory, { params: { c: shop.c, id }, query: {} })).data,
    ).toMatchObject([
      { kind: 'bonus', delta: winner.bonusMinor, after: winner.bonusMinor, source: 'cabinet', by: 'Lola Tester' },
    ])
  })

  it("refuses another client's phone, in any spelling, also from two at the same time", async () => {
    const [first, second, third] = [await client('P1'), await client('P2'), await client('P3')]
    const taken = await save(second.id, { tel: first.tel.replace('+420', '00420 ') })
    expect([taken.status, taken.body.error?.fields?.tel?.code]).toEqual([409, 'phone_taken'])
    const all = await Promise.all([second, third].map((one) => save(one.id, { tel: '+420 601 959 999' })))
    expect(tally(all.map((response) => response.status))).toEqual({ 200: 1, 409: 1 })
    expect((await save(first.id, { tel: '12345' })).body.error?.code).toBe('bad_phone')
    expect((await save(first.id, { tel: '' })).status).toBe(200)
  })

  it.each<[string, object, number, string, string?]>([
    ['a variable nobody knows', { extra: { nothing: 'x' } }, 422, 'unknown_variable'],
    ['a name every object has', { extra: { constructor: 'x' } }, 422, 'unknown_variable'],
    ['a template of nobody', { template: crypto.randomUUID() }, 404, 'template_not_found'],
    ['a birthday in the year 0', { birthday: '0000-01-01' }, 422, 'invalid_input'],
    ['a birthday to come', { birthday: '2999-01-01' }, 422, 'invalid_input', 'date_to_come'],
    ['a day that does not exist', { birthday: '2001-02-30' }, 422, 'invalid_input'],
    ['a huge version', { version: 9_007_199_254_740_991 }, 422, 'invalid_input'],
    ['a discount over a hundred', { discountHundredths: 10_001 }, 422, 'invalid_input'],
    ['half a cent', { balanceMinor: 0.5 }, 422, 'invalid_input'],
    ['a line break', { name: 'a\nb' }, 422, 'invalid_input'],
    ['a zero byte', { email: 'a\0@b.example' }, 422, 'invalid_input'],
  ] as [string, object, number, string, string?][])(
    'refuses %s and changes nothing',
    async (_, change, status, code, fault) => {
      const { id } = await client('Odd')
      const before = await read(id)
      const response = await save(id, change)
      expect([response.status, response.body.error?.code]).toEqual([status, code])
      if (fault) expect(response.body.error?.fields?.[Object.keys(change)[0] ?? '']).toMatchObject({ code: fault })
      expect(await read(id)).toEqual(before)
    },
  )

  it('refuses fields that cannot be changed, by their names', async () => {
    const { id } = await client('Sly')
    const before = await read(id)
    const answer = await save(id, { cardNumber: 777, card_number: 777, consentAt: null })
    expect(answer.body.error?.fields).toMatchObject({
      cardNumber: { code: 'unknown_key' },
      card_number: { code: 'unknown_key' },
      consentAt: { code: 'unknown_key' },
    })
    expect(await read(id)).toEqual(before)
  })

  it('leaves a history whose sum is what the card shows', async () => {
    const { id } = await client('Sum')
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record(
            {
              balanceMinor: fc.integer({ min: 0, max: 1e9 }),
              bonusMinor: fc.integer({ min: 0, max: 1e6 }),
              discountHundredths: fc.integer({ min: 0, max: 10_000 }),
            },
            { requiredKeys: [] },
          ),
          { minLength: 1, maxLength: 5 },
        ),
        async (changes) => {
          for (const change of changes) {
            server.passTime(1000)
            expect((await save(id, change)).status).toBe(200)
          }
          const now = await read(id)
          const events = await query<{ kind: string; delta: string; after: string }>(
            server,
            'select kind, delta, after from balance_events where client_id = $1 order by at',
            [id],
          )
          for (const [kind, amount] of [
            ['balance', now.balanceMinor],
            ['bonus', now.bonusMinor],
            ['discount', now.discountHundredths],
          ] as const) {
            const own = events.filter((event) => event.kind === kind)
            expect(own.reduce((sum, event) => sum + Number(event.delta), 0)).toBe(amount)
            expect(Number(own.at(-1)?.after ?? 0)).toBe(amount)
            for (const event of own) expect(Number(event.delta)).not.toBe(0)
          }
        },
      ),
      { numRuns: 12 },
    )
    const first = await shop.owner.send(clients.balanceHistory, {
      params: { c: shop.c, id },
      query: { page: 1, limit: 5 },
    })
    expect(first.data.length).toBe(5)
    expect(first.data.map((event) => event.at)).toEqual(
      first.data
        .map((event) => event.at)
        .toSorted()
        .reverse(),
    )
  })
})

it('is closed to strangers and to other cabinets', async () => {
  const { id } = await client('Secret')
  const stranger = await signIn(server, 'Mallory')
  const other = await openShop(server, 'Nearby')
  for (const call of [
    clients.readClient,
    clients.saveClient,
    clients.pushHistory,
    clients.balanceHistory,
    clients.sendMessage,
  ]) {
    expect((await stranger.ask(call, { params: { c: shop.c, id } })).body.error?.code).toBe('not_found')
    const body =
      call === clients.saveClient
        ? inputOf({ ...(await read(id)), template: { id: other.template, name: '' } })
        : { message: 'x' }
    expect(
      (await other.owner.ask(call, { params: { c: other.c, id }, ...(call.method !== 'GET' && { body }) })).body.error
        ?.code,
    ).toBe('client_not_found')
  }
})
