import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { integration } from '../../../contract/business/integration.ts'
import { clients } from '../../../contract/people/clients.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { purchases } from '../../../contract/reach/purchases.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { at, clientOf, newClient, openCrmServer, server, shop } from '../../../test/crm-story.ts'
import { query } from '../../../test/direct-access.ts'
import { openShop, PASSWORD } from '../../../test/people.ts'
import { setProgramme } from '../../../test/purchase-story.ts'
import { ask, connectTill, openTill } from '../../../test/till-server.ts'
import type { TillDocument } from '../../engines/crm/serve.ts'

openCrmServer()
const till = openTill()
beforeEach(async () => {
  till.earns = false
  await query(server, 'delete from tries')
})

let numbers = 0
async function anna(bonusMinor = 100_00) {
  const made = await newClient('Anna')
  await query(server, 'update clients set bonus_minor = $2 where id = $1', [made.id, bonusMinor])
  return { ...made, cardNumber: (await clientOf(made.id)).cardNumber }
}
const pays = (holderId: string, deltaMinor: number, change: Partial<TillDocument> = {}): TillDocument => ({
  id: `check ${numbers++}`,
  place: 'Hall',
  number: '41',
  moves: [{ holderId, amount: 'bonus', deltaMinor }],
  purchases: [],
  ...change,
})
const settle = (address: string, document: TillDocument) => ask(address, { document })
const pointsOf = async (id: string) => (await clientOf(id)).bonusMinor
const movements = async (id: string) =>
  (await shop.owner.send(clients.balanceHistory, { params: { ...at(), id }, query: {} })).data

describe('the address of tills', () => {
  it('finds a card by its number, its track and the phone in any spelling, and nobody else', async () => {
    const address = await connectTill()
    const { id, tel, cardNumber } = await anna()
    await query(server, "update clients set card_track = 'track=7' where id = $1", [id])
    const found = { id, cardNumber, name: 'Anna', amounts: { bonusMinor: 100_00, balanceMinor: 0 } }
    for (const code of [String(cardNumber), ` 000${cardNumber} `, 'track=7', tel, tel.slice(1), tel.replace('+', '00')])
      expect([code, (await ask(address, { find: code })).value]).toMatchObject([code, found])
    for (const code of ['', '0', '99999999', '+420601000000', `${'9'.repeat(300)}`, "' or 1=1", '١٢٣'])
      expect([code, (await ask(address, { find: code })).value]).toEqual([code, null])
  })

  it('finds the one who stayed after a merge, and nobody who was erased', async () => {
    const address = await connectTill()
    const [kept, gone] = [await anna(), await anna()]
    await shop.owner.send(merges.mergeClients, { params: { ...at(), id: kept.id }, body: { client: gone.id } })
    expect((await ask(address, { find: String(gone.cardNumber) })).value).toMatchObject({ id: kept.id })
    await query(server, 'update clients set erased_at = now() where id = $1', [kept.id])
    expect((await ask(address, { find: String(kept.cardNumber) })).value).toBe(null)
    expect((await settle(address, pays(kept.id, 1_00))).value).toEqual({ kind: 'gone' })
  })

  it('answers the same wherever it is not, and counts nothing against a business', async () => {
    const address = await connectTill()
    const other = await openShop(server, 'Olga')
    const [start, key] = [address.slice(0, address.lastIndexOf('/')), address.slice(address.indexOf('.', 20) + 1)]
    const wrong = [
      `${start}/${shop.c}.${'A'.repeat(43)}`,
      `${address.slice(0, -1)}${address.endsWith('A') ? 'B' : 'A'}`,
      `${start}/${other.c}.${key}`,
      `${start}/999999.${key}`,
      `${start}/${shop.c}`,
      address.replace('/self/', '/url/'),
      address.replace('/self/', '/nobody/'),
    ]
    const answers = await Promise.all(wrong.map((one) => ask(one, { find: '1' })))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['404 ']))
    expect(await query(server, "select key from tries where key like 'crm-till|%'")).toEqual([])
    expect((await shop.owner.send(integration.readCrmTill, { params: at() }))?.lastCallAt).toBeNull()
  })

  it('is limited in size and number, for one business, and a stranger uses up no limit of it', async () => {
    const address = await connectTill()
    expect((await fetch(`${address}/ask`, { method: 'POST', body: 'x'.repeat(257 * 1024) })).status).toBe(413)
    for (let miss = 0; miss < 61; miss++) await ask(`${address}x`.slice(0, -2) + '_x', { find: '1' })
    expect((await ask(`${address.slice(0, -3)}___`, { find: '1' })).status).toBe(429)
    expect((await ask(address, { find: '1' })).status).toBe(200)
    await query(server, 'update tries set count = 1200 where key = $1', [`crm-till|${shop.c}`])
    expect(await ask(address, { find: '1' })).toMatchObject({ status: 503, value: 'away' })
    server.passTime(MINUTE_MS)
    expect((await ask(address, { find: '1' })).status).toBe(200)
  })

  it('can be changed, is kept encrypted, rests with the integration and goes with RESETCRM', async () => {
    const first = await connectTill()
    const [row] = await query<{ text: string }>(server, "select encode(sealed_key, 'escape') as text from crm_tills")
    expect(row?.text).not.toContain(first.slice(-43))
    const { address = '' } = (await shop.owner.send(integration.renewTillKey, { params: at() })) ?? {}
    expect([(await ask(first, { find: '1' })).status, (await ask(address, { find: '1' })).status]).toEqual([404, 200])
    expect((await shop.owner.send(integration.readCrmTill, { params: at() }))?.lastCallAt).toEqual(expect.any(String))
    await shop.owner.send(integration.toggleIntegration, { params: at(), body: { isActive: false } })
    const { id } = await anna()
    expect(await settle(address, pays(id, -1_00))).toMatchObject({ status: 503, value: 'away' })
    expect(await pointsOf(id)).toBe(100_00)
    await shop.owner.send(integration.removeIntegration, {
      params: at(),
      body: { command: 'RESETCRM', password: PASSWORD },
    })
    expect((await ask(address, { find: '1' })).status).toBe(404)
    expect(await shop.owner.send(integration.readCrmTill, { params: at() })).toBeNull()
    expect(await connectTill()).not.toBe(address)
  })
})

