import { beforeAll, describe, expect, it } from 'vitest'
import { cardNumberText } from '../../../card/values.ts'
import { EVENTS_A_DAY, externalEvents, type NewEvent } from '../../../contract/people/external-events.ts'
import { erasures } from '../../../contract/reach/erasures.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/time.ts'
import { client, read, server, setUpClients, shop } from '../../../test/client-shop.ts'
import { query, tally } from '../../../test/direct-access.ts'
import { make } from '../../../test/keys.ts'
import { request } from '../../../test/people.ts'

setUpClients()

let key = ''
beforeAll(async () => {
  key = (await make(['clients:read', 'clients:write'], { of: shop })).secret
})

type Body = Partial<NewEvent> & { senderId: string }
const body = (event: Body) => ({ kind: 'purchase' as const, at: '2026-01-02T03:04:05.000Z', ...event })
const params = (id: string) => ({ c: shop.c, id })
const add = (id: string, event: Body, by = key) =>
  request(server, externalEvents.addEvent, { params: params(id), body: body(event) }, by)
const list = (id: string, question: { limit?: number; after?: string } = {}) =>
  shop.owner.send(externalEvents.listEvents, { params: params(id), query: question as never })
const codeOf = ({ status, body: { error } }: Awaited<ReturnType<typeof add>>) => [
  status,
  error?.code,
  ...Object.values(error?.fields ?? {}).map((field) => field.code),
]

describe('an event that a program reports', () => {
  it('is on the page of the client once, however often and by however many it is sent', async () => {
    const { id } = await client('Buyer')
    const event = { amountMinor: 12_50, text: 'Lunch', senderId: 'receipt 1' }
    const all = await Promise.all([1, 2, 3, 4, 5, 6].map(() => add(id, event)))
    expect(tally(all.map(({ status }) => status))).toEqual({ 201: 6 })
    expect(all.filter((one) => JSON.stringify(one.body).includes('"isRepeat":false'))).toHaveLength(1)
    const { events, next } = await list(id)
    expect([events.length, next]).toEqual([1, null])
    expect(events[0]).toMatchObject({ ...event, kind: 'purchase', source: 'api', at: '2026-01-02T03:04:05.000Z' })
    const other = await client('Another buyer')
    expect(codeOf(await add(other.id, event))).toEqual([409, 'event_id_reused'])
    expect(codeOf(await add(id, { ...event, amountMinor: 12_51 }))).toEqual([409, 'event_id_reused'])
    expect(codeOf(await add(id, { ...event, amountMinor: null }))).toEqual([409, 'event_id_reused'])
    expect((await list(id)).events).toEqual(events)
  })

  it('without an amount has none, which is not zero', async () => {
    const { id } = await client('Guest')
    await add(id, { kind: 'visit', senderId: 'visit 1' })
    await add(id, { kind: 'visit', senderId: 'visit 2', amountMinor: 0 })
    expect(new Set((await list(id)).events.map((one) => one.amountMinor))).toEqual(new Set([null, 0]))
  })

  it('is refused when it is to come, of an unknown kind, or of nobody', async () => {
    const { id } = await client('Early')
    const at = (ms: number) => new Date(server.app.clock.now().getTime() + ms).toISOString()
    expect(codeOf(await add(id, { at: at(6 * MINUTE_MS), senderId: 'e1' }))).toEqual([
      422,
      'invalid_input',
      'time_to_come',
    ])
    expect(codeOf(await add(id, { at: '0000-01-01T00:00:00Z', senderId: 'e1' }))[2]).toBe('event_too_old')
    expect((await add(id, { at: 'soon', senderId: 'e1' })).status).toBe(422)
    expect((await add(id, { kind: 'theft' as never, senderId: 'e1' })).status).toBe(422)
    expect((await add(id, { senderId: ' ' })).status).toBe(422)
    expect((await add(id, { senderId: 'e1', amountMinor: 0.5 })).status).toBe(422)
    expect(codeOf(await add(crypto.randomUUID(), { senderId: 'e1' }))).toEqual([404, 'client_not_found'])
    expect((await list(id)).events).toEqual([])
    // A till whose clock is a little ahead.
    expect((await add(id, { at: at(4 * MINUTE_MS), senderId: 'e1' })).status).toBe(201)
    const reader = (await make(['clients:read'], { of: shop })).secret
    expect(codeOf(await add(id, { senderId: 'e2' }, reader))).toEqual([403, 'scope_missing'])
  })

  it('is one of so many a day; one that is repeated does not count', async () => {
    const { id } = await client('Busy')
    await query(server, `insert into tries (key, window_start, count) values ($1, $2, $3)`, [
      `events|${shop.c}|${id}`,
      new Date(Math.floor(server.app.clock.now().getTime() / DAY_MS) * DAY_MS),
      EVENTS_A_DAY - 1,
    ])
    expect((await add(id, { senderId: 'last' })).status).toBe(201)
    expect((await add(id, { senderId: 'last' })).status).toBe(201)
    const refused = await add(id, { senderId: 'one more' })
    expect([...codeOf(refused), refused.body.error?.detail]).toEqual([429, 'event_limit', { max: EVENTS_A_DAY }])
    expect((await list(id)).events).toHaveLength(1)
  })
})

