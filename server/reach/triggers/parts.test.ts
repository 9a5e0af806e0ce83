/** A trigger for many acts part by part: on everybody once, whatever happens in between (decision 192). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { templates } from '../../../contract/cards/templates.ts'
import { segments } from '../../../contract/people/segments.ts'
import { merges } from '../../../contract/reach/merges.ts'
import { pushes } from '../../../contract/reach/pushes.ts'
import { triggers, type TriggerInput } from '../../../contract/reach/triggers.ts'
import { MINUTE_MS } from '../../../contract/time.ts'
import { fillAccount, idOfNo } from '../../../test/account-of-many.ts'
import { query, setPlan } from '../../../test/direct-access.ts'
import { makePush } from '../../../test/holders.ts'
import { openShop, plainDesign, type Shop } from '../../../test/people.ts'
import { plainTrigger } from '../../../test/plain-trigger.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { insideCabinet } from '../../base/db.ts'
import { actOnNext } from './part.ts'
import { runDue } from './run.ts'
import { lockDue } from './sql.ts'

const CLIENTS = 60
const SIZES = { clients: 50, people: 25, cards: 10 }

let server: TestServer
let shop: Shop
let shops = 0
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  shop = await openShop(server, `Parts${++shops}`)
  await setPlan(server, shop.c, 'advanced')
  await fillAccount(server, shop, CLIENTS)
})

const of = (triggerUuid: string) => ({ params: { c: shop.c, triggerUuid } })
const read = (id: string) => shop.owner.send(triggers.readTrigger, of(id))
async function make(settings: Partial<TriggerInput>): Promise<string> {
  const { id } = await shop.owner.send(triggers.createTrigger, { params: { c: shop.c } })
  await shop.owner.send(triggers.saveTrigger, { ...of(id), body: { ...plainTrigger, ...settings, version: 1 } })
  return id
}
const turn = (id: string, isActive: boolean) =>
  shop.owner.send(triggers.switchTrigger, { ...of(id), body: { isActive } })
/** One for a date that has just come. */
async function makeDated(): Promise<string> {
  const at = new Date(Math.ceil(server.now().getTime() / MINUTE_MS) * MINUTE_MS + 2 * MINUTE_MS)
  const moscow = new Date(at.getTime() + 3 * 3600_000).toISOString()
  const [date, time] = [moscow.slice(0, 10), moscow.slice(11, 16)]
  const id = await make({ activation: 'date', date, time, push: await makePush(shop) })
  await turn(id, true)
  server.passTime(at.getTime() - server.now().getTime() + 500)
  return id
}
const run = (sizes = SIZES, since = server.now()) => runDue(server.app, shop.c, { since, now: server.now() }, sizes)
const comeDue = () =>
  query(server, `update triggers set next_run_at = $2 where cabinet_id = $1 and is_active`, [shop.c, server.now()])

type Run = { id: string; trigger_id: string; cards: number; passes: string[]; sending: number; is_open: boolean }
const runs = () =>
  query<Run>(
    server,
    `select r.id, r.trigger_id, r.cards,
      (select coalesce(array_agg(one::text), '{}') from push_chunks c cross join lateral unnest(c.passes) one
        where c.cabinet_id = r.cabinet_id and c.run_id = r.id) as passes,
      (select count(*)::int from pgboss.job j
        where j.data ->> 'runId' = r.id::text and j.name = 'send-chunk') as sending,
      exists (select from push_audiences a where a.cabinet_id = r.cabinet_id and a.run_id = r.id) as is_open
     from push_runs r where r.cabinet_id = $1 order by r.created_at`,
    [shop.c],
  )
const acted = async (id: string) =>
  (await query<{ n: number }>(server, 'select count(*)::int as n from trigger_acts where trigger_id = $1', [id]))[0]?.n

/** A worker that is killed behind so many parts of the pass. */
async function runSome(parts: number, now = server.now()): Promise<void> {
  for (let part = 0; part < parts; part++)
    await insideCabinet(server.app.database, shop.c, async (db) => {
      const [trigger] = (await lockDue(db, now)).toSorted((one, other) => one.position - other.position)
      if (!trigger) throw new Error('none is due')
      await actOnNext(server.app, db, trigger, { since: now, now }, SIZES)
    })
}

/** The database refuses what concerns this client. */
async function refuse(no: number, table: string): Promise<void> {
  await query(
    server,
    `create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`,
  )
  const [column, event] = table === 'clients' ? ['id', 'update'] : ['client_id', 'insert']
  await query(
    server,
    `create trigger refuse before ${event} on ${table} for each row
     when (new.cabinet_id = ${shop.c} and new.${column} = '${idOfNo(no)}') execute function refuse()`,
  )
}
const allow = () => query(server, 'drop function refuse cascade')

