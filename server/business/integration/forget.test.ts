/** What is known of very many clients in a CRM is forgotten in parts, and until then is no longer what counts. */
import { beforeEach, describe, expect, it } from 'vitest'
import { CAREFUL_POLICY } from '../../../contract/business/crm-meeting.ts'
import { RESET_COMMAND, integration } from '../../../contract/business/integration.ts'
import { imports } from '../../../contract/people/imports.ts'
import { makeJobsDue, query } from '../../../test/direct-access.ts'
import { at, begin, codeOf, connect, openCrmServer, read, right, save, server, shop } from '../../../test/crm-story.ts'
import { openForWork } from '../../platform/cabinets/cabinets.ts'
import { clearCrm, forgetInCrm } from './forget.ts'
import { holdLink } from './links-sql.ts'
import { lookUp } from './look-up.ts'
import { findIntegration } from './sql.ts'

openCrmServer()

const BOTH = { read: true, write: true, rewrite: false }
const MANY = 700
/** In the call 200 are forgotten; a part of the job is 400. */
const AFTER_THE_CALL = MANY - 200

const links = async (that = 'true') =>
  (
    await query<{ n: number }>(server, `select count(*)::int as n from crm_clients where cabinet_id = $1 and ${that}`, [
      shop.c,
    ])
  )[0]?.n
const LINKED = `crm_id is not null`
const remove = () => shop.owner.ask(integration.removeIntegration, { params: at(), body: { command: RESET_COMMAND } })
const linkAll = () =>
  query(
    server,
    `insert into crm_clients (cabinet_id, client_id, crm_id, written_version, met_at, match, their_fields)
     select cabinet_id, id, 'G-' || card_number, version, now(), 'same', '{"f1": "S", "f2": "red"}' from clients
     where cabinet_id = $1 on conflict (cabinet_id, client_id) do update set crm_id = excluded.crm_id,
       written_version = excluded.written_version, met_at = now(), match = 'same',
       their_fields = excluded.their_fields`,
    [shop.c],
  )
const idAt = async (no: number) =>
  (
    await query<{ client_id: string }>(
      server,
      'select client_id from crm_clients where cabinet_id = $1 order by client_id offset $2 limit 1',
      [shop.c, no],
    )
  )[0]?.client_id ?? ''
const clear = () => clearCrm.handle(server.app, { cabinetId: shop.c })
const forget = () => forgetInCrm.handle(server.app, { cabinetId: shop.c })
const forgotten = async () =>
  (await query(server, 'select forgets, forgotten_up_to from integrations where cabinet_id = $1', [shop.c]))[0]

beforeEach(async () => {
  await connect(BOTH)
  await query(
    server,
    `insert into clients (cabinet_id, id, template_id, card_number, name, tel, version, created_at, updated_at)
     select $1, gen_random_uuid(), $2, 1000 + n, 'C' || n, '+42060' || 1000000 + n, 1, now(), now()
     from generate_series(1, $3::int) n`,
    [shop.c, shop.template, MANY],
  )
  await linkAll()
})

describe('a CRM that is disconnected', () => {
  it('is gone at once, and no other one is connected until its links are', async () => {
    expect(codeOf(await remove())).toEqual([200, undefined])
    expect((await read()).status).toBe('noCrm')
    expect(await links()).toBe(AFTER_THE_CALL)
    expect(codeOf(await save(right({ flags: BOTH })))).toEqual([409, 'crm_being_removed'])
    await clear()
    expect(await links()).toBe(0)
    expect(codeOf(await save(right({ flags: BOTH })))).toEqual([200, undefined])
  })

  it('of which a process that was killed has left something, is cleared by the next one who connects', async () => {
    await remove()
    await query(server, `delete from pgboss.job where name = 'clear-crm'`)
    expect(codeOf(await save(right({ flags: BOTH })))).toEqual([409, 'crm_being_removed'])
    await server.drainJobs()
    expect(await links()).toBe(0)
    expect(codeOf(await save(right({ flags: BOTH })))).toEqual([200, undefined])
  })

  it('takes nothing from the one that is connected next', async () => {
    await remove()
    await clear()
    await save(right({ flags: BOTH }))
    await linkAll()
    await clear()
    expect(await links(LINKED)).toBe(MANY)
  })
})