describe('the events of a client', () => {
  it('are read page by page, those of a merged client too, and are deleted one by one', async () => {
    const [kept, gone] = [await client('Kept'), await client('Gone')]
    for (const day of [1, 2, 3, 4, 5])
      await add(day % 2 ? kept.id : gone.id, { at: `2026-02-0${day}T00:00:00.000Z`, senderId: `m${day}` })
    await shop.owner.send(merges.mergeClients, { params: params(kept.id), body: { client: gone.id } })
    const pages: string[][] = []
    let after: string | null | undefined
    do {
      const { events, next }: Awaited<ReturnType<typeof list>> = await list(kept.id, {
        limit: 2,
        ...(after && { after }),
      })
      pages.push(events.map((one) => one.senderId))
      after = next
    } while (after)
    expect(pages).toEqual([['m5', 'm4'], ['m3', 'm2'], ['m1']])
    const [first, second] = (await list(kept.id)).events
    const remove = (eventId = '', by = key) =>
      request(server, externalEvents.removeEvent, { params: { ...params(kept.id), eventId } }, by)
    expect((await remove(first?.id)).status).toBe(200)
    expect((await remove(second?.id, shop.owner.token)).status).toBe(200)
    expect((await remove(first?.id)).body.error?.code).toBe('event_not_found')
    expect((await list(kept.id)).events.map((one) => one.senderId)).toEqual(['m3', 'm2', 'm1'])
    const bad = await shop.owner.ask(externalEvents.listEvents, {
      params: params(kept.id),
      query: { after: 'yesterday' } as never,
    })
    expect(bad.status).toBe(422)
  })

  it('are gone with the client', async () => {
    const { id } = await client('Leaving')
    await add(id, { senderId: 'bye', text: 'Gift for Leaving' })
    const confirm = cardNumberText((await read(id)).cardNumber)
    const proof = await shop.owner.send(erasures.eraseClient, { params: params(id), body: { confirm } })
    expect(proof.done.events).toBe(1)
    expect(await query(server, 'select 1 from external_events where client_id = $1', [id])).toEqual([])
    expect(codeOf(await add(id, { senderId: 'late' }))).toEqual([404, 'client_not_found'])
  })

  it('are read from an index in their order, however many there are', async () => {
    const { id } = await client('Regular')
    await query(
      server,
      `insert into external_events
        select $1, gen_random_uuid(), $2, 'visit', now() - n * interval '1 minute', null, '', 'api', 'many ' || n, now()
        from generate_series(1, 3000) n`,
      [shop.c, id],
    )
    await query(server, 'analyze external_events')
    const rows = await query<{ 'QUERY PLAN': string }>(
      server,
      `explain select id from external_events where cabinet_id = $1 and client_id = $2 and (at, id) < (now(), $2::uuid)
        order by at desc, id desc limit 26`,
      [shop.c, id],
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('external_events_client')
    expect(plan).not.toContain('Sort')
  })
})
