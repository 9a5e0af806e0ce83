import { beforeAll, describe, expect, it } from 'vitest'
import { clients } from '../../../contract/people/clients.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, type Shop } from '../../../test/people.ts'
import { list, server, setUpClients } from '../../../test/client-shop.ts'

setUpClients()

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
        `insert into clients (cabinet_id, id, name, surname, tel, email, birthday, balance_minor, sex,
          card_number, template_id, created_at, updated_at)
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
    ['8 912 345', ['Boris']],
    ['007 912 345', ['Boris']],
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

  it('orders by every column in both directions, names alphabetically, empty values last', async () => {
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
      { limit: 201 },
      { page: 0 },
      { platform: 'nokia' },
    ]) {
      expect([odd, (await busy.owner.ask(clients.listClients, { params: { c: busy.c }, query: odd })).status]).toEqual([
        odd,
        422,
      ])
    }
  })

  it('has every row once over its pages, also when many are equal', async () => {
    await query(
      server,
      `insert into clients (cabinet_id, id, name, card_number, template_id, created_at, updated_at)
      select $1, gen_random_uuid(), 'Same', 100 + n, $2, timestamptz '2026-01-01', now()
      from generate_series(1, 57) n`,
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
})