describe('a document of a till', () => {
  it('moves points once, however often it is sent, and says the same again', async () => {
    const address = await connectTill()
    const { id } = await anna()
    const document = pays(id, -30_00, {
      moves: [
        { holderId: id, amount: 'bonus', deltaMinor: -30_00 },
        { holderId: id, amount: 'bonus', deltaMinor: 5_00 },
      ],
    })
    expect((await settle(address, document)).value).toEqual({ kind: 'done', isRepeat: false, afterMinor: [7000, 7500] })
    await settle(address, pays(id, 1_00))
    for (let again = 0; again < 3; again++)
      expect((await settle(address, document)).value).toEqual({
        kind: 'done',
        isRepeat: true,
        afterMinor: [7000, 7500],
      })
    expect(await pointsOf(id)).toBe(76_00)
    expect(
      (await movements(id)).map(({ delta, source, reason, till: place }) => [delta, source, reason, place]),
    ).toEqual(
      expect.arrayContaining([
        [-30_00, 'crm', '41', 'Hall'],
        [5_00, 'crm', '41', 'Hall'],
      ]),
    )
    expect(await settle(address, { ...document, moves: document.moves.slice(1) })).toMatchObject({
      value: { kind: 'changed' },
    })
    expect(await pointsOf(id)).toBe(76_00)
  })

  it('moves points once when many send it at the same time', async () => {
    const address = await connectTill()
    const [one, two] = [await anna(), await anna()]
    const [first, second] = [pays(one.id, -10_00), pays(two.id, -20_00)]
    const sent = await Promise.all(
      [first, second, first, second, first, second, first].map((each) => settle(address, each)),
    )
    const values = sent.map(({ value }) => value as { kind: string; isRepeat: boolean })
    expect(new Set(values.map(({ kind }) => kind))).toEqual(new Set(['done']))
    expect(values.filter(({ isRepeat }) => !isRepeat)).toHaveLength(2)
    expect([await pointsOf(one.id), await pointsOf(two.id)]).toEqual([90_00, 80_00])
  })

  it('takes nobody below zero: two purchases at once with the points of one', async () => {
    const address = await connectTill()
    const { id } = await anna()
    const sent = await Promise.all([pays(id, -60_00), pays(id, -60_00)].map((each) => settle(address, each)))
    expect(sent.map(({ value }) => (value as { kind: string }).kind).toSorted()).toEqual(['done', 'too_little'])
    expect(await pointsOf(id)).toBe(40_00)
    expect((await settle(address, pays(id, -40_01))).value).toMatchObject({ kind: 'too_little', hasMinor: 40_00 })
  })

  it('is settled as a whole or not at all', async () => {
    const address = await connectTill()
    const [one, two] = [await anna(), await anna(0)]
    const move = (holderId: string, deltaMinor: number) => ({ holderId, amount: 'bonus' as const, deltaMinor })
    const refused = pays(one.id, 0, { moves: [move(one.id, -10_00), move(two.id, -1)] })
    expect((await settle(address, refused)).value).toMatchObject({ kind: 'too_little', hasMinor: 0 })
    const crossed = pays(one.id, 0, { moves: [move(one.id, 10_00), move(crypto.randomUUID(), 1)] })
    expect((await settle(address, crossed)).value).toEqual({ kind: 'gone' })
    const huge = pays(one.id, 0, { moves: [move(one.id, 10_00), move(two.id, 9e15)] })
    expect((await settle(address, huge)).value).toMatchObject({ kind: 'too_much' })
    expect([await pointsOf(one.id), await pointsOf(two.id)]).toEqual([100_00, 0])
    // Refused is not settled: it is asked for again when the points are there.
    await query(server, 'update clients set bonus_minor = 1 where id = $1', [two.id])
    expect((await settle(address, refused)).value).toMatchObject({ kind: 'done', isRepeat: false })
  })

  it('of which the process did not see the end has moved nothing, and is settled when it is sent again', async () => {
    const address = await connectTill()
    const { id } = await anna()
    const document = pays(id, -30_00, {
      purchases: [{ holderId: id, id: 'sale', kind: 'sale', refundOf: null, amountMinor: 100_00 }],
    })
    expect(await ask(address, { document, crash: true })).toMatchObject({ status: 503, value: 'away' })
    expect(await pointsOf(id)).toBe(100_00)
    expect(await query(server, 'select from crm_till_documents where cabinet_id = $1', [shop.c])).toEqual([])
    expect(await query(server, 'select from external_events where client_id = $1', [id])).toEqual([])
    expect((await settle(address, document)).value).toMatchObject({ kind: 'done', isRepeat: false })
    expect(await pointsOf(id)).toBe(70_00)
  })

  it('is refused in time when somebody else holds the client, or its connection is cut; nothing moves', async () => {
    const address = await connectTill()
    const { id } = await anna()
    const document = pays(id, -30_00)
    const holder = new pg.Client(server.superuser.options)
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select from clients where id = $1 for update', [id])
      const began = performance.now()
      expect(await settle(address, document)).toMatchObject({ status: 503, value: 'away' })
      // A lock is waited for 10 s elsewhere.
      expect(performance.now() - began).toBeLessThan(8_000)
      const cut = settle(address, document)
      await expect
        .poll(async () =>
          query(
            server,
            `select pg_terminate_backend(pid) from pg_locks where not granted and pid <> pg_backend_pid()`,
          ).then((rows) => rows.length),
        )
        .toBeGreaterThan(0)
      expect((await cut).status).toBe(503)
    } finally {
      await holder.end()
    }
    expect(await pointsOf(id)).toBe(100_00)
    expect((await settle(address, document)).value).toMatchObject({ kind: 'done', isRepeat: false })
  })

  it('is still the same after the integration was connected anew', async () => {
    const first = await connectTill()
    const { id } = await anna()
    const document = pays(id, -30_00)
    await settle(first, document)
    await shop.owner.send(integration.removeIntegration, {
      params: at(),
      body: { command: 'RESETCRM', password: PASSWORD },
    })
    expect((await settle(await connectTill(), document)).value).toMatchObject({ kind: 'done', isRepeat: true })
    expect(await pointsOf(id)).toBe(70_00)
  })

  it('moves nothing while the account is read-only, and cards are found', async () => {
    const address = await connectTill()
    const { id, cardNumber } = await anna()
    await query(server, 'update cabinets set balance_minor = -1 where id = $1', [shop.c])
    try {
      expect((await settle(address, pays(id, -1_00))).value).toEqual({ kind: 'limited' })
      expect((await ask(address, { find: String(cardNumber) })).value).toMatchObject({ id })
      expect(await pointsOf(id)).toBe(100_00)
    } finally {
      await query(server, 'update cabinets set balance_minor = 100000 where id = $1', [shop.c])
    }
  })
})