const expectEverybodyOnce = (run: Run | undefined) => {
  expect(run).toMatchObject({ cards: CLIENTS, sending: 1, is_open: false })
  expect(run?.passes).toHaveLength(CLIENTS)
  expect(new Set(run?.passes).size).toBe(CLIENTS)
}

describe('a message', () => {
  it('is one run, which is sent when everybody is in it', async () => {
    const push = await makePush(shop)
    const id = await make({ push })
    await runSome(2)
    expect(await runs()).toMatchObject([{ cards: 0, sending: 0, is_open: true }])
    expect((await runs())[0]?.passes).toHaveLength(2 * SIZES.people)
    expect(await read(id)).toMatchObject({ lastRun: null, push: { status: 'queue' }, allowed: { remove: false } })
    const removed = await shop.owner.ask(triggers.removeTrigger, of(id))
    expect(removed.body.error?.code).toBe('trigger_push_queued')
    // The next worker goes on behind the last part.
    await run()
    const [whole, ...more] = await runs()
    expect(more).toEqual([])
    expectEverybodyOnce(whole)
    expect(await read(id)).toMatchObject({ isActive: true, lastRun: { clients: CLIENTS } })
    expect(await acted(id)).toBe(CLIENTS)
    await comeDue()
    await run()
    expect(await runs()).toHaveLength(1)
  })

  it('is in one transaction where one part is enough', async () => {
    await make({ push: await makePush(shop) })
    await refuse(CLIENTS, 'trigger_acts')
    await run({ ...SIZES, clients: CLIENTS, people: CLIENTS })
    await allow()
    expect(await runs()).toEqual([])
    await comeDue()
    await run({ ...SIZES, clients: CLIENTS, people: CLIENTS })
    expectEverybodyOnce((await runs())[0])
  })

  it('is for everybody once when two workers take it together', async () => {
    const id = await make({ push: await makePush(shop) })
    await Promise.all([run(), run(), run()])
    const [whole, ...more] = await runs()
    expect(more).toEqual([])
    expectEverybodyOnce(whole)
    expect(await read(id)).toMatchObject({ lastRun: { clients: CLIENTS } })
  })

  it('of which a later part fails is postponed, holds up no other, and goes on with the same run', async () => {
    const id = await make({ push: await makePush(shop, 'First') })
    await refuse(30, 'trigger_acts')
    await run()
    const [begun] = await runs()
    expect(begun).toMatchObject({ sending: 0, is_open: true })
    expect(begun?.passes).toHaveLength(SIZES.people)
    const other = await make({ push: await makePush(shop, 'Second') })
    await allow()
    await run()
    expect(await acted(other)).toBe(CLIENTS)
    expect(await read(id)).toMatchObject({ lastRun: null })
    server.passTime(11 * MINUTE_MS)
    await run()
    const [whole, ...more] = await runs()
    expect(more).toMatchObject([{ trigger_id: other }])
    expectEverybodyOnce(whole)
    expect(whole?.id).toBe(begun?.id)
    expect(await read(id)).toMatchObject({ lastRun: { clients: CLIENTS } })
  })

  it('of which a part fails for an hour goes to those who are in it, and to the others when it can', async () => {
    const id = await make({ push: await makePush(shop) })
    await refuse(30, 'trigger_acts')
    for (let tries = 1; tries <= 7; tries++) {
      await run()
      expect(await runs()).toMatchObject([{ is_open: tries < 7 }])
      server.passTime(11 * MINUTE_MS)
    }
    expect(await read(id)).toMatchObject({ isActive: true, lastRun: { clients: SIZES.people } })
    await allow().then(() => run())
    expect(await acted(id)).toBe(CLIENTS)
  })

  it('of a trigger placed lower goes to nobody in the same pass', async () => {
    const [high, low] = [await make({ push: await makePush(shop) }), await make({ push: await makePush(shop, 'Low') })]
    const since = server.now()
    await runSome(1, since)
    await run(SIZES, since)
    expect(await acted(low)).toBe(0)
    expect(await acted(high)).toBe(CLIENTS)
    expect(await runs()).toHaveLength(1)
  })

  it('of a date switches the trigger off with the last part', async () => {
    const id = await makeDated()
    await runSome(2)
    expect(await read(id)).toMatchObject({ isActive: true, lastRun: null })
    await run()
    expect(await read(id)).toMatchObject({ isActive: false, nextRunAt: null, lastRun: { clients: CLIENTS } })
    expectEverybodyOnce((await runs())[0])
  })

  it('to those who enter a segment is sent once, and who has left may enter again', async () => {
    const { id: segment, version } = await shop.owner.send(segments.createSegment, { params: { c: shop.c } })
    await shop.owner.send(segments.saveSegment, {
      params: { c: shop.c, segmentId: segment },
      body: { name: 'VIP', match: 'all', criteria: [{ kind: 'bonus', operator: 'gte', value: 100 }], version },
    })
    const id = await make({ activation: 'input', segment, push: await makePush(shop) })
    await turn(id, true)
    const points = (value: number, where: string) =>
      query(server, `update clients set bonus_minor = $2 where cabinet_id = $1 and ${where}`, [shop.c, value])
    const insiders = async () =>
      (await query(server, 'select 1 from trigger_insiders where trigger_id = $1', [id])).length
    await points(20_000, 'card_number % 2 = 0')
    await comeDue()
    await runSome(1)
    await run()
    expect([await acted(id), await insiders()]).toEqual([CLIENTS / 2, CLIENTS / 2])
    expect(await read(id)).toMatchObject({ lastRun: { clients: CLIENTS / 2 } })
    await points(0, 'card_number > 30')
    await points(20_000, 'card_number = 1')
    await comeDue()
    await run()
    expect([await acted(id), await insiders()]).toEqual([CLIENTS / 2 + 1, 16])
    expect(await runs()).toMatchObject([{ cards: CLIENTS / 2 }, { cards: 1 }])
  })

  it('reaches each card once when clients become one, or two again, between two parts', async () => {
    const merge = (kept: number, gone: number) =>
      shop.owner.send(merges.mergeClients, { params: { c: shop.c, id: idOfNo(kept) }, body: { client: idOfNo(gone) } })
    await merge(2, 50)
    await make({ push: await makePush(shop) })
    await runSome(1)
    // Both cards of client 2 are in the run, and the one of client 3 is.
    await shop.owner.send(merges.undoMerge, { params: { c: shop.c, id: idOfNo(2) }, body: { client: idOfNo(50) } })
    await merge(55, 3)
    await run()
    const [whole] = await runs()
    const cards = await query<{ id: string }>(
      server,
      'select id from passes where cabinet_id = $1 and client_id <> $2',
      [shop.c, idOfNo(55)],
    )
    expect(whole?.passes.toSorted()).toEqual(cards.map((one) => one.id).toSorted())
  })
})

