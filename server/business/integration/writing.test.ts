import { describe, expect, it } from 'vitest'
import { integration } from '../../../contract/business/integration.ts'
import { DAY_MS } from '../../../contract/time.ts'
import { makeJobsDue, query } from '../../../test/direct-access.ts'
import {
  at,
  begin,
  clientOf,
  codeOf,
  connect,
  crm,
  customerOf,
  newClient,
  noticesOf,
  read,
  right,
  runUntilGivenUp,
  save,
  server,
  shop,
  status,
  sync,
  openCrmServer,
} from '../../../test/crm-story.ts'
import { writeClients } from './writing.ts'

openCrmServer()

describe('writing clients', () => {
  it('writes those that changed, once a day, and what they are in the CRM is known', async () => {
    const anna = await newClient('Anna')
    expect(codeOf(await sync())).toEqual([409, 'integration_not_configured'])
    await save(right())
    expect(codeOf(await sync())).toEqual([409, 'integration_not_active'])
    await shop.owner.send(integration.activateIntegration, { params: at() })
    await begin()
    expect((await clientOf(anna.id)).sync).toBe('waiting')
    expect(await shop.owner.send(integration.unsyncedClients, { params: at() })).toMatchObject({
      total: 1,
      failed: 0,
      clients: [{ id: anna.id, state: 'waiting' }],
    })
    expect((await sync()).body.data).toMatchObject({ state: 'queue', total: 1, done: 0 })
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', total: 1, done: 1, failed: 0 })
    const written = customerOf(anna.tel)
    expect(written).toMatchObject({ name: 'Anna' })
    // No points are not the same as zero points over there.
    expect(written).not.toHaveProperty('bonus')
    expect(written?.link).toContain(shop.domain)
    expect(await shop.owner.send(integration.readClientSync, { params: { ...at(), id: anna.id } })).toMatchObject({
      state: 'synced',
      crmId: written?.customerId,
    })

    await newClient('Ben')
    const again = await sync()
    expect(codeOf(again)).toEqual([406, 'sync_once_a_day'])
    expect(again.body.error?.message).toContain('MSK')
    server.passTime(DAY_MS)
    expect(codeOf(await sync())).toEqual([200, undefined])
    await server.drainJobs()
    expect((await status()).done).toBe(1)
  })

  it('two parallel starts are one run', async () => {
    await newClient('Anna')
    await connect()
    const codes = (await Promise.all([sync(), sync(), sync()])).map((response) => response.status)
    expect(codes.filter((code) => code === 200).length).toBeGreaterThan(0)
    expect(await query(server, 'select from crm_runs where cabinet_id = $1', [shop.c])).toHaveLength(1)
    await server.drainJobs()
    expect(crm().customers.size).toBe(1)
  })

  it('starts automatically at the end of a day that nobody used', async () => {
    const anna = await newClient('Anna')
    await connect()
    await server.app.jobs.enqueue(server.app.database.db as never, (await import('./writing.ts')).writeDaily, {})
    await server.drainJobs()
    expect(customerOf(anna.tel)).toBeDefined()
    expect((await status()).state).toBe('done')
  })

  it('a client that the CRM refuses fails alone', async () => {
    const [anna, ben] = [await newClient('Anna'), await newClient('Ben')]
    await query(server, "update clients set tel = '+000000000' where id = $1", [ben.id])
    await connect()
    await sync()
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', total: 2, done: 1, failed: 1 })
    expect([(await clientOf(anna.id)).sync, (await clientOf(ben.id)).sync]).toEqual(['synced', 'failed'])
    expect(await shop.owner.send(integration.readClientSync, { params: { ...at(), id: ben.id } })).toMatchObject({
      fault: 'Wrong phone',
    })
  })

  it('many clients that the CRM refuses are one notice with their number, a few are none', async () => {
    for (const name of ['Ada', 'Bea', 'Cid', 'Dan', 'Eva', 'Finn']) await newClient(name)
    const refuse = (keep: number) =>
      query(
        server,
        `update clients set tel = '+' || repeat('0', row.no::int) from (
          select id, row_number() over (order by id) as no from clients where cabinet_id = $1
        ) row where clients.id = row.id and row.no > $2`,
        [shop.c, keep],
      )
    await refuse(2)
    await connect()
    await sync()
    await server.drainJobs()
    expect([await status(), await noticesOf()]).toMatchObject([{ state: 'done', failed: 4 }, []])
    server.passTime(DAY_MS)
    await query(server, 'update sessions set created_at = $1, last_used_at = $1', [server.now()])
    await refuse(1)
    await query(server, 'delete from crm_clients where cabinet_id = $1', [shop.c])
    await sync()
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', total: 6, failed: 5 })
    expect((await noticesOf()).map(({ text }) => text)).toEqual([expect.stringContaining('refused 5 of 6 clients')])
  })

  it('a run that fails for a reason of ours is a notice after its last try', async () => {
    await newClient('Anna')
    await connect()
    await sync()
    const [run] = await query<{ id: string }>(server, 'select id from crm_runs where cabinet_id = $1', [shop.c])
    for (let tries = 0; tries < 2; tries++)
      await writeClients.giveUp?.(server.app, { cabinetId: shop.c, runId: run?.id ?? '' })
    expect([(await status()).state, (await noticesOf()).length]).toEqual(['failed', 1])
  })

  it('a client who is not to be written is not', async () => {
    const anna = await newClient('Anna')
    await connect()
    const flags = { read: false, write: false, rewrite: true }
    expect(
      await shop.owner.send(integration.saveClientSync, { params: { ...at(), id: anna.id }, body: flags }),
    ).toMatchObject({ state: 'off', flags: { read: false, write: false, rewrite: false } })
    await sync()
    await server.drainJobs()
    expect(crm().customers.size).toBe(0)
  })

  it('waits while the CRM is down, goes on when it is back, and loses and doubles nobody', async () => {
    const [anna, ben] = [await newClient('Anna'), await newClient('Ben')]
    await connect()
    crm().router.setTroubles({ lostWrites: 1, isDownOnceLost: true })
    await sync()
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'waiting', done: 0 })
    crm().router.setTroubles({ isDown: true })
    await makeJobsDue(server)
    await server.drainJobs()
    crm().router.setTroubles({})
    await makeJobsDue(server)
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', total: 2, done: 2, failed: 0 })
    expect(new Set([...crm().customers.values()].map((one) => one.phone))).toEqual(new Set([anna.tel, ben.tel]))
    expect(await noticesOf()).toEqual([])
  })

  it('a connection that breaks off is no reason to wait', async () => {
    const [anna, ben] = [await newClient('Anna'), await newClient('Ben')]
    await connect()
    for (const trouble of ['lostBefore', 'lostWrites'] as const) {
      crm().router.setTroubles({ [trouble]: 2 })
      await query(server, 'delete from crm_runs where cabinet_id = $1', [shop.c])
      await query(server, 'update clients set bonus_minor = bonus_minor + 500, version = version + 1')
      await sync()
      await server.drainJobs()
      expect(await status()).toMatchObject({ state: 'done', done: 2, failed: 0 })
    }
    expect(crm().customers.size).toBe(2)
    for (const { tel } of [anna, ben]) expect(customerOf(tel)?.bonus).toBe(10)
  })

  it('gives up after five waits, notifies once, and may be started again on the same day', async () => {
    await newClient('Anna')
    await connect()
    crm().router.setTroubles({ isDown: true })
    await sync()
    await runUntilGivenUp()
    expect(await status()).toMatchObject({ state: 'failed', nextAt: null })
    expect(await read()).toMatchObject({ status: 'active', current: { fault: { code: 'connection_lost' } } })
    expect(await noticesOf()).toHaveLength(1)
    await sync()
    await runUntilGivenUp()
    expect(await noticesOf()).toHaveLength(1)
    crm().router.setTroubles({})
    await sync()
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', done: 1 })
    expect((await read()).current?.fault).toBeNull()
  })

  it('waits as long as a CRM asks for, which is no failure', async () => {
    await newClient('Anna')
    await connect()
    crm().router.setTroubles({ throttled: 500 })
    await sync()
    for (let pauses = 0; pauses < 8; pauses++) {
      await makeJobsDue(server)
      await server.drainJobs()
    }
    expect(await status()).toMatchObject({ state: 'waiting', done: 0 })
    expect((await read()).current?.fault).toBeNull()
    crm().router.setTroubles({})
    await makeJobsDue(server)
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', done: 1 })
  })

  it('a run in which all were refused is a notice, however few they are', async () => {
    const anna = await newClient('Anna')
    await query(server, "update clients set tel = '+000000000' where id = $1", [anna.id])
    await connect()
    await sync()
    await server.drainJobs()
    expect((await noticesOf()).map(({ text }) => text)).toEqual([expect.stringContaining('1')])
  })

  it('a CRM that takes the place of another has the day for itself', async () => {
    await newClient('Anna')
    await connect()
    await sync()
    await server.drainJobs()
    expect(codeOf(await sync())).toEqual([200, undefined])
    await newClient('Ben')
    expect(codeOf(await sync())).toEqual([406, 'sync_once_a_day'])
    await shop.owner.send(integration.removeIntegration, { params: at(), body: { command: 'RESETCRM' } })
    await connect()
    expect(codeOf(await sync())).toEqual([200, undefined])
    await server.drainJobs()
    expect(await status()).toMatchObject({ state: 'done', done: 2 })
  })

  it('stops immediately when the access is wrong, and goes on when it is fixed', async () => {
    await newClient('Anna')
    await connect()
    await query(
      server,
      'update integrations set settings = settings || \'{"login": "nobody"}\' where cabinet_id = $1',
      [shop.c],
    )
    await sync()
    await server.drainJobs()
    expect(await read()).toMatchObject({
      status: 'noActive',
      current: { fault: { code: 'wrong_credentials', field: 'password' } },
    })
    expect((await status()).state).toBe('failed')
    expect(await noticesOf()).toMatchObject([{ text: expect.stringContaining('URL') as string }])
    expect(codeOf(await sync())).toEqual([409, 'integration_not_active'])
    const settings = { ...right().settings, login: '' }
    expect(codeOf(await save(right({ version: 1, settings })))).toEqual([200, undefined])
    expect((await read()).status).toBe('active')
  })
})
