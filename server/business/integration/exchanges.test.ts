import { describe, expect, it } from 'vitest'
import { integration } from '../../../contract/business/integration.ts'
import { KEYS, type Moysklad } from '../../engines/crm/moysklad/emulator/emulator.ts'
import {
  at,
  begin,
  codeOf,
  connect,
  crm,
  newClient,
  openCrmServer,
  right,
  save,
  server,
  shop,
  sync,
} from '../../../test/crm-story.ts'
import { makeJobsDue, query } from '../../../test/direct-access.ts'

const list = (query: { failed?: 'true'; before?: string } = {}) =>
  shop.owner.send(integration.listExchanges, { params: at(), query })
const failed = async () => (await list({ failed: 'true' })).exchanges
const stored = () =>
  query<Record<string, unknown>>(server, 'select * from crm_exchanges where cabinet_id = $1', [shop.c])
const forget = () => query(server, 'delete from crm_exchanges where cabinet_id = $1', [shop.c])

describe('the last exchanges with a CRM', () => {
  openCrmServer()

  it('say what was asked of whom, newest first', async () => {
    const anna = await newClient('Anna')
    await connect()
    await forget()
    await sync()
    await server.drainJobs()
    const { exchanges, next } = await list()
    expect(next).toBeNull()
    const created = exchanges.find(({ verb }) => verb === 'create')
    expect(created).toMatchObject({
      method: 'POST',
      path: '/',
      status: 200,
      failure: null,
      tries: 1,
      client: { id: anna.id, name: 'Anna' },
    })
    expect(created?.tookMs).toBeGreaterThanOrEqual(0)
    expect(exchanges.map(({ id }) => id)).toEqual(
      exchanges
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    )
    expect(exchanges.map(({ verb }) => verb)).toContain('search')
  })

  it('are noted of a call that changes nothing here', async () => {
    const { id } = await newClient('Clara')
    await connect()
    await forget()
    await shop.owner.send(integration.listCandidates, { params: { ...at(), id } })
    expect((await list()).exchanges.map(({ verb }) => verb)).toContain('search')
  })

  it('tell a refused client from a CRM that is away, and how often it was tried', async () => {
    const bruno = await newClient('Bruno')
    await query(server, `update clients set tel = '+000000000' where id = $1`, [bruno.id])
    await connect()
    await forget()
    await sync()
    await server.drainJobs()
    expect(await failed()).toMatchObject([{ verb: 'create', failure: 'refused', client: { id: bruno.id } }])
    await newClient('Anna')
    await query(server, `delete from crm_runs where cabinet_id = $1`, [shop.c])
    crm().router.setTroubles({ isDown: true })
    await sync()
    await server.drainJobs()
    await makeJobsDue(server)
    await server.drainJobs()
    const down = (await failed()).filter(({ failure }) => failure === 'down')
    expect(down.slice(0, 2).map(({ status, tries }) => [status, tries])).toEqual([
      [503, 2],
      [503, 1],
    ])
    crm().router.setTroubles({ throttled: 1 })
    await makeJobsDue(server)
    await server.drainJobs()
    expect((await failed())[0]).toMatchObject({ failure: 'throttled', status: 429 })
  })

  it('keep nothing that is secret or about a person', async () => {
    const secrets = ['+420601967001', '601967001', 'Zoraida', 'Quennell', 'zq@mail.example', 'T0psecret-token-9']
    const moysklad = server.outside.crms.of<Moysklad>('moysklad')
    moysklad.buyers.clear()
    const { id } = await newClient('Zoraida')
    await query(
      server,
      `update clients set tel = '+420601967001', surname = 'Quennell', email = 'zq@mail.example' where id = $1`,
      [id],
    )
    const settings = {
      server: `${server.url}/outside/crm/moysklad`,
      login: KEYS.login,
      password: KEYS.password,
      bonusProgram: moysklad.program,
    }
    const input = right({ type: 'moysklad', settings, flags: { read: true, write: true, rewrite: false } })
    const wrong = { ...settings, password: 'T0psecret-token-9' }
    expect((await save({ ...input, settings: wrong })).status).toBe(422)
    expect(codeOf(await save(input))).toEqual([200, undefined])
    await shop.owner.send(integration.activateIntegration, { params: at() })
    await begin()
    await sync()
    await server.drainJobs()
    await shop.owner.send(integration.listCandidates, { params: { ...at(), id } })
    const rows = await stored()
    expect(rows.map(({ verb }) => verb)).toEqual(expect.arrayContaining(['checkLogin', 'search', 'create']))
    expect(rows.some(({ failure }) => failure === 'wrong_credentials')).toBe(true)
    const text = decodeURIComponent(JSON.stringify(rows)).toLowerCase()
    const keys = Object.values(KEYS)
    for (const one of [...secrets, ...keys]) expect(text).not.toContain(one.toLowerCase())
  })

  it('are five hundred at most, of this business alone, and go with the CRM', async () => {
    await connect()
    await forget()
    await query(
      server,
      `insert into crm_exchanges (cabinet_id, id, at, verb, method, path, status, failure, took_ms, tries)
        select $1, '00' || lpad(n::text, 6, '0'), now(), 'read', 'POST', '/', 200,
          case when n % 100 = 0 then 'down' end, 1, 1
        from generate_series(1, 700) n`,
      [shop.c],
    )
    await newClient('Anna')
    await sync()
    await server.drainJobs()
    expect(await stored()).toHaveLength(500)
    const pages = [await list()]
    while (pages.at(-1)?.next) pages.push(await list({ before: pages.at(-1)?.next ?? '' }))
    expect(pages.map(({ exchanges }) => exchanges.length)).toEqual(Array.from({ length: 10 }, () => 50))
    expect(new Set(pages.flatMap(({ exchanges }) => exchanges.map(({ id }) => id))).size).toBe(500)
    expect((await failed()).length).toBeLessThanOrEqual(5)
    await shop.owner.send(integration.removeIntegration, { params: at(), body: { command: 'RESETCRM' } })
    expect(await stored()).toEqual([])
  })
})