describe('a trigger that is changed in the middle of a pass', () => {
  it('sends what it has when it is turned off, and no more', async () => {
    const id = await makeDated()
    await runSome(1)
    expect(await turn(id, false)).toMatchObject({ isActive: false, lastRun: { clients: SIZES.people } })
    await run()
    expect(await runs()).toMatchObject([{ cards: SIZES.people, sending: 1, is_open: false }])
  })

  it('sends the former message to those whom it has, and the new one to the others', async () => {
    const id = await make({ push: await makePush(shop, 'Former') })
    await runSome(1)
    const { version } = await read(id)
    const push = await makePush(shop, 'New')
    await shop.owner.send(triggers.saveTrigger, { ...of(id), body: { ...plainTrigger, push, version } })
    await run()
    const [former, other] = await runs()
    expect([former?.cards, other?.cards]).toEqual([SIZES.people, CLIENTS - SIZES.people])
    expect(new Set([former, other].flatMap((one) => one?.passes)).size).toBe(CLIENTS)
    const sent = await shop.owner.send(pushes.readPush, { params: { c: shop.c, pushUuid: push } })
    expect(sent.status).toBe('queue')
  })
})

const card = (name: string) =>
  shop.owner.send(templates.createTemplate, {
    params: { c: shop.c },
    body: { name, type: 'bonus', design: plainDesign(), birthdayEnabled: true, variables: {} },
  })
const movedTo = async (template: string) =>
  (await query(server, 'select 1 from clients where cabinet_id = $1 and template_id = $2', [shop.c, template])).length

describe('another card', () => {
  it('is given to some at a time, and taken back so, by whoever goes on', async () => {
    const { id: template } = await card('Gold')
    const id = await make({ action: 'template', template, removeTemplateAfterDays: 1 })
    await runSome(1)
    expect(await movedTo(template)).toBe(SIZES.cards)
    await runSome(2)
    expect(await movedTo(template)).toBe(3 * SIZES.cards)
    await Promise.all([run(), run()])
    expect([await movedTo(template), await acted(id)]).toEqual([CLIENTS, CLIENTS])
    expect(await read(id)).toMatchObject({ lastRun: { clients: CLIENTS } })

    await query(server, `update trigger_holds set back_at = $2 where cabinet_id = $1`, [shop.c, server.now()])
    await refuse(30, 'clients')
    await run()
    expect(await movedTo(template)).toBe(CLIENTS - 20)
    await allow()
    await run()
    expect(await movedTo(template)).toBe(0)
    expect(await query(server, 'select * from trigger_holds where cabinet_id = $1', [shop.c])).toEqual([])
  })
})
