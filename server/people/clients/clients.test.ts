import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients, type Client } from '../../../contract/people/clients.ts'
import { query, setPlan, tally } from '../../../test/behind.ts'
import { openShop, plainDesign, type Shop, signIn } from '../../../test/people.ts'
import { fieldsOf, Iphone, takeCard } from '../../../test/phones.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { templates } from '../../../contract/cards/templates.ts'

let server: TestServer
let shop: Shop
let next = 0
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server, 'Lola')
  await setPlan(server, shop.c, 'expert')
})
afterAll(() => server?.close())

const idOf = async (tel: string) =>
  (await query<{ id: string }>(server, 'select id from clients where cabinet_id = $1 and tel = $2', [shop.c, tel]))[0]
    ?.id ?? ''
async function client(
  name: string,
  facts: Record<string, string> = {},
): Promise<{ id: string; cardFileUrl: string; tel: string }> {
  const tel = `+420601950${String(next++).padStart(3, '0')}`
  const { cardFileUrl } = await takeCard(server, shop.formUrl, { name, tel, ...facts })
  return { id: await idOf(tel), cardFileUrl, tel }
}
const read = (id: string) => shop.owner.send(clients.readClient, { params: { c: shop.c, id } })
const inputOf = ({
  installs: _,
  devices: _d,
  form: _f,
  cardUrl: _c,
  consentAt: _a,
  createdAt: _t,
  cardNumber: _n,
  cardTrack: _k,
  id: _i,
  template,
  ...facts
}: Client) => ({ ...facts, template: template.id })
const save = async (id: string, change: object) =>
  shop.owner.ask(clients.saveClient, { params: { c: shop.c, id }, body: { ...inputOf(await read(id)), ...change } })
const list = async (question: Record<string, string | number>, of = shop) =>
  await of.owner.send(clients.listClients, { params: { c: of.c }, query: question as never })

describe('the table of clients', () => {
  let busy: Shop
  const names = async (question: Record<string, string | number>) =>
    (await list(question, busy)).data.map((row) => row.name)
  beforeAll(async () => {
    busy = await openShop(server, 'Table')
    const rows: [string, string, string, string, string | null, number, string][] = [
      ['Émile', 'Zola', '+420601111111', 'emile@mail.example', '1990-11-21', 100, 'male'],
      ['Anna', 'Adams', '+420601222222', 'anna_1@mail.example', '1985-11-25', 0, 'female'],
      ['anton', 'Čapek', '+420777333444', 'anton%x@mail.example', '1970-02-28', -500, 'male'],
      ['Boris', 'Ćirić', '+79123456789', '', null, 1000, 'male'],
      ['Ева', 'Белова', '', '', '2000-11-30', 50, 'female'],
    ]
    for (const [index, [name, surname, tel, email, birthday, balance, sex]] of rows.entries()) {
      await query(
        server,
        `insert into clients (cabinet_id, id, name, surname, tel, email, birthday, balance_minor, sex, card_number, template_id, created_at, updated_at)
        values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, $10, now() - $11 * interval '1 day', now())`,
        [busy.c, name, surname, tel, email, birthday, balance, sex, index + 1, busy.template, index],
      )
    }
  })

  it.each<[string, string[]]>([
    ['anna', ['Anna']],
    ['ADAMS', ['Anna']],
    ['ann', ['Anna']],
    ['еВа', ['Ева']],
    ['белова ева', ['Ева']],
    ['čapek', ['anton']],
    ['601 111', ['Émile']],
    ['+420 601 222 222', ['Anna']],
    ['777-333-444', ['anton']],
    ['(912) 345', ['Boris']],
    ['000003', ['anton']],
    ['anna_1', ['Anna']],
    ['anton%', ['anton']],
    ['%', ['anton']],
    ['_', ['Anna']],
    ["' or 1=1 --", []],
    ['\\', []],
    ['nobody', []],
  ])('finds by %s', async (q, found) => {
    expect((await names({ q })).toSorted()).toEqual(found)
  })

  it("orders by every column in both directions, people's names as people do, nothing last", async () => {
    expect(await names({ o: 'name', d: 'asc' })).toEqual(['Anna', 'anton', 'Boris', 'Émile', 'Ева'])
    expect(await names({ o: 'balance', d: 'asc' })).toEqual(['anton', 'Anna', 'Ева', 'Émile', 'Boris'])
    expect(await names({ o: 'birthday', d: 'asc' })).toEqual(['anton', 'Anna', 'Émile', 'Ева', 'Boris'])
    expect(await names({ o: 'birthday', d: 'desc' })).toEqual(['Ева', 'Émile', 'Anna', 'anton', 'Boris'])
    expect(await names({})).toEqual(['Émile', 'Anna', 'anton', 'Boris', 'Ева'])
    expect((await busy.owner.ask(clients.listClients, { params: { c: busy.c }, query: { o: 'tel' } })).status).toBe(422)
  })

  it('filters, and filters together', async () => {
    expect(await names({ sex: 'female' })).toEqual(['Anna', 'Ева'])
    expect(await names({ balanceFrom: 0, balanceTo: 100 })).toEqual(['Émile', 'Anna', 'Ева'])
    expect(await names({ sex: 'male', balanceFrom: 1 })).toEqual(['Émile', 'Boris'])
    expect(await names({ platform: 'apple' })).toEqual([])
    expect(await names({ platform: 'none', q: 'anna' })).toEqual(['Anna'])
    expect(await names({ form: busy.formKey })).toEqual([])
    expect(await names({ template: busy.template })).toHaveLength(5)
    const month = server.now().toISOString().slice(5, 7)
    expect(await names({ birthday: 'this_month' })).toEqual(
      month === '11' ? ['Émile', 'Anna', 'Ева'] : month === '02' ? ['anton'] : [],
    )
    for (const odd of [
      { sex: 'x' },
      { template: 'x' },
      { balanceFrom: 'x' },
      { limit: 101 },
      { page: 0 },
      { platform: 'nokia' },
    ]) {
      expect([odd, (await busy.owner.ask(clients.listClients, { params: { c: busy.c }, query: odd })).status]).toEqual([
        odd,
        422,
      ])
    }
  })

  it('gives every row once over its pages, also when many are equal', async () => {
    await query(
      server,
      `insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at) select $1, gen_random_uuid(), 'Same', 100 + n, $2, timestamptz '2026-01-01', now() from generate_series(1, 57) n`,
      [busy.c, busy.template],
    )
    for (const o of ['created', 'name', 'balance', 'birthday']) {
      const seen: string[] = []
      for (let page = 1; page <= 4; page++)
        seen.push(...(await list({ o, page, limit: 20 }, busy)).data.map((row) => row.id))
      expect([o, seen.length, new Set(seen).size]).toEqual([o, 62, 62])
    }
    expect((await list({ page: 2, limit: 20 }, busy)).meta).toEqual({ total: 62, page: 2, limit: 20 })
  })

  it('counts Moscow days, zeros included', async () => {
    const { days } = await busy.owner.send(clients.issuedByDay, { params: { c: busy.c }, query: { days: '30' } })
    expect(days).toHaveLength(30)
    expect(days.slice(-5).map((day) => day.clients)).toEqual([1, 1, 1, 1, 1])
  })
})