describe('a CRM at another address', () => {
  /** It was connected at another one before. */
  const move = async () => {
    await query(
      server,
      `update integrations set settings = settings || '{"server": "https://before.example.com/"}'
       where cabinet_id = $1`,
      [shop.c],
    )
    const version = (await read()).current?.version ?? 0
    expect(codeOf(await save(right({ flags: BOTH, version })))).toEqual([200, undefined])
  }

  it('is looked up when everybody of the old one is forgotten, and what is chosen for clients stays', async () => {
    const chosen = await idAt(650)
    await query(server, 'update crm_clients set is_write = false where client_id = $1', [chosen])
    await move()
    expect(await links(LINKED)).toBe(AFTER_THE_CALL)
    const meeting = () => shop.owner.send(integration.readMeeting, { params: at(), query: {} })
    expect(await meeting()).toMatchObject({ state: 'running', looked: 0, isBegun: false })
    expect(codeOf(await shop.owner.ask(imports.bringFromCrm, { params: at() }))[0]).toBe(409)
    expect((await read()).status).toBe('active')
    await lookUp.handle(server.app, { cabinetId: shop.c, tries: 0, after: null })
    expect(await meeting()).toMatchObject({ state: 'running', looked: 0 })
    await forget()
    expect(await links(LINKED)).toBe(0)
    expect(await forgotten()).toEqual({ forgets: null, forgotten_up_to: null })
    expect(await query(server, 'select is_write from crm_clients where client_id = $1', [chosen])).toEqual([
      { is_write: false },
    ])
    await makeJobsDue(server)
    await begin()
    expect(await meeting()).toMatchObject({ state: 'done', looked: MANY, isBegun: true })
  })
})

describe('fields that are mapped anew', () => {
  const field = (theirs: string) => ({
    ours: `variable:${theirs}`,
    theirs,
    direction: 'both' as const,
    name: theirs,
    kind: 'text',
    ourKind: 'text',
    state: 'ok',
  })
  const unmap = async (...left: string[]) => {
    const stored = ['f1', 'f2'].filter((name) => !left.includes(name))
    const kept = stored.map((theirs) => ({ ours: `variable:${theirs}`, theirs, direction: 'both' as const }))
    const version = (await read()).current?.version ?? 0
    const answer = await shop.owner.ask(integration.saveFieldMap, { params: at(), body: { links: kept, version } })
    expect(codeOf(answer)).toEqual([200, undefined])
  }
  const fieldsOf = (id: string) =>
    openForWork(server.app, shop.c, async (db) => {
      const row = await findIntegration(db)
      return row && (await holdLink(db, id, row, null))?.their_fields
    })

  beforeEach(async () => {
    await query(server, 'update integrations set field_map = $2 where cabinet_id = $1', [
      shop.c,
      JSON.stringify([field('f1'), field('f2')]),
    ])
  })

  it('count for nobody any more, though most are forgotten later', async () => {
    const [early, late] = [await idAt(0), await idAt(650)]
    await unmap('f1')
    expect(await links(`their_fields ? 'f1'`)).toBe(AFTER_THE_CALL)
    expect([await fieldsOf(early), await fieldsOf(late)]).toEqual([{ f2: 'red' }, { f2: 'red' }])
    await forget()
    expect(await links(`their_fields ? 'f1'`)).toBe(0)
    expect(await links(`their_fields ? 'f2'`)).toBe(MANY)
    expect(await forgotten()).toEqual({ forgets: null, forgotten_up_to: null })
  })

  it('begin anew for everybody when another one is unmapped meanwhile', async () => {
    await unmap('f1')
    await query(server, 'update integrations set forgotten_up_to = $2 where cabinet_id = $1', [shop.c, await idAt(500)])
    await unmap('f1', 'f2')
    expect(await fieldsOf(await idAt(400))).toEqual({})
    await forget()
    expect(await links(`their_fields <> '{}'`)).toBe(0)
  })

  it('are forgotten up to the end by whoever comes next, and twice is as once', async () => {
    await unmap('f1')
    await query(server, `delete from pgboss.job where name = 'forget-in-crm'`)
    await forget()
    await forget()
    expect(await links(`their_fields ? 'f1'`)).toBe(0)
  })
})

it('clients who are looked up once more are looked up with nothing found', async () => {
  await query(server, 'update integrations set begun_at = null where cabinet_id = $1', [shop.c])
  await query(server, `update crm_clients set doubt = 'several', match = 'doubt' where cabinet_id = $1`, [shop.c])
  const meeting = await shop.owner.send(integration.lookUpClients, { params: at() })
  expect(await links(`match = 'doubt'`)).toBe(MANY)
  expect(meeting).toMatchObject({ looked: 0, doubt: 0, clients: [] })
  await server.drainJobs()
  expect(await links(`match = 'doubt'`)).toBe(0)
  const ask = { params: at(), body: { policy: CAREFUL_POLICY } }
  expect(codeOf(await shop.owner.ask(integration.beginExchange, ask))).toEqual([200, undefined])
})
