import { describe, expect, it } from 'vitest'
import { type Client, clients } from '../../../contract/people/clients.ts'
import { holders } from '../../../contract/reach/holders.ts'
import { keys } from '../../../contract/platform/keys.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { list, read, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { request } from '../../../test/people.ts'

setUpClients()

const create = (body: object) => shop.owner.ask(holders.createClient, { params: { c: shop.c }, body })
const made = async (body: object) => (await create(body)).body.data as Client

describe('a client made by the business', () => {
  it('has a card with a link that opens, the amounts given, and a history that says who', async () => {
    const client = await made({ name: 'Nora', tel: '+420 601 700 001', bonusMinor: 500, balanceMinor: 12_50 })
    expect(client).toMatchObject({
      name: 'Nora',
      surname: '',
      tel: '+420601700001',
      bonusMinor: 500,
      balanceMinor: 12_50,
      discountHundredths: 0,
      template: { id: shop.template },
      form: null,
      consentAt: null,
    })
    const page = await fetch(client.cardUrl ?? '')
    expect([page.status, (await page.text()).includes('Nora')]).toEqual([200, true])
    const { data } = await shop.owner.send(clients.balanceHistory, {
      params: { c: shop.c, id: client.id },
      query: {},
    })
    expect(new Set(data.map(({ kind, delta, source, by }) => [kind, delta, source, by].join()))).toEqual(
      new Set(['balance,1250,cabinet,Lola Tester', 'bonus,500,cabinet,Lola Tester']),
    )
    expect((await list({ q: 'Nora' })).data.map((row) => row.id)).toEqual([client.id])
  })

  it('is one client under four spellings of one phone, also asked for at the same time', async () => {
    await query(server, `update cabinets set phone = '+420601000000' where id = $1`, [shop.c])
    const spellings = ['+420 601 700 002', '00420601700002', '601 700 002', '+420-601-700-002']
    const all = await Promise.all(spellings.map((tel) => create({ name: 'Otto', tel })))
    expect(tally(all.map((answer) => answer.status))).toEqual({ 201: 1, 409: 3 })
    const client = all.find((answer) => answer.status === 201)?.body.data as Client
    for (const refused of all.filter((answer) => answer.status === 409))
      expect(refused.body.error).toMatchObject({
        code: 'phone_taken',
        fields: { tel: { code: 'phone_taken' } },
        detail: { client: client.id, name: 'Otto', cardNumber: client.cardNumber },
      })
    expect((await list({ q: '601700002' })).meta.total).toBe(1)
  })

  it('is made once by one request key, however often and at the same time it is sent', async () => {
    const body = { name: 'Pia', requestKey: 'till-3:2026-11-22:17' }
    const all = await Promise.all(Array.from({ length: 6 }, () => create(body)))
    expect(tally(all.map((answer) => answer.status))).toEqual({ 201: 6 })
    expect(new Set(all.map((answer) => (answer.body.data as Client).id)).size).toBe(1)
    const other = await create({ ...body, name: 'Paul' })
    expect([other.status, other.body.error?.code]).toEqual([409, 'request_key_reused'])
    expect((await list({ q: 'Pia' })).meta.total).toBe(1)
  })

  it.each<[string, object, number, string, string | undefined]>([
    ['nobody', {}, 422, 'invalid_input', 'name'],
    ['spaces alone', { name: '  ', surname: ' ' }, 422, 'invalid_input', 'name'],
    ['a phone that is none', { name: 'X', tel: '12345678' }, 422, 'bad_phone', 'tel'],
    ['a birthday to come', { name: 'X', birthday: '2999-01-01' }, 422, 'invalid_input', 'birthday'],
    ['an amount below zero', { name: 'X', bonusMinor: -1 }, 422, 'invalid_input', 'bonusMinor'],
    ['a template of nobody', { name: 'X', template: crypto.randomUUID() }, 404, 'template_not_found', undefined],
    ['a variable nobody knows', { name: 'X', extra: { nothing: 'x' } }, 422, 'unknown_variable', undefined],
    ['a key with spaces', { name: 'X', requestKey: 'a b c d e f' }, 422, 'invalid_input', 'requestKey'],
  ])('is refused: %s', async (_, body, status, code, field) => {
    const before = (await list({})).meta.total
    const answer = await create(body)
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
    if (field !== undefined) expect(Object.keys(answer.body.error?.fields ?? {})).toContain(field)
    expect((await list({})).meta.total).toBe(before)
  })

  it('is made by a program with a key that may write clients, and its source is named', async () => {
    const key = await shop.owner.send(keys.createKey, {
      params: { c: shop.c },
      body: { name: 'Till', scopes: ['clients:write', 'clients:read'], endsAt: null },
    })
    const answer = await request(
      server,
      holders.createClient,
      { params: { c: shop.c }, body: { name: 'Robo', bonusMinor: 100 } },
      key.secret,
    )
    expect(answer.status).toBe(201)
    const { id } = answer.body.data as Client
    const { data } = await shop.owner.send(clients.balanceHistory, { params: { c: shop.c, id }, query: {} })
    expect(data).toMatchObject([{ source: 'api', delta: 100, by: 'Lola Tester' }])
  })

  it('gets the link to the card by email, and without an address it is refused', async () => {
    const client = await made({ name: 'Mira', email: 'mira@people.example', lang: 'de' })
    const send = (id: string) => shop.owner.ask(holders.emailCardLink, { params: { c: shop.c, id } })
    expect((await send(client.id)).body.data).toEqual({ email: 'mira@people.example' })
    await server.drainJobs()
    const { mailbox } = server.outside.smtp
    const [newest] = mailbox.list('mira@people.example')
    const mail = mailbox.get(newest?.id ?? '')
    expect([mail?.subject, mail?.text.includes(client.cardUrl ?? '-')]).toEqual(['Ihre Karte von „Lola shop“', true])
    const nobody = await made({ name: 'Nemo' })
    expect((await send(nobody.id)).body.error?.code).toBe('client_has_no_email')
    for (let sent = 1; sent < 5; sent++) expect((await send(client.id)).status).toBe(200)
    expect((await send(client.id)).body.error?.code).toBe('too_many_tries')
  })

  it('takes a card of the plan, and is refused when there is none left', async () => {
    await query(server, `update cabinets set cards = 1000000 where id = $1`, [shop.c])
    const answer = await create({ name: 'Late' })
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'card_limit'])
    expect((await list({ q: 'Late' })).meta.total).toBe(0)
    await query(server, `update cabinets set cards = 10 where id = $1`, [shop.c])
  })

  it('keeps a phone that is saved later in one spelling too', async () => {
    const { id } = await made({ surname: 'Quick' })
    const body = { tel: '601 700 009', version: (await read(id)).version }
    const saved = await shop.owner.ask(clients.saveClient, { params: { c: shop.c, id }, body })
    expect([saved.status, (saved.body.data as Client).tel]).toEqual([200, '+420601700009'])
  })
})