describe('saving a client', () => {
  it('changes the card on his phone, and moves him to another template', async () => {
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

  it('of eight editors at once lets one win; a stale one changes nothing and leaves no history', async () => {
    const { id } = await client('Race')
    const body = inputOf(await read(id))
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        shop.owner.ask(clients.saveClient, { params: { c: shop.c, id }, body: { ...body, bonusMinor: 100 + i } }),
      ),
    )
    expect(tally(all.map((said) => said.status))).toEqual({ 200: 1, 409: 7 })
    const winner = all.find((said) => said.status === 200)?.body.data as Client
    expect((await read(id)).bonusMinor).toBe(winner.bonusMinor)
    expect(
      (await shop.owner.send(clients.balanceHistory, { params: { c: shop.c, id }, query: {} })).data,
    ).toMatchObject([
      { kind: 'bonus', delta: winner.bonusMinor, after: winner.bonusMinor, source: 'cabinet', by: 'Lola Tester' },
    ])
  })

  it('refuses a phone that another client has, in any spelling, also from two at once', async () => {
    const [first, second, third] = [await client('P1'), await client('P2'), await client('P3')]
    const taken = await save(second.id, { tel: first.tel.replace('+420', '00420 ') })
    expect([taken.status, taken.body.error?.fields?.tel?.code]).toEqual([409, 'phone_taken'])
    const all = await Promise.all([second, third].map((one) => save(one.id, { tel: '+420 601 959 999' })))
    expect(tally(all.map((said) => said.status))).toEqual({ 200: 1, 409: 1 })
    expect((await save(first.id, { tel: '12345' })).body.error?.code).toBe('bad_phone')
    expect((await save(first.id, { tel: '' })).status).toBe(200)
  })

  it.each<[string, object, number, string]>([
    ['a variable nobody knows', { extra: { nothing: 'x' } }, 422, 'unknown_variable'],
    ['a name every object has', { extra: { constructor: 'x' } }, 422, 'unknown_variable'],
    ['a template of nobody', { template: crypto.randomUUID() }, 404, 'template_not_found'],
    ['a birthday in the year 0', { birthday: '0000-01-01' }, 422, 'invalid_input'],
    ['a birthday to come', { birthday: '2999-01-01' }, 422, 'invalid_input'],
    ['a day that does not exist', { birthday: '2001-02-30' }, 422, 'invalid_input'],
    ['a huge version', { version: 9_007_199_254_740_991 }, 422, 'invalid_input'],
    ['a discount over a hundred', { discountHundredths: 10_001 }, 422, 'invalid_input'],
    ['half a cent', { balanceMinor: 0.5 }, 422, 'invalid_input'],
    ['a line break', { name: 'a\nb' }, 422, 'invalid_input'],
    ['a zero byte', { email: 'a\0@b.example' }, 422, 'invalid_input'],
  ])('refuses %s and changes nothing', async (_, change, status, code) => {
    const { id } = await client('Odd')
    const before = await read(id)
    const said = await save(id, change)
    expect([said.status, said.body.error?.code]).toEqual([status, code])
    expect(await read(id)).toEqual(before)
  })

  it('ignores what is not his to change', async () => {
    const { id } = await client('Sly')
    const before = await read(id)
    await save(id, {
      cardNumber: 777,
      card_number: 777,
      id: crypto.randomUUID(),
      cabinet_id: 1,
      createdAt: '2000-01-01T00:00:00Z',
      consentAt: null,
    })
    expect(await read(id)).toMatchObject({
      cardNumber: before.cardNumber,
      createdAt: before.createdAt,
      consentAt: before.consentAt,
    })
  })

  it('leaves a history that sums to what the card says, whatever is saved', async () => {
    const { id } = await client('Sum')
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record(
            {
              balanceMinor: fc.integer({ min: -1e9, max: 1e9 }),
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

it('is not for a stranger, and not across cabinets', async () => {
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