describe('a purchase at a till', () => {
  const sale = (holderId: string, change = {}) => ({
    holderId,
    id: 'sale',
    kind: 'sale' as const,
    refundOf: null,
    amountMinor: 200_00,
    ...change,
  })

  it('earns by the programme of the account, once, and its refund takes that back', async () => {
    const address = await connectTill()
    const { id } = await anna(0)
    await setProgramme(shop)
    const document = pays(id, 0, { moves: [], purchases: [sale(id)] })
    for (let again = 0; again < 2; again++) await settle(address, document)
    expect(await pointsOf(id)).toBe(10_00)
    const refund = sale(id, { id: 'refund', kind: 'refund', refundOf: 'sale' })
    await settle(address, pays(id, 0, { moves: [], purchases: [refund] }))
    expect(await pointsOf(id)).toBe(0)
    const events = await query<{ kind: string; sender_id: string; text: string }>(
      server,
      'select kind, sender_id, text from external_events where client_id = $1 order by kind',
      [id],
    )
    expect(events).toEqual([
      { kind: 'purchase', sender_id: 'sale', text: 'Hall' },
      { kind: 'refund', sender_id: 'refund', text: 'Hall' },
    ])
  })

  it('earns nothing here when the till says itself how many points it earns', async () => {
    till.earns = true
    const address = await connectTill()
    const { id } = await anna(0)
    await setProgramme(shop)
    await settle(address, pays(id, 7_00, { purchases: [sale(id)] }))
    expect(await pointsOf(id)).toBe(7_00)
    expect(await shop.owner.send(purchases.readProgramme, { params: at() })).toMatchObject({ givenBy: 'SELF' })
  })
})
